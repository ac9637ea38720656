import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import type { N8nServer } from '../../sandbox/server/n8nServer';
import { until } from '../../sandbox/server/until';

/** Options of Node.js for an n8n that {@link profile} can ask. */
export const PROFILE_OPTIONS = ['--require', path.join(__dirname, 'profileProbe.cjs')];

const PACKAGE = '/n8n-nodes-grc-tprm/';

interface CpuProfile {
	nodes: Array<{ id: number; callFrame: { functionName: string; url: string } }>;
	samples: number[];
	timeDeltas: number[];
}

/** Which share of the busy time n8n spends in the code of this package, without what it calls. */
export interface Shares {
	package: number;
	/** The most expensive functions of the package. */
	functions: Array<{ name: string; share: number }>;
}

/** Profiles a process of n8n while something is done. */
export async function profile(server: N8nServer, work: () => Promise<unknown>): Promise<Shares> {
	const { pid, userFolder } = server;
	if (pid === undefined) throw new Error('n8n has ended');
	const file = path.join(userFolder, 'profile.json');
	rmSync(file, { force: true });
	process.kill(pid, 'SIGUSR2');
	await work();
	process.kill(pid, 'SIGUSR2');
	await until(async () => ({ is: existsSync(file), seen: 'none' }), 'the profile');
	return sharesOf(JSON.parse(readFileSync(file, 'utf8')) as CpuProfile);
}

function sharesOf({ nodes, samples, timeDeltas }: CpuProfile): Shares {
	const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
	const own = new Map<string, number>();
	let busy = 0;
	for (const [index, id] of samples.entries()) {
		const { functionName = '', url = '' } = frames.get(id) ?? {};
		if (functionName === '(idle)') continue;
		const time = timeDeltas[index] ?? 0;
		busy += time;
		if (!url.includes(PACKAGE)) continue;
		const name = `${functionName || 'anonymous'} (${path.basename(url)})`;
		own.set(name, (own.get(name) ?? 0) + time);
	}
	const functions = [...own]
		.map(([name, time]) => ({ name, share: time / busy }))
		.sort((a, b) => b.share - a.share);
	return {
		package: functions.reduce((sum, { share }) => sum + share, 0),
		functions: functions.slice(0, 5),
	};
}
