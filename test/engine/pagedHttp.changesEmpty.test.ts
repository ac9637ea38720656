import type { IDataObject } from 'n8n-workflow';

import { Engine, type WorkflowResult } from '../../sandbox/engine/engine';
import { ChangingList, listDataset } from '../helpers/changingList';
import { Listeners } from '../helpers/listen';
import { chain, reader, Runs } from '../helpers/syncWorkflow';

/** A list that has become empty, and an API that is out of order and returns an empty list. */

let engine: Engine;
let runs: Runs;
let list: ChangingList;
const listeners = new Listeners();

beforeAll(async () => {
	engine = await Engine.load();
});
beforeEach(async () => {
	runs = new Runs(engine);
	list = await ChangingList.start(listeners, 100);
});
afterEach(() => listeners.close());

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, text: 'one' }));
const run = async (options: IDataObject = {}) =>
	await runs.run(
		chain(reader(listDataset(list.url, 100), { countAsDone: 'immediately' }, options)),
	);
const changes = (result: WorkflowResult) => {
	expect(result.error?.message).toBeUndefined();
	return result.json('Read').map(({ id, change }) => `${id} ${change}`);
};

it.each([[1], [3], [50]])(
	'%i known records are not removed by empty answers alone: the run stops, and says what to do',
	async (count) => {
		list.records = rows(count);
		await run();
		list.records = [];
		expect(changes(await run())).toEqual([]);
		for (let times = 0; times < 2; times++) {
			const { error } = await run();
			expect(error?.message).toBe(
				`The list is empty, so ${count} known ${count === 1 ? 'record' : 'records'} would be removed. None was returned or stored as removed.`,
			);
			expect(error?.description).toMatch(/set Empty List under Options > Changes to Remove All/);
		}
		list.records = [...rows(count), { id: 'new', text: 'one' }];
		expect(changes(await run())).toEqual(['new created']);
	},
);

it.each([[3], [50]])(
	'with Remove All, %i records are removed, whatever Max Removed is',
	async (count) => {
		list.records = rows(count);
		const all = { emptyList: 'remove', maxRemoved: 0 };
		await run(all);
		list.records = [];
		expect(changes(await run(all))).toEqual([]);
		expect(changes(await run(all))).toHaveLength(count);
		expect(changes(await run(all))).toEqual([]);
	},
);

it('Remove All after the run stopped removes at once', async () => {
	list.records = rows(2);
	await run();
	list.records = [];
	await run();
	expect((await run()).error?.message).toContain('The list is empty');
	expect(changes(await run({ emptyList: 'remove' }))).toEqual(['0 removed', '1 removed']);
});

it('stops no sync that returns no removed records: what is known stays known, which it says', async () => {
	list.records = rows(2);
	const plain = { changeField: '' };
	await run(plain);
	list.records = [];
	await run(plain);
	const result = await run(plain);
	expect(result.error?.message).toBeUndefined();
	expect(result.json('Read', 1)[0]?.warnings).toEqual([
		'The list is empty. 2 known records are kept, and not counted as removed.',
	]);
	list.records = [...rows(2), { id: 'new', text: 'one' }];
	expect((await run(plain)).json('Read')).toEqual([{ id: 'new', text: 'one' }]);
});
