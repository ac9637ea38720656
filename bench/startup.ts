import { execFile } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { compare, round, spread } from './support/compare';
import { withN8n } from './support/n8n';
import { conclude, printTable } from './support/results';

const WITH = 'with the package';
const WITHOUT = 'without it';

interface Packed {
	size: number;
	unpackedSize: number;
	entryCount: number;
}

/** How much longer n8n takes to start with the package, and how large that is. */
async function main(): Promise<void> {
	const command = ['pack', '--dry-run', '--json'];
	const { stdout } = await promisify(execFile)('npm', command, { maxBuffer: 64 * 1024 * 1024 });
	const [packed] = JSON.parse(stdout) as Packed[];
	if (!packed) throw new Error('npm packed nothing');
	const { size, unpackedSize, entryCount } = packed;

	await withN8n([], {}, async (n8n) => {
		const folder = path.join(n8n.packageFolder, 'node_modules');
		const away = `${folder}-away`;
		const samples = await compare({
			[WITHOUT]: async () => {
				if (existsSync(folder)) renameSync(folder, away);
				return await n8n.timeStart();
			},
			[WITH]: async () => {
				if (existsSync(away)) renameSync(away, folder);
				return await n8n.timeStart();
			},
		});
		const starts = Object.entries(samples).map(([way, values]) => ({ way, ms: spread(values) }));
		const median = (name: string) => starts.find(({ way }) => way === name)?.ms.median ?? NaN;
		const addedMs = round(median(WITH) - median(WITHOUT), 0);
		printTable(
			'Start of n8n until it is ready',
			[
				['', ({ way }) => way],
				['ms', ({ ms }) => ms.median.toFixed(0)],
				['half of them', ({ ms }) => `${ms.low.toFixed(0)} to ${ms.high.toFixed(0)}`],
			],
			starts,
		);
		conclude('startup', { n8n: n8n.version, starts, addedMs, size, unpackedSize, entryCount }, [
			{
				what: 'Start with the package of that without',
				value: round(median(WITH) / median(WITHOUT)),
			},
			{ what: 'Packed, KiB', value: round(size / 1024, 1) },
			{ what: 'Unpacked, KiB', value: round(unpackedSize / 1024, 1) },
		]);
	});
}

void main();
