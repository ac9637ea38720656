import type { IDataObject } from 'n8n-workflow';

import { Harness } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';

const SEARCH = '/tprm-api/vendors/search';

let harness: Harness;

beforeEach(async () => {
	harness = await Harness.start();
});
afterEach(async () => await harness.stop());

const vendors = () => [...harness.service.vendors.byId.values()];
const sent = () => harness.service.log.find('POST', SEARCH).map(({ body }) => body);

async function getMany(parameters: IDataObject, items?: IDataObject[]) {
	return await harness.run(
		{
			type: 'tprmVendor',
			parameters: { resource: 'vendor', operation: 'getMany', returnAll: true, ...parameters },
		},
		items,
	);
}

describe('Filters of Get Many', () => {
	it('are the conditions of the search', async () => {
		const filters = { status: 'archived', risk_rating: 'high', query: 'BANK', tag: 'gdpr' };
		const result = await getMany({ filters: { status: 'archived', risk_rating: 'high' } });
		const matches = vendors().filter(
			(vendor) => vendor.status === 'archived' && vendor.risk_rating === 'high',
		);
		expect(result.json(NODE)).toHaveLength(matches.length);
		await getMany({ filters });
		expect(sent()).toEqual([{ status: 'archived', risk_rating: 'high' }, filters]);
	});

	it('are read for each item', async () => {
		const [a, b] = vendors();
		const filters = { external_id: '={{ $json.ref }}' };
		const items = [{ ref: a?.external_id }, { ref: ` ${b?.external_id} ` }];
		const result = await getMany({ filters }, items);
		expect(result.json(NODE).map(({ id }) => id)).toEqual([a?.id, b?.id]);
		expect(sent()).toEqual([{ external_id: a?.external_id }, { external_id: b?.external_id }]);
	});

	it.each([{ ref: '' }, { ref: '  ' }, { ref: null }, {}])(
		'with no value, as in %j, are an error, as all vendors would be found',
		async (item) => {
			const filters = { status: 'active', external_id: '={{ $json.ref }}' };
			const { error } = await getMany({ filters }, [item]);
			expect(error?.message).toBe('External ID in Filters is empty');
			expect(error?.description).toContain('Enter a value, or remove the filter.');
			expect(sent()).toEqual([]);
		},
	);

	it('in JSON may be empty', async () => {
		const [vendor] = vendors();
		const filter = '={{ { external_id: $json.ref, tag: $json.tag } }}';
		await getMany({ filter }, [{ ref: vendor?.external_id }]);
		expect(sent()).toEqual([{ external_id: vendor?.external_id }]);
	});

	it('go beside conditions in JSON, which may not name the same field', async () => {
		await getMany({ filters: { status: 'active' }, filter: '{"risk_rating":null}' });
		expect(sent()).toEqual([{ risk_rating: null, status: 'active' }]);
		const twice = await getMany({ filters: { status: 'active' }, filter: '{"status":"archived"}' });
		expect(twice.error?.message).toBe('Filters and Filter (JSON) both have a condition for Status');
		expect(sent()).toHaveLength(1);
	});
});
