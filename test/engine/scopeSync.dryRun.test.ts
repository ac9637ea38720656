import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForEach } from '../helpers/harness';
import { actionsOf, syncScopes, writesTo } from '../helpers/scopeSync';

const harness = harnessForEach({ scopes: [] });

const addScope = (name: string) => harness.service.organization.createScope({ name, owner: 'u' });

const dryRun = async (rows: object[], options: IDataObject = {}, settings: IDataObject = {}) =>
	await syncScopes(harness, rows, { dryRun: true, options }, settings);

it('has what is wrong with a row in the first columns, which a table shows', async () => {
	const [first, second] = (
		await dryRun([{ path: 'EMEA', owner: 'u' }, { path: 'APAC > Japan', owner: 'u' }, { path: '' }])
	).json(NODE);
	expect(Object.keys(first ?? {}).slice(0, 8)).toEqual([
		...['action', 'why', 'fix', 'warning', 'row', 'id', 'name', 'path'],
	]);
	expect(second).toMatchObject({ why: 'new in the input', warning: expect.stringMatching(/./) });
});

describe('problems', () => {
	const rows = [
		{ path: 'EMEA // Berlin', owner: 'u' },
		{ path: 'A', owner: 'u1' },
		{ path: 'Good', owner: 'u' },
		{ path: 'A', owner: 'u2' },
		{ path: 'A / B', owner: 'u' },
		{ path: '', owner: 'u' },
		{ path: 'No owner' },
		{ path: { not: 'a path' }, owner: 'u' },
	];

	it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'])(
		'each is a row with path, number and what to do, and none stops the others (%s)',
		async (onError) => {
			const result = await dryRun(rows, {}, { onError });
			expect(result.error).toBeUndefined();
			expect(actionsOf(result)).toEqual([
				'error EMEA /  / Berlin',
				'error A',
				'created Good',
				'error A',
				'error A / B',
				'error ',
				'error No owner',
				'error ',
			]);
			const plan = expect.stringMatching(
				/^1 to create, 7 with an error \([0-9a-f]{16}\)$/,
			) as string;
			expect(result.json(NODE)[0]).toEqual({
				path: 'EMEA /  / Berlin',
				action: 'error',
				why: 'Level 2 of the path "EMEA /  / Berlin" is empty',
				fix: expect.stringContaining('Enter a name for every level.'),
				...{ warning: '', row: 1, dryRun: true, plan },
				// What was entered, as it was.
				input: { path: 'EMEA // Berlin', owner: 'u' },
			});
			expect(result.json(NODE)[7]).toMatchObject({
				why: 'Path must be a single value, but is an object',
				row: 8,
			});
			expect(result.json(NODE)[4]).toMatchObject({
				why: 'Skipped: its parent "A" could not be synced',
				row: 5,
			});
			expect(result.items(NODE).map(({ pairedItem }) => pairedItem)).toEqual(
				rows.map((_, item) => ({ item })),
			);
			expect(writesTo(harness)).toEqual([]);
		},
	);
});

describe('more scopes to archive than Removal Limit', () => {
	beforeEach(() => ['X', 'Y', 'Z'].forEach(addScope));

	it('are listed, with what would stop the run', async () => {
		const options = { archiveUnnamed: true, removalLimit: 1 };
		const rows = [{ path: 'X' }, { path: 'New', owner: 'u' }];
		const result = await dryRun(rows, options);
		expect(result.error).toBeUndefined();
		expect(actionsOf(result)).toEqual([
			...['unchanged X', 'created New', 'archived Y', 'archived Z'],
			'error undefined',
		]);
		expect(result.json(NODE).at(-1)).toMatchObject({
			why: '2 of 3 active records would be archived or deleted',
			fix: expect.stringContaining('add Removal Limit under Options'),
		});
		expect(writesTo(harness)).toEqual([]);

		const real = await syncScopes(harness, rows, { options });
		expect(real.error?.message).toBe('2 of 3 active records would be archived or deleted');
		expect(writesTo(harness)).toEqual([]);
		const [{ plan } = {}] = result.json(NODE);
		expect(plan).toMatch(
			/^1 to create, 2 to archive of 3 active, above the Removal Limit \([0-9a-f]{16}\)$/,
		);
		const approved = { ...options, approvedPlan: plan } as IDataObject;
		const done = await syncScopes(harness, rows, { options: approved });
		expect(actionsOf(done)).toEqual(actionsOf(result).slice(0, -1));
		expect(done.json(NODE)).toMatchObject(Array(4).fill({ plan }));
	});
});

it('has the rows of the run, in action, why, warning, and changes', async () => {
	['Same', 'Changed', 'Left', 'Archived'].forEach(addScope);
	const { organization } = harness.service;
	const idOf = (name: string) =>
		[...organization.scopes.values()].find((scope) => scope.name === name)?.id ?? '';
	organization.patchScopes([idOf('Archived')], { status: 'archived' });
	const [control] = organization.controls.values();
	organization.assign(control?.id ?? '', [idOf('Left')]);
	const rows = [
		{ path: 'Same', owner: 'u' },
		{ path: 'Changed', owner: 'someone' },
		{ path: 'Archived' },
		{ path: 'New / Below', owner: 'other' },
	];
	const options = { archiveUnnamed: true };
	const planned = (await dryRun(rows, options)).json(NODE);
	const result = await syncScopes(harness, rows, { options });
	expect(actionsOf(result)).toEqual([
		...['unchanged Same', 'updated Changed', 'reactivated Archived'],
		...['created New', 'created New / Below', 'archived Left'],
	]);
	for (const [index, row] of result.json(NODE).entries())
		for (const name of ['action', 'why', 'warning', 'row', 'path', 'changes'])
			expect(planned[index]).toHaveProperty(name, row[name]);
	expect(result.json(NODE)).toMatchObject([
		{ ...{ changes: {}, requestId: null, writtenAt: null } },
		{ changes: { owner: { previous: 'u', current: 'someone' } } },
		{
			changes: { status: { previous: 'archived', current: 'active' } },
			warning: expect.stringContaining('had before it was archived are not back') as string,
		},
		{ changes: {}, requestId: expect.stringMatching(/^req_/) as string },
		{},
		{
			...{ row: null, changes: { status: { previous: 'active', current: 'archived' } } },
			removedAssignments: [
				{
					...{ controlId: control?.id, controlIdentifier: control?.controlIdentifier },
					scopeId: idOf('Left'),
				},
			],
		},
	]);
});

describe('an approved plan', () => {
	const rows = [{ path: 'A', owner: 'new' }, { path: 'B' }];
	const options = { archiveUnnamed: true };
	const planOf = async () => (await dryRun(rows, options)).json(NODE)[0]?.plan;
	const run = async (approvedPlan: unknown, table: object[] = rows) =>
		await syncScopes(harness, table, { options: { ...options, approvedPlan } as IDataObject });

	beforeEach(() => ['A', 'B', 'Old'].forEach(addScope));

	it('is refused when a scope was added that would be archived', async () => {
		const plan = await planOf();
		addScope('Added');
		expect((await run(plan)).error).toMatchObject({
			message: 'The plan has changed since it was approved',
			description: expect.stringContaining(
				'Approved: 1 to update, 1 to archive. Now: 1 to update, 2 to archive of 4 active.',
			),
		});
		expect(writesTo(harness)).toEqual([]);
	});

	it('is refused when a row of the input or what it writes to has changed', async () => {
		const plan = await planOf();
		const changed = [{ path: 'A', owner: 'another' }, { path: 'B' }];
		const message = 'The plan has changed since it was approved';
		expect((await run(plan, changed)).error?.message).toBe(message);
		const [scope] = harness.service.organization.scopes.values();
		harness.service.organization.patchScopes([scope?.id ?? ''], { owner: 'meanwhile' });
		expect((await run(plan)).error?.message).toBe(message);
		expect(writesTo(harness)).toEqual([]);
	});

	it('is accepted after a change elsewhere, and with the rows in another order', async () => {
		const plan = await planOf();
		const [, other] = harness.service.organization.scopes.values();
		harness.service.organization.patchScopes([other?.id ?? ''], { description: 'elsewhere' });
		const result = await run(plan, rows.toReversed());
		expect(result.error).toBeUndefined();
		expect(actionsOf(result)).toEqual(['unchanged B', 'updated A', 'archived Old']);
	});
});

it('warns of a path with another separator, which would become one scope', async () => {
	const paths = ['EMEA > Germany', 'EMEA\\Germany', 'Sales / Research & Development'];
	const result = await dryRun(paths.map((path) => ({ path, owner: 'u' })));
	expect(result.json(NODE).map(({ warning }) => warning)).toEqual([
		...['>', '\\'].map(
			(separator) =>
				`Treated as one name. To split it into levels, set Path Separator to "${separator}" under Options.`,
		),
		'',
		'',
	]);
});

it('warns of an owner that no scope has; without scopes, of one that looks like an address', async () => {
	const rows = [
		{ path: 'EMEA', owner: 'jane.doe@example.com' },
		{ path: 'APAC', owner: 'u' },
		{ path: 'Known', owner: 'u' },
	];
	expect((await dryRun(rows)).json(NODE)).toMatchObject([
		{ warning: expect.stringMatching(/^Owner looks like/) as string },
		...[{ warning: '' }, { warning: '' }],
	]);
	addScope('Known');
	const result = await dryRun(rows);
	const warning =
		'No other scope has this owner. Check that it is a user ID, not a name or an email address.';
	expect(result.json(NODE).map((row) => row.warning)).toEqual([warning, '', '']);
	const hint = result.hints(NODE)[0];
	expect(hint?.message).toContain(`• Row 1: ${warning}`);
	const real = await syncScopes(harness, rows);
	expect(real.json(NODE)[0]).toMatchObject({ action: 'created', warning });
	expect(real.hints(NODE)).toMatchObject([
		{
			type: 'warning',
			message: `Done: 1 unchanged, 2 created, 1 row with a warning.<br>\n• Row 1: ${warning}`,
		},
	]);
});

it.each([
	['typed instead of dragged', 'head'],
	['typed before the column was dragged', '=head {{ $json.head }}'],
])('refuses an owner with the name of a column, which was %s', async (_, owner) => {
	const rows = ['EMEA', 'APAC'].map((path) => ({ path, head: 'u1 ' }));
	const result = await syncScopes(harness, rows, { dryRun: true, owner });
	const problem = { action: 'error', why: 'Owner is or starts with "head", the name of a column' };
	expect(result.json(NODE)).toMatchObject([problem, problem]);
});

it.each([
	['path', 'head', 'Path'],
	['path', '=head {{ $json.other }}', 'Path'],
	['name', 'head', 'Name'],
])('refuses the name of a column in %s: %s', async (field, value, label) => {
	const kind = field === 'path' ? {} : { tableHas: 'parent', parent: '={{ $json.none }}' };
	const result = await syncScopes(harness, [{ head: 'EMEA', other: 'X' }], {
		dryRun: true,
		...kind,
		[field]: value,
		owner: 'u',
	});
	const why = `${label} is or starts with "head", the name of a column`;
	const fix = `Clear ${label}, then drag the column into it. To enter such text, use an expression: {{ "head" }}.`;
	expect(result.json(NODE)).toMatchObject([{ action: 'error', why, fix }]);
});

it('accepts an owner from a column whose value is the name of another one', async () => {
	const result = await dryRun([{ path: 'EMEA', owner: 'head', head: 'x' }]);
	expect(result.json(NODE)).toMatchObject([{ action: 'created', owner: 'head' }]);
});

it('shows five different warnings in its hint, and how many rows have one', async () => {
	const paths = ['A > 1', 'A > 2', 'B', 'b', 'C', 'c', 'D', 'd', 'E', 'e', 'F', 'f'];
	const result = await dryRun(paths.map((path) => ({ path, owner: 'u' })));
	expect(result.hints(NODE)[0]?.message).toMatch(
		/7 rows with a warning\.<br>\n• Rows 1, 2: Treated .*\.<br>\n• Row 4: .*\n• Row 6: .*\n• Row 8: .*\n• Row 10: .*\n• In the columns why and warning: 1 more\./,
	);
});

describe('a new scope with the name of one that is not in the input', () => {
	const run = async (paths: string[], isDryRun = true, options: IDataObject = {}) =>
		await syncScopes(
			harness,
			paths.map((path) => ({ path, owner: 'u' })),
			{ dryRun: isDryRun, options },
		);
	const warning =
		'There is also "Europe / France", which is not in the input. The service cannot move scopes.';

	beforeEach(async () => {
		const paths = ['Europe / France / Sales', 'Asia', 'America / Sales'];
		await syncScopes(
			harness,
			paths.map((path) => ({ path, owner: 'u' })),
		);
	});

	it.each([true, false])('has a warning (dry run: %s)', async (isDryRun) => {
		const result = await run(['Europe', 'Asia / France'], isDryRun);
		expect(result.json(NODE).at(-1)).toMatchObject({ why: 'new in the input', warning });
	});

	it.each([
		[['Europe', 'Europe / France GmbH', 'Asia'], 2, '"Europe / France"'],
		[['EU', 'Asia', 'America', 'Africa'], 1, '"Europe"'],
		[['EU', 'APAC', 'America'], 2, '"Europe", "Asia"'],
	])(
		'has a warning at a place where others may have been renamed: %j',
		async (paths, row, left) => {
			const result = await run(paths);
			const found = result.json(NODE)[row - 1];
			expect(found).toMatchObject({ name: paths[row - 1]?.split(' / ').at(-1) });
			expect(String(found?.warning).replaceAll(/ \(ID [\w-]{36}\)/g, '')).toBe(
				`Missing from the input: ${left}. If this row is a new name for one, set Find Existing Scopes By to Scope ID, and add its ID to this row.`,
			);
			expect(found?.warning).toContain(' (ID ');
			expect(result.hints(NODE)[0]?.message).toContain(found?.warning);
		},
	);

	it('has none below a new scope, or at a place where many are not in the input', async () => {
		const [, below] = (await run(['EU', 'EU / Sales', 'Asia'])).json(NODE);
		expect(below?.warning).toBe('');
		await run(['X1', 'X2', 'X3', 'X4'], false);
		expect((await run(['EU'])).json(NODE)[0]).toMatchObject({ warning: '' });
	});

	it('has this warning beside another one', async () => {
		const result = await run(['Europe', 'Asia / France', 'asia / France']);
		const differs =
			'Differs from "Asia / France" only in letter case, spaces, punctuation, or leading zeros.';
		expect(result.json(NODE).at(-1)).toMatchObject({ warning: `${differs} ${warning}` });
	});

	it('is in the hint of a dry run', async () => {
		const result = await run(['Europe', 'Asia / France']);
		expect(result.hints(NODE).map(({ message }) => message)).toEqual([
			expect.stringContaining(`1 row with a warning.<br>\n• Row 2: ${warning}`),
		]);
	});

	it.each([true, false])('is in a hint, also in a later run (dry run: %s)', async (isDryRun) => {
		const renamed = ['Europe', 'APAC', 'America / Sales'];
		await run(renamed, false);
		const [hint] = (await run(renamed, isDryRun)).hints(NODE);
		expect(hint?.message).toContain(
			'• Left unchanged: 3 scopes not in the input, such as "Asia". That is right if the table is a part of the org chart. If one was renamed, set Find Existing Scopes By to Scope ID.',
		);
		const archive = await run(renamed, isDryRun, { archiveUnnamed: true });
		expect(archive.hints(NODE)[0]?.message).not.toContain('not in the input');
	});

	it.each([
		['all are in it', ['Asia', 'America / Sales', 'Europe / France / Sales']],
		['a row has an error', ['Europe', 'Asia', '']],
	])('has no such hint if %s', async (_, paths) => {
		expect((await run(paths)).hints(NODE)[0]?.message).toMatch(/^Dry run/);
	});

	it.each([
		{ what: 'the table leaves out its parent, too', paths: ['Asia / France'] },
		{ what: 'there are several', paths: ['Europe / France', 'America', 'Asia / Sales'] },
		{ what: 'it is in the table', paths: ['Europe / France', 'Asia / France'] },
	])('has none if $what', async ({ paths }) => {
		expect((await run(paths)).json(NODE).at(-1)).toMatchObject({ warning: '' });
	});
});

describe('a new scope that differs from another one only in letter case or spaces', () => {
	it('has a warning', async () => {
		addScope('North America');
		const result = await dryRun([
			{ path: 'north  america', owner: 'u' },
			{ path: 'NorthAmerica / Berlin', owner: 'u' },
			{ path: 'APAC / Tokyo', owner: 'u' },
			{ path: 'APAC / TOKYO', owner: 'u' },
			{ path: 'APAC / Kyoto', owner: 'u' },
			{ path: 'Tokyo', owner: 'u' },
			{ path: 'North America', owner: 'u' },
		]);
		const warnings = result
			.json(NODE)
			.flatMap(({ path, warning }) => (warning === '' ? [] : [`${path}: ${warning}`]));
		expect(warnings).toEqual([
			'north  america: Differs from "North America" only in letter case, spaces, punctuation, or leading zeros.',
			'NorthAmerica: Differs from "North America" only in letter case, spaces, punctuation, or leading zeros.',
			'APAC / TOKYO: Differs from "APAC / Tokyo" only in letter case, spaces, punctuation, or leading zeros.',
		]);
		expect(result.hints(NODE)).toMatchObject([
			{
				message: expect.stringMatching(
					/3 rows with a warning\.<br>\n• Rows 1, 2: .*\n• Row 4: .*$/,
				),
			},
		]);
	});
});
