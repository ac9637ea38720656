import type { Spread } from './support/compare';
import { IS_TRY, ROUNDS, round, scaled, spread } from './support/compare';
import type { Memory, N8n, Settings } from './support/n8n';
import { withN8n } from './support/n8n';
import type { Part } from './support/part';
import { startProcess } from './support/process';
import { conclude, printTable } from './support/results';
import { benchWorkflow, ITEMS, pagedHttp, SUB_WORKFLOW } from './support/workflows';

const PAGE = 1_000;
const SIZES = [10_000, 100_000, 1_000_000].map((records) => scaled(records, PAGE));
/** The longest runs vary least, and a thousand sub-workflows take minutes. */
const MOST_ROUNDS_OF_LARGEST = { Items: 3, File: 3, Batches: 1 };
const WARM_UP = IS_TRY ? 0 : 3;
/** Above n8n with all that a file or a batch needs. */
const MOST_MIB = 64;
/** With its default heap, Node.js does not collect garbage as long as there is room for it. */
const SMALL_HEAP_MIB = 512;
const SMALL_HEAP = { nodeOptions: [`--max-old-space-size=${SMALL_HEAP_MIB}`] };

// A million stored items would break n8n itself, whatever read them.
const notStored = { isStored: false };
const WORKFLOWS = {
	Items: benchWorkflow('growth-items', [pagedHttp()], notStored),
	File: benchWorkflow('growth-file', [pagedHttp({ output: 'file', fileFormat: 'csv' })], notStored),
	Batches: benchWorkflow(
		'growth-batches',
		[
			pagedHttp({
				output: 'batches',
				workflowId: { __rl: true, mode: 'id', value: SUB_WORKFLOW.id },
			}),
		],
		notStored,
	),
};

/** Lists for many items, of pages of about 1 MB. */
const LISTS = { items: scaled(200, 4), pages: scaled(50, 3), records: 100 };
const MOST_MIB_OF_LISTS = 300;
const listOf = (output: object) => [
	ITEMS,
	pagedHttp(
		{
			...{ url: '={{ $json.url }}', limitValue: LISTS.records },
			...{ pageUntil: 'reachTotalCount', totalCount: 'total', ...output },
		},
		{ prefetch: 0 },
	),
];
const workflowId = { __rl: true, mode: 'id', value: SUB_WORKFLOW.id };
const LIST_WORKFLOWS = {
	File: benchWorkflow('lists-file', listOf({ output: 'file', fileFormat: 'csv' }), notStored),
	Batches: benchWorkflow('lists-batches', listOf({ output: 'batches', workflowId }), notStored),
};

type Output = keyof typeof WORKFLOWS;

const OUTPUTS: Output[] = ['Items', 'File', 'Batches'];
/** Those whose memory does not depend on the number of records. */
const FLAT: Output[] = ['File', 'Batches'];
const nameOf = (output: Output) => `${output}, heap of ${SMALL_HEAP_MIB} MiB`;

interface Row {
	/** With the size of the heap, if it is not the default one. */
	output: string;
	records: number;
	/** Absent where n8n did not survive the run. */
	figures?: {
		ms: Spread;
		/** The most memory above that of the idle n8n. */
		grownMib: Spread;
		idleMib: number;
	};
	error?: string;
}

interface Slope {
	output: string;
	from: number;
	to: number;
	microsPerRecord: number;
	bytesPerRecord: number;
}

/**
 * How time and memory of Paged HTTP grow with the records, with n8n's default heap, and for those that
 * keep no records with a small one.
 */
export async function growth(): Promise<Part> {
	const { child, first: url } = await startProcess<string>('pagedServer.ts');
	const workflows = [...Object.values(WORKFLOWS), ...Object.values(LIST_WORKFLOWS)];
	const settings: Settings = {
		environment: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
		more: [SUB_WORKFLOW],
	};
	return {
		...{ workflows, settings },
		measure: async (n8n) => {
			const rows: Row[] = [];
			for (const output of OUTPUTS) rows.push(...(await measure(n8n, url, output)));
			const withSmallHeap = async (small: N8n) => {
				for (const output of FLAT)
					rows.push(...(await measure(small, url, output, nameOf(output))));
				return await measureLists(small, url);
			};
			const lists = IS_TRY
				? await withSmallHeap(n8n)
				: await withN8n(workflows, { ...settings, ...SMALL_HEAP }, withSmallHeap);
			report(n8n.version, rows, lists);
		},
		stop: () => child.disconnect(),
	};
}

interface ListMemory extends Memory {
	output: string;
}

/** @returns the memory for large lists of many items */
async function measureLists(n8n: N8n, url: string): Promise<ListMemory[]> {
	const figures = [];
	for (const [output, workflow] of Object.entries(LIST_WORKFLOWS)) {
		await n8n.restart();
		const run = async (items: number, pages: number) =>
			await n8n.run(workflow, {
				items: Array.from({ length: items }, (_, item) => ({
					url: `${url}/large/0/${pages}/${LISTS.records}/${item}`,
				})),
			});
		for (let turn = 0; turn < WARM_UP; turn++) await run(2, 2);
		figures.push({ output, ...(await n8n.memoryOf(() => run(LISTS.items, LISTS.pages))) });
	}
	return figures;
}

async function measure(
	n8n: N8n,
	url: string,
	output: Output,
	name: string = output,
): Promise<Row[]> {
	const read = async (records: number) => {
		const list = `${url}/rows/0/${records / PAGE}/${PAGE}`;
		return await n8n.run(WORKFLOWS[output], { url: list });
	};
	await n8n.restart();
	// What the first runs load and compile stays, however many records there are.
	for (let turn = 0; turn < WARM_UP; turn++) await read(SIZES[0] ?? PAGE);
	const idleMib = await n8n.idleMib();
	const rows: Row[] = [];
	for (const records of SIZES) {
		const times: number[] = [];
		const peaks: number[] = [];
		const rounds =
			records === SIZES.at(-1) ? Math.min(ROUNDS, MOST_ROUNDS_OF_LARGEST[output]) : ROUNDS;
		try {
			for (let turn = 0; turn < rounds; turn++) {
				const { grownMib } = await n8n.memoryOf(
					async () => times.push((await read(records)).wallMs),
					idleMib,
				);
				peaks.push(grownMib);
				process.stderr.write('.');
			}
			const figures = { ms: spread(times), grownMib: spread(peaks), idleMib: round(idleMib, 1) };
			rows.push({ output: name, records, figures });
		} catch (error) {
			rows.push({ output: name, records, error: n8n.endOf(error) });
			break;
		}
	}
	process.stderr.write('\n');
	return rows;
}

/** @returns what each record more costs between two sizes */
function slopesOf(rows: Row[]): Slope[] {
	return rows.flatMap((row, index) => {
		const before = rows[index - 1];
		if (before?.output !== row.output || !before.figures || !row.figures) return [];
		const more = row.records - before.records;
		const ms = row.figures.ms.median - before.figures.ms.median;
		const mib = row.figures.grownMib.median - before.figures.grownMib.median;
		return {
			...{ output: row.output, from: before.records, to: row.records },
			microsPerRecord: round((ms * 1_000) / more),
			bytesPerRecord: round((mib * 2 ** 20) / more, 0),
		};
	});
}

function report(n8n: string, rows: Row[], lists: ListMemory[]): void {
	const slopes = slopesOf(rows);
	printTable(
		`Paged HTTP, pages of ${PAGE} records: time of the run without stored data, memory of n8n above the idle process`,
		[
			['output', ({ output }) => output],
			['records', ({ records }) => records.toLocaleString('en')],
			['seconds', ({ figures }) => ((figures?.ms.median ?? NaN) / 1_000).toFixed(2)],
			['idle MiB', ({ figures }) => figures?.idleMib.toFixed(0) ?? ''],
			['growth MiB', ({ figures, error }) => figures?.grownMib.median.toFixed(0) ?? error ?? ''],
		],
		rows,
	);
	printTable(
		`With a heap of ${SMALL_HEAP_MIB} MiB, ${LISTS.items} lists of ${LISTS.pages} pages of 1 MB`,
		[
			['output', ({ output }) => output],
			['idle MiB', ({ idleMib }) => idleMib.toFixed(0)],
			['growth MiB', ({ grownMib }) => grownMib.toFixed(0)],
		],
		lists,
	);
	printTable(
		'Slope: what each record more costs',
		[
			['output', ({ output }) => output],
			['from', ({ from }) => from.toLocaleString('en')],
			['to', ({ to }) => to.toLocaleString('en')],
			['µs', ({ microsPerRecord }) => microsPerRecord.toFixed(1)],
			['bytes', ({ bytesPerRecord }) => bytesPerRecord],
		],
		slopes,
	);
	const bends = OUTPUTS.map((output) => {
		const [first, last] = slopes.filter((slope) => slope.output === output);
		return {
			what: `${output}, time per record beyond ${SIZES[1]} of that before`,
			value: round((last?.microsPerRecord ?? NaN) / (first?.microsPerRecord ?? NaN)),
		};
	});
	const most = (name: string) => ({
		what: `${name}, ${SIZES.at(-1)} records, MiB above idle`,
		value:
			rows.findLast((row) => row.output === name && row.records === SIZES.at(-1))?.figures?.grownMib
				.median ?? NaN,
	});
	conclude(
		'growth',
		{ n8n, recordsPerPage: PAGE, rows, slopes, lists: { ...LISTS, memory: lists } },
		[
			...lists.map(({ output, grownMib }) => ({
				what: `${output}, ${LISTS.items} lists of ${LISTS.pages} MB, MiB above idle`,
				value: grownMib,
				atMost: MOST_MIB_OF_LISTS,
			})),
			...FLAT.map((output) => ({ ...most(nameOf(output)), atMost: MOST_MIB })),
			...FLAT.map((output) => most(output)),
			...bends,
		],
	);
}
