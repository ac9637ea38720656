import type { IDataObject } from 'n8n-workflow';

import type { WorkflowResult } from '../../sandbox/engine/engine';
import { Engine } from '../../sandbox/engine/engine';
import { ChangingList, listDataset } from '../helpers/changingList';
import { Listeners } from '../helpers/listen';
import type { Step } from '../helpers/syncWorkflow';
import { broken, chain, confirm, reader, Runs, work } from '../helpers/syncWorkflow';

let engine: Engine;
let list: ChangingList;
let runs: Runs;
const listeners = new Listeners();

beforeAll(async () => {
	engine = await Engine.load();
});
beforeEach(async () => {
	list = await ChangingList.start(listeners);
	list.records = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
	runs = new Runs(engine);
});
afterEach(() => listeners.close());

const run: Runs['run'] = async (...run) => await runs.run(...run);

const read = (more: IDataObject = {}, options: IDataObject = {}): Step =>
	reader(listDataset(list.url), more, options);
const sync = (...more: Parameters<typeof read>) => chain(read(...more), work, confirm);
const ids = (result: WorkflowResult) => result.json('Read').map(({ id }) => id);
const hints = (result: WorkflowResult) => result.hints('Read').map(({ message }) => message);

describe('What one read remembers', () => {
	it('is the key of each record and a hash, and nothing else of it', async () => {
		list.records = [{ id: 'key-of-a', text: 'a private note', amount: 987_654_321 }];
		await run(sync());
		const stored = JSON.stringify(runs.staticData);
		expect(stored).toContain('key-of-a');
		for (const part of ['private', '987', 'text', 'amount']) expect(stored).not.toContain(part);
	});

	it('is of no other that sends other headers', async () => {
		const header = [{ name: 'X-Tenant', value: '={{ $json.tenant }}' }];
		const file = sync({}, { headers: { header } });
		file.pinData = { Start: [{ json: { tenant: 'one' } }, { json: { tenant: 'two' } }] };
		expect(ids(await run(file))).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
		expect(ids(await run(file))).toEqual([]);
		list.records.pop();
		expect(ids(await run(file))).toEqual(['c', 'c']);
	});

	it('has room for what is not confirmed beside what is', async () => {
		const long = { id: 'k'.repeat(2_600_000) };
		list.records = [long];
		expect((await run(sync())).error).toBeUndefined();
		list.records = [{ ...long, text: 'changed' }];
		const result = await run(chain(read(), broken));
		expect(result.error?.message).toContain('exceeds 5,000,000 characters');
		expect(result.json('Read')).toEqual([]);
		expect(JSON.stringify(runs.staticData).length).toBeLessThan(5_000_000);
	});
});

it('says how many requests it remembers if they contain what differs from run to run', async () => {
	list.records = [{ id: 'k'.repeat(2_400_000) }];
	const errors: unknown[] = [];
	for (const value of ['1', '2', '3']) {
		const header = [{ name: 'X-Run', value }];
		const { error } = await run(sync({ countAsDone: 'immediately' }, { headers: { header } }));
		errors.push(error?.message);
	}
	expect(errors).toEqual([
		undefined,
		undefined,
		expect.stringMatching(/exceeds 5,000,000 characters.* It remembers 3 different requests/),
	]);
});

it('keeps nothing of an input item when a later one fails', async () => {
	const file = sync({ countAsDone: 'immediately', recordKey: '={{ $json.key }}' });
	file.pinData = { Start: [{ json: { key: 'id' } }, { json: { key: 'name' } }] };
	expect((await run(file)).error?.message).toContain('has no name');
	file.pinData = { Start: [{ json: { key: 'id' } }] };
	expect(ids(await run(file))).toEqual(['a', 'b', 'c']);
});

describe('A retry of a read that failed', () => {
	it('refuses without the data of the runs before, and leaves them as they are', async () => {
		await run(sync());
		list.failsFrom = 2;
		list.records.push({ id: 'd' });
		const failed = await run(sync());
		expect(failed.error?.message).toContain('400');
		list.failsFrom = Infinity;

		const lost = await engine.retry(sync(), failed, { staticData: {} });
		expect(lost.error).toMatchObject({
			message: "This retry can't see what earlier runs read",
			description: expect.stringContaining('Retry with the currently saved workflow'),
		});
		expect(lost.staticData).toEqual({});
		const good = await engine.retry(sync(), failed, { staticData: runs.staticData });
		expect(good.error).toBeUndefined();
		expect(ids(good)).toEqual(['d']);
	});

	it('works after a first run that has stored no record', async () => {
		list.failsFrom = 1;
		const failed = await run(sync());
		expect(failed.status).toBe('error');
		list.failsFrom = Infinity;
		expect(ids(await engine.retry(sync(), failed, { staticData: runs.staticData }))).toEqual([
			'a',
			'b',
			'c',
		]);
	});
});

describe('The mode of a run', () => {
	it('evaluation stores nothing, and says so', async () => {
		const result = await run(sync(), { mode: 'evaluation' });
		expect(ids(result)).toEqual(['a', 'b', 'c']);
		expect(hints(result)).toEqual([expect.stringContaining('Nothing was stored')]);
		expect(ids(await run(sync()))).toEqual(['a', 'b', 'c']);
	});

	it('integrated stores, and says so, since the other workflow may be a test', async () => {
		const result = await run(sync(), { mode: 'integrated' });
		expect(hints(result)).toEqual([expect.stringContaining('what was read is stored')]);
		expect(ids(await run(sync()))).toEqual([]);
	});
});

describe('A run that stops early', () => {
	it('says that no run reads what is behind Max Pages', async () => {
		const result = await run(sync({}, { maxPages: 1 }));
		expect(ids(result)).toEqual(['a', 'b']);
		expect(hints(result)).toEqual([
			'Item 0: Max Pages was reached. Raise it under Options: no run reads the records on later pages. 1 page with 2 records was read.',
		]);
		expect(result.json('Read', 1)[0]).toMatchObject({ stopReason: 'maxPages', resume: null });
	});

	it('says that the next run returns what is left', async () => {
		list.failsFrom = 2;
		const result = await run(sync({}, { onError: 'keep' }));
		expect(hints(result)).toEqual([
			expect.stringContaining('The next run returns what was not returned'),
		]);
	});
});
