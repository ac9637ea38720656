import type { Memory, N8n } from './support/n8n';
import { withN8n } from './support/n8n';
import { scaled } from './support/compare';
import { startProcess } from './support/process';
import { conclude, printTable } from './support/results';
import { benchWorkflow, ITEMS, pagedHttp, SUB_WORKFLOW } from './support/workflows';

/** Pages of about 1 MB. */
const LARGE = { items: scaled(200, 10), pages: scaled(50, 5), records: 100 };
const MOST_MIB = 300;
/** With its default heap, Node.js does not collect garbage as long as there is room for it. */
const SMALL_HEAP_MIB = 512;

const notStored = { isStored: false };
const workflowId = { __rl: true, mode: 'id', value: SUB_WORKFLOW.id };
const read = (output: object) =>
	pagedHttp(
		{
			...{ url: '={{ $json.url }}', limitValue: LARGE.records },
			...{ pageUntil: 'reachTotalCount', totalCount: 'total', ...output },
		},
		{ prefetch: 0 },
	);
const OUTPUTS = {
	File: benchWorkflow(
		'items-file',
		[ITEMS, read({ output: 'file', fileFormat: 'csv' })],
		notStored,
	),
	Batches: benchWorkflow(
		'items-batches',
		[ITEMS, read({ output: 'batches', workflowId })],
		notStored,
	),
};

/** How much memory Paged HTTP needs while it reads large lists of many items into files or batches. */
async function main(): Promise<void> {
	const { child, first: url } = await startProcess<string>('pagedServer.ts');
	try {
		const settings = {
			environment: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
			more: [SUB_WORKFLOW],
			nodeOptions: [`--max-old-space-size=${SMALL_HEAP_MIB}`],
		};
		const memory = await withN8n(
			Object.values(OUTPUTS),
			settings,
			async (n8n) => await measure(n8n, url),
		);
		report(memory);
	} finally {
		child.disconnect();
	}
}

async function measure(n8n: N8n, url: string): Promise<Array<Memory & { output: string }>> {
	const figures = [];
	for (const [output, workflow] of Object.entries(OUTPUTS)) {
		await n8n.restart();
		const run = async (items: number, pages: number) =>
			await n8n.run(workflow, {
				items: Array.from({ length: items }, (_, item) => ({
					url: `${url}/large/0/${pages}/${LARGE.records}/${item}`,
				})),
			});
		// What the first runs load and compile stays.
		for (let turn = 0; turn < 3; turn++) await run(2, 2);
		figures.push({ output, ...(await n8n.memoryOf(() => run(LARGE.items, LARGE.pages))) });
	}
	return figures;
}

function report(memory: Array<Memory & { output: string }>): void {
	const { items, pages } = LARGE;
	printTable(
		`Memory of n8n with a heap of ${SMALL_HEAP_MIB} MiB while it reads ${items} lists of ${pages} pages of 1 MB`,
		[
			['', ({ output }) => output],
			['idle MiB', ({ idleMib }) => idleMib.toFixed(0)],
			['growth MiB', ({ grownMib }) => grownMib.toFixed(0)],
		],
		memory,
	);
	conclude(
		'itemsMemory',
		{ large: LARGE, memory },
		memory.map(({ output, grownMib }) => ({
			what: `${output}, ${items} lists of ${pages} MB, MiB above idle`,
			value: grownMib,
			atMost: MOST_MIB,
		})),
	);
}

void main();
