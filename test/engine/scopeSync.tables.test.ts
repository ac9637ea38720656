import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForEach } from '../helpers/harness';
import { actionsOf, scopesOf, syncScopes, writesTo } from '../helpers/scopeSync';

const harness = harnessForEach({ scopes: [] });

/** As an HR system exports it. */
const BY_KEY = {
	tableHas: 'parent',
	name: '={{ $json.name }}',
	parent: '={{ $json.parentId }}',
	rowKey: '={{ $json.id }}',
};
const BY_NAME = { tableHas: 'parent', name: '={{ $json.Unit }}', parent: '={{ $json.Parent }}' };
const BY_LEVEL = {
	tableHas: 'levels',
	levels: ['={{ $json.Region }}', '={{ $json.Country }}', '={{ $json["City, if any"] }}'],
};

/** @returns the errors of a dry run as `item: why` */
async function errorsOf(rows: object[], parameters: IDataObject): Promise<string[]> {
	const result = await syncScopes(harness, rows, { ...parameters, dryRun: true });
	expect(result.error).toBeUndefined();
	return result
		.json(NODE)
		.filter(({ action }) => action === 'error')
		.map(({ row, why }) => `${String(row)}: ${String(why)}`);
}

describe('a table with names and parents', () => {
	it('in any order, parents by name, creates what its paths say', async () => {
		const rows = [
			{ Unit: 'R/D, Berlin', Parent: 'Germany', owner: 'u1' },
			{ Unit: 'Germany', Parent: ' EMEA ', owner: 'u2' },
			{ Unit: 'EMEA', Parent: '', owner: 'u3' },
			{ Unit: 'APAC', Parent: null, owner: 'u4' },
		];
		const result = await syncScopes(harness, rows, BY_NAME);
		expect(result.error).toBeUndefined();
		expect(actionsOf(result)).toEqual([
			'created EMEA / Germany / R/D, Berlin',
			'created EMEA / Germany',
			'created EMEA',
			'created APAC',
		]);
		expect(scopesOf(harness)).toEqual([
			'active APAC (u4)',
			'active EMEA (u3)',
			'active EMEA / Germany (u2)',
			'active EMEA / Germany / R/D, Berlin (u1)',
		]);
		harness.service.log.clear();
		expect(actionsOf(await syncScopes(harness, rows, BY_NAME))).toEqual(
			expect.arrayContaining(['unchanged APAC']),
		);
		expect(writesTo(harness)).toEqual([]);
	});

	it('can have equal names if each row has a key, as text or as a number', async () => {
		const rows = [
			{ id: 1, name: 'EMEA', parentId: null },
			{ id: 2, name: 'APAC', parentId: '' },
			{ id: 3, name: 'Sales', parentId: 1 },
			{ id: 4, name: 'Sales', parentId: '2' },
			{ id: '5', name: 'Sales', parentId: 4 },
		].map((row) => ({ ...row, owner: 'u' }));
		const result = await syncScopes(harness, rows, BY_KEY);
		expect(actionsOf(result)).toEqual([
			'created EMEA',
			'created APAC',
			'created EMEA / Sales',
			'created APAC / Sales',
			'created APAC / Sales / Sales',
		]);
	});

	it.each<[string, IDataObject, unknown[]]>([
		['its own key', BY_KEY, [1, 1]],
		['0', BY_KEY, [1, 0]],
		['0 as text', BY_KEY, ['x', ' 0 ']],
		['its own name', BY_NAME, ['', 'EMEA']],
		['0, where names are the keys', BY_NAME, ['', 0]],
	])('has a top row whose parent is %s', async (_, columns, [id, above]) => {
		const top = { id, name: 'EMEA', parentId: above, Unit: 'EMEA', Parent: above };
		const below = { id: 2, name: 'Germany', parentId: id, Unit: 'Germany', Parent: 'EMEA' };
		const rows = [below, top].map((row) => ({ ...row, owner: 'u' }));
		expect(actionsOf(await syncScopes(harness, rows, columns))).toEqual([
			'created EMEA / Germany',
			'created EMEA',
		]);
	});

	it('has an error row for each row with a parent that is missing, not certain, or below it', async () => {
		const rows = [
			{ Unit: 'Lost', Parent: 'Nowhere' },
			{ Unit: 'Below Lost', Parent: 'Lost' },
			{ Unit: 'A', Parent: 'C' },
			{ Unit: 'B', Parent: 'A' },
			{ Unit: 'C', Parent: 'B' },
			{ Unit: 'Below A', Parent: 'A' },
			{ Unit: 'Twin', Parent: 'X' },
			{ Unit: 'Twin', Parent: 'Y' },
			{ Unit: 'Below a twin', Parent: 'Twin' },
			{ Unit: 'X' },
			{ Unit: 'Y' },
			{ Unit: '', Parent: 'X' },
			{ Unit: 'Misspelled', Parent: 'Below a twn' },
			{ Unit: 'Team 1', Parent: 'Team 2' },
			{ Unit: 'Team 3' },
		].map((row) => ({ ...row, owner: 'u' }));
		expect(await errorsOf(rows, BY_NAME)).toEqual([
			'1: The parent "Nowhere" is not in the table',
			'2: Skipped: its parent "Lost" could not be synced',
			'3: "A" is its own ancestor: A / B / C / A (rows 3 to 5)',
			'4: "A" is its own ancestor: A / B / C / A (rows 3 to 5)',
			'5: "A" is its own ancestor: A / B / C / A (rows 3 to 5)',
			'6: Skipped: its parent "A" could not be synced',
			'9: Found 2 parents with the name "Twin" (rows 7, 8)',
			'12: Name is empty',
			'13: The parent "Below a twn" is not in the table. Did you mean "Below a twin"?',
			'14: The parent "Team 2" is not in the table',
		]);
		expect(writesTo(harness)).toEqual([]);
	});

	it.each([
		['another letter case', ['HR'], ['hr'], ' Did you mean "HR"?'],
		[
			'a parent of many rows',
			['Germany'],
			Array<string>(21).fill('Germny'),
			' Did you mean "Germany"?',
		],
		[
			'many parents',
			['Germany'],
			Array.from({ length: 21 }, (_, at) => `Germany${'x'.repeat(at + 1)}`),
			'',
		],
		['short names', ['HR'], ['HT'], ''],
		['a name with a number', ['Team 12'], ['Tean 12'], ' Did you mean "Team 12"?'],
		['another number', ['Team 12'], ['Team 13'], ''],
		['the row itself', [], ['Unitt o'], ''],
	])('suggests a parent for a misspelled one: %s', async (_, units, parents, guess) => {
		const below = parents.map((Parent, at) => ({
			Unit: `Unit ${'o'.repeat(at + 1)}`,
			Parent,
			owner: 'u',
		}));
		const top = units.map((Unit) => ({ Unit, owner: 'u' }));
		const [first = ''] = await errorsOf([...below, ...top], BY_NAME);
		expect(first).toBe(`1: The parent "${parents[0]}" is not in the table${guess && `.${guess}`}`);
	});

	it('says with equal keys which rows have them, and skips what is below a row without a name', async () => {
		const rows = [
			{ id: 1, name: 'A' },
			{ id: 1, name: 'B' },
			{ id: 2, name: 'C', parentId: 1 },
			{ id: 3, name: '' },
			{ id: 4, name: 'D', parentId: 3 },
			{ id: 5, name: 'E', parentId: 'A' },
		].map((row) => ({ ...row, owner: 'u' }));
		expect(await errorsOf(rows, BY_KEY)).toEqual([
			'3: Found 2 parents with the Row Key "1" (rows 1, 2)',
			'4: Name is empty',
			'5: Skipped: its parent "3" could not be synced',
			'6: The parent "A" is not in the table',
		]);
	});

	it('stops a run that writes with the cause, and not with what was skipped because of it', async () => {
		const rows = [
			{ Unit: 'Below Lost', Parent: 'Lost', owner: 'u' },
			{ Unit: 'Lost', Parent: 'Nowhere', owner: 'u' },
		];
		const result = await syncScopes(harness, rows, BY_NAME);
		expect(result.error?.message).toBe('The parent "Nowhere" is not in the table');
		expect(result.error?.description).toMatch(/This is row 2 of 2\.<br>\nNothing was written\./);
		expect(writesTo(harness)).toEqual([]);
	});
});

describe('a table with one column per level', () => {
	it('ends a path at its last name', async () => {
		const rows = [
			{ Region: 'EMEA', Country: 'Germany', 'City, if any': 'Berlin' },
			{ Region: 'EMEA', Country: 'Germany', 'City, if any': ' ' },
			{ Region: 'EMEA', Country: null },
			{ Region: 'APAC' },
			{ Region: 2025, Country: 'Project' },
		].map((row, index) => ({ ...row, owner: `u${index}` }));
		const result = await syncScopes(harness, rows, BY_LEVEL);
		expect(result.error).toBeUndefined();
		expect(actionsOf(result)).toEqual([
			'created EMEA / Germany / Berlin',
			'created EMEA / Germany',
			'created EMEA',
			'created APAC',
			'created 2025',
			'created 2025 / Project',
		]);
		expect(scopesOf(harness)).toContain('active EMEA (u2)');
	});

	it('has an error row for a gap, and for a row without any name', async () => {
		const rows = [
			{ Region: 'EMEA', Country: '', 'City, if any': 'Berlin' },
			{ Region: '', Country: 'Germany' },
			{ Region: ' ', Country: null },
			{ Region: 'EMEA', Country: { name: 'Germany' } },
		];
		expect(await errorsOf(rows, BY_LEVEL)).toEqual([
			'1: Level 2 of the path "EMEA /  / Berlin" is empty',
			'2: Level 1 of the path " / Germany" is empty',
			'3: Levels are empty',
			'4: Level must be a single value, but is an object',
		]);
		expect(await errorsOf([{ path: 'EMEA / #REF!' }], {})).toEqual([
			'1: Path level is "#REF!", a spreadsheet formula error',
		]);
		expect(await errorsOf([{}], { tableHas: 'levels', levels: [] })).toEqual([
			'1: Levels are empty',
		]);
	});
});

it('shows for each kind of table its own columns only', () => {
	const { description } = harness.engine.packages.project.getNode('scope').type;
	const properties = 'properties' in description ? description.properties : [];
	const columns = (kind: string) =>
		properties
			.filter(({ displayOptions }) => displayOptions?.show?.tableHas?.includes(kind))
			.map(({ displayName }) => displayName);
	expect(columns('path')).toEqual(['Path']);
	expect(columns('parent')).toEqual(['Name', 'Parent', 'Row Key']);
	expect(columns('levels')).toEqual(['Levels']);
});
