import { NODE } from '../../sandbox/engine/singleNode';
import type { Scope } from '../../sandbox/service/organization';
import { harnessForEach } from '../helpers/harness';
import { actionsOf, scopesOf, syncScopes, writesTo } from '../helpers/scopeSync';

const harness = harnessForEach({ scopes: [] });
let emea: Scope;
let germany: Scope;
let berlin: Scope;

beforeEach(() => {
	emea = addScope('EMEA');
	germany = addScope('Germany', emea);
	berlin = addScope('Berlin', germany);
});

const addScope = (name: string, parent?: Scope) =>
	harness.service.organization.createScope({ name, owner: 'u', parentId: parent?.id });

const BY_ID = {
	matchBy: 'id',
	scopeId: '={{ $json.id }}',
	options: { archiveUnnamed: true },
};

const sync = async (rows: object[], more = {}) =>
	await syncScopes(harness, rows, { ...BY_ID, ...more });

describe('a row with the ID of its scope', () => {
	it('renames it, and keeps it and everything below it with their assignments', async () => {
		const [control = ''] = harness.service.organization.controls.keys();
		harness.service.organization.assign(control, [germany.id, berlin.id]);
		const rows = [
			{ path: 'Europe', id: emea.id.toUpperCase() },
			{ path: 'Europe / Deutschland', id: germany.id, owner: 'u2' },
			{ path: 'Europe / Deutschland / Berlin' },
			{ path: 'Europe / France', owner: 'u' },
		];
		const preview = await sync(rows, { dryRun: true });
		expect(writesTo(harness)).toEqual([]);
		const result = await sync(rows);
		expect(result.error).toBeUndefined();
		expect(actionsOf(result)).toEqual([
			'updated Europe',
			'updated Europe / Deutschland',
			'unchanged Europe / Deutschland / Berlin',
			'created Europe / France',
		]);
		expect(result.json(NODE).map(({ why }) => why)).toEqual([
			'name changed, was "EMEA"',
			'name changed, was "Germany"; owner changed, was "u"',
			'already up to date',
			'new in the input',
		]);
		expect(actionsOf(preview).map((text) => text.replace('would be ', ''))).toEqual(
			actionsOf(result),
		);
		expect(scopesOf(harness)).toEqual([
			'active Europe (u)',
			'active Europe / Deutschland (u2)',
			'active Europe / Deutschland / Berlin (u)',
			'active Europe / France (u)',
		]);
		expect([...(harness.service.organization.assignments.get(control)?.keys() ?? [])]).toEqual([
			germany.id,
			berlin.id,
		]);
		harness.service.log.clear();
		expect((await sync(rows)).json(NODE).every(({ action }) => action === 'unchanged')).toBe(true);
		expect(writesTo(harness)).toEqual([]);
	});

	it('gets the letter case of the row, also with Ignore Case, and whatever the case of rows below it', async () => {
		const options = { ignoreCase: true };
		const rows = [
			{ path: 'emea / GERMANY / munich', owner: 'u' },
			{ path: 'EMEA / Germany / BERLIN', id: berlin.id },
		];
		const [, plan] = (await sync(rows, { options, dryRun: true })).json(NODE);
		expect(plan).toMatchObject({
			action: 'updated',
			changes: { name: { previous: 'Berlin', current: 'BERLIN' } },
		});
		expect((await sync(rows, { options })).json(NODE)[1]).toMatchObject({
			...{ action: 'updated', path: 'EMEA / Germany / BERLIN' },
		});
		expect(scopesOf(harness)).toEqual([
			'active EMEA (u)',
			'active EMEA / Germany (u)',
			'active EMEA / Germany / BERLIN (u)',
			'active EMEA / Germany / munich (u)',
		]);
		harness.service.log.clear();
		expect(actionsOf(await sync(rows, { options }))).toEqual([
			'unchanged EMEA / Germany / munich',
			'unchanged EMEA / Germany / BERLIN',
		]);
		expect(writesTo(harness)).toEqual([]);
	});

	it('gets the letter case of its own row where a row before has another one', async () => {
		const options = { ignoreCase: true };
		const rows = [
			{ path: 'emea / x', owner: 'u' },
			{ path: 'Emea', id: emea.id },
		];
		await sync(rows, { options });
		expect(scopesOf(harness)[0]).toBe('active Emea (u)');
	});

	it('without the ID, Ignore Case leaves the name as it is', async () => {
		const rows = [{ path: 'EMEA / GERMANY' }];
		const { options } = { options: { ignoreCase: true } };
		expect(actionsOf(await sync(rows, { options }))).toEqual(['unchanged EMEA / Germany']);
	});

	it.each<[string, (france: Scope) => object[], string, string]>([
		[
			'a new scope',
			() => [
				{ path: 'EMEA / Bavaria', id: germany.id },
				{ path: 'EMEA / Germany', owner: 'u' },
			],
			'There is already a scope "EMEA / Germany"',
			'Row 1 is about that scope',
		],
		[
			'another scope',
			(france) => [
				{ path: 'EMEA / Bavaria', id: germany.id },
				{ path: 'EMEA / Germany', id: france.id },
			],
			'"EMEA / France" cannot be renamed: there is already a scope "EMEA / Germany"',
			'Row 1 is about that scope',
		],
	])('gives its old name to %s in the next run', async (_, rowsWith, why, fix) => {
		const rows = rowsWith(addScope('France', emea));
		const options = { options: {} };
		const [, preview] = (await sync(rows, { ...options, dryRun: true }))
			.json(NODE)
			.sort((a, b) => Number(a.row ?? 0) - Number(b.row ?? 0));
		expect(preview).toMatchObject({ action: 'error', why, fix: expect.stringContaining(fix) });
		const refused = await sync(rows, options);
		expect(refused.error?.message).toContain(why);
		expect(refused.error?.description).toContain('Sync twice: first without');
		expect(writesTo(harness)).toEqual([]);

		await sync(rows.slice(0, 1), options);
		expect((await sync(rows, options)).error).toBeUndefined();
		expect(scopesOf(harness)).toEqual(
			expect.arrayContaining(['active EMEA / Bavaria (u)', 'active EMEA / Germany (u)']),
		);
	});

	it('is reactivated by a row with its ID', async () => {
		berlin.status = 'archived';
		await sync([{ path: 'EMEA / Germany / Berlin HQ', id: berlin.id }]);
		expect(scopesOf(harness)).toContain('active EMEA / Germany / Berlin HQ (u)');
	});
});

describe('a row whose ID cannot be used', () => {
	it.each<[string, () => object[], string]>([
		[
			'a move below another scope',
			() => [
				{ path: 'APAC', owner: 'u' },
				{ path: 'APAC / Germany', id: germany.id },
			],
			'The scope "EMEA / Germany" cannot be moved to another parent',
		],
		[
			'a move to the top level',
			() => [
				{ path: 'EMEA', id: emea.id },
				{ path: 'Berlin', id: berlin.id },
			],
			'The scope "EMEA / Germany / Berlin" cannot be moved to another parent',
		],
		[
			'an ID that does not exist',
			() => [
				{ path: 'EMEA', id: emea.id },
				{ path: 'EMEA / Paris', id: 'gone', owner: 'u' },
			],
			'There is no scope with the ID "gone"',
		],
		[
			'an ID in two rows',
			() => [
				{ path: 'EMEA / A', id: germany.id },
				{ path: 'EMEA / B', id: germany.id.toUpperCase() },
			],
			'appears more than once (rows 1, 2)',
		],
		[
			'the name of another scope',
			() => {
				addScope('France', emea);
				return [
					{ path: 'EMEA', id: emea.id },
					{ path: 'EMEA / France', id: germany.id },
				];
			},
			'"EMEA / Germany" cannot be renamed: there is already a scope "EMEA / France"',
		],
	])(
		'%s is an error row, and nothing is created or archived in its place',
		async (_, rows, why) => {
			const preview = await sync(rows(), { dryRun: true });
			const errors = preview.json(NODE).filter(({ action }) => action === 'error');
			expect(errors.map((row) => row.why)).toContainEqual(expect.stringContaining(why));
			expect(errors.every(({ fix }) => typeof fix === 'string')).toBe(true);
			expect(actionsOf(preview).filter((text) => text.includes('archived'))).toEqual([]);
		},
	);

	it('creates no second scope at its path', async () => {
		const result = await syncScopes(
			harness,
			[
				{ path: 'APAC / Deutschland', id: germany.id, owner: 'u' },
				{ path: 'EMEA / Germany', owner: 'u' },
				{ path: 'EMEA / Germany / Munich', owner: 'u' },
			],
			BY_ID,
			{ onError: 'continueRegularOutput' },
		);
		expect(actionsOf(result)).toEqual([
			'The scope "EMEA / Germany" cannot be moved to another parent',
			'There is already a scope "EMEA / Germany"',
			'Skipped: its parent "EMEA / Germany" could not be synced',
		]);
		expect(writesTo(harness)).toEqual([]);
	});
});

describe('a rename that does not happen', () => {
	const CONTINUE = { onError: 'continueRegularOutput' };
	const continueWith = async (rows: object[]) =>
		await syncScopes(harness, rows, { ...BY_ID, options: {} }, CONTINUE);
	const STILL_GERMANY = 'There is already a scope "EMEA / Germany"';
	beforeEach(() => void addScope('France', emea));

	it.each<[string, () => object[], string[]]>([
		[
			'because its new name is taken',
			() => [
				{ path: 'EMEA / France', id: germany.id },
				{ path: 'EMEA / Germany', owner: 'u' },
			],
			[
				'"EMEA / Germany" cannot be renamed: there is already a scope "EMEA / France"',
				STILL_GERMANY,
			],
		],
		[
			'because another row has its path',
			() => [
				{ path: 'EMEA / Bavaria', id: germany.id },
				{ path: 'EMEA / Bavaria', owner: 'u' },
				{ path: 'EMEA / Germany', owner: 'u' },
				{ path: 'EMEA / Germany / Munich', owner: 'u' },
			],
			[
				expect.stringContaining('The path "EMEA / Bavaria" appears more than once'),
				expect.stringContaining('The path "EMEA / Bavaria" appears more than once'),
				STILL_GERMANY,
				'Skipped: its parent "EMEA / Germany" could not be synced',
			],
		],
	])('%s leaves no place for another scope', async (_, rows, messages) => {
		expect(actionsOf(await continueWith(rows()))).toEqual(messages);
		expect(writesTo(harness)).toEqual([]);
	});

	it('nothing is created below a parent that could not be reactivated', async () => {
		berlin.status = 'archived';
		const fault = { kind: 'status', status: 403 } as const;
		harness.service.faults.add({ fault, method: 'PATCH', path: '/v1/scopes' });
		const result = await continueWith([
			{ path: 'EMEA / Germany / Berlin / Mitte', owner: 'u' },
			{ path: 'EMEA / Germany / Berlin / Pankow', owner: 'u' },
		]);
		expect(actionsOf(result).slice(1)).toEqual([
			'Skipped "EMEA / Germany / Berlin / Pankow": its parent could not be reactivated',
		]);
		expect(writesTo(harness)).toEqual(['PATCH /v1/scopes']);
	});
});

describe('a row with a problem and an ID', () => {
	const unusable = ['u', 'v'];
	const sync2 = async (rows: object[]) =>
		await syncScopes(
			harness,
			rows,
			{
				...BY_ID,
				options: {},
				additionalFields: { description: '={{ $json.description }}' },
			},
			{ onError: 'continueRegularOutput' },
		);

	it.each<[string, () => object]>([
		[
			'keeps its scope from a row with its old name',
			() => ({ id: germany.id, path: 'EMEA / Munich', owner: unusable }),
		],
		['does so without a path', () => ({ id: germany.id, path: 'EMEA / / Munich' })],
		[
			'does so from a row with the same path',
			() => ({ id: germany.id, path: 'EMEA / Germany', owner: unusable }),
		],
	])('%s', async (_, row) => {
		const result = await sync2([
			row(),
			{ path: 'EMEA / Germany', owner: 'u2', description: 'new unit' },
		]);
		expect(actionsOf(result)[1]).toBe('There is already a scope "EMEA / Germany"');
		expect(writesTo(harness)).toEqual([]);
		expect(germany).toMatchObject({ owner: 'u', description: '' });
	});

	it('takes no scope from the rows below it if it has the same path', async () => {
		const result = await sync2([
			{ id: germany.id, path: 'EMEA / Germany', owner: unusable },
			{ path: 'EMEA / Germany / Berlin', owner: 'u2' },
		]);
		expect(actionsOf(result)[1]).toBe('updated EMEA / Germany / Berlin');
	});
});
