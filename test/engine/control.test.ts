import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForAll } from '../helpers/harness';

const harness = harnessForAll();

beforeAll(() => {
	const { organization } = harness.service;
	const [first = '', second = ''] = organization.controls.keys();
	const [a = '', b = ''] = organization.listScopes('active').map(({ id }) => id);
	organization.assign(first, [a, b]);
	organization.assign(second, [b]);
});

async function getMany(parameters: IDataObject) {
	const result = await harness.run({
		type: 'control',
		parameters: { resource: 'control', operation: 'getMany', ...parameters },
	});
	expect(result.error).toBeUndefined();
	return result.json(NODE);
}
const query = () => harness.service.log.find('GET', '/v1/controls')[0]?.query;

it('returns 50 by default, as many as the limit says, or all', async () => {
	expect(await getMany({})).toHaveLength(50);
	expect(await getMany({ limit: 2 })).toHaveLength(2);
	expect(await getMany({ returnAll: true })).toHaveLength(400);
	expect(query()).toEqual({});
});

it.each([
	[{ canLink: true }, { canLink: 'true' }],
	[{ canLink: false, expandScopes: false }, {}],
	[{ status: 'retired' }, { status: 'retired' }],
	[{ expandScopes: true }, { expandScopes: 'true' }],
])('filters %j are sent as %j', async (filters, expected) => {
	const controls = await getMany({ returnAll: true, filters });
	expect(query()).toEqual(expected);
	expect(controls.length).toBeGreaterThan(0);
});

it('says that no controls were found with the status', async () => {
	const parameters = { resource: 'control', operation: 'getMany', filters: { status: 'Active' } };
	const result = await harness.run({ type: 'control', parameters });
	expect(result.items(NODE)).toEqual([]);
	expect(result.hints(NODE)).toMatchObject([
		{ message: 'No controls found with the status "Active". Letter case may matter.' },
	]);
});

it('refuses a status that is empty, as all controls would be found', async () => {
	const parameters = {
		resource: 'control',
		operation: 'getMany',
		filters: { status: '={{ $json.x }}' },
	};
	const { error } = await harness.run({ type: 'control', parameters });
	expect(error?.message).toBe('Status in Filters is empty');
	expect(query()).toBeUndefined();
});

it('passes expanded scopes through', async () => {
	const controls = await getMany({ returnAll: true, filters: { expandScopes: true } });
	expect(controls).toHaveLength(403);
	expect(controls[0]).toMatchObject({
		assignments: [{ scopeName: 'EMEA' }, { scopeName: 'Retail' }],
	});
});

it('gives one flat row per assignment', async () => {
	const rows = await getMany({ returnAll: true, options: { assignmentRows: true } });
	expect(query()).toEqual({ expandScopes: 'true' });
	expect(rows).toMatchObject([
		{ controlIdentifier: 'AC-01', scopeName: 'EMEA', assignmentId: expect.any(String) },
		{ controlIdentifier: 'AC-01', scopeName: 'Retail', assignmentOwner: 'user-1' },
		{ controlIdentifier: 'AT-01', scopeName: 'Retail' },
	]);
	for (const value of rows.flatMap((row) => Object.values(row)))
		expect(typeof value).not.toBe('object');
});
