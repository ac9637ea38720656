import type { IDataObject } from 'n8n-workflow';

import type { WorkflowResult } from '../../sandbox/engine/engine';
import { Engine } from '../../sandbox/engine/engine';
import { WebhookNodes } from '../../sandbox/engine/webhookNodes';
import { ChangingList, listDataset } from '../helpers/changingList';
import { Listeners } from '../helpers/listen';
import type { Step } from '../helpers/syncWorkflow';
import { broken, chain, confirm, forget, reader, Runs, work } from '../helpers/syncWorkflow';

let engine: Engine;
let list: ChangingList;
let runs: Runs;
const listeners = new Listeners();

beforeAll(async () => {
	engine = await Engine.load();
});
beforeEach(async () => {
	list = await ChangingList.start(listeners);
	list.records = [record('a', 'one'), record('b', 'one'), record('c', 'one')];
	runs = new Runs(engine);
});
afterEach(() => listeners.close());

function record(id: string, text: string, changedAt?: string): IDataObject {
	return { id, text, ...(changedAt !== undefined && { changedAt }) };
}

const run: Runs['run'] = async (...run) => await runs.run(...run);

/** @returns what the reader has returned */
function changes(result: WorkflowResult): string[] {
	return result.json('Read').map(({ id, text, change }) => `${id} ${text ?? ''} ${change}`);
}

const summary = (result: WorkflowResult): IDataObject => result.json('Read', 1)[0] ?? {};
const read = (more: IDataObject = {}, options: IDataObject = {}): Step =>
	reader(listDataset(list.url), more, options);
const sync = (...more: Parameters<typeof read>) => chain(read(...more), work, confirm);

const ALL_NEW = ['a one created', 'b one created', 'c one created'];

describe('New and Changed by content', () => {
	it('returns each change once', async () => {
		expect(changes(await run(sync()))).toEqual(ALL_NEW);
		expect(changes(await run(sync()))).toEqual([]);
		list.records = [record('c', 'one'), record('b', 'two'), record('d', 'one')];
		const result = await run(sync());
		expect(changes(result)).toEqual(['b two updated', 'd one created']);
		const counts = { created: 0, updated: 0, changed: 0, removed: 0, unchanged: 0 };
		expect(summary(result).changes).toEqual({ ...counts, created: 1, updated: 1, unchanged: 1 });
		expect(summary(result).stopMessage).toBe('3 records read: 1 new, 1 changed');
		const next = await run(sync());
		expect(changes(next)).toEqual(['a  removed']);
		expect(summary(next).changes).toEqual({ ...counts, removed: 1, unchanged: 3 });
		expect(changes(await run(sync()))).toEqual([]);
	});

	it('compares whole records, and returns Record Key and Change Field beside Fields to Return', async () => {
		const some = sync({}, { returnFields: 'other' });
		await run(some);
		list.records[0] = record('a', 'two');
		expect((await run(some)).json('Read')).toEqual([{ id: 'a', change: 'updated' }]);
	});

	it('returns a removed record again, at once, until that is confirmed', async () => {
		await run(sync());
		list.records.shift();
		list.records.push(record('d', 'one'));
		await run(sync());
		for (let times = 0; times < 2; times++) {
			expect(changes(await run(chain(read(), broken, confirm)))).toEqual(['a  removed']);
		}
		expect(changes(await run(sync()))).toEqual(['a  removed']);
		expect(changes(await run(sync()))).toEqual([]);
	});

	it('returns the records as they are without a Change Field, and counts those removed', async () => {
		const plain = sync({}, { changeField: '' });
		expect((await run(plain)).json('Confirm')).toEqual(list.records);
		list.records.pop();
		const result = await run(plain);
		expect(result.json('Read')).toEqual([]);
		expect(summary(result).changes).toMatchObject({ removed: 1 });
		expect(summary(await run(plain)).changes).toMatchObject({ removed: 0 });
	});

	it('reports no removed record when some may be missing', async () => {
		await run(sync());
		list.records.pop();
		list.total = 5;
		const result = await run(sync());
		expect(changes(result)).toEqual([]);
		expect(summary(result).warnings).toContain(
			'Removed records are not reported. The next run that reads everything reports them.',
		);
		list.total = undefined;
		expect(changes(await run(sync()))).toEqual(['c  removed']);
	});

	it('returns an unconfirmed record again, even if it has become what it was', async () => {
		await run(sync());
		list.records[0] = record('a', 'bad');
		const failed = await run(chain(read(), broken, confirm));
		expect(failed.status).toBe('error');
		expect(changes(failed)).toEqual(['a bad updated']);
		list.records[0] = record('a', 'one');
		expect(changes(await run(sync()))).toEqual(['a one updated']);
		expect(changes(await run(sync()))).toEqual([]);
	});

	it('returns nothing again with Mark as Processed: Immediately', async () => {
		const atOnce = { countAsDone: 'immediately' };
		const failed = await run(chain(read(atOnce), broken));
		expect(changes(failed)).toEqual(ALL_NEW);
		expect(changes(await run(chain(read(atOnce), broken)))).toEqual([]);
	});

	it('keeps nothing of a read that failed, and the pages of one that is set to keep them', async () => {
		list.failsFrom = 2;
		const failed = await run(sync());
		expect(failed.error?.message).toContain('400');
		const kept = await run(sync({}, { onError: 'keep' }));
		expect(changes(kept)).toEqual(ALL_NEW.slice(0, 2));
		list.failsFrom = Infinity;
		expect(changes(await run(sync()))).toEqual(ALL_NEW.slice(2));
	});

	it('names page, record and field when a record has no key, and returns nothing', async () => {
		list.records[2] = { text: 'one' };
		const { error } = await run(sync());
		expect(error?.message).toBe('Record 1 of page 2 has no id, which is the Record Key.');
		expect(changes(await run(sync()))).toEqual([]);
	});

	it('fails before it returns anything when there is too much to remember', async () => {
		const key = 'k'.repeat(2_600_000);
		list.records = [record(`${key}1`, 'one'), record(`${key}2`, 'one')];
		const result = await run(sync());
		expect(result.error?.message).toContain('exceeds 5,000,000 characters');
		expect(result.json('Read')).toEqual([]);
		expect(JSON.stringify(runs.staticData).length).toBeLessThan(1_000);
	});

	it('keeps different requests apart', async () => {
		const other = listDataset(`${list.url}/other`);
		await run(sync());
		expect(changes(await run(chain(reader(other), work, confirm)))).toEqual(ALL_NEW);
		expect(changes(await run(sync()))).toEqual([]);
	});
});

describe('what is wrong is said before anything is requested', () => {
	const CHANGED_AT: IDataObject = {
		findChangesBy: 'changedAt',
		changedAtPath: 'changedAt',
		changedAtParameter: 'since',
	};

	it.each<[IDataObject, IDataObject, string]>([
		[{ recordKey: ' ' }, {}, 'Record Key is empty'],
		[{ ...CHANGED_AT, changedAtPath: ' ' }, {}, 'Changed-At Path is empty'],
		[{ ...CHANGED_AT, changedAtParameter: ' ' }, {}, 'Changed-At Parameter is empty'],
		[CHANGED_AT, { overlap: -1 }, 'Overlap must be a number of 0 or more, but is "-1"'],
		[CHANGED_AT, { changedAtValue: 'since' }, 'Changed-At Value has no {changedAt}'],
	])('%j and %j', async (more, options, message) => {
		const { error } = await run(sync(more, options));
		expect(error?.message).toContain(message);
		expect(list.requests).toEqual([]);
	});
});

it('data of another version is an error, until it is forgotten', async () => {
	await run(sync());
	for (const stored of [
		{ version: 2, nodes: {} },
		{ version: 1, nodes: { 'id-Read': 'x' } },
		'x',
	]) {
		runs.staticData = { global: { pagedHttpChanges: stored } };
		const { error } = await run(sync());
		expect(error?.message).toBe('The change history of this workflow cannot be read');
		expect(error?.description).toContain('Reset Change History');
	}
	expect((await run(chain(forget))).error).toBeUndefined();
	expect(changes(await run(sync()))).toEqual(ALL_NEW);
});

it('reads once what two input items name', async () => {
	const file = sync();
	file.pinData = { Start: [{ json: {} }, { json: {} }] };
	expect(changes(await run(file))).toEqual(ALL_NEW);
	expect(changes(await run(file))).toEqual([]);
});

describe('a test run', () => {
	it('compares with what is stored, stores nothing, and says so', async () => {
		await run(sync());
		const before = structuredClone(runs.staticData);
		list.records[0] = record('a', 'two');
		for (let times = 0; times < 2; times++) {
			const result = await run(sync(), { mode: 'manual' });
			expect(changes(result)).toEqual(['a two updated']);
			expect(result.hints('Read').map(({ message }) => message)).toEqual([
				expect.stringMatching(/^Test run: compared with what the published workflow has stored/),
				'3 records read: 1 changed.',
			]);
			expect(result.hints('Confirm').map(({ message }) => message)).toEqual([
				'Test run: nothing was confirmed. Only runs of the published workflow confirm records.',
			]);
			expect(result.json('Confirm')).toHaveLength(1);
		}
		expect(runs.staticData).toEqual(before);
	});

	it('cannot forget', async () => {
		const { error } = await run(chain(forget), { mode: 'manual' });
		expect(error?.message).toContain('has no effect in a test run');
	});
});

describe('Confirm', () => {
	it('says what to check when nothing was read', async () => {
		const { error } = await run(chain(work, confirm));
		expect(error?.message).toBe('There is nothing to confirm');
		const named = { ...confirm, parameters: { operation: 'confirm', readNode: 'Other' } };
		const { error: other } = await run(chain(read(), named));
		expect(other?.message).toContain('"Other" did not run with New and Changed');
	});

	it('confirms the named node only', async () => {
		const second = { ...reader(listDataset(`${list.url}/other`)), name: 'Second' };
		const parameters = { operation: 'confirm', readNode: 'Read', recordsToConfirm: 'all' };
		const named = { ...confirm, parameters };
		await run(chain(read(), second, named));
		const result = await run(chain(read(), { ...work, alwaysOutputData: true }));
		expect(changes(result)).toEqual([]);
		const again = await run(chain(second, confirm));
		expect(again.json('Second')).toHaveLength(3);
	});

	it('refuses in a retry that has lost the stored data, and confirms with them', async () => {
		const file = chain(read(), broken, confirm);
		const failed = await run(file);
		expect(failed.status).toBe('error');
		const lost = await engine.retry(sync(), failed, { staticData: {} });
		expect(lost.error?.message).toBe('The records of "Read" can no longer be confirmed');
		expect(lost.staticData).toEqual({});
		const good = await engine.retry(sync(), failed, { staticData: runs.staticData });
		expect(good.json('Confirm')).toHaveLength(3);
		runs.keep(good);
		expect(changes(await run(sync()))).toEqual([]);
	});
});

describe('Reset Change History', () => {
	it('makes all records new', async () => {
		await run(sync());
		expect(changes(await run(sync()))).toEqual([]);
		expect((await run(chain(forget))).status).toBe('success');
		expect(changes(await run(sync()))).toEqual(ALL_NEW);
	});
});

describe('New and Changed by a changed-at field', () => {
	const byTime = {
		findChangesBy: 'changedAt',
		changedAtPath: 'changedAt',
		changedAtParameter: 'since',
	};
	const at = (seconds: number) => `2026-03-31T12:00:${String(seconds).padStart(2, '0')}.5+02:00`;

	beforeEach(() => {
		list.records = [
			record('a', 'one', at(0)),
			record('b', 'one', at(10)),
			record('c', 'one', at(30)),
		];
	});

	it('asks for what changed since the latest record, less the overlap', async () => {
		const options = { overlap: 5 };
		expect(changes(await run(sync(byTime, options)))).toEqual(ALL_NEW);
		expect(changes(await run(sync(byTime, options)))).toEqual([]);
		expect(list.asked('since')).toEqual([undefined]);
		list.requests.length = 0;
		list.records[0] = record('a', 'two', at(26));
		list.records.push(record('d', 'one', at(40)));
		expect(changes(await run(sync(byTime, options)))).toEqual(['a two changed', 'd one changed']);
		expect(list.asked('since')).toEqual([at(25)]);
		expect(changes(await run(sync(byTime, options)))).toEqual([]);
	});

	it('writes the value as the template says', async () => {
		for (let times = 0; times < 2; times++) await run(sync(byTime));
		list.requests.length = 0;
		await run(sync(byTime, { overlap: 0, changedAtValue: 'modified ge {changedAt}' }));
		expect(list.asked('since')).toEqual([`modified ge ${at(30)}`]);
	});

	it('reads the same period again after a run that stopped early', async () => {
		list.failsFrom = 2;
		const keep = { onError: 'keep' };
		expect(changes(await run(sync(byTime, keep)))).toEqual(ALL_NEW.slice(0, 2));
		list.failsFrom = Infinity;
		list.requests.length = 0;
		expect(changes(await run(sync(byTime, keep)))).toEqual(ALL_NEW.slice(2));
		expect(list.asked('since')).toEqual([undefined]);
	});

	it('names the parameter that the API ignores', async () => {
		for (let times = 0; times < 2; times++) await run(sync(byTime));
		list.records[0] = record('a', 'one', '2026-03-01T12:00:00.5+02:00');
		const ignored = { ...byTime, changedAtParameter: 'ignored' };
		const { error } = await run(sync(ignored));
		expect(error?.message).toContain('but only records since');
		expect(error?.description).toContain('Check Changed-At Parameter');
	});

	it.each([
		[undefined, 'has no changedAt, which is the Changed-At Path'],
		['soon', 'has "soon" as its changedAt, which is the Changed-At Path'],
	])('names a record with %j, and returns it with the others', async (moment, message) => {
		list.records[1] = record('b', 'one', moment);
		const result = await run(sync(byTime));
		expect(changes(result)).toEqual(ALL_NEW);
		expect(summary(result).incomplete).toEqual([
			expect.stringContaining(`Record 2 of page 1 ${message}`),
		]);
		expect(changes(await run(sync(byTime)))).toEqual([]);
	});
});

describe('What is remembered', () => {
	beforeEach(() => (list.records = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]));
	const idsOf = (result: WorkflowResult) => result.json('Read').map(({ id }) => id);
	const hints = (result: WorkflowResult) => result.hints('Read').map(({ message }) => message);

	describe('What one read remembers', () => {
		it('is the key of each record and a hash, and nothing else of it', async () => {
			list.records = [{ id: 'key-of-a', text: 'a private note', amount: 987_654_321 }];
			await run(sync());
			const stored = JSON.stringify(runs.staticData);
			expect(stored).toContain('key-of-a');
			for (const part of ['private', '987654321', '987,654', 'text', 'amount'])
				expect(stored).not.toContain(part);
		});

		it('is of no other that sends other headers', async () => {
			const header = [{ name: 'X-Tenant', value: '={{ $json.tenant }}' }];
			const file = sync({}, { headers: { header } });
			file.pinData = { Start: [{ json: { tenant: 'one' } }, { json: { tenant: 'two' } }] };
			expect(idsOf(await run(file))).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
			expect(idsOf(await run(file))).toEqual([]);
			list.records.pop();
			expect(idsOf(await run(file))).toEqual(['c', 'c']);
		});

		it('takes the same room whatever of it is confirmed', async () => {
			const long = { id: 'k'.repeat(4_900_000) };
			list.records = [long];
			expect((await run(sync())).error).toBeUndefined();
			list.records = [{ ...long, text: 'changed' }];
			for (let times = 0; times < 2; times++) {
				const result = await run(chain(read(), broken));
				expect(result.json('Read')).toHaveLength(1);
				expect(JSON.stringify(runs.staticData).length).toBeLessThan(5_000_000);
			}
			expect((await run(sync())).error).toBeUndefined();
			expect((await run(sync())).json('Read')).toEqual([]);
		});
	});

	it('says how many requests it remembers if they contain what differs from run to run', async () => {
		list.records = [{ id: 'k'.repeat(2_400_000) }];
		const errors: unknown[] = [];
		for (const value of ['1', '2', '3']) {
			const header = [{ name: 'X-Run', value: `={{ ${value} }}` }];
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
		expect(idsOf(await run(file))).toEqual(['a', 'b', 'c']);
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
			expect(idsOf(good)).toEqual(['d']);
		});

		it('works after a first run that has stored no record', async () => {
			list.failsFrom = 1;
			const failed = await run(sync());
			expect(failed.status).toBe('error');
			list.failsFrom = Infinity;
			expect(idsOf(await engine.retry(sync(), failed, { staticData: runs.staticData }))).toEqual([
				'a',
				'b',
				'c',
			]);
		});
	});

	describe('The mode of a run', () => {
		it('evaluation stores nothing, and says so', async () => {
			const result = await run(sync(), { mode: 'evaluation' });
			expect(idsOf(result)).toEqual(['a', 'b', 'c']);
			expect(hints(result)).toEqual([
				expect.stringMatching(/^Test run: all records are new.* such as a Schedule Trigger\.$/),
				'3 records read: 3 new.',
			]);
			expect(idsOf(await run(sync()))).toEqual(['a', 'b', 'c']);
		});

		it('integrated stores, and says so, since the other workflow may be a test', async () => {
			const result = await run(sync(), { mode: 'integrated' });
			expect(hints(result)).toEqual([
				expect.stringContaining('what was read is stored'),
				'3 records read: 3 new.',
			]);
			expect(idsOf(await run(sync()))).toEqual([]);
		});
	});

	it('is what comes before Max Pages only if On Incomplete is set to Warn', async () => {
		const { error } = await run(sync({}, { maxPages: 1 }));
		expect(error?.message).toContain('Max Pages was reached. Raise it under Options');
		const result = await run(sync({}, { maxPages: 1, onIncomplete: 'warn' }));
		expect(idsOf(result)).toEqual(['a', 'b']);
		expect(hints(result)).toEqual([
			'Max Pages was reached. Raise it under Options, or the records on later pages are never read. 1 page with 2 records was read.',
		]);
		expect(result.json('Read', 1)[0]).toMatchObject({ stopReason: 'maxPages', resume: null });
	});

	it('is not written by a run that found nothing', async () => {
		const same = { ...work, alwaysOutputData: true };
		for (const more of [
			{},
			{ findChangesBy: 'changedAt', changedAtPath: 'at', changedAtParameter: 'x' },
		]) {
			list.records = [{ id: 'a', at: '2026-01-01' }];
			for (let times = 0; times < 3; times++) await run(chain(read(more), same, confirm));
			const { staticData } = runs;
			expect((await run(chain(read(more), same, confirm))).staticData).toBe(staticData);
		}
	});
});

describe('What is edited', () => {
	const post = (body: object) => ({ ...listDataset(list.url), method: 'POST', body });
	const dataset = (value: object): Step => reader(value);
	const headers = (value: string) => read({}, { headers: { header: [{ name: 'X', value }] } });
	const byTime = { findChangesBy: 'changedAt', changedAtPath: 'at', changedAtParameter: 'since' };

	beforeEach(async () => {
		list = await ChangingList.start(listeners, 5);
		list.records = ['a', 'b', 'c'].map((id) => ({ id, code: `${id}1`, at: '2026-01-01' }));
	});

	/** As in the table of docs/data-syncs.md. */
	it.each<[what: string, isNew: boolean, before: () => Step, after: () => Step]>([
		[
			'the name of the node',
			false,
			() => read(),
			() => ({ ...read(), name: 'New', id: 'id-Read' }),
		],
		['a header', false, () => headers('one'), () => headers('two')],
		['a timeout', false, () => read(), () => read({}, { timeout: 9 })],
		['the page size', false, () => read(), () => dataset(listDataset(list.url, 5))],
		['Change Field', false, () => read(), () => read({}, { changeField: 'what' })],
		['the URL', true, () => read(), () => dataset(listDataset(`${list.url}/other`))],
		['the body', true, () => dataset(post({ a: 1 })), () => dataset(post({ a: 2 }))],
		['the method', true, () => dataset(post({})), () => read()],
		['Record Key', true, () => read(), () => read({ recordKey: 'code' })],
		['Find Changes By', true, () => read(), () => read(byTime)],
		['what a header returns', true, () => headers('={{ 1 }}'), () => headers('={{ 2 }}')],
	])('%s: is all new? %s', async (_what, isNew, before, after) => {
		await run(chain(before(), work, confirm));
		const edited = after();
		const { logger } = new WebhookNodes(engine, engine.packages);
		const warn = jest.spyOn(logger, 'warn');
		const file = chain(edited, { ...work, alwaysOutputData: true });
		for (const mode of ['manual', 'trigger'] as const) {
			const result = await run(file, { mode });
			expect(result.json(edited.name)).toHaveLength(isNew ? 3 : 0);
			const said = [expect.stringContaining('this list has no history yet')];
			expect(result.json(edited.name, 1)[0]?.warnings).toEqual(isNew ? said : []);
			const hinted = result.hints(edited.name).map(({ message }) => message);
			expect(hinted.join().includes('no history yet')).toBe(isNew);
		}
		expect(String(warn.mock.calls).includes('no history yet')).toBe(isNew);
		warn.mockRestore();
	});

	it('Paging Setup: Automatic: nothing is new with the dataset that it has found', async () => {
		const automatic = { source: 'automatic', url: `${list.url}/records` };
		const found = summary(await run(sync(automatic))).dataset;
		const result = await run(chain(reader(found), work, confirm));
		expect(changes(result)).toEqual([]);
		expect(summary(result).changes).toMatchObject({ unchanged: 3 });
	});
});

describe('Watch Fields', () => {
	const watch = (watchFields: string) => read({}, { watchFields });
	const seen = (result: WorkflowResult) =>
		result.json('Read').map(({ id, changes: changed }) => [id, changed]);
	const sets = (score: number, noise: number, tier = 'low') => {
		list.records = [
			{ id: 'a', rating: { score }, tier, noise },
			{ id: 'b', noise: 0 },
		];
	};

	it('are compared alone, and returned with the last values that were confirmed', async () => {
		sets(5, 1);
		const path = 'rating.score';
		const file = chain(watch(path), work, confirm);
		expect(seen(await run(file))).toEqual([
			['a', { [path]: { current: 5 } }],
			['b', { [path]: { current: null } }],
		]);
		const { staticData } = runs;
		sets(5, 2);
		expect(seen(await run(file))).toEqual([]);
		expect(runs.staticData).toBe(staticData);
		for (const score of [4, 3]) {
			sets(score, 3);
			const failed = await run(chain(watch(path), broken, confirm));
			expect(seen(failed)).toEqual([['a', { [path]: { previous: 5, current: score } }]]);
		}
		expect(seen(await run(file))).toEqual([['a', { [path]: { previous: 5, current: 3 } }]]);
		sets(2, 3);
		expect(seen(await run(file))).toEqual([['a', { [path]: { previous: 3, current: 2 } }]]);
		expect(seen(await run(file))).toEqual([]);
	});

	it('can be added, edited, and removed: what has not changed is not returned', async () => {
		sets(5, 1);
		await run(sync());
		list.records[1] = { id: 'b', noise: 1 };
		expect(seen(await run(chain(watch('tier'), work, confirm)))).toEqual([
			['b', { tier: { current: null } }],
		]);
		const both = chain(watch('tier, rating.score'), work, confirm);
		sets(5, 2);
		expect(seen(await run(both))).toEqual([]);
		sets(4, 2, 'high');
		expect(seen(await run(both))).toEqual([
			[
				'a',
				{
					tier: { previous: 'low', current: 'high' },
					'rating.score': { previous: 5, current: 4 },
				},
			],
		]);
		expect(seen(await run(sync()))).toEqual([]);
		sets(4, 3, 'high');
		expect(seen(await run(sync()))).toEqual([['a', undefined]]);
	});

	it('are an error where a record has a field changes itself', async () => {
		list.records = [{ id: 'a', changes: 1 }];
		const { error } = await run(chain(watch('tier'), work, confirm));
		expect(error?.message).toContain('already has a field changes');
	});
});
