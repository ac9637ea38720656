import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import type { Scope } from '../../sandbox/service/organization';
import { harnessForEach } from '../helpers/harness';
import { actionsOf, scopesOf, syncScopes, writesTo } from '../helpers/scopeSync';

/** Tables as people have them, in Scope Tree > Sync: each is tried with a dry run, then for real. */
const harness = harnessForEach({ scopes: [] });

const CONTINUE = { onError: 'continueRegularOutput' };

const addScope = (name: string, more: Partial<Pick<Scope, 'owner' | 'description'>> = {}) =>
	harness.service.organization.createScope({ name, owner: 'user-1', ...more });

const addBelow = (parent: Scope, name: string) =>
	harness.service.organization.createScope({ name, owner: 'user-1', parentId: parent.id });

/** @returns the rows of a dry run, which are those of the run that follows: an error says the same in both */
async function dryAndReal(rows: object[], parameters: IDataObject = {}): Promise<IDataObject[]> {
	harness.service.log.clear();
	const planned = (await syncScopes(harness, rows, { ...parameters, dryRun: true })).json(NODE);
	expect(writesTo(harness)).toEqual([]);
	const done = (await syncScopes(harness, rows, parameters, CONTINUE)).json(NODE);
	const said = ({ action, why, warning, error }: IDataObject) => {
		const { message } = (error ?? {}) as IDataObject;
		return message === undefined ? [action, why, warning] : ['error', message, ''];
	};
	expect(done.map(said)).toEqual(planned.map(said));
	return planned;
}

const BY_NAME = {
	tableHas: 'parent',
	name: '={{ $json.Unit }}',
	parent: '={{ $json.Parent }}',
	rowKey: '={{ $json.Key }}',
};
const BY_LEVEL = { tableHas: 'levels', levels: ['={{ $json.Region }}', '={{ $json.Country }}'] };
const BY_ID = { matchBy: 'id', scopeId: '={{ $json.id }}' };

describe('a placeholder or a rewritten number in what identifies a scope is an error of its row', () => {
	it.each<[string, IDataObject, IDataObject]>([
		['Path', {}, { path: 'N/A' }],
		['Path level', {}, { path: 'EMEA / TBD' }],
		['Path level', {}, { path: 'EMEA / - / Berlin' }],
		['Path level', { path: '={{ $json.levels }}' }, { levels: ['EMEA', 'null'] }],
		['Level', BY_LEVEL, { Region: 'EMEA', Country: '?' }],
		['Name', BY_NAME, { Unit: 'n/a', Parent: '' }],
		['Parent', BY_NAME, { Unit: 'Berlin', Parent: '-' }],
		['Row Key', BY_NAME, { Unit: 'Berlin', Key: 'none' }],
		['Scope ID', BY_ID, { path: 'EMEA', id: 'N/A' }],
		['Owner', {}, { path: 'EMEA', owner: 'unknown' }],
	])('%s (%j): %j', async (label, parameters, row) => {
		const [planned, good] = await dryAndReal(
			[
				{ owner: 'u', ...row },
				{ path: 'Good', Unit: 'Good', Region: 'Good', levels: ['Good'], owner: 'u' },
			],
			parameters,
		);
		expect(planned).toMatchObject({
			action: 'error',
			why: expect.stringMatching(
				new RegExp(`^${label} is ".*", a placeholder for a missing value$`),
			),
			fix: expect.stringMatching(/./),
		});
		expect(good).toMatchObject({ action: 'created' });
		expect(scopesOf(harness)).toEqual(['active Good (u)']);
	});

	it('a number that has lost digits', async () => {
		const [row] = await dryAndReal([{ path: 'EMEA / 8.91E+05', owner: 'u' }]);
		expect(row?.why).toBe('Path level is 8.91E+05, a number that has lost digits');
	});
});

describe('a description', () => {
	const ABOUT = { additionalFields: { description: '={{ $json.about }}' } };

	it('that is a placeholder is a warning where it changes', async () => {
		addScope('Same', { description: 'N/A' });
		addScope('Changed');
		const rows = ['Same', 'Changed', 'New'].map((path) => ({
			path,
			about: 'N/A',
			owner: 'user-1',
		}));
		const warning = 'Description is "N/A", which looks like a placeholder for a missing value.';
		expect((await dryAndReal(rows, ABOUT)).map((row) => row.warning)).toEqual([
			'',
			warning,
			warning,
		]);
	});

	it.each<[string, IDataObject]>([
		['an empty cell', { about: '' }],
		['a blank cell', { about: ' ' }],
		['null of a database', { about: null }],
		['a missing column', {}],
	])('stays as it is with %s', async (_, cell) => {
		const scope = addScope('EMEA', { description: 'Europe' });
		expect(await dryAndReal([{ path: 'EMEA', ...cell }], ABOUT)).toMatchObject([
			{ action: 'unchanged', warning: '' },
		]);
		expect(scope.description).toBe('Europe');
	});

	it.each<[string, IDataObject, string]>([
		['an empty cell', { about: '' }, ''],
		['null of a database', { about: null }, ''],
		['but not with a missing column', {}, 'Europe'],
	])('is cleared with Empty Cells: Clear Field and %s', async (_, cell, after) => {
		const scope = addScope('EMEA', { description: 'Europe' });
		const parameters = { ...ABOUT, options: { emptyCells: 'clear' } };
		const [row] = await dryAndReal([{ path: 'EMEA', ...cell }], parameters);
		expect(row?.warning).toBe(after === '' ? 'Clears description.' : '');
		expect(scope.description).toBe(after);
	});

	it('is cleared under the brake', async () => {
		const names = Array.from({ length: 20 }, (_, at) => `Unit ${at}`);
		for (const name of names) addScope(name, { description: 'About' });
		const rows = names.map((path) => ({ path, about: '' }));
		const { error } = await syncScopes(harness, rows, {
			...ABOUT,
			options: { emptyCells: 'clear' },
		});
		expect(error?.message).toBe('20 of 20 values of description would be cleared');
		expect(writesTo(harness)).toEqual([]);
	});
});

it('the header again and a row of totals are warnings', async () => {
	const rows = [
		{ path: 'EMEA', owner: 'u', Employees: 1 },
		{ path: 'Path', owner: 'Owner', Employees: 'Employees' },
		{ path: 'Total', owner: null, Employees: 12 },
	];
	const all = await dryAndReal(rows, { owner: 'u' });
	expect(all.map(({ warning }) => warning)).toEqual([
		'',
		'Every cell has the name of its column: it may be the header again.',
		'It may be a row of totals.',
	]);
});

describe('merged cells in Parent', () => {
	const GAP =
		'Parent is empty, so it is at the top level. If cells are merged, only the first row has the value.';

	it('are a warning for a new scope that no row has as its parent', async () => {
		const rows = [
			{ Unit: 'EMEA' },
			{ Unit: 'Berlin', Parent: 'EMEA' },
			{ Unit: 'Lyon', Parent: '' },
			{ Unit: 'APAC', Parent: null },
			{ Unit: 'Tokyo', Parent: 'APAC' },
			{ Unit: 'Kyoto' },
		].map((row) => ({ ...row, owner: 'u' }));
		const all = await dryAndReal(rows, BY_NAME);
		expect(all.map(({ warning }) => warning)).toEqual(['', '', GAP, '', '', GAP]);
		// What exists is where it is meant to be.
		expect((await dryAndReal(rows, BY_NAME)).map(({ warning }) => warning)).toEqual(
			Array(6).fill(''),
		);
	});

	it('in Owner are named as a cause', async () => {
		const [, row] = await dryAndReal([{ path: 'EMEA', owner: 'u' }, { path: 'APAC' }]);
		expect(row).toMatchObject({
			why: 'Owner is required to create "APAC"',
			fix: expect.stringContaining('If cells are merged, only the first row has the value.'),
		});
	});

	it('in Name are named as a cause', async () => {
		const rows = [{ Unit: 'EMEA' }, { Unit: '', Parent: 'EMEA' }].map((row) => ({
			...row,
			owner: 'u',
		}));
		const [, row] = await dryAndReal(rows, BY_NAME);
		expect(row).toMatchObject({
			why: 'Name is empty',
			fix: expect.stringContaining('If cells are merged, only the first row has the value.'),
		});
	});
});

describe('a Parent column that no row fills', () => {
	const FLAT = 'No row has a parent: all 3 scopes are at the top level.';
	const units = ['EMEA', 'Berlin', 'Lyon'].map((Unit) => ({ Unit, owner: 'u' }));
	const warnings = async (rows: object[], parameters: IDataObject = {}) =>
		(await dryAndReal(rows, { ...BY_NAME, ...parameters })).map(({ warning }) => warning);

	it('is a warning, once for the run', async () => {
		expect(await warnings(units)).toEqual([FLAT, FLAT, FLAT]);
		const result = await syncScopes(harness, [...units, { Unit: 'Oslo', owner: 'u' }], {
			...BY_NAME,
			dryRun: true,
		});
		expect(result.hints(NODE).map(({ message }) => message)).toEqual([
			expect.stringContaining('No row has a parent: all 4 scopes are at the top level.'),
		]);
	});

	it('names the column that looks alike', async () => {
		const rows = units.map((row, at) => ({ ...row, 'Parent Unit': at === 0 ? '' : 'EMEA' }));
		expect(await warnings(rows)).toEqual(
			Array(3).fill(`${FLAT} Is it in the column "Parent Unit"?`),
		);
	});

	it.each<[string, IDataObject]>([
		['names', {}],
		['keys', { rowKey: '={{ $json.Code }}' }],
	])('names the column that refers to other rows by their %s', async (_, more) => {
		const isKey = 'rowKey' in more;
		const rows = units.map((row, at) => ({
			...{ ...row, Code: `C${at}`, City: 'EMEA East' },
			'Reports To': at === 0 ? '' : isKey ? 'C0' : 'EMEA',
		}));
		expect(await warnings(rows, more)).toEqual(
			Array(3).fill(`${FLAT} Is it in the column "Reports To"?`),
		);
	});

	it('is read where its name differs by invisible characters only', async () => {
		const rows = units.map((row, at) => ({ ...row, 'Parent\u00a0ID': at === 0 ? '' : 'EMEA' }));
		const [, berlin] = await dryAndReal(rows, { ...BY_NAME, parent: '={{ $json["Parent ID"] }}' });
		expect(berlin).toMatchObject({ path: 'EMEA / Berlin', warning: '' });
	});

	it.each<[string, object[]]>([
		['a single row', [{ Unit: 'EMEA', owner: 'u' }]],
		['rows that say so', units.map((row) => ({ ...row, Parent: 0 }))],
	])('is none with %s', async (_, rows) => {
		expect((await warnings(rows)).join('')).toBe('');
	});

	it('is none for scopes that exist', async () => {
		for (const { Unit } of units) addScope(Unit, { owner: 'u' });
		expect((await warnings(units)).join('')).toBe('');
	});
});

describe('an owner', () => {
	const NO_OTHER =
		'No other scope has this owner. Check that it is a user ID, not a name or an email address.';

	it.each<[string, string, string]>([
		['a name', 'Doe, John', NO_OTHER],
		['an address', 'jane@acme.example', NO_OTHER],
		['a misspelled ID', 'usr-7', `${NO_OTHER} Did you mean "user-7"?`],
		['an ID in another letter case', 'USER-7', `${NO_OTHER} Did you mean "user-7"?`],
		['another ID', 'user-8', NO_OTHER],
		['the owner of another scope', 'user-7', ''],
		['the same one', 'user-1', ''],
	])('that is %s (%s) has a warning where it changes', async (_, owner, warning) => {
		addScope('EMEA');
		addScope('APAC', { owner: 'user-7' });
		const [row] = await dryAndReal([{ path: 'EMEA', owner }]);
		expect(row?.warning).toBe(warning);
	});

	it('that looks like a name has one in an empty service, too', async () => {
		const rows = ['Doe, John', 'Jane Doe', 'jane@acme.example', 'user-7', '4711'].map(
			(owner, at) => ({ path: `Unit ${at}`, owner }),
		);
		const looks =
			'Owner looks like a name or an email address. Check that it is the ID of a user in the service.';
		expect((await dryAndReal(rows)).map(({ warning }) => warning)).toEqual([
			...[looks, looks, looks],
			...['', ''],
		]);
	});
});

describe('messages that name the row at fault, and what to do', () => {
	const TWINS = [
		{ Unit: 'EMEA' },
		{ Unit: 'APAC' },
		{ Unit: 'IT', Parent: 'EMEA' },
		{ Unit: 'IT', Parent: 'APAC' },
		{ Unit: 'Helpdesk', Parent: 'IT' },
	].map((row) => ({ ...row, owner: 'u' }));

	it('of a parent that is not unique', async () => {
		const { error } = await syncScopes(harness, TWINS, BY_NAME);
		expect(error?.message).toBe('Found 2 parents with the name "IT" (rows 3, 4)');
		expect(error?.description).toContain('This is row 5 of 5.');
	});

	it.each([
		['0010', '10', ' Did you mean "0010"?'],
		['10.0', '10', ' Did you mean "10.0"?'],
		['10', 'EMEA', ' Did you mean "10"?'],
		['10', '11', ''],
	])('of the Row Key %s that is written in another way: %s', async (Key, Parent, guess) => {
		const rows = [
			{ Key, Unit: 'EMEA', owner: 'u' },
			{ Key: '20', Unit: 'Berlin', Parent, owner: 'u' },
		];
		const [, row] = await dryAndReal(rows, BY_NAME);
		expect(row?.why).toBe(`The parent "${Parent}" is not in the table${guess && `.${guess}`}`);
	});

	it('of all rows that are wrong, in a real run, too', async () => {
		addScope('EMEA');
		const rows = [
			{ path: 'EMEA / / Berlin', owner: 'u' },
			{ path: 'EMEA / Oslo' },
			{ path: 'EMEA / Rome', owner: 'u' },
			{ path: 'EMEA / Rome', owner: 'u' },
			{ path: 'TBD', owner: 'u' },
		];
		const { error } = await syncScopes(harness, rows, {});
		expect(error?.message).toContain('Level 2 of the path "EMEA /  / Berlin" is empty');
		for (const part of [
			'Row 2 failed too: Owner is required to create "EMEA / Oslo".',
			'Rows 3, 4 failed too: The path "EMEA / Rome" appears more than once (rows 3, 4).',
			'Row 5 failed too: Path is "TBD", a placeholder for a missing value.',
		])
			expect(error?.description).toContain(part);
		expect(writesTo(harness)).toEqual([]);
	});

	it('of all rows that are wrong, also where each is wrong in another way', async () => {
		const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
		const rows = names.map((name) => ({ path: `${name} / / x`, owner: 'u' }));
		const { error } = await syncScopes(harness, rows, {});
		expect(error?.description).toContain('2 other items failed too (rows 7, 8).');
	});

	it('of a name in Keep that is misspelled', async () => {
		addScope('EMEA');
		const options = { archiveUnnamed: true, keep: 'EMAE' };
		const { error } = await syncScopes(harness, [{ path: 'APAC', owner: 'u' }], { options });
		expect(error?.message).toBe(
			'Keep has "EMAE", but there is no such scope. Did you mean "EMEA"?',
		);
		expect(writesTo(harness)).toEqual([]);
	});

	it('of a name in Scope ID', async () => {
		const scope = addScope('EMEA');
		const [named, unknown] = await dryAndReal(
			[
				{ path: 'EMEA', id: 'emea' },
				{ path: 'APAC', id: 'apac', owner: 'u' },
			],
			BY_ID,
		);
		expect(named).toMatchObject({
			why: 'There is no scope with the ID "emea"',
			fix: expect.stringContaining(`The ID of "EMEA" is ${scope.id}.`),
		});
		expect(unknown?.fix).toMatch(/^That is not an ID, which looks like/);
	});

	it.each([
		['EMEA > Retail', '>'],
		['EMEA\\Retail', '\\'],
		['EMEA -> Retail', '->'],
	])('of a path with another separator: %s', async (path, separator) => {
		const options = { options: { pathSeparator: separator } };
		const [row] = await dryAndReal([{ path, owner: 'u' }]);
		expect(row?.warning).toBe(
			`Treated as one name. To split it into levels, set Path Separator to "${separator}" under Options.`,
		);
		const preview = await syncScopes(harness, [{ path, owner: 'u' }], { ...options, dryRun: true });
		expect(actionsOf(preview)).toEqual(['created EMEA', 'created EMEA / Retail']);
	});

	it('but not of Path Separator in a table without paths', async () => {
		const [row] = await dryAndReal([{ Unit: 'EMEA > Retail', owner: 'u' }], BY_NAME);
		expect(row?.warning).toBe(
			'Treated as one name. Only Path is split into levels, at Path Separator.',
		);
	});
});

describe('scopes that are not in the input', () => {
	const PART = 'That is right if the table is a part of the org chart.';
	const hintOf = async (paths: string[]) => {
		const rows = paths.map((path) => ({ path, owner: 'user-1' }));
		const [hint] = (await syncScopes(harness, rows, { dryRun: true })).hints(NODE);
		const lines = (hint?.message ?? '').split(/<br>|\n/);
		return lines.find((line) => line.includes('not in the input')) ?? '';
	};

	it.each([false, true])(
		'no archiving is advised for a branch (below one top: %s)',
		async (isBelow) => {
			const holding = isBelow ? addScope('Holding') : undefined;
			const add = (name: string) => (holding ? addBelow(holding, name) : addScope(name));
			const top = isBelow ? 'Holding / ' : '';
			const emea = add('EMEA');
			for (const name of ['APAC', 'AMER']) addBelow(add(name), 'Sales');
			addBelow(emea, 'Berlin');
			const branch = await hintOf([`${top}EMEA`, `${top}EMEA / Oslo`]);
			expect(branch).toContain('Left unchanged: 5 scopes not in the input, such as "');
			expect(branch).toContain(PART);
			expect(branch).not.toContain('archive');
			const whole = await hintOf([`${top}EMEA`, `${top}APAC`, `${top}AMER`]);
			expect(whole).toContain('Archive Scopes Not in Input would archive 3.');
			for (const text of [branch, whole]) expect(text.length).toBeLessThanOrEqual(200);
		},
	);
});

describe('Ignore Case', () => {
	it('is for finding a scope: found by its ID, it gets the letter case of its row', async () => {
		const berlin = addScope('BERLIN');
		addBelow(berlin, 'Mitte');
		const parameters = { ...BY_ID, options: { ignoreCase: true } };
		const rows = [
			{ path: 'BERLIN / mitte' },
			{ path: 'Berlin', id: berlin.id },
			{ path: 'berlin / MITTE / x', owner: 'user-1' },
		];
		const planned = await dryAndReal(rows, parameters);
		expect(planned).toMatchObject([
			{ action: 'unchanged', path: 'Berlin / Mitte' },
			{
				action: 'updated',
				path: 'Berlin',
				changes: { name: { previous: 'BERLIN', current: 'Berlin' } },
			},
			{ action: 'created', path: 'Berlin / Mitte / x' },
		]);
		expect(scopesOf(harness)).toContain('active Berlin (user-1)');
		expect((await dryAndReal(rows, parameters)).map(({ action }) => action)).toEqual(
			Array(3).fill('unchanged'),
		);
	});
});

describe('a new name that is similar to another one', () => {
	const MEANT =
		'There is a similar name at the same place. Did you mean "EMEA"? If not, ignore this.';
	const created = async (paths: string[]) => {
		const rows = await dryAndReal(paths.map((path) => ({ path, owner: 'user-1' })));
		return rows.flatMap(({ path, warning }) =>
			warning ? [`${String(path)}: ${String(warning)}`] : [],
		);
	};

	it('is a warning beside a scope that exists', async () => {
		addScope('EMEA');
		expect(await created(['EMEA / Berlin', 'EMAE / Paris'])).toEqual([`EMAE: ${MEANT}`]);
	});

	it('is a warning for a level above others that has no row of its own', async () => {
		expect(await created(['EMEA / Berlin', 'EMEA / Oslo', 'EMAE / Paris'])).toEqual([
			`EMAE: ${MEANT}`,
		]);
		expect(scopesOf(harness)).toHaveLength(5);
	});

	it('is a warning for the later one of two that have as many rows', async () => {
		expect(await created(['EMEA / Berlin', 'EMAE / Paris'])).toEqual([`EMAE: ${MEANT}`]);
	});

	it.each([
		['other numbers', 'Team 12', 'Team 13'],
		['short words', 'Plant A', 'Plant B'],
		['other words', 'North', 'South'],
		['another place', 'EMEA', 'APAC / EMAE'],
		['more words', 'Berlin', 'Berlin HQ'],
	])('is none for %s', async (_, present, path) => {
		addScope(present);
		addScope('APAC');
		expect((await created([present, 'APAC', path])).join()).toBe('');
	});

	it.each([
		['EMEA', 'emea'],
		['R&D', 'RD'],
		['North-East', 'north east'],
		['Finance, Tax', 'Finance Tax'],
		['07 Sales', '7 Sales'],
		['St. Gallen', 'St Gallen'],
	])('is a possible duplicate if only spelled in another way: %s, %s', async (present, path) => {
		addScope(present);
		expect(await created([present, path])).toEqual([
			`${path}: Differs from "${present}" only in letter case, spaces, punctuation, or leading zeros.`,
		]);
	});
});
