import type { IDataObject } from 'n8n-workflow';

import { Engine, type WorkflowResult } from '../../sandbox/engine/engine';
import { ChangingList, listDataset } from '../helpers/changingList';
import { Listeners } from '../helpers/listen';
import { broken, chain, reader, Runs, work } from '../helpers/syncWorkflow';

/** A list whose history fits must fit in later runs, too; where it does not, the error has a way out. */

const COUNT = 8_000;
const FIELDS = Array.from({ length: 20 }, (_, at) => `field_${String(at).padStart(2, '0')}`);
const AT_ONCE = { countAsDone: 'immediately' };

let engine: Engine;
let runs: Runs;
let list: ChangingList;
const listeners = new Listeners();

beforeAll(async () => {
	engine = await Engine.load();
});
beforeEach(async () => {
	runs = new Runs(engine);
	list = await ChangingList.start(listeners, 20_000);
});
afterEach(() => listeners.close());

const read = (watchFields: string, more: IDataObject = {}) =>
	reader(listDataset(list.url, 20_000), more, { ...(watchFields !== '' && { watchFields }) });
const returned = (result: WorkflowResult) => {
	expect(result.error?.message).toBeUndefined();
	return result.json('Read');
};
const storedCharacters = () => JSON.stringify(runs.staticData).length;

describe('20 fields of 8,000 records', () => {
	const rows = (digit: number) =>
		Array.from({ length: COUNT }, (_, id) => ({
			id,
			...Object.fromEntries(FIELDS.map((field) => [field, String(digit).repeat(10)])),
		}));

	it('can be watched, also when all of them change at once and nothing is marked as processed', async () => {
		const watch = FIELDS.join(', ');
		list.records = rows(1);
		const fails = chain(read(watch), broken);
		expect((await runs.run(fails)).json('Read')).toHaveLength(COUNT);
		expect(returned(await runs.run(chain(read(watch, AT_ONCE))))).toHaveLength(COUNT);
		for (const digit of [2, 3]) {
			list.records = rows(digit);
			expect((await runs.run(fails)).json('Read')).toHaveLength(COUNT);
			expect(storedCharacters()).toBeLessThan(5_000_000);
		}
		const again = returned(await runs.run(chain(read(watch, AT_ONCE))));
		expect(again).toHaveLength(COUNT);
		const change = { previous: '1'.repeat(10), current: '3'.repeat(10) };
		expect(again.at(-1)?.changes).toEqual(
			Object.fromEntries(FIELDS.map((field) => [field, change])),
		);
	});
});

describe('values that do not fit', () => {
	const rows = (characters: number, score = 1) =>
		Array.from({ length: 10_000 }, (_, id) => ({ id, score, notes: 'n'.repeat(characters) }));

	it('are an error of the first run if there is no room for their changes, with a way out that works', async () => {
		list.records = rows(300);
		const { error } = await runs.run(chain(read('score, notes'), work));
		expect(error?.message).toMatch(
			/^The change history exceeds 5,000,000 characters.* The values of Watch Fields take [\d,]+ of them, most of all notes\.$/,
		);
		expect(error?.description).toMatch(
			/^Remove notes from Watch Fields .*set Mark as Processed to Immediately/,
		);
		expect(error?.description).not.toContain('Changed-At');
		expect(returned(await runs.run(chain(read('score, notes', AT_ONCE))))).toHaveLength(10_000);
		runs = new Runs(engine);
		expect(returned(await runs.run(chain(read('score'), work)))).toHaveLength(10_000);
	});

	it('since they have become longer, fit without the field that the error names', async () => {
		list.records = rows(100);
		expect(returned(await runs.run(chain(read('score, notes', AT_ONCE))))).toHaveLength(10_000);
		list.records = rows(600, 2);
		const { error } = await runs.run(chain(read('score, notes', AT_ONCE)));
		expect(error?.description).toMatch(/^Remove notes from Watch Fields/);
		expect(error?.description).not.toContain('Immediately');
		const [first] = returned(await runs.run(chain(read('score', AT_ONCE))));
		expect(first?.changes).toEqual({ score: { previous: 1, current: 2 } });
		expect(storedCharacters()).toBeLessThan(500_000);
	});
});

describe('keys that do not fit', () => {
	const AT = '2026-03-31T12:00:00Z';
	const byTime = {
		findChangesBy: 'changedAt',
		changedAtPath: 'at',
		changedAtParameter: 'since',
	};

	it.each<[what: string, more: IDataObject, fix: RegExp]>([
		['Content', {}, /^Set Find Changes By to Changed-At Field if .* a shorter Record Key/],
		['Content, Immediately', AT_ONCE, /^Set Find Changes By to Changed-At Field if/],
		['Changed-At Field', byTime, /^Set Mark as Processed to Immediately, or Output to Batches/],
		[
			'Changed-At Field, Immediately',
			{ ...byTime, ...AT_ONCE },
			/^Reduce Overlap .* a shorter Record Key/,
		],
	])('are an error that advises nothing that is set: %s', async (_, more, fix) => {
		const key = 'k'.repeat(2_600_000);
		list.records = [1, 2].map((end) => ({ id: `${key}${end}`, at: AT }));
		const { error } = await runs.run(chain(read('', more), work));
		expect(error?.message).toContain('exceeds 5,000,000 characters, the maximum for one workflow.');
		expect(error?.description).toMatch(fix);
	});
});
