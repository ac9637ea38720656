import { execFile } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { compare, IS_TRY, round, spread } from './support/compare';
import type { N8n } from './support/n8n';
import type { Part } from './support/part';
import { conclude, printTable } from './support/results';

const WITH = 'with the package';
const WITHOUT = 'without it';

/** What everyone pays who installs the package: what is downloaded, and time at each start of n8n. */
const LIMITS = { packedBytes: 450_000, loadMs: 150 };

interface Packed {
	size: number;
	unpackedSize: number;
	entryCount: number;
}

/** How long a new process takes for each, in milliseconds. */
interface Load {
	n8nWorkflow: number;
	/** The nodes and credentials, after n8n-workflow, which n8n has loaded anyway. */
	package: number;
}

/** Makes the instances that n8n makes of what it finds in package.json. */
const LOAD = `
const { basename } = require('node:path');
const start = performance.now();
require('n8n-workflow');
const between = performance.now();
const { n8n } = require('./package.json');
for (const file of [...n8n.credentials, ...n8n.nodes]) new (require('./' + file)[basename(file).split('.')[0]])();
console.log(JSON.stringify({ n8nWorkflow: between - start, package: performance.now() - between }));`;

const run = promisify(execFile);

async function pack(): Promise<Packed> {
	const command = ['pack', '--dry-run', '--json'];
	const { stdout } = await run('npm', command, { maxBuffer: 64 * 1024 * 1024 });
	const [packed] = JSON.parse(stdout) as Packed[];
	if (!packed) throw new Error('npm packed nothing');
	return packed;
}

/** How large the package is, how long it takes to load, and how much longer n8n takes to start with it. */
export function startup(): Part {
	return { workflows: [], settings: {}, measure };
}

async function measure(n8n: N8n): Promise<void> {
	const { size, unpackedSize, entryCount } = await pack();
	const load = async () => JSON.parse((await run('node', ['-e', LOAD])).stdout) as Load;
	const { loads } = await compare({ loads: load }, IS_TRY ? 1 : 10);
	// The fastest of them: in the others, the processor also had something else to do.
	const loadMs = round(Math.min(...loads.map(({ package: ms }) => ms)), 0);
	const n8nWorkflowMs = round(Math.min(...loads.map(({ n8nWorkflow: ms }) => ms)), 0);

	const folder = path.join(n8n.packageFolder, 'node_modules');
	const away = `${folder}-away`;
	// Six starts would be most of a try.
	const samples: Record<string, number[]> = IS_TRY
		? {}
		: await compare({
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
	const sizes = { size, unpackedSize, entryCount };
	const figures = { n8n: n8n.version, loadMs, n8nWorkflowMs, starts, addedMs, ...sizes };
	conclude('startup', figures, [
		{
			what: 'Loading after n8n-workflow, ms',
			value: loadMs,
			atMost: LIMITS.loadMs,
			isLimit: true,
		},
		{
			what: 'Packed, kB',
			value: round(size / 1000, 1),
			atMost: LIMITS.packedBytes / 1000,
			isLimit: true,
		},
		{
			what: 'Start with the package of that without',
			value: round(median(WITH) / median(WITHOUT)),
		},
		{ what: 'Unpacked, kB', value: round(unpackedSize / 1000, 1) },
	]);
}
