import type { IDataObject } from 'n8n-workflow';

import { Engine, type WorkflowResult } from '../../sandbox/engine/engine';
import { ChangingList, listDataset } from '../helpers/changingList';
import { Listeners } from '../helpers/listen';
import { chain, reader, Runs } from '../helpers/syncWorkflow';

/** Lists in which records are changed, and so move, while they are read. */

let engine: Engine;
let runs: Runs;
const listeners = new Listeners();
const START = Date.UTC(2026, 0) / 1_000;
const AT_ONCE = { countAsDone: 'immediately' };

beforeAll(async () => {
	engine = await Engine.load();
});
beforeEach(() => {
	runs = new Runs(engine);
});
afterEach(() => listeners.close());

const warnings = (result: WorkflowResult) => result.json('Read', 1)[0]?.warnings;
const keyed = (id: unknown, change: unknown, text: unknown) => `${id} ${change} ${text}`;
const returned = (result: WorkflowResult) =>
	result.json('Read').map(({ id, change, text }) => keyed(id, change, text));

/** @returns a list that is sorted by its last change: each page that was read has one, and moves to the end */
async function busyList(): Promise<ChangingList> {
	const list = await ChangingList.start(listeners, 10);
	const second = (at: number) => ({ changedAt: new Date((START + at) * 1_000).toISOString() });
	list.records = Array.from({ length: 60 }, (_, at) => ({ id: `r${at}`, text: 0, ...second(at) }));
	list.afterPage = (page) => {
		if (page > 6) return;
		const [moved] = list.records.splice((page - 1) * 10, 1);
		list.records.push({ ...moved, text: Number(moved?.text) + 1, ...second(60 + page) });
	};
	return list;
}

describe('a list in which records move while it is read', () => {
	const byTime = {
		findChangesBy: 'changedAt',
		changedAtPath: 'changedAt',
		changedAtParameter: 'since',
	};

	it.each<[what: string, more: IDataObject, options: IDataObject]>([
		['whole records', {}, {}],
		['Watch Fields', {}, { watchFields: 'text' }],
		['Changed-At Field', byTime, {}],
	])('is read by its first run, and the next one returns what is left: %s', async (...row) => {
		const [, more, options] = row;
		const list = await busyList();
		const file = chain(reader(listDataset(list.url, 10), { ...AT_ONCE, ...more }, options));
		const target = new Map<unknown, unknown>();
		const run = async () => {
			const result = await runs.run(file);
			expect(result.error).toBeUndefined();
			for (const { id, text } of result.json('Read')) target.set(id, text);
			return result;
		};
		const first = await run();
		const ids = returned(first);
		expect(ids.length).toBeGreaterThan(50);
		expect(new Set(first.json('Read').map(({ id }) => id)).size).toBe(ids.length);
		expect(warnings(first)).toContainEqual(
			expect.stringMatching(
				/^\d records came twice, with different content, .*next run returns .* choose another Record Key/,
			),
		);
		list.afterPage = () => {};
		await run();
		expect(target).toEqual(new Map(list.records.map(({ id, text }) => [id, text])));
		expect(returned(await run())).toEqual([]);
	});

	it('counts each record once', async () => {
		const list = await busyList();
		const result = await runs.run(chain(reader(listDataset(list.url, 10), AT_ONCE)));
		const counts = Object.values(result.json('Read', 1)[0]?.changes as Record<string, number>);
		expect(counts.reduce((sum, count) => sum + count)).toBe(result.json('Read').length);
	});
});

describe('a Record Key that records share', () => {
	const rows = [
		{ id: 'a', text: 'one' },
		{ id: 'b', text: 'two' },
		{ id: 'a', text: 'three' },
	];

	it.each([[rows], [rows.toReversed()]])(
		'on two pages, is an error once both records come again',
		async (again) => {
			const list = await ChangingList.start(listeners);
			list.records = rows;
			const file = chain(reader(listDataset(list.url), AT_ONCE));
			expect(warnings(await runs.run(file))).toContainEqual(
				expect.stringMatching(/^One record came twice.*choose another Record Key/),
			);
			list.records = again;
			const { error } = await runs.run(file);
			expect(error?.message).toMatch(
				/differ, but both have "a" as their id, which is the Record Key/,
			);
			expect(error?.description).toMatch(/^Set Record Key to the path of a text or number/);
		},
	);

	it('on one page, is an error at once, and does not speak of the next run', async () => {
		const list = await ChangingList.start(listeners, 3);
		list.records = rows;
		const { error } = await runs.run(chain(reader(listDataset(list.url, 3), AT_ONCE)));
		expect(error?.message).toContain('differ, but both have "a"');
		expect(error?.description).not.toContain('next run');
	});
});
