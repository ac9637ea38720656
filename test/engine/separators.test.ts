import type { IDataObject } from 'n8n-workflow';

import { errorMessages } from '../../sandbox/engine/harness';
import type { NodeUnderTest } from '../../sandbox/engine/singleNode';
import { NODE } from '../../sandbox/engine/singleNode';
import { describeError } from '../helpers/httpRequest';
import { harnessForAll } from '../helpers/harness';

const harness = harnessForAll();

const node = (type: string, resource: string, operation: string, more: IDataObject = {}) => ({
	type,
	parameters: { resource, operation, ...more },
});
const fieldOf = (name: string) => `={{ $json.${name} }}`;
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Operations on a table with the columns `name`, `external_id`, `owner`, and `scopes`. */
const OPERATIONS: Array<[what: string, node: NodeUnderTest]> = [
	['Create or Update', node('tprmVendor', 'vendor', 'upsert', { matchField: 'external_id' })],
	['Create, which sends all columns', node('tprmVendor', 'vendor', 'create')],
	['Update', node('tprmVendor', 'vendor', 'update', { vendorId: byId(fieldOf('external_id')) })],
	[
		'Sync by path',
		node('scope', 'tree', 'sync', { path: fieldOf('name'), owner: fieldOf('owner') }),
	],
	[
		'Sync by name and parent',
		node('scope', 'tree', 'sync', {
			...{ tableHas: 'parent', name: fieldOf('name'), parent: fieldOf('external_id') },
			owner: 'u',
		}),
	],
	['Create of scopes', node('scope', 'scope', 'create', { name: fieldOf('name'), owner: 'u' })],
	[
		'Assign',
		node('scopeAssignment', 'scopeAssignment', 'assign', {
			...{ mode: 'add', controlId: byId(fieldOf('name')), scopeIds: fieldOf('scopes') },
		}),
	],
];

/** As n8n reads a CSV file with a comma that has another separator. */
const rows = (separator: string) =>
	[1, 2, 3, 4].map((row) => ({
		[['name', 'external_id', 'owner', 'scopes'].join(separator)]: [
			...['Acme', `V-${row}`, 'u', 'EMEA'],
		].join(separator),
	}));

const writes = () =>
	harness.service.log.requests.filter(
		({ method, path }) =>
			path !== '/tprm-api/oauth/token' && method !== 'GET' && !path.endsWith('/search'),
	);

describe.each(OPERATIONS)('%s of a file with semicolons', (_what, operation) => {
	const message = 'The file is separated by semicolons';

	it('names the cause once, and what to set', async () => {
		const { error } = await harness.run(operation, rows(';'));
		expect(error?.message).toBe(message);
		expect(describeError(error)).toContain(
			'In Extract from File, add the option Delimiter, and enter ;. All columns were read as one: "name;external_id;owner;scopes".',
		);
		expect(describeError(error)).not.toContain('for the same reason');
		expect(writes()).toEqual([]);
	});

	it('has one row in a dry run', async () => {
		const dry = { ...operation, parameters: { ...operation.parameters, dryRun: true } };
		const result = await harness.run(dry, rows(';'));
		expect(result.json(NODE)).toMatchObject([{ action: 'error', why: message, row: null }]);
	});

	it('has it in each error item, for a node that continues', async () => {
		const settings = { onError: 'continueRegularOutput' } as const;
		const result = await harness.run({ ...operation, settings }, rows(';'));
		expect(new Set(errorMessages(result.json(NODE)))).toEqual(new Set([message]));
		expect(writes()).toEqual([]);
	});
});

const upsert = node('tprmVendor', 'vendor', 'upsert', { matchField: 'external_id' });

it.each([
	['\t', 'tabs', 'enter {{ "\\t" }} as an expression.'],
	['|', 'vertical bars', 'enter |.'],
])('%j: %s', async (separator, words, advice) => {
	const { error } = await harness.run(upsert, rows(separator));
	expect(error?.message).toBe(`The file is separated by ${words}`);
	expect(describeError(error)).toContain(advice);
});

it('is noticed where a name has a comma, too', async () => {
	const { error } = await harness.run(upsert, [
		{ 'name;notes': 'Acme;none', ' internal;external_id': 'x;V-1' },
	]);
	expect(error?.message).toBe('The file is separated by semicolons');
});

it.each([
	['a column that is missing', [{ name: 'Acme' }, { name: 'Beta' }]],
	['a separator in one of many names', [{ name: 'Acme', 'a;b': 1, c: 2 }]],
	['a separator in a value', [{ name: 'Acme;V-1' }]],
])('is not the cause of %s', async (_what, items) => {
	const { error } = await harness.run(upsert, items);
	expect(error?.message).toBe('The item has no value for the Match Field "external_id"');
});

it('a field that is named so does not matter to an operation that reads others', async () => {
	const create = node('scope', 'scope', 'create', { name: 'New', owner: 'u' });
	const result = await harness.run(create, [{ 'a;b': 'c;d' }]);
	expect(result.json(NODE)).toMatchObject([{ action: 'created', name: 'New' }]);
});
