import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForAll } from '../helpers/harness';

const harness = harnessForAll();

/** An ID that no scope has. */
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const scopes = () => [...harness.service.organization.scopes.values()];
const scopeAt = (...path: string[]) => {
	const found = scopes().find(({ pathNames }) => pathNames.join('/') === path.join('/'));
	if (!found) throw new Error(`no scope at ${path.join('/')}`);
	return found;
};

async function scope(
	operation: string,
	parameters: IDataObject,
	items?: IDataObject[],
	settings = {},
) {
	return await harness.run(
		{ type: 'scope', parameters: { resource: 'scope', operation, ...parameters }, settings },
		items,
	);
}

describe('Scope: Create', () => {
	it('creates one scope per item, nested where a parent is given, and pairs each with its item', async () => {
		const parent = scopeAt('EMEA', 'Retail');
		const result = await scope(
			'create',
			{
				name: '={{ $json.name }}',
				owner: 'user-7',
				additionalFields: { description: '={{ $json.about }}', parentId: byId(parent.id) },
			},
			[{ name: 'Oslo', about: 'North' }, { name: ' Bergen ' }],
		);

		expect(result.error).toBeUndefined();
		expect(result.json(NODE)).toMatchObject([
			{
				action: 'created',
				...{ name: 'Oslo', path: 'EMEA / Retail / Oslo', description: 'North' },
				requestId: expect.stringMatching(/^req_/) as string,
			},
			{ action: 'created', name: 'Bergen', description: '', parentId: parent.id },
		]);
		expect(result.items(NODE).map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
		]);
		expect(scopeAt('EMEA', 'Retail', 'Oslo')).toMatchObject({ owner: 'user-7' });
	});

	it('says in words that a parent does not exist, with the codes to quote', async () => {
		const result = await scope('create', {
			name: 'Lost',
			owner: 'u',
			additionalFields: { parentId: byId(UNKNOWN) },
		});
		expect(result.error).toMatchObject({
			message: `There is no scope ${UNKNOWN}`,
			httpCode: '404',
			details: { clientCode: 'scope.not_found', httpStatus: 404 },
			context: expect.objectContaining({ itemIndex: 0 }),
		});
		expect((result.error as unknown as IDataObject).description).toMatch(
			/Check the IDs.*\n.*client_code: scope\.not_found, request_id: req_.*POST \/v1\/scopes/,
		);
	});

	it('says on a line of its own which items were processed besides the failed one', async () => {
		const [first, second] = scopes();
		const result = await scope(
			'update',
			{ scopeId: byId('={{ $json.id }}'), updateFields: { owner: 'u' } },
			[{ id: first?.id }, { id: UNKNOWN }, { id: second?.id }],
		);
		expect(result.error).toMatchObject({
			context: expect.objectContaining({ itemIndex: 1 }),
			description: expect.stringMatching(
				/<br>\n2 of 3 items were processed \(rows 1, 3\)\. You can run the node again with all rows: these stay as they are now\. /,
			),
		});
	});

	it('says to remove the processed items only where they would be created again', async () => {
		const fault = { kind: 'status', status: 400 } as const;
		harness.service.faults.add({ fault, path: '/v1/scopes', method: 'POST', skip: 1 });
		const { error } = await scope('create', { name: '={{ $json.name }}', owner: 'u' }, [
			{ name: 'One' },
			{ name: 'Two' },
		]);
		expect(error).toMatchObject({
			description: expect.stringContaining(
				'1 of 2 items was processed (row 1). Remove these rows before you run the node again: they would be created a second time.',
			),
		});
	});
});

describe('Scope: Create', () => {
	it('does not take an added but empty parent for the top level', async () => {
		const result = await scope('create', {
			name: 'Nowhere',
			owner: 'u',
			additionalFields: { parentId: byId('={{ $json.missing }}') },
		});
		expect(result.error?.message).toBe('Parent Scope is empty');
		expect(harness.service.log.count('POST', '/v1/scopes')).toBe(0);
	});
});

describe('numbers and ids that cannot be', () => {
	it.each<[string, IDataObject, string]>([
		['limit', { limit: -1 }, 'Limit must be a number of 1 or more, but is "-1"'],
		['limit', { limit: '={{ "many" }}' }, 'Limit must be a number of 1 or more, but is "many"'],
		[
			'max wait',
			{ options: { maxWait: '={{ "soon" }}' } },
			'Max Wait must be a number of 0 or more, but is "soon"',
		],
		[
			'timeout',
			{ options: { timeout: 0 } },
			'Timeout must be a number from 0.1 to 2147483, but is "0"',
		],
	])('%s', async (_, parameters, message) => {
		expect((await scope('getMany', parameters)).error?.message).toBe(message);
	});

	it('a number given as text counts', async () => {
		expect((await scope('getMany', { limit: '={{ "3" }}' })).json(NODE)).toHaveLength(3);
	});

	it('an id that would leave its place in the address', async () => {
		const result = await scope('update', { scopeId: byId('..'), updateFields: { owner: 'u' } });
		expect(result.error?.message).toBe('Scope is "..", a placeholder for a missing value');
		expect(harness.service.log.count('PATCH')).toBe(0);
	});
});

describe('Scope: Get Many', () => {
	it('adds the path in text, and returns only the fields that Fields to Return names', async () => {
		const [{ name, pathNames } = {}] = (await scope('getMany', { limit: 1 })).json(NODE);
		const options = { returnFields: 'path, name' };
		const result = await scope('getMany', { limit: 1, options });
		expect(result.json(NODE)).toEqual([{ path: (pathNames as string[]).join(' / '), name }]);
		expect(result.hints(NODE)).toMatchObject([
			{ message: `1 of ${scopes().length} records returned.`, type: 'info' },
		]);
		expect(Object.keys((await scope('getMany', { limit: 1 })).json(NODE)[0] ?? {})[0]).toBe('path');
	});

	it('warns of a name in Fields to Return that no scope has', async () => {
		const result = await scope('getMany', { options: { returnFields: 'name, onwer' } });
		expect(result.hints(NODE)).toMatchObject([
			{
				message: expect.stringMatching(
					/^The first records have no "onwer"\. Check the spelling in Fields to Return\. The first one has: path, id, name, .*owner/,
				) as string,
			},
			{ type: 'info' },
		]);
	});

	it('returns all scopes of the organization, every field passed through', async () => {
		const result = await scope('getMany', { returnAll: true });
		const { length } = scopes();
		expect(result.hints(NODE)).toMatchObject([
			{ message: `${length} of ${length} records returned.`, type: 'info' },
		]);
		expect(result.json(NODE)).toHaveLength(scopes().length);
		expect(result.json(NODE)[0]).toHaveProperty('customFields');
	});

	it('lets the service filter by status', async () => {
		const result = await scope('getMany', { returnAll: true, filters: { status: 'archived' } });
		expect(new Set(result.json(NODE).map(({ status }) => status))).toEqual(new Set(['archived']));
		expect(harness.service.log.find('GET', '/v1/scopes')[0]?.query).toEqual({ status: 'archived' });
	});
});

describe('Scope: Update', () => {
	it('sends only the fields that were added', async () => {
		const before = { ...scopeAt('EMEA', 'Digital') };
		const { id } = before;
		const result = await scope('update', {
			scopeId: byId(id),
			updateFields: { owner: 'user-9', description: '', customFields: '{"cost": 5}' },
		});
		expect(harness.service.log.find('PATCH')[0]?.body).toEqual({
			owner: 'user-9',
			description: '',
			customFields: { cost: 5 },
		});
		expect(result.json(NODE)).toMatchObject([
			{
				...{ action: 'updated', id, owner: 'user-9', customFields: { cost: 5 } },
				changes: {
					owner: { previous: before.owner, current: 'user-9' },
					description: { previous: before.description, current: null },
					customFields: { previous: before.customFields, current: { cost: 5 } },
				},
			},
		]);
	});

	it('leaves a field alone whose expression gave nothing', async () => {
		const { id, description } = scopeAt('EMEA', 'Finance');
		await scope('update', {
			scopeId: byId(id),
			updateFields: { owner: 'user-3', description: '={{ $json.none }}' },
		});
		expect(scopeAt('EMEA', 'Finance')).toMatchObject({ owner: 'user-3', description });
	});

	it.each([
		[{}, 'Nothing to update'],
		[{ name: '' }, 'Name is empty'],
		[{ customFields: '{a: 1' }, 'Custom Fields is not valid JSON'],
		[{ customFields: '[1]' }, 'Custom Fields must be a JSON object'],
	])('refuses %j before anything is sent', async (updateFields, message) => {
		const result = await scope('update', { scopeId: byId('x'), updateFields });
		expect(result.error?.message).toBe(message);
		expect(harness.service.log.count('PATCH')).toBe(0);
	});
});

describe('Scope: Update Many', () => {
	const updateMany = async (items: IDataObject[], options: IDataObject = {}, settings = {}) =>
		await scope(
			'updateMany',
			{
				scopeId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				updateFields: { owner: '={{ $json.owner }}' },
				options,
			},
			items,
			settings,
		);
	const active = () => scopes().filter(({ status }) => status === 'active');

	it('sends 3 requests for 1,000 items with 3 distinct patches', async () => {
		const targets = active();
		const items = Array.from({ length: 1000 }, (_, i) => {
			const index = i % targets.length;
			return { id: targets[index]?.id, owner: `owner-${index % 3}` };
		});
		const result = await updateMany(items);

		expect(result.error).toBeUndefined();
		expect(harness.service.log.count('PATCH', '/v1/scopes')).toBe(3);
		expect(result.json(NODE)).toHaveLength(1000);
		expect(targets.map(({ owner }) => owner)).toEqual(targets.map((_, i) => `owner-${i % 3}`));
		for (const { json, pairedItem } of result.items(NODE)) {
			const { item } = pairedItem as { item: number };
			expect(json.id).toBe(items[item]?.id);
		}
	});

	it('stops before the first request when two items contradict each other', async () => {
		const [first, second] = active();
		const result = await updateMany([
			{ id: second?.id, owner: 'c' },
			{ id: first?.id, owner: 'a' },
			{ id: first?.id, owner: 'b' },
		]);
		expect(result.error?.message).toMatch(/^Conflicting changes to the scope .* \(rows 2, 3\)$/);
		expect(harness.service.log.count('PATCH')).toBe(0);
	});

	it('names the row that is wrong as people count rows', async () => {
		const rows = active().map(({ id }, index) => ({ id: index === 249 ? ' ' : id, owner: 'x' }));
		const stopped = await updateMany(rows);
		const found = { message: 'Scope is empty', description: expect.stringContaining('row 250 of') };
		expect(stopped.error).toMatchObject(found);
		expect(harness.service.log.count('PATCH')).toBe(0);
		const continued = await updateMany(rows, {}, { onError: 'continueRegularOutput' });
		expect(continued.json(NODE)[249]).toMatchObject({ error: { row: 250 } });
	});

	it('reads a status as its list has it, in either letter case, and refuses others unsent', async () => {
		const [scopeId] = active().map(({ id }) => id);
		const other = scopes().find(({ status }) => status === 'archived')?.id;
		const rows = [
			{ id: other, status: 'Active ' },
			{ id: scopeId, status: 'wahr' },
			{ id: scopeId },
		];
		const result = await scope(
			'updateMany',
			{ scopeId: byId('={{ $json.id }}'), updateFields: { status: '={{ $json.status }}' } },
			rows,
			{ onError: 'continueRegularOutput' },
		);
		expect(result.json(NODE)).toMatchObject([
			{
				...{ action: 'reactivated', id: other, status: 'active' },
				warning: expect.stringContaining('had before it was archived are not back') as string,
			},
			{ error: { message: 'Status is "wahr", which is not one of its options' } },
			{ error: { description: expect.stringContaining('it returned nothing for this item') } },
		]);
		expect(harness.service.log.count('PATCH')).toBe(1);
	});

	it('with "continue" a refused batch does not take the others with it', async () => {
		const [first, second] = active();
		const result = await updateMany(
			[
				{ id: first?.id, owner: 'good' },
				{ id: UNKNOWN, owner: 'bad' },
				{ id: second?.id, owner: 'good' },
			],
			{},
			{ onError: 'continueRegularOutput' },
		);
		expect(
			result.items(NODE).map(({ json, pairedItem }) => [pairedItem, json.owner ?? json.error]),
		).toEqual([
			[{ item: 0 }, 'good'],
			[{ item: 1 }, expect.objectContaining({ clientCode: 'scope.not_found' })],
			[{ item: 2 }, 'good'],
		]);
	});
});

describe('Dry Run of Update, Update Many and Archive', () => {
	it.each(['update', 'updateMany', 'archive'])(
		'shows every scope as %s leaves it, and what is wrong, and writes nothing',
		async (operation) => {
			const [{ id = '', owner = '', name = '' } = {}, other] = scopes()
				.filter(({ status }) => status === 'active')
				.slice(-20);
			const newOwner = `owner of ${operation}`;
			const items = [
				{ id: id.toUpperCase(), owner: newOwner },
				{ id: UNKNOWN, owner: 'nobody' },
				{ id: '', owner: newOwner },
				{ id: other?.id, owner: other?.owner },
			];
			const parameters = {
				scopeId: byId('={{ $json.id }}'),
				updateFields: { owner: '={{ $json.owner }}' },
			};
			const result = await scope(operation, { ...parameters, dryRun: true }, items);
			expect(result.error).toBeUndefined();
			const isArchive = operation === 'archive';
			const action = isArchive ? 'archived' : 'updated';
			const changes = isArchive
				? { status: { previous: 'active', current: 'archived' } }
				: { owner: { previous: owner, current: newOwner } };
			const planned = result.json(NODE);
			expect(planned).toMatchObject([
				{
					...{ action, row: 1, id: expect.stringMatching(new RegExp(`^${id}$`, 'i')) as string },
					...{ name, changes, dryRun: true },
					...(isArchive ? { owner, status: 'archived' } : { owner: newOwner }),
				},
				{
					action: 'error',
					why: `The service did not return a scope with the ID "${UNKNOWN}"`,
					row: 2,
				},
				{ action: 'error', why: 'Scope is empty', row: 3 },
				{ action: isArchive ? action : 'unchanged', id: other?.id },
			]);
			expect(harness.service.log.count('GET', '/v1/scopes')).toBe(1);
			expect(harness.service.log.count('PATCH')).toBe(0);

			const settings = { onError: 'continueRegularOutput' };
			const real = await scope(operation, parameters, items, settings);
			const done = real.json(NODE);
			expect(done).toMatchObject([
				{ action },
				{ error: { clientCode: expect.any(String) as string, row: 2 } },
				{ error: { message: 'Scope is empty', row: 3 } },
				{ action: isArchive ? action : 'unchanged' },
			]);
			for (const index of [0, 3]) {
				const said = ({ action: done, why, warning, changes: all }: IDataObject = {}) =>
					[done, why, warning, all] as unknown;
				expect(said(done[index])).toEqual(said(planned[index]));
			}
			// What there is before is read once for the run.
			expect(harness.service.log.count('GET', '/v1/scopes')).toBe(2);
		},
	);
});

describe('an item that is wrong before anything is sent', () => {
	const wrong = { id: '', fields: '{a: 1', wait: 'soon', name: ' ' };
	const target = { scopeId: byId('={{ $json.id }}') };
	const owned = { ...target, updateFields: { owner: '={{ $json.name }}' } };

	it.each<[string, IDataObject, (keyof typeof wrong)[]]>([
		['archive', target, ['id']],
		['archive', { ...target, options: { maxWait: '={{ $json.wait }}' } }, ['wait']],
		['update', owned, ['id']],
		['update', { ...target, updateFields: { customFields: '={{ $json.fields }}' } }, ['fields']],
		['updateMany', { ...owned, options: { batchSize: 1 } }, ['id']],
		['create', { name: '={{ $json.name }}', owner: 'u' }, ['name']],
	])(
		'of %s keeps the others from being sent, unless they continue (%j)',
		async (operation, parameters, fields) => {
			const [first, last] = scopes()
				.filter(({ status }) => status === 'active')
				.slice(-2);
			const good = { fields: '{}', wait: 1, name: 'user-5' };
			const items: IDataObject[] = [
				{ ...good, id: first?.id },
				{ ...good, id: last?.id },
			];
			for (const field of fields) {
				harness.service.log.clear();
				const all = [...items, { ...good, id: first?.id, [field]: wrong[field] }];
				const { error } = await scope(operation, parameters, all);
				expect(error).toMatchObject({ context: expect.objectContaining({ itemIndex: 2 }) });
				expect(harness.service.log.count()).toBe(0);
				const settings = { onError: 'continueRegularOutput' };
				const result = await scope(operation, parameters, all, settings);
				expect(result.json(NODE).map((json) => 'error' in json)).toEqual([false, false, true]);
			}
		},
	);

	it('is named with the others that are wrong', async () => {
		const { error } = await scope('create', { name: '={{ $json.name }}', owner: 'u' }, [
			{ name: 'A' },
			{ name: '' },
			{ name: { a: 1 } },
		]);
		expect(error?.description).toContain(
			'Row 3 failed too: Name must be a single value, but is an object.',
		);
	});

	it('is named once for all rows that have it, with how many were not processed', async () => {
		const fault = { kind: 'status', status: 400, body: { json: { message: 'No' } } } as const;
		harness.service.faults.add({ fault, path: '/v1/scopes', times: 99 });
		const rows = Array.from({ length: 50 }, (_, row) => ({ name: `Office ${row}` }));
		const { error } = await scope('create', { name: '={{ $json.name }}', owner: 'u' }, rows);
		expect(error?.description).toContain('This is row 1 of 50.');
		expect(error?.description).toContain('Rows 2 to 8 failed for the same reason.');
		expect(error?.description).toContain('Not processed: 42 other items.');
	});

	it('is named with the first of many rows that are not neighbors', async () => {
		const rows = Array.from({ length: 40 }, (_, row) => ({ name: row % 2 === 0 ? '' : 'A' }));
		const { error } = await scope('create', { name: '={{ $json.name }}', owner: 'u' }, rows);
		const named = 'Rows 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, and others failed for the same reason.';
		expect(error?.description).toContain(named);
		expect(error?.description).toContain('Not processed: 20 other items.');
	});
});

describe('Scope: Archive', () => {
	it('archives the scope, and its row names the assignments that are gone', async () => {
		const { organization } = harness.service;
		const target = scopeAt('Asia Pacific', 'Retail');
		const [control] = organization.controls.values();
		organization.assign(control?.id ?? '', [target.id]);

		const result = await scope('archive', { scopeId: byId(target.id) });
		expect(result.json(NODE)).toMatchObject([
			{
				...{
					action: 'archived',
					why: 'in the input of Archive',
					id: target.id,
					status: 'archived',
				},
				changes: { status: { previous: 'active', current: 'archived' } },
				removedAssignments: [
					{
						controlId: control?.id,
						controlIdentifier: control?.controlIdentifier,
						scopeId: target.id,
					},
				],
			},
		]);
		expect(result.hints(NODE)).toMatchObject([
			{ message: 'Done: 1 archived, 1 control assignment removed.', type: 'info' },
		]);
		expect(organization.assignments.get(control?.id ?? '')?.size).toBe(0);
	});

	it('of a scope that is archived already sends nothing', async () => {
		const target = scopes().find(({ status }) => status === 'archived');
		const result = await scope('archive', { scopeId: byId(target?.id ?? '') });
		expect(result.json(NODE)).toMatchObject([
			{
				...{ action: 'unchanged', why: 'already up to date', id: target?.id, changes: {} },
				...{ requestId: null, writtenAt: null },
			},
		]);
		expect(harness.service.log.count('PATCH')).toBe(0);
	});

	it('goes on where the assignments cannot be read, and says that they are not known', async () => {
		const target = scopeAt('Asia Pacific', 'Finance');
		const fault = { kind: 'status', status: 403, body: { json: { message: 'No' } } } as const;
		harness.service.faults.add({ fault, path: '/v1/controls', times: 9 });
		const parameters = { scopeId: byId(target.id) };
		const planned = await scope('archive', { ...parameters, dryRun: true });
		const row = { action: 'archived', removedAssignments: 'not known' };
		expect(planned.json(NODE)).toMatchObject([
			{
				...row,
				plan: expect.stringMatching(
					/^1 to archive, control assignments of archived scopes not known \([0-9a-f]{16}\)$/,
				) as string,
			},
		]);
		expect((await scope('archive', parameters)).json(NODE)).toMatchObject([row]);
		expect(target.status).toBe('archived');
	});

	it('goes on where the scopes cannot be listed, and says that what was before is not known', async () => {
		const target = scopeAt('Asia Pacific', 'Digital');
		const fault = { kind: 'status', status: 403, body: { json: { message: 'No' } } } as const;
		harness.service.faults.add({ fault, path: '/v1/scopes', method: 'GET', times: 9 });
		const parameters = { scopeId: byId(target.id) };
		expect((await scope('archive', parameters)).json(NODE)).toMatchObject([
			{
				...{ action: 'archived', id: target.id, changes: { status: { current: 'archived' } } },
				...{ warning: expect.stringContaining('not known') as string },
			},
		]);
		expect(target.status).toBe('archived');
		// A plan that does not know what there is would promise nothing.
		const planned = await scope('archive', { ...parameters, dryRun: true });
		expect(planned.error).toMatchObject({ httpCode: '403' });
	});
});

describe('the list of scopes in a chooser', () => {
	it('shows paths, sorted, and finds any part of them in any letter case', async () => {
		const { results } = await harness.listSearch('scope', 'searchScopes', 'RETAIL / ber');
		expect(results.map(({ name }) => name)).toEqual([...results.map(({ name }) => name)].sort());
		expect(results).toContainEqual({
			name: 'EMEA / Retail / Berlin',
			value: scopeAt('EMEA', 'Retail', 'Berlin').id,
		});
		expect(results.every(({ name }) => /retail \/ ber/i.test(name))).toBe(true);
	});
});

describe('an owner', () => {
	const locator = (mode: string, value: string) => ({ __rl: true, mode, value });

	it('can be chosen from those of the scopes there are, found by a part of their IDs', async () => {
		const { results } = await harness.listSearch('scope', 'searchOwners');
		const owners = new Set(scopes().map(({ owner }) => owner));
		expect(new Set(results.map(({ value }) => value))).toEqual(owners);
		const [first] = results;
		expect(first?.name).toBe(first?.value);
		const found = await harness.listSearch(
			'scope',
			'searchOwners',
			String(first?.value).toUpperCase(),
		);
		expect(found.results.map(({ value }) => value)).toContain(first?.value);
	});

	it.each<[string, unknown]>([
		['from the list', locator('list', 'user-9')],
		['entered as an ID', locator('id', ' user-9 ')],
		['from an expression', locator('id', '={{ $json.owner }}')],
		['saved before there was a list', '={{ $json.owner }}'],
	])('%s is sent by Create, Update and Update Many', async (_, given) => {
		const owner = given as IDataObject;
		const items = [{ owner: 'user-9' }];
		const created = await scope('create', { name: 'Owned', owner }, items);
		expect(created.json(NODE)).toMatchObject([{ owner: 'user-9' }]);
		for (const operation of ['update', 'updateMany']) {
			const other = scopes().find((each) => each.owner !== 'user-9' && each.status === 'active');
			const parameters = { scopeId: byId(other?.id ?? ''), updateFields: { owner } };
			expect((await scope(operation, parameters, items)).error).toBeUndefined();
			expect(other).toMatchObject({ owner: 'user-9' });
		}
	});
});

describe('Scope Tree: Get', () => {
	const tree = async (parameters: IDataObject) =>
		await harness.run({
			type: 'scope',
			parameters: { resource: 'tree', operation: 'get', ...parameters },
		});

	it('lays the tree out in rows, parents first, with depth, path and parent', async () => {
		const result = await tree({ onlyActive: false, output: 'rows' });
		const rows = result.json(NODE);
		expect(rows).toHaveLength(scopes().length);
		const seen = new Set<unknown>([null]);
		for (const row of rows) {
			expect(seen.has(row.parentId)).toBe(true);
			seen.add(row.id);
			const { pathNames } = scopes().find(({ id }) => id === row.id) ?? { pathNames: [] };
			expect(row).toMatchObject({ path: pathNames.join(' / '), depth: pathNames.length - 1 });
			expect(row).not.toHaveProperty('children');
		}
	});

	it('leaves archived scopes out by default and can come out nested', async () => {
		const result = await tree({ output: 'nested' });
		expect(harness.service.log.find('POST', '/v1/scopes/tree')[0]?.body).toEqual({
			onlyActive: true,
		});
		expect(result.json(NODE)).toMatchObject([{ children: expect.any(Array) }]);
		expect(JSON.stringify(result.json(NODE))).not.toContain('"archived"');
	});
});
