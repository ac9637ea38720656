import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import type { Scope } from '../../sandbox/service/organization';
import { harnessForEach } from '../helpers/harness';
import { writesTo } from '../helpers/scopeSync';

/** Cells of a table in Scope: Create, Update, and Update Many, and in Assign. */
const harness = harnessForEach({ scopes: [] });

const CONTINUE = { onError: 'continueRegularOutput' };

const addScope = (name: string, more: Partial<Pick<Scope, 'owner' | 'description'>> = {}) =>
	harness.service.organization.createScope({ name, owner: 'user-1', ...more });

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

async function run(type: string, parameters: IDataObject, items: IDataObject[], settings = {}) {
	return await harness.run({ type, parameters, settings }, items);
}

/** @returns the rows of a dry run; an error says the same in the run that follows, and is one of its row */
async function dryAndReal(
	type: string,
	parameters: IDataObject,
	items: IDataObject[],
): Promise<IDataObject[]> {
	harness.service.log.clear();
	const planned = (await run(type, { ...parameters, dryRun: true }, items)).json(NODE);
	expect(writesTo(harness)).toEqual([]);
	const done = (await run(type, parameters, items, CONTINUE)).json(NODE);
	const said = ({ action, why, warning, error }: IDataObject) => {
		const { message } = (error ?? {}) as IDataObject;
		return message === undefined ? [action, why, warning] : ['error', message, ''];
	};
	expect(done.map(said)).toEqual(planned.map(said));
	return planned;
}

const change = (operation: string, updateFields: IDataObject, options: IDataObject = {}) => ({
	...{ resource: 'scope', operation, scopeId: byId('={{ $json.id }}') },
	...{ updateFields, options },
});

const CREATE = {
	...{ resource: 'scope', operation: 'create' },
	...{ name: '={{ $json.name }}', owner: '={{ $json.owner }}' },
	additionalFields: { description: '={{ $json.about }}' },
};

describe.each(['update', 'updateMany'])('the description of %s', (operation) => {
	const ABOUT = { description: '={{ $json.about }}' };

	it.each<[string, IDataObject, IDataObject, IDataObject, string]>([
		['an empty cell', ABOUT, {}, { about: '' }, 'Europe'],
		['null of a database', ABOUT, {}, { about: null }, 'Europe'],
		['an empty cell with Clear Field', ABOUT, { emptyCells: 'clear' }, { about: '' }, ''],
		['null with Clear Field', ABOUT, { emptyCells: 'clear' }, { about: null }, ''],
		['an empty field', { description: '' }, {}, {}, ''],
		['null by hand', { description: '={{ null }}' }, {}, {}, ''],
		['empty text by hand', { description: '={{ "" }}' }, {}, {}, ''],
	])('%s', async (_, updateFields, options, cell, after) => {
		const scope = addScope('EMEA', { description: 'Europe' });
		const parameters = change(operation, updateFields, options);
		const [row] = await dryAndReal('scope', parameters, [{ id: scope.id, ...cell }]);
		expect(row).toMatchObject(
			after === ''
				? { action: 'updated', changes: { description: { previous: 'Europe', current: null } } }
				: { action: 'unchanged', why: 'all of its cells are empty', changes: {} },
		);
		expect(scope.description).toBe(after);
	});

	it('of a column that is missing is neither kept in silence nor cleared', async () => {
		const scope = addScope('EMEA', { description: 'Europe' });
		const parameters = change(operation, ABOUT, { emptyCells: 'clear' });
		const [row] = await dryAndReal('scope', parameters, [{ id: scope.id }]);
		expect(row).toMatchObject({ action: 'error', why: 'Nothing to update' });
		expect(scope.description).toBe('Europe');
	});

	it('that is empty leaves the other fields to change, and a name or an owner is never cleared', async () => {
		const scope = addScope('EMEA', { description: 'Europe' });
		const fields = { ...ABOUT, name: '={{ $json.name }}', owner: '={{ $json.owner }}' };
		const item = { id: scope.id, about: null, name: '', owner: 'user-1' };
		const parameters = change(operation, fields, { emptyCells: 'clear' });
		await dryAndReal('scope', change(operation, fields), [{ ...item, name: 'Europe' }]);
		expect(scope).toMatchObject({ name: 'Europe', description: 'Europe' });
		await dryAndReal('scope', parameters, [item]);
		expect(scope).toMatchObject({ name: 'Europe', owner: 'user-1', description: '' });
	});

	it('that is a placeholder has a warning', async () => {
		const { id } = addScope('EMEA');
		const [row] = await dryAndReal('scope', change(operation, ABOUT), [{ id, about: 'TBD' }]);
		expect(row?.warning).toBe(
			'Description is "TBD", which looks like a placeholder for a missing value.',
		);
	});
});

it('a row of Update Many whose cells are empty conflicts with no other row of its scope', async () => {
	const scope = addScope('EMEA');
	const parameters = change('updateMany', { description: '={{ $json.about }}' });
	const items = [{ about: '' }, { about: 'Europe' }].map((cell) => ({ id: scope.id, ...cell }));
	const rows = await dryAndReal('scope', parameters, items);
	expect(rows.map(({ action }) => action)).toEqual(['unchanged', 'updated']);
	expect(scope.description).toBe('Europe');
});

it('null by hand in Custom Fields is sent', async () => {
	const { id } = addScope('EMEA');
	const parameters = change('update', { customFields: '{"region": null}' });
	await run('scope', parameters, [{ id }]);
	expect(harness.service.log.find('PATCH')[0]?.body).toEqual({ customFields: { region: null } });
});

describe('a placeholder in what identifies is an error of its row', () => {
	it.each<[string, string, IDataObject, IDataObject]>([
		['Name', 'scope', CREATE, { name: 'N/A', owner: 'u' }],
		['Owner', 'scope', CREATE, { name: 'EMEA', owner: '-' }],
		[
			'Parent Scope',
			'scope',
			{ ...CREATE, additionalFields: { parentId: byId('={{ $json.parent }}') } },
			{ name: 'EMEA', owner: 'u', parent: 'null' },
		],
		['Scope', 'scope', change('update', { owner: 'u' }), { id: 'TBD' }],
		['Scope', 'scope', { ...change('archive', {}), updateFields: {} }, { id: '?' }],
		[
			'Name',
			'scope',
			change('updateMany', { name: '={{ $json.name }}' }),
			{ id: 'x', name: 'n/a' },
		],
		['Owner', 'scope', change('update', { owner: '={{ $json.owner }}' }), { id: 'x', owner: '-' }],
		[
			'Control',
			'scopeAssignment',
			{
				operation: 'assign',
				controlId: byId('={{ $json.control }}'),
				scopeIds: '={{ $json.scopes }}',
			},
			{ control: 'N/A', scopes: 'EMEA' },
		],
		[
			'Scope Names or IDs',
			'scopeAssignment',
			{
				operation: 'assign',
				controlId: byId('={{ $json.control }}'),
				scopeIds: '={{ $json.scopes }}',
			},
			{ control: 'AC-01', scopes: 'EMEA, n/a' },
		],
	])('%s of %s', async (label, type, parameters, item) => {
		addScope('EMEA');
		const [row] = await dryAndReal(type, parameters, [item]);
		expect(row).toMatchObject({
			action: 'error',
			why: expect.stringMatching(
				new RegExp(`^${label} is ".*", a placeholder for a missing value$`),
			),
		});
	});
});

describe('a name where an ID is expected', () => {
	it.each(['update', 'updateMany', 'archive'])(
		'is an error with the ID in %s',
		async (operation) => {
			const { id } = addScope('EMEA');
			const fields = operation === 'archive' ? {} : { owner: 'u' };
			const [row] = await dryAndReal('scope', change(operation, fields), [{ id: 'emea' }]);
			expect(row).toMatchObject({
				why: 'The service did not return a scope with the ID "emea"',
				fix: expect.stringContaining(`The ID of "EMEA" is ${id}.`),
			});
		},
	);

	it('is an error with the ID in the parent of Create', async () => {
		const { id } = addScope('EMEA');
		const parameters = { ...CREATE, additionalFields: { parentId: byId('={{ $json.parent }}') } };
		const rows = await dryAndReal('scope', parameters, [
			{ name: 'Berlin', owner: 'user-1', parent: 'EMEA' },
			{ name: 'Oslo', owner: 'user-1', parent: id },
			{ name: 'Rome', owner: 'user-1', parent: 'Europe' },
		]);
		expect(rows).toMatchObject([
			{ action: 'error', fix: expect.stringContaining(`The ID of "EMEA" is ${id}.`) },
			{ action: 'created' },
			{ action: 'error', fix: expect.stringContaining('That is not an ID') },
		]);
	});
});

describe('an owner that looks like a name or an address', () => {
	const NO_OTHER =
		'No other scope has this owner. Check that it is a user ID, not a name or an email address.';

	it.each(['update', 'updateMany'])('has a warning in %s', async (operation) => {
		const { id } = addScope('EMEA');
		const parameters = change(operation, { owner: '={{ $json.owner }}' });
		const [row] = await dryAndReal('scope', parameters, [{ id, owner: 'Doe, John' }]);
		expect(row).toMatchObject({ action: 'updated', warning: NO_OTHER });
		const [same] = await dryAndReal('scope', parameters, [{ id, owner: 'Doe, John' }]);
		expect(same).toMatchObject({ action: 'unchanged', warning: '' });
	});

	it('has a warning in Create', async () => {
		addScope('EMEA');
		const rows = await dryAndReal('scope', CREATE, [
			{ name: 'Berlin', owner: 'jane@acme.example', about: 'N/A' },
			{ name: 'Oslo', owner: 'user-1' },
		]);
		expect(rows.map(({ warning }) => warning)).toEqual([
			`${NO_OTHER} Description is "N/A", which looks like a placeholder for a missing value.`,
			'',
		]);
	});
});

describe('a scope or a control of Assign that is not found', () => {
	const assign = {
		...{ operation: 'assign', controlId: byId('={{ $json.control }}') },
		...{ scopeIds: '={{ $json.scopes }}', options: {} },
	};

	it.each([
		['EMAE', 'There is no scope with the ID, path, or name "EMAE". Did you mean "EMEA"?'],
		['R and D', 'There is no scope with the ID, path, or name "R and D"'],
		['RD', 'There is no scope with the ID, path, or name "RD". Did you mean "R&D"?'],
	])('names the similar one: %s', async (scopes, why) => {
		['EMEA', 'R&D'].forEach((name) => addScope(name));
		const [control] = harness.service.organization.controls.values();
		const item = { control: control?.id, scopes };
		const [row] = await dryAndReal('scopeAssignment', assign, [item]);
		expect(row?.why).toBe(why);
	});

	it('names the beginning of a cell that is as long as a page', async () => {
		const [control] = harness.service.organization.controls.values();
		const item = { control: control?.id, scopes: 'word '.repeat(20_000) };
		const [row] = await dryAndReal('scopeAssignment', assign, [item]);
		expect(row?.why).toMatch(/^There is no scope with the ID, path, or name "word word/);
		expect(String(row?.why).length).toBeLessThanOrEqual(1_000);
	});

	it('names the similar control, but none with another number', async () => {
		addScope('EMEA');
		const [control] = harness.service.organization.controls.values();
		const identifier = String(control?.controlIdentifier);
		const rows = await dryAndReal('scopeAssignment', assign, [
			{ control: identifier.replace('-', ''), scopes: 'EMEA' },
			{ control: `${identifier}9`, scopes: 'EMEA' },
		]);
		expect(rows[0]?.why).toContain(`. Did you mean "${identifier}"?`);
		expect(rows[1]?.why).not.toContain('Did you mean');
	});
});
