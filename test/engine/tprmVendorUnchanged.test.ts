import type { IDataObject, INode } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import type { Vendor } from '../../sandbox/service/vendorFields';
import { SOME_VENDORS } from '../../sandbox/service/vendorSamples';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForEach } from '../helpers/harness';
import { runVendor, vendorAt } from '../helpers/vendors';

const SEARCH = '/tprm-api/vendors/search';

const harness = harnessForEach(
	{ vendors: SOME_VENDORS },
	{
		organizationTimeZone: 'Europe/Berlin',
		organizationDateFormat: 'dd-MM-yyyy',
	},
);

const log = () => harness.service.log;
const some = (index: number) => vendorAt(harness.service, index);

const CONTINUE = { onError: 'continueRegularOutput' } as const;

const upsert = async (
	items: IDataObject[],
	{ dryRun = false, ...options }: IDataObject = {},
	settings?: Partial<INode>,
) =>
	await runVendor(
		harness,
		'upsert',
		{ matchField: 'external_id', dryRun, options },
		items,
		settings,
	);

describe('a vendor that already has the values', () => {
	it.each<[string, (vendor: Vendor) => IDataObject]>([
		['text', ({ name }) => ({ name: ` ${name}` })],
		['a field that is empty', () => ({ notes: null })],
		['an empty cell', () => ({ notes: '' })],
		['a datetime in ISO 8601', ({ started_at }) => ({ started_at })],
	])('is not written by Create or Update: %s', async (_, fieldsOf) => {
		const vendor = some(4);
		const { updated_at } = vendor;
		const result = await upsert([{ external_id: vendor.external_id, ...fieldsOf(vendor) }]);
		expect(result.error).toBeUndefined();
		expect(result.json(NODE)).toMatchObject([
			{ action: 'unchanged', id: vendor.id, name: vendor.name },
		]);
		expect(log().count('PATCH')).toBe(0);
		expect(some(4).updated_at).toBe(updated_at);
	});

	it.each<[present: IDataObject[string], wanted: IDataObject[string], action: string]>([
		[120000, '120000', 'unchanged'],
		[120000, '120001', 'updated'],
		[0, '', 'unchanged'],
		[true, 'yes', 'unchanged'],
		[120000, '120,000', 'unchanged'],
		[true, 'TRUE', 'unchanged'],
		[false, 0, 'unchanged'],
		['007', '7', 'updated'],
		['Cafe\u0301', 'Caf\u00e9', 'unchanged'],
		[{ seats: 5, since: '31-03-2027' }, { seats: '5', since: '2027-03-31' }, 'unchanged'],
		[[1, 2], ['1', '2', '3'], 'updated'],
	])('%j beside %j is %s', async (present, wanted, action) => {
		const vendor = some(4);
		Object.assign(vendor, { custom: present });
		const result = await upsert([{ external_id: vendor.external_id, custom: wanted }], {
			dryRun: true,
		});
		expect(result.json(NODE)).toMatchObject([{ action }]);
	});

	it.each<[timeZone: string, present: string, wanted: string, action: string]>([
		['Europe/Berlin', '31-03-2027', '2027-03-31', 'unchanged'],
		['Europe/Berlin', '31-03-2027', '2027-03-31 00:00:00.000', 'unchanged'],
		['Europe/Berlin', '31-03-2027', '2027-03-30T22:00:00.000Z', 'unchanged'],
		['Europe/Berlin', '31-03-2027', '2027-03-31T00:00:00+02:00', 'unchanged'],
		['UTC', '31-03-2027', '2027-03-31T00:00:00+02:00', 'updated'],
		['Europe/Berlin', '30-06-2026 09:30:00', '2026-06-30T07:30:00.000Z', 'unchanged'],
		['Europe/Berlin', '30-06-2026 09:30:00', '2026-06-30T09:30:00Z', 'updated'],
		['Europe/Berlin', '30-06-2026 00:00:00', '2026-06-30', 'unchanged'],
	])('in %s, %s beside %s is %s', async (organizationTimeZone, present, wanted, action) => {
		harness.setCredential({ organizationTimeZone, organizationDateFormat: 'dd-MM-yyyy' });
		const vendor = some(4);
		Object.assign(vendor, { custom: present });
		const result = await upsert([{ external_id: vendor.external_id, custom: wanted }], {
			dryRun: true,
		});
		expect(result.json(NODE)).toMatchObject([{ action }]);
	});

	it.each<[string, IDataObject]>([
		['text', { name: 'Other' }],
		['a date', { tprm_contract_end_date: '2031-01-01' }],
		['a list', { tags: ['gdpr', 'new'] }],
	])('is written if it differs in %s', async (_, fields) => {
		const { external_id } = some(4);
		const result = await upsert([{ external_id, ...fields }]);
		expect(result.json(NODE)).toMatchObject([{ action: 'updated' }]);
		expect(log().count('PATCH')).toBe(1);
	});

	it('is written if the search does not show a field that is to be cleared', async () => {
		const { external_id } = some(4);
		harness.service.answerShapes = { vendors: { fields: ['id', 'external_id', 'name'] } };
		const result = await upsert([{ external_id, notes: null }], { emptyCells: 'clear' });
		expect(result.json(NODE)).toMatchObject([{ action: 'updated' }]);
		expect(log().count('PATCH')).toBe(1);
	});

	it('is written after a change whose answer was lost', async () => {
		const { external_id, name } = some(4);
		harness.service.faults.add({ fault: { kind: 'truncate' }, method: 'PATCH', times: 5 });
		const items = [
			{ external_id, name: 'Other', notes: 'x' },
			{ external_id, name },
		];
		const result = await withFakeClock(async () => await upsert(items, undefined, CONTINUE));
		expect(result.json(NODE)).toMatchObject([{ error: {} }, { action: 'updated' }]);
		expect(some(4)).toMatchObject({ name });
	});
});

describe('a search that fails is not sent again for each item', () => {
	const items = () => [0, 1, 2, 3].map((index) => ({ ...some(index), notes: 'new' }));
	const dryUpdate = async (rows: IDataObject[], _: undefined, settings: Partial<INode>) => {
		const vendorId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		return await runVendor(harness, 'update', { vendorId, dryRun: true }, rows, settings);
	};

	it.each([
		['Create or Update', upsert],
		['Update with Dry Run', dryUpdate],
	])('by %s: every item has its error', async (_, write) => {
		const rows = items();
		harness.service.faults.add({
			fault: { kind: 'status', status: 403 },
			path: SEARCH,
			times: Infinity,
		});
		const result = await write(rows, undefined, CONTINUE);
		const errors = result.json(NODE).map(({ error }) => error as IDataObject);
		expect(errors).toHaveLength(4);
		expect(errors[0]).toMatchObject({ message: expect.stringMatching(/./), httpStatus: 403 });
		for (const [at, error] of errors.entries())
			expect(error).toEqual({ ...errors[0], row: at + 1, input: rows[at] });
		expect(result.items(NODE).map(({ pairedItem }) => pairedItem)).toEqual(
			rows.map((__, item) => ({ item })),
		);
		expect(log().count('POST', SEARCH)).toBe(1);
		expect(log().count('PATCH')).toBe(0);
	});
});
