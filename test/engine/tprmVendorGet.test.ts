import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForEach } from '../helpers/harness';
import { vendorAt } from '../helpers/vendors';

const SEARCH = '/tprm-api/vendors/search';

const harness = harnessForEach(undefined, {
	organizationTimeZone: 'Europe/Berlin',
	organizationDateFormat: 'dd-MM-yyyy',
});

const vendors = () => [...harness.service.vendors.byId.values()];
const some = (index: number) => vendorAt(harness.service, index);
const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const EACH_ITEM = byId('={{ $json.id }}');
const CONTINUE = { onError: 'continueRegularOutput' };

async function get(
	vendorId: IDataObject,
	items?: IDataObject[],
	{ options = {}, settings = {} }: { options?: IDataObject; settings?: IDataObject } = {},
) {
	const parameters = { resource: 'vendor', operation: 'get', vendorId, options };
	return await harness.run({ type: 'tprmVendor', parameters, settings }, items);
}

describe('Vendor: Get', () => {
	it('finds a vendor by its id, with every field that the service sent', async () => {
		const { id, name, tags } = some(7);
		const result = await get(byId(` ${id} `));
		expect(result.error).toBeUndefined();
		expect(result.items(NODE)).toMatchObject([
			{ json: { id, name, tags }, pairedItem: { item: 0 } },
		]);
		expect(harness.service.log.find('POST', SEARCH)).toMatchObject([{ body: {} }]);
	});

	it('searches once for all items, the same vendor twice included, and keeps their order', async () => {
		const ids = [...vendors().map(({ id }) => id), some(3).id];
		const result = await get(
			EACH_ITEM,
			ids.map((id) => ({ id })),
		);
		expect(result.items(NODE).map(({ json, pairedItem }) => ({ id: json.id, pairedItem }))).toEqual(
			ids.map((id, item) => ({ id, pairedItem: { item } })),
		);
		expect(harness.service.log.count('POST', SEARCH)).toBe(1);
		expect(harness.service.log.count(undefined, /\/vendors\/vnd_/)).toBe(0);
	});

	it('with "continue" hands out the vendors that are there and an error per other one', async () => {
		const items = [{ id: some(0).id }, { id: 'vnd_none' }, { id: '' }, { id: some(1).id }];
		const result = await get(EACH_ITEM, items, { settings: CONTINUE });
		expect(result.items(NODE)).toMatchObject([
			{ json: { id: some(0).id }, pairedItem: { item: 0 } },
			{
				json: { error: { message: expect.stringContaining('vnd_none') } },
				pairedItem: { item: 1 },
			},
			{ json: { error: { message: 'Vendor is empty' } }, pairedItem: { item: 2 } },
			{ json: { id: some(1).id }, pairedItem: { item: 3 } },
		]);
	});

	it('has the options of Get Many', async () => {
		Object.assign(some(2), { tprm_contract_end_date: '2027-03-31' });
		const { id } = some(2);
		harness.service.settings = { timeZone: 'Europe/Berlin', dateFormat: 'DD-MM-YYYY' };
		expect((await get(byId(id))).json(NODE)).toMatchObject([
			{ tprm_contract_end_date: '31-03-2027' },
		]);
		const options = { convertDates: true, includeResponseDetails: true };
		expect((await get(byId(id), undefined, { options })).json(NODE)).toMatchObject([
			{
				tprm_contract_end_date: '2027-03-31',
				requestId: expect.stringMatching(/^req_/),
				responseTimeMs: expect.any(Number),
			},
		]);
	});
});

describe('a search that may not have given all vendors', () => {
	const answer = (json: unknown) => {
		const body = { json, contentType: 'application/json' };
		harness.service.faults.add({ fault: { kind: 'status', status: 200, body }, path: SEARCH });
	};

	it.each<[string, unknown, string]>([
		['a part', { vendors: [{ id: 'a' }], total: 40 }, 'The service returned 1 of 40 vendors.'],
		['no list', { message: 'maintenance' }, 'The service did not return a list of vendors.'],
	])('%s: the vendor may be among the others', async (_, list, doubt) => {
		answer(list);
		const result = await get(byId('b'));
		expect(result.error).toMatchObject({
			message: 'The vendor b may be among those that were not returned',
			description: expect.stringContaining(doubt),
		});
		expect(result.error?.description).toContain('Paged HTTP');
	});

	it('does not matter to a vendor that was sent', async () => {
		answer({ vendors: [{ id: 'a', name: 'A' }], total: 40 });
		const result = await get(byId('a'));
		expect(result.json(NODE)).toEqual([{ id: 'a', name: 'A' }]);
		expect(result.hints(NODE)).toEqual([]);
	});

	it('ids may be numbers, and of two vendors with one id the first counts', async () => {
		answer([{ name: 'without id' }, { id: 7, name: 'first' }, { id: 7, name: 'second' }]);
		expect((await get(byId('7'))).json(NODE)).toEqual([{ id: 7, name: 'first' }]);
	});
});
