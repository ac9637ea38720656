import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { SOME_VENDORS } from '../../sandbox/service/vendorSamples';
import { harnessForEach } from '../helpers/harness';
import { vendorAt } from '../helpers/vendors';

const SEARCH = '/tprm-api/vendors/search';
const VENDORS = '/tprm-api/vendors';

const harness = harnessForEach({ vendors: SOME_VENDORS });

const log = () => harness.service.log;
const some = (index: number) => vendorAt(harness.service, index);

/** The list as the editor loads it. */
async function fieldsFor(operation: string): Promise<Record<string, ResourceMapperField>> {
	const parameters = { resource: 'vendor', operation, fieldsFrom: 'map' };
	const { fields } = await harness.mapFields('tprmVendor', 'getVendorFields', parameters);
	return Object.fromEntries(fields.map((field) => [field.id, field]));
}

/** A form as the editor saves it: every field of the list has a value, most of them null. */
async function run(operation: string, value: IDataObject, items?: IDataObject[], match?: string) {
	const schema = Object.values(await fieldsFor(operation));
	const empty = Object.fromEntries(schema.map(({ id }) => [id, null]));
	log().clear();
	const fieldList = {
		mappingMode: 'defineBelow',
		value: { ...empty, ...value },
		matchingColumns: match === undefined ? [] : [match],
		schema,
	};
	const parameters = {
		resource: 'vendor',
		operation,
		vendorId: { __rl: true, mode: 'id', value: some(4).id },
		fieldsFrom: 'map',
		fieldList,
		options: {},
	} as unknown as IDataObject;
	return await harness.run({ type: 'tprmVendor', parameters }, items);
}

describe('the list of fields', () => {
	it('has every field of the vendors of the organization, learned with one search', async () => {
		Object.assign(some(9), { employees: 12, critical: true, contact: { email: 'a@b.example' } });
		const fields = await fieldsFor('create');
		expect(log().count('POST', SEARCH)).toBe(1);
		expect(fields).toMatchObject({
			name: { displayName: 'name', type: 'string', required: false, display: true },
			tprm_contract_end_date: { displayName: 'tprm_contract_end_date', type: 'string' },
			tags: { type: 'array', canBeUsedToMatch: false },
			contact: { type: 'object' },
			employees: { type: 'number' },
			critical: { type: 'options', options: [{ value: true }, { value: false }] },
		});
	});

	it('has fields that the service sets itself only on demand, and the ID only to match', async () => {
		const forCreate = await fieldsFor('create');
		expect(forCreate.id).toBeUndefined();
		expect(forCreate.updated_at).toMatchObject({ removed: true });
		expect(forCreate.status).toMatchObject({ removed: true });
		expect((await fieldsFor('upsert')).id).toMatchObject({ canBeUsedToMatch: true });
	});

	it('says why it is empty when there are no vendors', async () => {
		harness.service.vendors.byId.clear();
		const parameters = { resource: 'vendor', operation: 'create' };
		const list = await harness.mapFields('tprmVendor', 'getVendorFields', parameters);
		expect(list).toMatchObject({
			fields: [],
			emptyFieldsNotice: expect.stringContaining('no vendors yet'),
		});
	});
});

describe('fields from the list', () => {
	it('are sent by Create if they have a value', async () => {
		const item = { title: 'Acme' };
		const result = await run('create', { name: '={{ $json.title }}', tags: '["gdpr"]' }, [item]);
		expect(result.error).toBeUndefined();
		expect(log().find('POST', VENDORS)[0]?.body).toEqual({ name: 'Acme', tags: ['gdpr'] });
	});

	it('change no others in Update', async () => {
		const { name, domain } = some(4);
		await run('update', { notes: 'new', domain: '' });
		expect(log().find('PATCH')[0]?.body).toEqual({ notes: 'new' });
		expect(some(4)).toMatchObject({ name, domain, notes: 'new' });
	});

	it.each(['external_id', 'id'] as const)(
		'find the vendor by the %s in Create or Update',
		async (match) => {
			const value = { [match]: some(4)[match], notes: 'found' };
			const result = await run('upsert', value, [{}], match);
			expect(result.json(NODE)).toMatchObject([
				{ action: 'updated', id: some(4).id, notes: 'found' },
			]);
		},
	);

	it('need a field to match on in Create or Update', async () => {
		const result = await run('upsert', { name: 'A' });
		expect(result.error?.message).toBe('Match Field is empty');
		expect(log().count()).toBe(0);
	});
});
