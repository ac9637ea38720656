import type { IDataObject } from 'n8n-workflow';

import type { WorkflowResult } from '../../sandbox/engine/engine';
import { ChangingList, listDataset } from '../helpers/changingList';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { chain, nodeOf as node, reader, Runs } from '../helpers/syncWorkflow';

const harness = harnessForAll();
let list: ChangingList;
let runs: Runs;
const listeners = new Listeners();

beforeEach(async () => {
	list = await ChangingList.start(listeners, 2);
	list.records = [1, 2, 3, 4, 5].map((id) => ({ id, changedAt: `2026-01-0${id}T00:00:00Z` }));
	runs = new Runs(harness.engine);
});
afterEach(() => listeners.close());

const read = (options: IDataObject, more: IDataObject = {}) =>
	chain(
		reader(
			listDataset(list.url),
			{ countAsDone: 'succeeded', ...more },
			{ changeField: '', ...options },
		),
		node('noOp'),
	);
const BY_TIME = {
	...{ findChangesBy: 'changedAt', changedAtPath: 'changedAt', changedAtParameter: 'since' },
};
const idsIn = (result: WorkflowResult) =>
	result
		.json('Read')
		.map(({ id }) => id)
		.join(' ');
const hintsOf = (result: WorkflowResult) => result.hints('Read').map(({ message }) => message);

describe('Max Records per Run', () => {
	it.each([
		['Content', {}],
		['Changed-At Field', BY_TIME],
	])('returns the others in the next runs, each once: %s', async (_what, more) => {
		const file = read({ maxRecordsPerRun: 2, overlap: 0 }, more);
		const first = await runs.run(file);
		expect(idsIn(first)).toBe('1 2');
		expect(first.json('Read', 1)).toMatchObject([
			{
				stopMessage: '5 records read: 2 new, 3 left for the next run',
				changes: { created: 2, left: 3 },
			},
		]);
		expect(hintsOf(first)[0]).toMatch(
			/^Max Records per Run was reached: the next run returns 3 other records\./,
		);
		const later: string[] = [];
		for (let times = 0; times < 3; times++) later.push(idsIn(await runs.run(file)));
		expect(later).toEqual(['3 4', '5', '']);
	});

	it('and each change once', async () => {
		const file = read({ maxRecordsPerRun: 2, changeField: 'change' });
		for (let times = 0; times < 3; times++) await runs.run(file);
		list.records = list.records.map((record) => ({ ...record, edited: true }));
		const seen: unknown[] = [];
		for (let times = 0; times < 4; times++)
			seen.push(
				(await runs.run(file))
					.json('Read')
					.map(({ id, change }) => `${String(id)} ${String(change)}`),
			);
		expect(seen).toEqual([
			['1 updated', '2 updated'],
			['3 updated', '4 updated'],
			['5 updated'],
			[],
		]);
	});

	it('and what was removed, once there is nothing else', async () => {
		const file = read({ maxRecordsPerRun: 2, changeField: 'change' });
		for (let times = 0; times < 3; times++) await runs.run(file);
		list.records = [...list.records.slice(1), { id: 6 }, { id: 7 }, { id: 8 }];
		const seen: unknown[] = [];
		for (let times = 0; times < 4; times++)
			seen.push(
				(await runs.run(file))
					.json('Read')
					.map(({ id, change }) => `${String(id)} ${String(change)}`),
			);
		expect(seen.flat()).toEqual(['6 created', '7 created', '8 created', '1 removed']);
	});
});

describe('On First Run', () => {
	it.each([
		['Content', {}, 'succeeded'],
		['Changed-At Field', BY_TIME, 'succeeded'],
		['Content', {}, 'confirmed'],
		['Content', {}, 'immediately'],
	])('Remember returns only what comes later: %s, %s, %s', async (_what, more, countAsDone) => {
		const file = read({ onFirstRun: 'remember', overlap: 0 }, { ...more, countAsDone });
		const first = await runs.run(file);
		expect(first.items('Read')).toEqual([]);
		expect(hintsOf(first)).toContain(
			'On First Run is set to Remember: the records of the list were remembered, and none was returned.',
		);
		expect(first.json('Read', 1)).toMatchObject([{ changes: { created: 0, unchanged: 5 } }]);
		list.records.push({ id: 6, changedAt: '2026-01-06T00:00:00Z' });
		expect(idsIn(await runs.run(file))).toBe('6');
		expect(idsIn(await runs.run(file))).toBe(countAsDone === 'confirmed' ? '6' : '');
	});

	it('and a list that was not read to its end is not remembered', async () => {
		const file = read({ onFirstRun: 'remember', maxPages: 1, onIncomplete: 'warn' });
		const first = await runs.run(file);
		expect(first.items('Read')).toEqual([]);
		expect(hintsOf(first).join(' ')).toContain('so it was not remembered');
		expect((await runs.run(read({ maxPages: 1, onIncomplete: 'warn' }))).json('Read')).toHaveLength(
			2,
		);
	});
});

it('Start Over makes the next run forget, by one change of the node', async () => {
	await runs.run(read({}));
	expect(idsIn(await runs.run(read({})))).toBe('');
	expect(idsIn(await runs.run(read({ startOver: '2026-12-01' })))).toBe('1 2 3 4 5');
	expect(idsIn(await runs.run(read({ startOver: '2026-12-01' })))).toBe('');
	expect(idsIn(await runs.run(read({ startOver: '2026-12-02' })))).toBe('1 2 3 4 5');
});
