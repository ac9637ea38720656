import type { IDataObject } from 'n8n-workflow';

import { Harness } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';
import { vendorAt } from '../helpers/vendors';

let harness: Harness;

beforeEach(async () => {
	harness = await Harness.start();
});
afterEach(async () => await harness.stop());

const vendors = () => [...harness.service.vendors.byId.values()];
const some = (index: number) => vendorAt(harness.service, index);

async function upsert(matchField: string, items: IDataObject[], parameters: IDataObject = {}) {
	return await harness.run(
		{
			type: 'tprmVendor',
			parameters: { resource: 'vendor', operation: 'upsert', matchField, ...parameters },
		},
		items,
	);
}

describe('Ignore Case', () => {
	const options = { ignoreCase: true };

	it('finds a vendor whose name is written in another case, and writes the new one', async () => {
		const { id } = some(4);
		const result = await upsert('name', [{ name: 'EMBER analytics' }], { options });
		expect(result.json(NODE)).toMatchObject([{ action: 'updated', id, name: 'EMBER analytics' }]);
	});

	it('creates one vendor for two new names that differ only in case', async () => {
		const count = vendors().length;
		const items = [{ name: 'Straße GmbH' }, { name: 'STRAßE GMBH' }];
		const result = await upsert('name', items, { options });
		expect(result.json(NODE).map(({ action }) => action)).toEqual(['created', 'updated']);
		expect(vendors()).toHaveLength(count + 1);
	});

	it('reports vendors that differ only in case', async () => {
		Object.assign(some(5), { name: some(4).name.toUpperCase() });
		const result = await upsert('name', [{ name: some(4).name }], { options });
		expect(result.error?.message).toBe('Found 2 vendors with "Ember Analytics" as name');
	});

	it('is off by default', async () => {
		const result = await upsert('name', [{ name: 'EMBER analytics' }]);
		expect(result.json(NODE)).toMatchObject([{ action: 'created' }]);
	});
});

describe('a Match Field with dots', () => {
	it('reaches into a field', async () => {
		const contact = { email: 'pat@example.com' };
		Object.assign(some(4), { contact });
		const result = await upsert('contact.email', [{ contact, name: some(4).name }]);
		expect(result.error).toBeUndefined();
		expect(result.json(NODE)).toMatchObject([{ action: 'unchanged', id: some(4).id }]);
		expect(result.hints(NODE)).toEqual([]);
	});

	it('takes a field that has the dots in its name first', async () => {
		Object.assign(some(4), { 'contact.email': 'pat@example.com' });
		const item = { 'contact.email': 'pat@example.com', name: some(4).name };
		const result = await upsert('contact.email', [item]);
		expect(result.json(NODE)).toMatchObject([{ action: 'unchanged', id: some(4).id }]);
	});

	it('needs a value in the item, and the field among those that are sent', async () => {
		const none = await upsert('contact.email', [{ contact: { phone: '1' } }]);
		expect(none.error?.message).toBe('The item has no value for the Match Field contact.email');
		const item = { contact: { email: 'a@example.com' }, name: 'A' };
		const excluded = await upsert('contact.email', [item], { leaveOut: 'contact' });
		expect(excluded.error?.message).toBe(
			'The Match Field contact.email is listed under Fields to Exclude',
		);
		expect(harness.service.log.count()).toBe(0);
	});
});

describe('several ways to find a vendor', () => {
	it('an id is found in another letter case', async () => {
		const id = '3F2C8A9E-4B1D-4C7A-9F0E-2A6B8D5C1E47';
		Object.assign(some(4), { id: id.toLowerCase() });
		const result = await upsert('id', [{ id, name: some(4).name }]);
		expect(result.error).toBeUndefined();
		expect(result.json(NODE)).toMatchObject([{ action: 'unchanged', id: id.toLowerCase() }]);
	});

	it('a vendor that an item created is found by another field', async () => {
		const before = vendors().length;
		const result = await upsert('={{ $json.external_id ? "external_id" : "name" }}', [
			{ external_id: 'V1', name: 'Brand New' },
			{ name: 'Brand New', notes: 'second' },
		]);
		expect(result.json(NODE).map(({ action }) => action)).toEqual(['created', 'updated']);
		expect(vendors()).toHaveLength(before + 1);
	});
});
