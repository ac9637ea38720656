import { randomUUID } from 'node:crypto';

import type { Scope } from '../../sandbox/service/organization';
import { MAX_DEPTH } from '../../sandbox/service/organization';
import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';

import { Client, refusal } from './client';

let service: Service;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = await Client.connect(service);
});
afterAll(async () => await service.close());

async function create(fields: Record<string, unknown> = {}): Promise<Scope> {
	const json = { name: 'Unit', owner: 'u1', ...fields };
	return (await client.ok('POST', '/v1/scopes', json)) as unknown as Scope;
}

describe('POST /v1/scopes', () => {
	it('nests a scope, down to the deepest level', async () => {
		let parent = await create({ name: 'Level 1', parentId: null });
		for (let level = 2; level <= MAX_DEPTH; level++) {
			const child = await create({ name: `Level ${level}`, parentId: parent.id });
			expect(child.pathIds).toEqual([...parent.pathIds, child.id]);
			expect(child.pathNames).toEqual([...parent.pathNames, child.name]);
			parent = child;
		}
		const json = { name: 'Deeper', owner: 'u1', parentId: parent.id };
		expect(refusal(await client.send('POST', '/v1/scopes', { json }))).toBe('422 scope.too_deep');
	});
});

describe('PATCH /v1/scopes/{scopeId}', () => {
	it('leaves an archived scope alone until it is active again', async () => {
		const { id } = await create();
		await client.ok('PATCH', `/v1/scopes/${id}`, { status: 'archived' });
		const answer = await client.send('PATCH', `/v1/scopes/${id}`, { json: { owner: 'u3' } });
		expect(refusal(answer)).toBe('409 scope.archived');
		await client.ok('PATCH', `/v1/scopes/${id}`, { status: 'active', owner: 'u3' });
		expect(service.organization.scopes.get(id)).toMatchObject({ status: 'active', owner: 'u3' });
	});
});

describe('PATCH /v1/scopes', () => {
	it('changes all scopes or none', async () => {
		const ids = [(await create()).id, (await create()).id];
		const patch = { owner: 'bulk' };
		const { scopes } = await client.ok('PATCH', '/v1/scopes', { scopeIds: ids, patch });
		expect(scopes).toMatchObject([{ owner: 'bulk' }, { owner: 'bulk' }]);
		const json = { scopeIds: [...ids, randomUUID()], patch: { owner: 'half' } };
		expect(refusal(await client.send('PATCH', '/v1/scopes', { json }))).toBe('404 scope.not_found');
		expect(ids.map((id) => service.organization.scopes.get(id)?.owner)).toEqual(['bulk', 'bulk']);
	});
});
