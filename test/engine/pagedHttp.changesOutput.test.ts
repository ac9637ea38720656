import type { IDataObject } from 'n8n-workflow';

import type { WorkflowResult } from '../../sandbox/engine/engine';
import { Engine } from '../../sandbox/engine/engine';
import { ChangingList, listDataset } from '../helpers/changingList';
import { Listeners } from '../helpers/listen';
import type { Step } from '../helpers/syncWorkflow';
import { chain, reader, Runs } from '../helpers/syncWorkflow';

let engine: Engine;
let list: ChangingList;
let runs: Runs;
/** IDs of the records that each run of the sub-workflow got. */
let batches: unknown[][];
const listeners = new Listeners();

beforeAll(async () => {
	engine = await Engine.load();
});
beforeEach(async () => {
	list = await ChangingList.start(listeners);
	list.records = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => ({ id }));
	runs = new Runs(engine);
	batches = [];
	refuse(null);
});
afterEach(() => listeners.close());

/** Sets the workflow that gets the batches; it fails when it gets this record. */
function refuse(id: string | null): void {
	const steps: Step[] = [
		{
			name: 'Is refused',
			type: 'n8n-nodes-base.if',
			parameters: { conditions: { string: [{ value1: '={{ $json.id }}', value2: id ?? '-' }] } },
		},
		{
			name: 'Refuse',
			type: 'n8n-nodes-base.stopAndError',
			parameters: { errorMessage: 'The target refuses this' },
		},
	];
	const file = chain(...steps);
	for (const node of file.nodes) {
		if (node.name !== 'Start') continue;
		node.type = 'n8n-nodes-base.executeWorkflowTrigger';
		node.parameters = { inputSource: 'passthrough' };
	}
	engine.subWorkflows.set('sub', file, ({ items, run }) => {
		if (run.data.resultData.error) return;
		batches.push(items.map(({ json }) => json.id));
	});
}

const run: Runs['run'] = async (...run) => await runs.run(...run);

const summary = (result: WorkflowResult): IDataObject => result.json('Read', 1)[0] ?? {};

const CONTINUE = { onError: 'continueRegularOutput' } as const;
const BATCHES = {
	output: 'batches',
	workflowId: { __rl: true, mode: 'list', value: 'sub', cachedResultName: 'Sub' },
};
const FILE = { output: 'file', fileFormat: 'ndjson', countAsDone: 'immediately' };

const read = (output: IDataObject, options: IDataObject = {}) =>
	chain({ ...reader(listDataset(list.url), output, { batchSize: 2, ...options }), ...CONTINUE });

describe('New and Changed in batches', () => {
	it('marks each batch as processed when its sub-workflow succeeds', async () => {
		await run(read(BATCHES));
		expect(batches).toEqual([['a', 'b'], ['c', 'd'], ['e', 'f'], ['g']]);
		batches = [];
		list.records.push({ id: 'h' });
		await run(read(BATCHES));
		expect(batches).toEqual([['h']]);
	});

	it.each(['fail', 'keep'])(
		'returns what a failing batch had, and what comes after it, in the next run: On Error %s',
		async (onError) => {
			refuse('e');
			const failed = await run(read(BATCHES, { onError }));
			expect(batches).toEqual([
				['a', 'b'],
				['c', 'd'],
			]);
			expect(summary(failed)).toMatchObject({ batches: 2, items: 4, stopReason: 'error' });
			refuse(null);
			batches = [];
			const next = await run(read(BATCHES));
			expect(batches).toEqual([['e', 'f'], ['g']]);
			expect(summary(next).changes).toMatchObject({ created: 3, unchanged: 4 });
		},
	);

	it('returns again what a batch that failed may have written, also if it is as before, or gone', async () => {
		await run(read(BATCHES));
		list.records = list.records.map((record) => ({ ...record, x: 1 }));
		list.records.unshift({ id: 'new' });
		refuse('new');
		await run(read(BATCHES));
		refuse(null);
		list.records = list.records.slice(1).map(({ id }) => ({ id }));
		batches = [];
		const options = { changeField: 'change' };
		await run(read(BATCHES, options));
		expect(batches.flat()).toEqual(['a']);
		await run(read(BATCHES, options));
		expect(batches.flat()).toEqual(['a', 'new']);
	});

	it('ends the run where there is no more room, and returns nothing twice after it', async () => {
		const large = ['a', 'b'].map((id) => ({ id: id.repeat(1_500_000) }));
		list.records = [...large, { id: 'c'.repeat(2_500_000) }, { id: 'd' }];
		const failed = await run(read(BATCHES, { batchSize: 1 }));
		expect(summary(failed).error).toMatchObject({
			message: expect.stringContaining('exceeds 5,000,000 characters'),
		});
		expect(batches.length).toBeGreaterThan(0);
		list.records = [...large, { id: 'd' }];
		await run(read(BATCHES, { batchSize: 1 }));
		expect(batches.flat().map((id) => String(id).charAt(0))).toEqual(['a', 'b', 'd']);
	});

	it('keeps of all batches done what is new, changed or the same, whatever the keys are', async () => {
		list.records = ['a', 'b', '__proto__', 'constructor', 'c', 'd', 'e', 'f'].map((id) => ({ id }));
		refuse('f');
		await run(read(BATCHES));
		refuse('g');
		list.records = list.records.map(({ id }) => (id === '__proto__' ? { id, x: 1 } : { id }));
		list.records.push({ id: 'g' });
		batches = [];
		await run(read(BATCHES));
		expect(batches).toEqual([['__proto__', 'e', 'f']]);
		refuse(null);
		batches = [];
		await run(read(BATCHES));
		expect(batches).toEqual([['g']]);
	});

	it.each(['fail', 'keep'])(
		'keeps the batches before a page that it cannot read: On Error %s',
		async (onError) => {
			const [, , , , fifth] = list.records;
			if (fifth) delete fifth.id;
			const failed = await run(read(BATCHES, { onError }));
			expect(batches).toEqual([
				['a', 'b'],
				['c', 'd'],
			]);
			expect(summary(failed)).toMatchObject({
				...{ batches: 2, pages: 2, items: 4, stopReason: 'error', requests: 3 },
				error: { message: 'Record 1 of page 3 has no id, which is the Record Key.' },
				resume: null,
			});
			if (fifth) fifth.id = 'e';
			batches = [];
			await run(read(BATCHES));
			expect(batches).toEqual([['e', 'f'], ['g']]);
		},
	);
});

describe('New and Changed in a file', () => {
	const records = (result: WorkflowResult) => result.json('Read').map((json) => json.records);

	it('returns what is new in a file of its own', async () => {
		expect(records(await run(read(FILE)))).toEqual([7]);
		list.records.push({ id: 'h' });
		expect(records(await run(read(FILE)))).toEqual([1]);
	});

	it.each(['fail', 'keep'])(
		'leaves no file after a page that it cannot read, and forgets none of its records: On Error %s',
		async (onError) => {
			const [, , , , fifth] = list.records;
			if (fifth) delete fifth.id;
			const failed = await run(read(FILE, { onError }));
			expect(failed.items('Read').filter(({ binary }) => binary)).toEqual([]);
			expect(summary(failed)).toMatchObject({ stopReason: 'error', pages: 2, resume: null });
			if (fifth) fifth.id = 'e';
			expect(records(await run(read(FILE)))).toEqual([7]);
		},
	);
});
