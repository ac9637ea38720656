import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import type { MemoryCase, MemoryFigures } from './support/memoryProcess';
import { reportTable } from './support/results';

const LIMIT_MIB = 64;
/** Old generation in MB. The idle process uses half of it; without a limit V8 lets garbage pile up, whatever the run does. */
const HEAP_LIMIT = 120;
const SUPPORT = path.join(__dirname, 'support');
const CASES: Array<Omit<MemoryCase, 'url'>> = [
	...[10_000, 100_000].map((records) => ({ output: 'items' as const, records })),
	...[10_000, 100_000, 1_000_000].map((records) => ({ output: 'file' as const, records })),
	...[10_000, 100_000, 1_000_000].map((records) => ({ output: 'batches' as const, records })),
];

/** How much memory and time a list takes as items, as a file, and in batches to a sub-workflow. */
async function main() {
	const server = start('rowProcess.ts');
	const [url] = (await once(server, 'message')) as [string];
	const rows: Array<Omit<MemoryCase, 'url'> & MemoryFigures & { secondsPer100k: number }> = [];
	for (const one of CASES) {
		const limit = one.output === 'items' ? [] : [`--max-old-space-size=${HEAP_LIMIT}`];
		const child = start('memoryProcess.ts', limit);
		child.send({ ...one, url });
		const [figures] = (await once(child, 'message')) as [MemoryFigures];
		rows.push({ ...one, ...figures, secondsPer100k: (figures.seconds / one.records) * 100_000 });
	}
	server.disconnect();
	reportTable(
		'memory',
		`Paged HTTP, pages of 1,000 records: resident set above that of the idle process (limit ${LIMIT_MIB} MiB for a file and batches), on n8n's engine with files on disk, heap limited to ${HEAP_LIMIT} MB but for items`,
		[
			['Output', ({ output }) => output],
			['Records', ({ records }) => records.toLocaleString('en')],
			['Idle MiB', ({ idleMib }) => idleMib.toFixed(0)],
			['Growth MiB', ({ grownMib }) => grownMib.toFixed(1)],
			['Seconds', ({ seconds }) => seconds.toFixed(1)],
			['CPU seconds', ({ cpuSeconds }) => cpuSeconds.toFixed(1)],
			['Seconds per 100,000', ({ secondsPer100k }) => secondsPer100k.toFixed(2)],
		],
		rows,
	);
	const isTooLarge = rows.some(
		({ output, grownMib }) => output !== 'items' && grownMib > LIMIT_MIB,
	);
	if (isTooLarge) process.exitCode = 1;
}

/** A process whose end with an error ends this one too. */
function start(file: string, flags: string[] = []) {
	const child = fork(path.join(SUPPORT, file), { execArgv: ['--import', 'tsx', ...flags] });
	child.once('exit', (code) => {
		if (code !== 0 && code !== null) process.exit(code);
	});
	return child;
}

void main();
