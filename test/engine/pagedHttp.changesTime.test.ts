import type { IDataObject } from 'n8n-workflow';

import { Engine, type WorkflowResult } from '../../sandbox/engine/engine';
import { ChangingList, listDataset } from '../helpers/changingList';
import { Listeners } from '../helpers/listen';
import { chain, reader, Runs } from '../helpers/syncWorkflow';

/** Find Changes By: Changed-At Field, with APIs that write time, or filter by it, in their own way. */

let engine: Engine;
let runs: Runs;
let list: ChangingList;
const listeners = new Listeners();

beforeAll(async () => {
	engine = await Engine.load();
});
beforeEach(async () => {
	runs = new Runs(engine);
	list = await ChangingList.start(listeners, 3);
});
afterEach(() => listeners.close());

const BY_TIME = {
	findChangesBy: 'changedAt',
	changedAtPath: 'changedAt',
	changedAtParameter: 'since',
	countAsDone: 'immediately',
};
const run = async (options: IDataObject = {}) =>
	await runs.run(chain(reader(listDataset(list.url, 3), BY_TIME, options)));
const ids = (result: WorkflowResult) => {
	expect(result.error?.message).toBeUndefined();
	return result.json('Read').map(({ id }) => id);
};
const row = (id: string, changedAt: string | number): IDataObject => ({ id, changedAt });

describe('a filter that the API reads more coarsely than it is asked', () => {
	const ROUNDED: Array<[what: string, round: (since: string) => string]> = [
		['to the minute', (since) => since.slice(0, 16)],
		['to the hour', (since) => since.slice(0, 13)],
		['to the day', (since) => since.slice(0, 10)],
		[
			'to the day in another zone',
			(since) =>
				since.slice(0, 10).replace(/\d\d$/, (day) => String(Number(day) - 1).padStart(2, '0')),
		],
	];

	it.each(ROUNDED)('returns nothing twice: %s', async (_, round) => {
		list.roundSince = (since) => since && round(since);
		list.records = Array.from({ length: 8 }, (__, at) => row(`a${at}`, `2026-03-31T1${at}:59:30Z`));
		expect(ids(await run())).toHaveLength(8);
		for (let times = 0; times < 3; times++) expect(ids(await run())).toEqual([]);
		for (const at of [10, 20, 30]) {
			list.records.push(row(`b${at}`, `2026-03-31T18:${at}:00Z`));
			list.records.push(row(`c${at}`, `2026-03-31T18:${at}:01Z`));
			expect(ids(await run())).toEqual([`b${at}`, `c${at}`]);
			for (let times = 0; times < 3; times++) expect(ids(await run())).toEqual([]);
		}
		list.records[3] = row('a3', '2026-03-31T18:40:00Z');
		expect(ids(await run())).toEqual(['a3']);
		list.records.push(row('d', '2026-04-02T08:00:00Z'));
		expect(ids(await run())).toEqual(['d']);
		for (let times = 0; times < 3; times++) expect(ids(await run())).toEqual([]);
	});

	it('is no reason to remember what an exact filter does not return', async () => {
		list = await ChangingList.start(listeners, 500);
		list.records = Array.from({ length: 300 }, (_, at) =>
			row(`a${at}`, new Date(Date.UTC(2026, 2, 31) + at * 120_000).toISOString()),
		);
		expect(ids(await runs.run(chain(reader(listDataset(list.url, 500), BY_TIME))))).toHaveLength(
			300,
		);
		for (let times = 0; times < 3; times++) {
			list.records.push(row(`b${times}`, `2026-03-31T10:0${times}:00.000Z`));
			expect(ids(await runs.run(chain(reader(listDataset(list.url, 500), BY_TIME))))).toEqual([
				`b${times}`,
			]);
		}
		expect(JSON.stringify(runs.staticData)).not.toContain('a150');
	});
});

describe('a format of time that is not understood', () => {
	it.each([['31.03.2026 10:15'], ['03/31/2026'], ['Tue, 31 Mar 2026 10:15:30 GMT'], ['2026W14']])(
		'%s: is an error that says so, and which formats are',
		async (changedAt) => {
			list.records = [row('a', changedAt), row('b', changedAt)];
			const { error } = await run();
			expect(error?.message).toBe(
				`Record 1 of page 1 has "${changedAt}" as its changedAt, which is the Changed-At Path. This format of a date and time is not supported.`,
			);
			expect(error?.description).toMatch(
				/^Supported are .*2026-03-31T10:15:30Z.* set Find Changes By to Content/,
			);
			expect(error?.description).not.toContain('every record');
		},
	);

	it('in some records is named with what to do, and they are returned', async () => {
		list.records = [row('a', '2026-03-31T10:15:30Z'), row('b', '31.03.2026')];
		const result = await run();
		expect(ids(result)).toEqual(['a', 'b']);
		const [text] = result.json('Read', 1)[0]?.incomplete as string[];
		expect(text).toContain('This format of a date and time is not supported');
		expect(text).not.toContain('every record');
	});

	it('is not what is said of records without any', async () => {
		list.records = [{ id: 'a' }, { id: 'b' }];
		const { error } = await run();
		expect(error?.message).toContain('has no changedAt, which is the Changed-At Path');
		expect(error?.message).not.toContain('format');
	});
});
