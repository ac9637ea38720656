import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { errorMessages } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';
import type { AnswerShape } from '../../sandbox/service/answerShapes';
import { SCOPE_FIELDS } from '../../sandbox/service/answerShapes';
import { amount } from '../helpers/amounts';
import { harnessForEach } from '../helpers/harness';
import { actionsOf, scopesOf, syncScopes, writesTo } from '../helpers/scopeSync';

const harness = harnessForEach({ scopes: [] });

interface Row {
	path: unknown;
	owner?: string | undefined;
	description?: string | undefined;
}

const sync = async (rows: Row[], options = {}, more: IDataObject = {}, settings = {}) => {
	const additionalFields = { description: '={{ $json.description }}' };
	return await syncScopes(harness, rows, { additionalFields, options, ...more }, settings);
};

const writes = () => writesTo(harness);
const reads = () => harness.service.log.count('GET', '/v1/scopes');
/** The tree as far as a user can see it, without ids and times. */
const tree = () =>
	[...harness.service.organization.scopes.values()]
		.map(({ pathNames, owner, description, status }) => ({
			path: pathNames.join('/'),
			owner,
			description,
			status,
		}))
		.sort((a, b) => a.path.localeCompare(b.path));
const actions = (items: IDataObject[]) => items.map(({ action, path }) => `${action} ${path}`);

const CHART: Row[] = [
	{ path: 'EMEA / Germany / Berlin', owner: 'u3', description: 'Office' },
	{ path: 'EMEA', owner: 'u1' },
	{ path: 'EMEA / Germany', owner: 'u2' },
];

describe('what a sync does', () => {
	it('creates missing levels, parents first, and changes nothing the second time', async () => {
		const first = await sync(CHART);
		expect(first.error).toBeUndefined();
		const created = harness.service.log.find('POST', '/v1/scopes');
		expect(created.map(({ body }) => (body as IDataObject).name)).toEqual([
			'EMEA',
			'Germany',
			'Berlin',
		]);
		expect(actions(first.json(NODE))).toEqual([
			'created EMEA / Germany / Berlin',
			'created EMEA',
			'created EMEA / Germany',
		]);
		expect(first.items(NODE).map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);

		harness.service.log.clear();
		const second = await sync(CHART);
		expect(actions(second.json(NODE)).every((text) => text.startsWith('unchanged'))).toBe(true);
		expect(writes()).toEqual([]);
		expect(reads()).toBe(1);
	});

	it('creates levels that no item names, with the owner of the item below them', async () => {
		const result = await sync([{ path: 'A / B / C', owner: 'u9', description: 'deep' }]);
		expect(tree()).toMatchObject([
			{ path: 'A', owner: 'u9', description: '' },
			{ path: 'A/B', owner: 'u9', description: '' },
			{ path: 'A/B/C', owner: 'u9', description: 'deep' },
		]);
		expect(result.json(NODE).map(({ why }) => why)).toEqual([
			'parent of a scope in the input',
			'parent of a scope in the input',
			'new in the input',
		]);
	});

	it('patches what changed, equal patches together, and says what', async () => {
		await sync(CHART);
		harness.service.log.clear();
		const result = await sync([
			{ path: 'EMEA', owner: 'new' },
			{ path: 'EMEA / Germany', owner: 'new' },
			{ path: 'EMEA / Germany / Berlin', owner: 'u3', description: 'New' },
		]);
		expect(writes()).toHaveLength(2);
		expect(result.json(NODE)).toMatchObject([
			{ action: 'updated', why: 'owner changed, was "u1"', owner: 'new' },
			{ action: 'updated', why: 'owner changed, was "u2"', owner: 'new' },
			{
				...{ action: 'updated', why: 'description changed, was "Office"', description: 'New' },
				warning: '',
			},
		]);
	});

	it('takes text in another encoding, or with blanks around it, for the same', async () => {
		const stored = { name: 'Caf\u00e9', owner: 'u ', description: ' Caf\u00e9' };
		harness.service.organization.createScope(stored);
		const result = await sync([{ path: 'Cafe\u0301 ', owner: ' u', description: 'Cafe\u0301 ' }]);
		expect(actions(result.json(NODE))).toEqual(['unchanged Caf\u00e9']);
		expect(writes()).toEqual([]);
	});

	it('archives what no item names only when told to, and no more than allowed', async () => {
		await sync([...CHART, { path: 'Old', owner: 'u' }, { path: 'Old / Site', owner: 'u' }]);
		expect(actions((await sync(CHART)).json(NODE))).toHaveLength(3);

		harness.service.log.clear();
		const refused = await sync(CHART, { archiveUnnamed: true, removalLimit: 1 });
		expect(refused.error?.message).toBe('2 of 5 active records would be archived or deleted');
		expect(writes()).toEqual([]);

		const result = await sync(CHART, { archiveUnnamed: true, removalLimit: 2 });
		expect(actions(result.json(NODE)).slice(3).sort()).toEqual([
			'archived Old',
			'archived Old / Site',
		]);
		expect(tree().filter(({ status }) => status === 'archived')).toHaveLength(2);
		expect(writes()).toHaveLength(1);
	});

	it('without Removal Limit, archives neither more than 10 nor more than 20 percent', async () => {
		const charted = (count: number) =>
			Array.from({ length: count }, (_, index) => ({ path: `S${index}`, owner: 'u' }));
		await sync(charted(60));
		harness.service.log.clear();
		const refused = await sync(charted(47), { archiveUnnamed: true });
		expect(refused.error).toMatchObject({
			message: '13 of 60 active records would be archived or deleted',
			description: expect.stringContaining('more than 10 and more than 20 percent'),
		});
		expect(writes()).toEqual([]);
		expect((await sync(charted(48), { archiveUnnamed: true })).error).toBeUndefined();
		// Of few scopes, a large share may well be right.
		expect((await sync(charted(38), { archiveUnnamed: true })).error).toBeUndefined();
		expect(tree().filter(({ status }) => status === 'active')).toHaveLength(38);
	});

	it('never archives what Keep names, nor what is above and below it', async () => {
		const paths = ['A', 'A / B', 'A / B / C', 'A / Z', 'Sites', 'Sites / Lab', 'X', 'Y'];
		await sync(paths.map((path) => ({ path, owner: 'u' })));
		const { organization } = harness.service;
		const idOf = (name: string) =>
			[...organization.scopes.values()].find((scope) => scope.name === name)?.id;
		const keep = `a/b, Lab, ${idOf('X')}`;
		const options = { archiveUnnamed: true, ignoreCase: true, keep };
		const missing = await sync([{ path: 'Y' }], { ...options, keep: `${keep}, Labb` });
		expect(missing.error?.message).toBe(
			'Keep has "Labb", but there is no such scope. Did you mean "Lab"?',
		);
		const result = await sync([{ path: 'Y' }], options);
		expect(actions(result.json(NODE))).toEqual([...['unchanged Y', 'archived A / Z']]);
	});

	it('archives nothing when an item could not be read', async () => {
		await sync([...CHART, { path: 'Kept', owner: 'u' }]);
		const result = await sync(
			[...CHART, { path: 'Kept //' }],
			{ archiveUnnamed: true },
			{},
			{ onError: 'continueRegularOutput' },
		);
		expect(errorMessages(result.json(NODE))).toHaveLength(1);
		expect(tree().every(({ status }) => status === 'active')).toBe(true);
	});

	it('takes a scope out of the archive when an item names it or one below it', async () => {
		await sync(CHART);
		await sync([{ path: 'Other', owner: 'u' }], { archiveUnnamed: true });
		const result = await sync([{ path: 'EMEA / Germany / Munich', owner: 'u' }]);
		expect(result.error).toBeUndefined();
		expect(actions(result.json(NODE))).toEqual([
			'reactivated EMEA',
			'reactivated EMEA / Germany',
			'created EMEA / Germany / Munich',
		]);
		expect(tree().find(({ path }) => path === 'EMEA/Germany/Berlin')?.status).toBe('archived');
	});
});

describe('how names are matched', () => {
	it('spaces around them do not count, letter case does unless it is told not to', async () => {
		await sync([{ path: 'EMEA', owner: 'u' }]);
		expect(actions((await sync([{ path: '  EMEA ', owner: 'u' }])).json(NODE))).toEqual([
			'unchanged EMEA',
		]);
		expect(actions((await sync([{ path: 'emea' }], { ignoreCase: true })).json(NODE))).toEqual([
			'unchanged EMEA',
		]);
		expect(actions((await sync([{ path: 'emea', owner: 'u' }])).json(NODE))).toEqual([
			'created emea',
		]);
	});

	it('characters without a width count for nothing, and are not sent', async () => {
		const invisible = { path: '\ufeffEM\u200bEA / Ber\u00adlin\u2060', owner: 'u\u200b' };
		expect(actions((await sync([invisible])).json(NODE))).toEqual([
			'created EMEA',
			'created EMEA / Berlin',
		]);
		expect(tree()).toMatchObject([{ owner: 'u' }, { path: 'EMEA/Berlin', owner: 'u' }]);
		const [scope] = harness.service.organization.scopes.values();
		Object.assign(scope ?? {}, { name: 'EM\u200bEA', pathNames: ['EM\u200bEA'] });
		expect(actions((await sync([{ path: 'EMEA / Berlin' }])).json(NODE))).toEqual([
			'unchanged EM\u200bEA / Berlin',
		]);
	});

	it('a list of names or another separator lets a name hold a slash', async () => {
		await sync([{ path: ['EMEA', 'R/D'], owner: 'u' }]);
		const result = await sync([{ path: 'EMEA > R/D' }], { pathSeparator: '>' });
		expect(actions(result.json(NODE))).toEqual(['unchanged EMEA / R/D']);
		// Blanks of a separator count.
		await sync([{ path: 'APAC - R-D', owner: 'u' }], { pathSeparator: ' - ' });
		expect(tree().map(({ path }) => path)).toContain('APAC/R-D');
	});
});

describe('bad input stops the run before anything is written', () => {
	it.each<[string, Row[], RegExp]>([
		[
			'an empty level',
			[{ path: 'EMEA // Berlin', owner: 'u' }],
			/^Level 2 of the path "EMEA \/ {2}\/ Berlin" is empty$/,
		],
		['no path', [{ path: ' ', owner: 'u' }], /^Path is empty$/],
		['no path in words', [{ path: 'N/A', owner: 'u' }], /^Path is "N\/A", a placeholder/],
		[
			'an error of a formula',
			[{ path: '#N/A', owner: 'u' }],
			/^Path is "#N\/A", a spreadsheet formula error$/,
		],
		[
			'one as the owner',
			[{ path: 'A', owner: '#REF!' }],
			/^Owner is "#REF!", a spreadsheet formula error/,
		],
		[
			'one path twice',
			[
				{ path: 'A', owner: 'u' },
				{ path: 'B', owner: 'u' },
				{ path: ' A', owner: 'u' },
			],
			/^The path "A" appears more than once \(rows 1, 3\)$/,
		],
		['a new scope without an owner', [{ path: 'A' }], /^Owner is required to create "A"$/],
	])('%s', async (_, rows, message) => {
		const result = await sync([...rows, { path: 'Good', owner: 'u' }]);
		expect(result.error?.message).toMatch(message);
		expect(writes()).toEqual([]);
	});

	it('two scopes at one path in the service', async () => {
		const { organization } = harness.service;
		organization.createScope({ name: 'A', owner: 'u' });
		organization.createScope({ name: 'A', owner: 'u' });
		const result = await sync([{ path: 'A / B', owner: 'u' }]);
		expect(result.error?.message).toBe('Found 2 scopes at the path "A"');
		expect(writes()).toEqual([]);
	});

	it('with "continue" the good items are done and the ones below a bad one are not', async () => {
		const result = await sync(
			[
				{ path: 'A', owner: 'u1' },
				{ path: 'A', owner: 'u2' },
				{ path: 'A / B', owner: 'u' },
				{ path: 'C', owner: 'u' },
			],
			{},
			{},
			{ onError: 'continueRegularOutput' },
		);
		expect(tree().map(({ path }) => path)).toEqual(['C']);
		expect(errorMessages(result.json(NODE))).toHaveLength(3);
		expect(result.json(NODE)[2]).toMatchObject({
			error: { message: 'Skipped: its parent "A" could not be synced' },
		});
	});

	it('with "continue" the error of a row says which row it is', async () => {
		harness.service.faults.add({
			fault: { kind: 'status', status: 400 },
			method: 'POST',
			path: '/v1/scopes',
		});
		const result = await sync(
			[
				{ path: 'A > B', owner: 'u' },
				{ path: ' C>>D ', owner: 'u' },
				{ path: '', owner: 'u' },
				{ path: ['E', 'F'] },
			],
			{ pathSeparator: '>' },
			{},
			{ onError: 'continueErrorOutput' },
		);
		const errors = result.json(NODE, 1).map(({ error }) => error);
		expect(errors).toMatchObject([
			{ path: 'A / B', row: 1, message: 'The service was told to answer 400' },
			{ path: 'C /  / D', row: 2, message: expect.stringContaining('Level 2') },
			{ path: '', row: 3, message: 'Path is empty' },
			{ path: 'E / F', row: 4, message: 'Owner is required to create "E / F"' },
		]);
	});
});

describe('what may not go wrong', () => {
	const onError = { onError: 'continueRegularOutput' as const };

	it.each([null, { message: 'maintenance' }])(
		'writes nothing for %j instead of scopes',
		async (json) => {
			const body = { json, contentType: 'application/json' };
			const fault = { kind: 'status', status: 200, body } as const;
			harness.service.faults.add({ fault, method: 'GET', path: '/v1/scopes' });
			const result = await sync(CHART);
			expect(result.error?.message).toBe(
				'The service returned a list of scopes that cannot be used',
			);
			expect(writes()).toEqual([]);
		},
	);

	it('writes nothing when the parent of a scope is not in the list', async () => {
		await sync(CHART);
		const { scopes } = harness.service.organization;
		for (const { id, name } of scopes.values()) if (name === 'Germany') scopes.delete(id);
		harness.service.log.clear();
		const result = await sync(CHART);
		expect(result.error?.message).toBe(
			'The parent of "EMEA / Germany / Berlin" is missing from the list of scopes',
		);
		expect(writes()).toEqual([]);
	});

	it('archives nothing when something before it was refused', async () => {
		await sync([{ path: 'Berlin', owner: 'u' }]);
		harness.service.faults.add({
			fault: { kind: 'status', status: 400 },
			method: 'POST',
			path: '/v1/scopes',
		});
		const result = await sync(
			[{ path: 'Berlin HQ', owner: 'u' }],
			{ archiveUnnamed: true },
			{},
			onError,
		);
		expect(errorMessages(result.json(NODE))).toEqual([
			'The service was told to answer 400',
			'Not archived: 1 scope not in the input',
		]);
		expect(tree()).toMatchObject([{ path: 'Berlin', status: 'active' }]);
	});

	it('a creation whose answer was lost is said to be possible, and found by the next run', async () => {
		const fault = { kind: 'reset', when: 'after' } as const;
		harness.service.faults.add({ fault, method: 'POST', path: '/v1/scopes' });
		const rows = [{ path: 'New', owner: 'u' }];
		const result = await sync(rows, {}, {}, onError);
		expect(result.json(NODE)[0]?.error).toMatchObject({
			description: expect.stringContaining(
				'The request may have been processed anyway. Run the node again: it finds the scope if it exists, and creates it otherwise.',
			),
			note: expect.stringMatching(
				/^The request was to create "New"\. Run the node again to finish/,
			),
		});
		expect(JSON.stringify(result.json(NODE))).not.toContain('would create another one');
		expect(actions((await sync(rows)).json(NODE))).toEqual(['unchanged New']);
	});

	it.each([
		['a web page', 'html' as const, 'may have been processed anyway'],
		['no ID', { json: { name: 'New' } }, 'it finds the new scope'],
	])('a creation that is answered with %s is not said to be missing', async (_, body, why) => {
		const fault = { kind: 'status', status: 200, body } as const;
		harness.service.faults.add({ fault, method: 'POST', path: '/v1/scopes' });
		const result = await sync([{ path: 'New', owner: 'u' }], {}, {}, onError);
		expect(result.json(NODE)[0]?.error).toMatchObject({
			description: expect.stringContaining(why),
		});
	});

	it('a refused archive belongs to no input item, and says what was carried out', async () => {
		await sync([{ path: 'Old', owner: 'u' }]);
		harness.service.faults.add({
			fault: { kind: 'status', status: 400 },
			method: 'PATCH',
			path: '/v1/scopes',
		});
		const result = await sync([{ path: 'New', owner: 'u' }], { archiveUnnamed: true }, {}, onError);
		expect(result.items(NODE)).toMatchObject([
			{ json: { action: 'created' }, pairedItem: { item: 0 } },
			{
				json: {
					error: {
						note: expect.stringContaining('Run the node again to archive the other scopes.'),
					},
				},
			},
		]);
	});

	it('a refused level gives one error for its item, and changes nothing above it', async () => {
		harness.service.faults.add({
			fault: { kind: 'status', status: 400 },
			method: 'POST',
			path: '/v1/scopes',
		});
		const result = await sync([{ path: 'A / B / C', owner: 'u' }], {}, {}, onError);
		expect(errorMessages(result.json(NODE))).toHaveLength(1);

		await sync([{ path: 'X', owner: 'u' }]);
		await sync([{ path: 'Y', owner: 'u' }], { archiveUnnamed: true });
		await sync([{ path: 'X / Z' }], {}, {}, onError);
		expect(tree().find(({ path }) => path === 'X')?.status).toBe('archived');
	});

	it('a scope below an archived one is not taken for one below its active namesake', async () => {
		const { organization } = harness.service;
		const old = organization.createScope({ name: 'A', owner: 'u' });
		organization.createScope({ name: 'B', owner: 'u', parentId: old.id });
		old.status = 'archived';
		organization.createScope({ name: 'A', owner: 'u' });
		const result = await sync([
			{ path: 'A', owner: 'u' },
			{ path: 'A / B', owner: 'u' },
		]);
		expect(actions(result.json(NODE))).toEqual(['unchanged A', 'created A / B']);
	});
});

/** Rows for a random tree; some levels are named by no row. */
const charts = fc
	.uniqueArray(fc.array(fc.constantFrom('A', 'B', 'C'), { minLength: 1, maxLength: 4 }), {
		maxLength: 10,
		minLength: 1,
		selector: (names) => names.join('/'),
	})
	.chain((paths) =>
		fc
			.array(fc.constantFrom('u1', 'u2', 'u3'), {
				minLength: paths.length,
				maxLength: paths.length,
			})
			.map((owners): Row[] =>
				paths.map((names, i) => ({ path: names.join(' / '), owner: owners[i] })),
			),
	);

it('ends in the same tree when it is killed after any write and run again', async () => {
	const { service } = harness;
	const begin = () => {
		service.organization.scopes.clear();
		service.faults.clear();
		service.log.clear();
	};
	const options = { archiveUnnamed: true, removalLimit: 100 };
	await fc.assert(
		fc.asyncProperty(
			charts,
			charts,
			fc.nat(12),
			fc.boolean(),
			async (before, after, kill, isDone) => {
				begin();
				await sync(before);
				await sync(after, options);
				const undisturbed = tree();

				begin();
				await sync(before);
				// The connection breaks with the write done or not done, and the run ends there.
				service.faults.add({
					fault: isDone ? { kind: 'reset', when: 'after' } : { kind: 'status', status: 400 },
					path: /^\/v1\/scopes/,
					// The read of the run, then so many writes.
					skip: kill + 1,
					times: 99,
				});
				await sync(after, { ...options, maxWait: 0 });
				service.faults.clear();
				const again = await sync(after, options);
				expect(again.error).toBeUndefined();
				expect(tree()).toEqual(undisturbed);
			},
		),
		{ numRuns: amount(8, 40) },
	);
});

describe('the owner of a new level that no row names', () => {
	it('is that of the first row below it that is synced', async () => {
		const rows = [
			{ path: 'EMEA / Germany / Berlin' },
			{ path: 'EMEA / France', owner: 'u2' },
			{ path: 'EMEA / Spain', owner: 'u3' },
			{ path: 'EMEA / Spain', owner: 'u4' },
		];
		const result = await syncScopes(harness, rows, {}, { onError: 'continueRegularOutput' });
		expect(actionsOf(result)).toEqual([
			'Owner is required to create "EMEA / Germany / Berlin"',
			'created EMEA',
			'created EMEA / France',
			expect.stringContaining('appears more than once'),
			expect.stringContaining('appears more than once'),
		]);
		expect(scopesOf(harness)).toEqual(['active EMEA (u2)', 'active EMEA / France (u2)']);
	});
});

/** @returns the new scope, in another status than active where one is given */
function addScope(name: string, parentId?: string, status = 'active') {
	const scope = harness.service.organization.createScope({ name, owner: 'u', parentId });
	scope.status = status;
	return scope;
}

const ARCHIVE = { options: { archiveUnnamed: true } };

describe.each<[string, AnswerShape]>([
	['an array', { wrap: 'array', fields: SCOPE_FIELDS }],
	['an object', { wrap: 'member', fields: SCOPE_FIELDS }],
	['an object with another name', { wrap: 'data', fields: SCOPE_FIELDS }],
])('a list of scopes without a status, as %s', (_, scopes) => {
	beforeEach(() => {
		harness.service.answerShapes = { scopes };
	});

	it('archives a scope once, not in every run', async () => {
		addScope('Old');
		const rows = [{ path: 'New', owner: 'u' }];
		expect(actionsOf(await syncScopes(harness, rows, ARCHIVE))).toEqual([
			'created New',
			'archived Old',
		]);
		harness.service.log.clear();
		expect(actionsOf(await syncScopes(harness, rows, ARCHIVE))).toEqual(['unchanged New']);
		expect(writesTo(harness)).toEqual([]);
	});
});

it('asks for the active scopes only when a status is missing', async () => {
	addScope('A');
	const reads = () =>
		harness.service.log.find('GET', '/v1/scopes').map(({ query }) => query.status);
	await syncScopes(harness, [{ path: 'A' }]);
	expect(reads()).toEqual([undefined]);
	harness.service.answerShapes = { scopes: { fields: SCOPE_FIELDS } };
	await syncScopes(harness, [{ path: 'A' }]);
	expect(reads()).toEqual([undefined, undefined, 'active']);
});

it('does not take a draft for an active scope', async () => {
	addScope('Draft', undefined, 'draft');
	addScope('Unnamed', undefined, 'draft');
	const rows = [{ path: 'Draft / Berlin', owner: 'u' }];
	await syncScopes(harness, rows, ARCHIVE);
	expect(scopesOf(harness)).toEqual([
		'active Draft (u)',
		'active Draft / Berlin (u)',
		'draft Unnamed (u)',
	]);
});

it('continues in the next run when the service returns no ID for a new scope', async () => {
	harness.service.answerShapes = { scopeCreated: { fields: ['name'] } };
	const rows = [
		{ path: 'A', owner: 'u' },
		{ path: 'A / B', owner: 'u' },
	];
	const settings = { onError: 'continueRegularOutput' };
	expect(actionsOf(await syncScopes(harness, rows, {}, settings))).toEqual([
		'The service created "A" but returned no ID',
		'Skipped "A / B": its parent could not be created',
	]);
	harness.service.answerShapes = {};
	expect(actionsOf(await syncScopes(harness, rows))).toEqual(['unchanged A', 'created A / B']);
});
