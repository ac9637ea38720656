import type { IDataObject } from 'n8n-workflow';

import { Engine, type WorkflowResult } from '../../sandbox/engine/engine';
import { ChangingList, listDataset } from '../helpers/changingList';
import { Listeners } from '../helpers/listen';
import { chain, reader, Runs } from '../helpers/syncWorkflow';

/** Fields that make records change in each run, or never: both are said. */

let engine: Engine;
let runs: Runs;
let list: ChangingList;
const listeners = new Listeners();

beforeAll(async () => {
	engine = await Engine.load();
});
beforeEach(async () => {
	runs = new Runs(engine);
	list = await ChangingList.start(listeners);
});
afterEach(() => listeners.close());

const run = async (options: IDataObject = {}, more: IDataObject = {}) =>
	await runs.run(
		chain(reader(listDataset(list.url), { countAsDone: 'immediately', ...more }, options)),
	);
const ids = (result: WorkflowResult) => {
	expect(result.error?.message).toBeUndefined();
	return result.json('Read').map(({ id }) => id);
};
const warnings = (result: WorkflowResult) => result.json('Read', 1)[0]?.warnings;
const hints = (result: WorkflowResult) =>
	result
		.hints('Read')
		.map(({ message }) => message)
		.join();

describe('a watched field that no record has', () => {
	const WARNING =
		'No record has ratings.score, which is in Watch Fields, so its changes are not found. Check the path.';

	beforeEach(() => {
		list.records = [1, 2, 3].map((id) => ({ id, rating: { score: id }, tier: null }));
	});

	it('is named by each run', async () => {
		for (let times = 0; times < 2; times++) {
			const result = await run({ watchFields: 'rating.score, ratings.score' });
			expect(warnings(result)).toEqual([WARNING]);
			expect(hints(result)).toContain(WARNING);
		}
	});

	it('is named in a test run, too', async () => {
		const file = chain(reader(listDataset(list.url), {}, { watchFields: 'ratings.score' }));
		expect(warnings(await runs.run(file, { mode: 'manual' }))).toEqual([WARNING]);
	});

	it.each<[what: string, watchFields: string, records?: IDataObject[]]>([
		[
			'a field that one record has',
			'rating.score',
			[{ id: 1 }, { id: 2 }, { id: 3, rating: { score: 1 } }],
		],
		['a field that is null', 'tier'],
		['a field in an object that is null', 'rating.score', [{ id: 1, rating: null }]],
		['a list without records', 'score', []],
	])('is not said of %s', async (...[, watchFields, records]) => {
		list.records = records ?? list.records;
		expect(warnings(await run({ watchFields }))).toEqual([]);
	});
});

describe('a field that differs with each request', () => {
	let request = 0;
	const rows = (count: number, member: () => IDataObject) =>
		Array.from({ length: count }, (_, id) => ({ id, text: 'one', ...member() }));

	it.each<[what: string, field: string, member: () => IDataObject]>([
		['time', 'fetchedAt', () => ({ fetchedAt: `2026-03-31T10:15:${request++}Z` })],
		['nested', 'meta.request', () => ({ meta: { page: 1, request: request++ } })],
		['list', 'tags', () => ({ tags: request++ % 2 ? ['a', 'b'] : ['b', 'a'] })],
	])('is named, with Watch Fields as the way out: %s', async (_, field, member) => {
		list.records = rows(5, member);
		expect(warnings(await run())).toEqual([]);
		list.records = rows(5, member);
		const result = await run();
		expect(ids(result)).toHaveLength(5);
		const text = `All 5 known records have changed since the last run, in ${field}. If that differs with each request, add it to Ignore Fields under Options > Changes, or choose the fields that matter in Watch Fields.`;
		expect(warnings(result)).toEqual([text]);
		expect(hints(result)).toContain(text);
		expect(ids(await run({ watchFields: 'text' }))).toEqual([]);
		list.records = rows(5, member);
		const watched = await run({ watchFields: 'text' });
		expect(ids(watched)).toEqual([]);
		expect(warnings(watched)).toEqual([]);
	});

	it.each<[what: string, field: string, member: () => IDataObject]>([
		['time', 'fetchedAt', () => ({ fetchedAt: request++ })],
		['nested', 'meta.request', () => ({ meta: { page: 1, request: request++ } })],
		['a name with a dot', 'meta.request', () => ({ 'meta.request': request++ })],
		['the order of a list', 'tags', () => ({ tags: request++ % 2 ? ['a', 'b'] : ['b', 'a'] })],
		['a name of JavaScript', '__proto__', () => JSON.parse(`{"__proto__":${request++}}`)],
	])('can be left out with Ignore Fields: %s', async (_, ignoreFields, member) => {
		list.records = rows(5, member);
		expect(ids(await run({ ignoreFields }))).toHaveLength(5);
		list.records = rows(5, member);
		const result = await run({ ignoreFields });
		expect(ids(result)).toEqual([]);
		expect(warnings(result)).toEqual([]);
		list.records = rows(5, member).map((row, at) => (at === 2 ? { ...row, text: 'two' } : row));
		expect(ids(await run({ ignoreFields }))).toEqual([2]);
		list.records = rows(5, () => ({ ...member(), meta: { page: 2 } }));
		expect(ids(await run({ ignoreFields }))).toHaveLength(5);
	});

	it('is not said where one record is as it was, or each has changed elsewhere', async () => {
		list.records = rows(5, () => ({ a: 1, b: 1 }));
		await run();
		list.records = list.records.map((row, at) => (at === 4 ? row : { ...row, a: 2 }));
		expect(warnings(await run())).toEqual([]);
		list.records = list.records.map((row, at) => (at % 2 ? { ...row, a: 3 } : { ...row, b: 3 }));
		expect(warnings(await run())).toEqual([]);
	});

	it('is found without storing what is in the fields, or their names', async () => {
		list.records = rows(5, () => ({ private: 'a private note' }));
		await run();
		expect(JSON.stringify(runs.staticData)).not.toMatch(/private|text|one/);
	});

	it('is found in records of any depth, and with any names', async () => {
		const deep = (end: number) => JSON.parse(`${'{"a":'.repeat(60)}${end}${'}'.repeat(60)}`);
		const member = () => ({ 'a.b': 1, __proto: 2, deep: deep(request++) });
		list.records = rows(4, member);
		await run();
		list.records = rows(4, member);
		expect(warnings(await run())).toEqual([expect.stringContaining('last run, in deep.a.a')]);
	});
});
