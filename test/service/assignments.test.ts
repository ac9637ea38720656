import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';

import { Client, refusal } from './client';

interface Derived {
	id: string;
	controlType: string;
	controlIdentifier: string;
	scopeName: string;
}

let service: Service;
let client: Client;
let controlIds: string[];
let scopes: Array<{ id: string; name: string }>;

beforeEach(async () => {
	service = await startService();
	client = await Client.connect(service);
	controlIds = [...service.organization.controls.keys()].slice(0, 2);
	scopes = [...service.organization.scopes.values()].slice(0, 3);
});
afterEach(async () => await service.close());

const item = (objectId: string | undefined, scopeIds: Array<string | undefined>) => ({
	objectType: 'control',
	objectId,
	scopeIds,
});
async function assign(...items: unknown[]): Promise<Derived[]> {
	const { controls } = await client.ok('POST', '/v1/scopeassignments', items);
	return controls as Derived[];
}
async function listed(query = '?expandScopes=true'): Promise<Derived[]> {
	const controls = (await client.ok('GET', `/v1/controls${query}`)) as unknown as Derived[];
	return controls.filter(({ controlType }) => controlType === 'scopeAssignment');
}

describe('POST /v1/scopeassignments', () => {
	it('replaces the set of a control and keeps what stays in it', async () => {
		const [first, second, third] = scopes.map(({ id }) => id);
		const [, kept] = await assign(item(controlIds[0], [first, second]));
		const after = await assign(item(controlIds[0], [second, third]));
		expect(after).toHaveLength(2);
		expect(after[0]?.id).toBe(kept?.id);
		expect((await listed()).map(({ id }) => id)).toEqual(after.map(({ id }) => id));
		await assign(item(controlIds[0], []));
		expect(await listed()).toEqual([]);
	});

	it('loses the assignments to a scope that is archived', async () => {
		const [first, second] = scopes.map(({ id }) => id);
		await assign(item(controlIds[0], [first, second]), item(controlIds[1], [first]));
		await client.ok('PATCH', `/v1/scopes/${first}`, { status: 'archived' });
		expect(await listed()).toMatchObject([{ scopeName: scopes[1]?.name }]);
		await client.ok('PATCH', `/v1/scopes/${first}`, { status: 'active' });
		expect(await listed()).toHaveLength(1);
		await client.ok('PATCH', '/v1/scopes', { scopeIds: [second], patch: { status: 'archived' } });
		expect(await listed()).toEqual([]);
	});

	it('refuses archived scopes', async () => {
		await client.ok('PATCH', `/v1/scopes/${scopes[0]?.id}`, { status: 'archived' });
		const json = [item(controlIds[0], [scopes[0]?.id])];
		const answer = await client.send('POST', '/v1/scopeassignments', { json });
		expect(refusal(answer)).toBe('409 scope.archived');
	});
});

describe('/v1/controls', () => {
	it('shows derived controls on demand, once, with their parent', async () => {
		const [derived] = await assign(item(controlIds[0], [scopes[0]?.id]));
		const all = (await client.ok('GET', '/v1/controls?expandScopes=true')) as unknown as object[];
		expect(all).toHaveLength(401);
		expect(all).toContainEqual(derived);
		expect(all).toContainEqual(
			expect.objectContaining({
				id: controlIds[0],
				assignments: [expect.objectContaining({ id: derived?.id, scopeName: scopes[0]?.name })],
			}),
		);
		expect(derived).toMatchObject({ parent: { id: controlIds[0] } });
		expect(await listed('')).toEqual([]);
		expect(await listed('?expandScopes=false')).toEqual([]);
	});

	it.each([
		['?status=retired', 40],
		['?status=nothing', 0],
		['?canLink=true', 343],
		['?canLink=false', 400],
	])('lists %s', async (query, size) => {
		expect(await client.ok('GET', `/v1/controls${query}`)).toHaveLength(size);
	});
});
