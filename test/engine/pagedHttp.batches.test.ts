import type { IConnections, IDataObject, INode } from 'n8n-workflow';

import type { WorkflowFile } from '../../sandbox/engine/engine';
import type { Harness } from '../../sandbox/engine/harness';
import type { NodeUnderTest } from '../../sandbox/engine/singleNode';
import { NODE } from '../../sandbox/engine/singleNode';
import type { SubRun } from '../../sandbox/engine/subWorkflows';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { pagedHttp } from '../helpers/pagedHttp';
import { rowsOf, serveRows } from '../helpers/pagedRows';

const harness = harnessForAll();
const listeners = new Listeners();
const runs: SubRun[] = [];

beforeEach(() => {
	runs.length = 0;
	use();
});
afterEach(() => listeners.close());

const WORKFLOW = { __rl: true, mode: 'list', value: 'sub', cachedResultName: 'Sub' };

type Step = [type: string, parameters?: IDataObject, typeVersion?: number];

/** A workflow that another one starts, with nodes one behind the other. */
function subWorkflow(...steps: Step[]): WorkflowFile {
	const trigger: Step = ['executeWorkflowTrigger', { inputSource: 'passthrough' }];
	const nodes = [trigger, ...steps].map(([type, parameters = {}, typeVersion = 1]): INode => ({
		id: type,
		name: type,
		type: `n8n-nodes-base.${type}`,
		typeVersion,
		position: [0, 0],
		parameters: parameters as INode['parameters'],
	}));
	const links = nodes
		.slice(1)
		.map(({ name }, at): [string, IConnections[string]] => [
			nodes[at]?.name ?? '',
			{ main: [[{ node: name, type: 'main', index: 0 }]] },
		]);
	return { name: 'Sub', nodes, connections: Object.fromEntries(links) };
}

/** Sets the workflow that gets the batches; its runs are noted. */
function use(file: WorkflowFile = subWorkflow(['noOp'])): void {
	harness.engine.subWorkflows.set('sub', file, (run) => void runs.push(run));
}

/** A workflow that fails when it gets a record with this ID. */
const failingAt = (id: number) =>
	subWorkflow(
		[
			'if',
			{ conditions: { number: [{ value1: '={{ $json.id }}', operation: 'equal', value2: id }] } },
		],
		['stopAndError', { errorMessage: `Row ${id} is refused` }],
	);

/** A workflow that is to go on in years. */
const waiting = subWorkflow([
	'wait',
	{ resume: 'specificTime', dateTime: '2126-01-01T00:00:00' },
	1.1,
]);

const toBatches = (
	dataset: unknown,
	options: IDataObject = {},
	more: IDataObject = {},
	settings: NodeUnderTest['settings'] = {},
) =>
	pagedHttp(
		dataset,
		{ batchSize: 20, ...options },
		{ output: 'batches', workflowId: WORKFLOW, ...more },
		settings,
	);

async function run(node: NodeUnderTest, options: Parameters<Harness['run']>[2] = {}) {
	const result = await withFakeClock(() => harness.run(node, [{}], options));
	return { result, items: result.json(NODE), summary: result.json(NODE, 1)[0] ?? {} };
}

/** IDs of the records that each run of the sub-workflow got. */
const batches = () => runs.map(({ items }) => items.map(({ json }) => json.id));
const idsOf = (from: number, to: number) => rowsOf(from, to).map(({ id }) => id);

describe('Output: Batches to a Workflow', () => {
	it('runs the workflow once per batch, with one item per record', async () => {
		const { linked } = await serveRows(listeners, { rows: rowsOf(1, 55) });
		const { result, items, summary } = await run(toBatches(linked));
		expect(result.error).toBeUndefined();
		expect(batches()).toEqual([idsOf(1, 20), idsOf(21, 40), idsOf(41, 55)]);
		expect(runs[0]?.items[0]?.json).toEqual({ id: 1, name: 'Row 1' });
		expect(items).toEqual([
			{ batch: 1, records: 20, executionId: runs[0]?.executionId },
			{ batch: 2, records: 20, executionId: runs[1]?.executionId },
			{ batch: 3, records: 15, executionId: runs[2]?.executionId },
		]);
		expect(summary).toMatchObject({ batches: 3, pages: 6, items: 55, resume: null });
		expect(summary.stopReason).toBe('noNextToken');
	});

	it('links the items to the executions, and those to this one', async () => {
		const { linked } = await serveRows(listeners, { rows: rowsOf(1, 5) });
		const { result } = await run(toBatches(linked), { mode: 'trigger', executionId: 'parent-7' });
		expect(result.items(NODE)[0]).toMatchObject({
			metadata: { subExecution: { executionId: runs[0]?.executionId, workflowId: 'sub' } },
			pairedItem: { item: 0 },
		});
		expect(runs[0]?.options).toMatchObject({
			parentExecution: { executionId: 'parent-7', workflowId: 'Test', shouldResume: false },
			executionMode: 'trigger',
		});
	});

	it.each([
		[1, [10, 10, 10, 5]],
		[15, [20, 15]],
		[100, [35]],
	])('with Batch Size %i, batches end with pages: %j', async (batchSize, sizes) => {
		const { numbered } = await serveRows(listeners, { rows: rowsOf(1, 35) });
		await run(toBatches(numbered, { batchSize }));
		expect(batches().map(({ length }) => length)).toEqual(sizes);
	});

	it('runs no workflow for no records', async () => {
		const { numbered } = await serveRows(listeners, { rows: [] });
		const { result, items, summary } = await run(toBatches(numbered));
		expect(result.error).toBeUndefined();
		expect(batches()).toEqual([]);
		expect(items).toEqual([]);
		expect(summary).toMatchObject({ batches: 0, items: 0, stopReason: 'noDataLeft' });
	});

	it('hands on the same with prefetch, and with records that are no objects', async () => {
		const { numbered } = await serveRows(listeners, { rows: ['a', 'b', 3] });
		await run(toBatches(numbered, { prefetch: 4, resumeField: 'resume' }));
		expect(runs.map(({ items }) => items.map(({ json }) => json))).toEqual([
			[{ value: 'a', resume: null }, { value: 'b' }, { value: 3 }],
		]);
		listeners.close();
		runs.length = 0;
		const other = await serveRows(listeners, { rows: rowsOf(1, 95) });
		await run(toBatches(other.numbered, { prefetch: 8 }));
		expect(batches().flat()).toEqual(idsOf(1, 95));
		expect(batches().map(({ length }) => length)).toEqual([20, 20, 20, 20, 15]);
	});

	it('works with Paging Setup: Automatic, and hands on no more than Limit', async () => {
		const { url } = await serveRows(listeners, { rows: rowsOf(1, 90) });
		const source = { source: 'automatic', url: `${url}/linked`, returnAll: false, limit: 47 };
		const { result, summary } = await run(toBatches({}, {}, source));
		expect(result.error).toBeUndefined();
		expect(batches()).toEqual([idsOf(1, 20), idsOf(21, 40), idsOf(41, 47)]);
		expect(summary).toMatchObject({ batches: 3, items: 47, stopReason: 'limit' });
	});

	it('replaces no field of the records by the resume point', async () => {
		const { linked } = await serveRows(listeners, { rows: rowsOf(1, 5) });
		const { result } = await run(toBatches(linked, { resumeField: 'name' }));
		expect(result.error?.message).toBe('The first record of batch 1 already has a field "name"');
		expect(batches()).toEqual([]);
	});

	it('gives the first record of a batch the resume point after it', async () => {
		const { linked } = await serveRows(listeners, { rows: rowsOf(1, 55) });
		await run(toBatches(linked, { resumeField: 'next' }));
		const points = runs.map(({ items }) => items[0]?.json.next);
		expect(points).toMatchObject([{ items: 20 }, { items: 40 }, null]);
		for (const { items } of runs) expect(items[1]?.json).not.toHaveProperty('next');
		runs.length = 0;
		await run(toBatches(linked, { resume: JSON.stringify(points[0]) }));
		expect(batches()).toEqual([idsOf(21, 40), idsOf(41, 55)]);
	});
});

describe('A sub-workflow that fails in batch 3', () => {
	const list = async () => await serveRows(listeners, { rows: rowsOf(1, 95) });

	it('stops the run with an error that says where, and what to do', async () => {
		use(failingAt(47));
		const { linked, requests } = await list();
		const { result, items } = await run(toBatches(linked));
		expect(result.error).toMatchObject({
			message: 'The sub-workflow failed in batch 3 (records 41 to 60): Row 47 is refused',
		});
		const { description } = result.error as unknown as { description: string };
		expect(description).toContain('Correct the sub-workflow, or the records.');
		expect(description).toContain('Batches processed before the error: 2, with 40 records.');
		expect(description).toContain(`execution: ${runs[2]?.executionId}, workflow: sub`);
		expect(items).toEqual([]);
		expect(runs).toHaveLength(3);
		expect(requests).toEqual([1, 2, 3, 4, 5, 6]);
		const { context } = result.error as unknown as { context: IDataObject };
		expect(context.paging).toMatchObject({ batches: 2, items: 40, resume: { items: 40 } });
	});

	it.each([
		['On Error under Settings is Continue', {}, { onError: 'continueRegularOutput' as const }],
		['On Error under Options is Keep', { onError: 'keep' }, {}],
	])('is continued after batch 2 where %s', async (_what, options, settings) => {
		use(failingAt(47));
		const { linked } = await list();
		const { result, items, summary } = await run(toBatches(linked, options, {}, settings));
		expect(result.error).toBeUndefined();
		expect(summary).toMatchObject({
			...{ batches: 2, pages: 4, items: 40, stopReason: 'error', resume: { items: 40 } },
			error: { message: expect.stringContaining('failed in batch 3 (records 41 to 60)') },
		});
		if ('onError' in options) {
			expect(items).toMatchObject([{ batch: 1 }, { batch: 2 }]);
			expect(result.hints(NODE)[0]?.message).toContain(
				'The batches before the error were processed',
			);
		} else {
			expect(items).toMatchObject([{ error: { message: expect.any(String) } }]);
		}

		runs.length = 0;
		use();
		const next = await run(toBatches(linked, { resume: JSON.stringify(summary.resume) }));
		expect(next.result.error).toBeUndefined();
		expect(batches().flat()).toEqual(idsOf(41, 95));
	});

	it.each(['keep', 'fail'])('may also be the last one: On Error %s', async (onError) => {
		use(failingAt(45));
		const { linked } = await serveRows(listeners, { rows: rowsOf(1, 45) });
		const settings = { onError: 'continueRegularOutput' as const };
		const { summary, items } = await run(toBatches(linked, { onError }, {}, settings));
		expect(summary).toMatchObject({
			...{ batches: 2, items: 40, stopReason: 'error', resume: { items: 40 } },
			error: { message: expect.stringContaining('batch 3 (records 41 to 45)') },
		});
		expect(items).toHaveLength(onError === 'keep' ? 2 : 1);
	});

	it('is continued where the run itself began when it is the first one', async () => {
		const { linked } = await list();
		await run(toBatches(linked, { resumeField: 'next' }));
		const start = runs[1]?.items[0]?.json.next;
		use(failingAt(41));
		const resume = JSON.stringify(start);
		const { summary } = await run(toBatches(linked, { resume, onError: 'keep' }));
		expect(summary).toMatchObject({ batches: 0, items: 0, resume: JSON.parse(resume) });
	});
});

describe('A page that cannot be read', () => {
	const broken = async () =>
		await serveRows(listeners, { rows: rowsOf(1, 95), status: (page) => (page === 6 ? 400 : 200) });

	it('ends the run after the last batch with On Error: Fail', async () => {
		const { linked } = await broken();
		const settings = { onError: 'continueRegularOutput' as const };
		const { summary } = await run(toBatches(linked, {}, {}, settings));
		expect(batches()).toEqual([idsOf(1, 20), idsOf(21, 40)]);
		expect(summary).toMatchObject({ batches: 2, items: 40, resume: { items: 40 } });
	});

	it('hands on the pages before it with On Error: Keep', async () => {
		const { linked } = await broken();
		const { summary } = await run(toBatches(linked, { onError: 'keep' }));
		expect(batches()).toEqual([idsOf(1, 20), idsOf(21, 40), idsOf(41, 50)]);
		expect(summary).toMatchObject({ batches: 3, items: 50, resume: { items: 50 } });
	});
});

describe('A sub-workflow that waits', () => {
	it.each([
		['stops', {}],
		['continues', { onError: 'continueRegularOutput' as const }],
	])('is refused, and the workflow does not wait for it: the node %s', async (_what, settings) => {
		use(waiting);
		const { linked } = await serveRows(listeners, { rows: rowsOf(1, 45) });
		const { result, items } = await run(toBatches(linked, {}, {}, settings));
		expect(runs.map(({ run: { status } }) => status)).toEqual(['waiting']);
		expect(result.run.waitTill).toBeUndefined();
		expect(result.status).toBe('onError' in settings ? 'success' : 'error');
		const message = result.error?.message ?? (items[0]?.error as IDataObject | undefined)?.message;
		expect(message).toBe('The sub-workflow is waiting in batch 1 (records 1 to 20)');
	});
});

it('a run that was cancelled hands nothing more on', async () => {
	const controller = new AbortController();
	const { linked } = await serveRows(listeners, {
		rows: rowsOf(1, 95),
		before: (page) => page === 6 && controller.abort(),
	});
	await run(toBatches(linked), { signal: controller.signal });
	expect(batches()).toEqual([idsOf(1, 20), idsOf(21, 40)]);
});

it.each([
	[{ workflowId: '={{ "" }}' }, {}, 'Workflow is empty'],
	[{ workflowId: { ...WORKFLOW, value: '={{ "" }}' } }, {}, 'Workflow is empty'],
	[{}, { batchSize: 0 }, 'Batch Size must be a number of 1 or more, but is "0"'],
	[{}, { resumeField: '={{ [] }}' }, 'Resume Field must be a single value, but is an array'],
])('%j %j is an error before any request', async (parameters, options, message) => {
	const { linked, requests } = await serveRows(listeners, { rows: rowsOf(1, 5) });
	const { result } = await run(toBatches(linked, options, parameters));
	expect(result.error?.message).toBe(message);
	expect(requests).toEqual([]);
	expect(runs).toEqual([]);
});

it('a workflow that does not exist is named', async () => {
	const { linked } = await serveRows(listeners, { rows: rowsOf(1, 5) });
	const { result } = await run(toBatches(linked, {}, { workflowId: 'gone' }));
	expect(result.error?.message).toBe(
		'The sub-workflow failed in batch 1 (records 1 to 5): Workflow does not exist.',
	);
	expect((result.error as unknown as IDataObject).description).toContain('workflow: gone');
});
