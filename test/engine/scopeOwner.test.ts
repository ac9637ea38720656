import type { IDataObject } from 'n8n-workflow';

import { Harness } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';

let harness: Harness;

beforeEach(async () => {
	harness = await Harness.start();
});
afterEach(async () => await harness.stop());

const scopes = () => [...harness.service.organization.scopes.values()];
const scope = async (operation: string, parameters: IDataObject, items?: IDataObject[]) =>
	await harness.run(
		{ type: 'scope', parameters: { resource: 'scope', operation, ...parameters } },
		items,
	);
const locator = (mode: string, value: string) => ({ __rl: true, mode, value });

describe('the list of owners', () => {
	it('has every owner of a scope once, with the number of scopes', async () => {
		const { results } = await harness.listSearch('scope', 'searchOwners');
		const owners = new Set(scopes().map(({ owner }) => owner));
		expect(new Set(results.map(({ value }) => value))).toEqual(owners);
		expect(results).toHaveLength(owners.size);
		const [first] = results;
		const count = scopes().filter(({ owner }) => owner === first?.value).length;
		expect(first?.name).toBe(`${String(first?.value)} (${count} scopes)`);
	});

	it('is read once, and finds a part of an ID', async () => {
		const [someone] = scopes();
		const { results } = await harness.listSearch(
			'scope',
			'searchOwners',
			someone?.owner.toUpperCase(),
		);
		expect(results.map(({ value }) => value)).toContain(someone?.owner);
		expect(harness.service.log.count('GET', '/v1/scopes')).toBe(1);
	});
});

describe('an owner', () => {
	it.each<[string, unknown]>([
		['from the list', locator('list', 'user-9')],
		['entered as an ID', locator('id', ' user-9 ')],
		['from an expression', locator('id', '={{ $json.owner }}')],
		['saved before there was a list', 'user-9'],
		['from an expression saved before there was a list', '={{ $json.owner }}'],
	])('%s is sent by Create, Update and Update Many', async (_, owner) => {
		const given = owner as IDataObject;
		const items = [{ owner: 'user-9' }];
		const created = await scope('create', { name: 'Owned', owner: given }, items);
		expect(created.error).toBeUndefined();
		const [{ id, owner: sent } = {}] = created.json(NODE);
		expect(sent).toBe('user-9');
		for (const operation of ['update', 'updateMany']) {
			const other = scopes().find((each) => each.owner !== 'user-9' && each.status === 'active');
			const result = await scope(
				operation,
				{ scopeId: locator('id', other?.id ?? ''), updateFields: { owner: given } },
				items,
			);
			expect(result.error).toBeUndefined();
			expect(other).toMatchObject({ owner: 'user-9' });
		}
		expect(id).toEqual(expect.any(String));
	});

	it('that is empty is refused before anything is sent', async () => {
		const created = await scope('create', { name: 'A', owner: locator('id', ' ') });
		expect(created.error?.message).toBe('Owner is empty');
		const parameters = { scopeId: locator('id', 'x'), updateFields: { owner: locator('id', ' ') } };
		expect((await scope('update', parameters)).error?.message).toBe('Owner is empty');
		expect(harness.service.log.count()).toBe(0);
	});
});
