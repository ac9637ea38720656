import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import type { N8nServer } from '../n8nServer';
import { until } from '../until';

/** What a process uses right after its garbage was collected. */
export interface Usage {
	/** Bytes of live objects. */
	heapUsed: number;
	/** Bytes of memory that it has from the system. */
	rss: number;
	/** Open handles and timers by kind. */
	resources: Record<string, number>;
}

/** Options of Node.js for a process that {@link readUsage} can ask. */
export const PROBE_OPTIONS = ['--require', path.join(__dirname, 'usageProbe.cjs')];

/** @throws Error when the process runs without {@link PROBE_OPTIONS}, or does not answer */
export async function readUsage({ pid, userFolder }: N8nServer): Promise<Usage> {
	if (pid === undefined) throw new Error('The process has ended');
	const file = path.join(userFolder, 'probe.json');
	rmSync(file, { force: true });
	process.kill(pid, 'SIGUSR2');
	await until(async () => ({ is: existsSync(file), seen: 'no answer' }), `usage of ${pid}`);
	return JSON.parse(readFileSync(file, 'utf8')) as Usage;
}
