import type { IDataObject, INode } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForEach } from '../helpers/harness';
import { runVendor, vendorAt } from '../helpers/vendors';

const harness = harnessForEach(undefined, {
	organizationTimeZone: 'Europe/Berlin',
	organizationDateFormat: 'dd-MM-yyyy',
});

const SEARCH = '/tprm-api/vendors/search';
const VENDORS = '/tprm-api/vendors';
const byId = (value = '') => ({ __rl: true, mode: 'id', value });
const vendors = () => [...harness.service.vendors.byId.values()];
const named = (name: string) => vendors().filter((vendor) => vendor.name === name);
const some = (index = 7) => vendorAt(harness.service, index);
const log = () => harness.service.log;
const json = (fields: unknown) => ({ fieldsFrom: 'json', fieldsJson: JSON.stringify(fields) });

const vendor = async (
	operation: string,
	parameters?: IDataObject,
	items?: IDataObject[],
	settings?: Partial<INode>,
) => await runVendor(harness, operation, parameters, items, settings);

describe('Vendor: Create', () => {
	it('takes the fields of each input item and pairs each vendor with its item', async () => {
		const items = [
			{ name: 'Acme', id: 'row-1', tags: ['cloud'] },
			{ name: 'Globex', risk_rating: 'high' },
		];
		const result = await vendor('create', { options: {} }, items);
		expect(result.error).toBeUndefined();
		expect(result.items(NODE)).toMatchObject([
			{ json: { name: 'Acme', tags: ['cloud'], status: 'active' }, pairedItem: { item: 0 } },
			{ json: { name: 'Globex', risk_rating: 'high' }, pairedItem: { item: 1 } },
		]);
		expect(log().find('POST', VENDORS)[0]?.body).toEqual({ name: 'Acme', tags: ['cloud'] });
		expect(named('Acme')).toHaveLength(1);
		expect(items[0]).toHaveProperty('id', 'row-1');
	});

	it('does not take what an agent and its model said to each other for a vendor', async () => {
		// So the item of an agent's tool looks: the agent's own item, the arguments, the call's id.
		const items = [{ chatInput: 'Add Acme', toolCallId: 'call_1' }];
		const result = await vendor('create', { options: {} }, items);
		expect(result.error?.message).toContain('used as a tool');
		expect(result.error?.description).toContain('From JSON');
		expect(log().count('POST', VENDORS)).toBe(0);
	});

	it('takes rows, with any kind of value', async () => {
		const row = (name: string, value: unknown) => ({ name, value });
		await vendor(
			'create',
			{
				fieldsFrom: 'rows',
				fields: {
					field: [
						row('name', '={{ $json.title }}'),
						row('tags', '={{ [$json.tag] }}'),
						row('notes', '={{ null }}'),
						row('tprm_contract_end_date', "={{ DateTime.fromISO('2027-03-31', { zone: 'utc' }) }}"),
					],
				},
				options: {},
			},
			[{ title: 'Rowed', tag: 'gdpr' }],
		);
		expect(named('Rowed')).toMatchObject([
			{ tags: ['gdpr'], notes: null, tprm_contract_end_date: '2027-03-31' },
		]);
	});

	it('takes JSON, or an expression that gives an object', async () => {
		await vendor('create', json({ name: 'Json' }));
		await vendor('create', { fieldsFrom: 'json', fieldsJson: '={{ $json.vendor }}' }, [
			{ vendor: { name: 'Expressed' } },
		]);
		expect([...named('Json'), ...named('Expressed')]).toHaveLength(2);
	});

	it.each([
		['an empty item', {}, 'No fields to send'],
		['only excluded fields', { id: 4 }, 'No fields to send'],
	])('refuses %s before anything is sent', async (_, item, message) => {
		const result = await vendor('create', {}, [item]);
		expect(result.error).toMatchObject({ message, context: { itemIndex: 0 } });
		expect(log().count()).toBe(0);
	});

	it.each([
		['{name: 1', 'Fields (JSON) is not valid JSON'],
		['[1]', 'Fields (JSON) must be a JSON object'],
		['{}', 'No fields to send'],
	])('refuses the JSON %j', async (fieldsJson, message) => {
		const result = await vendor('create', { fieldsFrom: 'json', fieldsJson });
		expect(result.error?.message).toBe(message);
	});

	it.each([
		[[], 'No fields to send'],
		[[{ name: ' ', value: 'x' }], 'A field under Fields has no name'],
	])('refuses the rows %j', async (field, message) => {
		const result = await vendor('create', { fieldsFrom: 'rows', fields: { field } });
		expect(result.error?.message).toBe(message);
	});

	it('with "continue" hands out the good items and an error per bad one', async () => {
		const result = await vendor(
			'create',
			{},
			[{ name: 'Good' }, { colour: 'red' }, {}, { name: 'Also good' }],
			{ onError: 'continueRegularOutput' },
		);
		expect(result.json(NODE)).toMatchObject([
			{ name: 'Good' },
			{ error: { clientCode: 'request.invalid', httpStatus: 422 } },
			{ error: { message: 'No fields to send' } },
			{ name: 'Also good' },
		]);
		expect(result.items(NODE).map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
	});
});

describe('Vendor: Get Many', () => {
	it('returns all vendors, newest first, every field passed through', async () => {
		const result = await vendor('getMany', { returnAll: true });
		expect(result.json(NODE).map(({ id }) => id)).toEqual(
			vendors()
				.map(({ id }) => id)
				.reverse(),
		);
		expect(result.json(NODE)[0]).toHaveProperty('tags');
		expect(log().find('POST', SEARCH)[0]?.body).toEqual({});
	});
});

describe('Vendor: Update', () => {
	it('changes the fields that are sent and no others', async () => {
		const { id, name, domain } = some();
		const result = await vendor('update', {
			vendorId: byId(id),
			...json({ notes: 'new', owner_email: null }),
		});
		expect(result.json(NODE)).toMatchObject([{ id, name, notes: 'new' }]);
		expect(some()).toMatchObject({ name, domain, notes: 'new', owner_email: null });
	});

	it('sends an item back that Get Many gave, without what the service sets itself', async () => {
		const filter = JSON.stringify({ external_id: some().external_id });
		const [item] = (await vendor('getMany', { filters: { filter } })).json(NODE);
		const result = await vendor(
			'update',
			{
				vendorId: byId('={{ $json.id }}'),
				options: { leaveOut: 'id,status,created_at,updated_at' },
			},
			[{ ...item, notes: 'round trip' }],
		);
		expect(result.error).toBeUndefined();
		expect(result.json(NODE)).toEqual([
			{
				...{ action: 'updated', why: 'notes changed, was empty', warning: '', row: 1 },
				changes: { notes: { previous: null, current: 'round trip' } },
				...{ ...item, notes: 'round trip', updated_at: expect.any(String) },
				...{ requestId: expect.stringMatching(/^req_/), writtenAt: expect.any(String) },
			},
		]);
	});

	it.each(['../scopes', 'a/b?c#d', 'ü %2e'])('keeps the id %j in its place', async (id) => {
		await vendor('update', { vendorId: byId(id), ...json({ name: 'A' }) });
		expect(log().find('PATCH')[0]?.path).toBe(`${VENDORS}/${encodeURIComponent(id)}`);
	});
});

describe('Vendor: Replace', () => {
	it('clears what is not sent', async () => {
		const { id } = some(6);
		const result = await vendor('replace', { vendorId: byId(id), ...json({ name: 'Half' }) });
		expect(result.json(NODE)).toMatchObject([{ id, name: 'Half', domain: null, tags: [] }]);
		expect(some(6)).toMatchObject({ name: 'Half', external_id: null, owner_email: null });
		expect(log().count('PUT', `${VENDORS}/${id}`)).toBe(1);
	});
});

describe('Vendor: Archive and Delete', () => {
	it('deletes a vendor with everything that belongs to it', async () => {
		const [document] = harness.service.documents.byId.values();
		const id = document?.vendorId ?? '';
		const filter = JSON.stringify({
			external_id: harness.service.vendors.byId.get(id)?.external_id,
		});
		const [whole] = (await vendor('getMany', { filters: { filter } })).json(NODE);
		const result = await vendor('delete', { vendorId: byId(id), options: {} });
		expect(result.json(NODE)).toEqual([
			{
				...{ action: 'deleted', why: 'in the input of Delete', warning: '', row: 1 },
				...{ id, name: whole?.name, changes: {}, deleted: true, record: whole },
				...{ requestId: expect.stringMatching(/^req_/), writtenAt: expect.any(String) },
			},
		]);
		expect(harness.service.vendors.byId.has(id)).toBe(false);
		expect(harness.service.documents.byId.has(document?.id ?? '')).toBe(false);
	});

	it.each(['delete', 'archive'])(
		'%s does once what two items with one ID ask for',
		async (operation) => {
			const [{ id }, other] = [some(), some(8)];
			const items = [{ id }, { id: other.id }, { id: ` ${id}` }];
			const result = await vendor(operation, { vendorId: byId('={{ $json.id }}') }, items);
			expect(result.error).toBeUndefined();
			expect(log().requests.filter(({ path }) => path.includes(id))).toHaveLength(1);
			const why = expect.stringMatching(/^Already (deleted|archived) by row 1$/);
			expect(result.json(NODE)).toMatchObject([{ id }, { id: other.id }, { id, why }]);
		},
	);
});

describe('an item that needs no request to be wrong', () => {
	const isWrong = '$itemIndex === 1';
	const emptyId = { id: `={{ ${isWrong} ? " " : $json.id }}` };
	const fields = { fieldsFrom: 'json', fieldsJson: '={{ { name: "A" } }}' };
	const broken = { ...fields, fieldsJson: `={{ ${isWrong} ? "{" : '{"name": "A"}' }}` };
	const options = { options: { convertDates: `={{ ${isWrong} ? "maybe" : true }}` } };

	it.each<[operation: string, parameters: IDataObject, message: string]>([
		['delete', emptyId, 'Vendor is empty'],
		['delete', { id: `={{ ${isWrong} ? ".." : $json.id }}` }, '".." is not a valid ID'],
		['archive', options, 'Convert Dates must be true or false, but is "maybe"'],
		['replace', { ...fields, ...emptyId }, 'Vendor is empty'],
		['upsert', broken, 'Fields (JSON) is not valid JSON'],
	])('stops %s before anything is sent (%j)', async (operation, { id, ...others }, message) => {
		const items = vendors()
			.slice(0, 10)
			.map((one) => ({ id: one.id }));
		const vendorId = byId(String(id ?? '={{ $json.id }}'));
		const parameters = { vendorId, ...others };
		const stopped = await vendor(operation, parameters, items);
		expect(stopped.error).toMatchObject({ message, context: { itemIndex: 1 } });
		expect(log().count()).toBe(0);

		const goOn = { onError: 'continueRegularOutput' } as const;
		const results = (await vendor(operation, parameters, items, goOn)).json(NODE);
		expect(results.map(({ error }) => error !== undefined)).toEqual(
			items.map((_, index) => index === 1),
		);
	});
});

describe('the list of vendors in a chooser', () => {
	it('shows names, sorted, marks archived ones and finds any part of them', async () => {
		const { results } = await harness.listSearch('tprmVendor', 'searchVendors', 'ARCHIVED');
		expect(results).toHaveLength(vendors().filter(({ status }) => status === 'archived').length);
		const [first] = (await harness.listSearch('tprmVendor', 'searchVendors', some().name)).results;
		expect(first).toEqual({ name: some().name, value: some().id });
	});
});

describe('Webhook Event: Get Many', () => {
	it('lists the names', async () => {
		const parameters = { resource: 'webhookEvent', operation: 'getMany', returnAll: true };
		const result = await harness.run({ type: 'tprmVendor', parameters });
		expect(result.json(NODE)).toHaveLength(17);
		expect(result.json(NODE)[0]).toEqual({ name: 'vendor.created' });
	});
});

describe('an answer that is no answer of the interface', () => {
	it('an unsupported API version: the message says which is supported, the hint which field', async () => {
		harness.setCredential({ apiVersion: 'v9' });
		const result = await vendor('getMany', {});
		expect(result.error).toMatchObject({
			message: 'The version v9 is not supported. Supported: v1',
			description: expect.stringMatching(/^Set API Version in the credential.*built for v1/),
		});
	});
});

describe('Filters of Get Many', () => {
	const sent = () =>
		log()
			.find('POST', SEARCH)
			.map(({ body }) => body);
	const getMany = async (parameters: IDataObject, items?: IDataObject[]) =>
		await vendor('getMany', { returnAll: true, ...parameters }, items);

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

	it('go beside conditions in JSON, which may not name the same field', async () => {
		await getMany({ filters: { status: 'active', filter: '{"risk_rating":null}' } });
		expect(sent()).toEqual([{ risk_rating: null, status: 'active' }]);
		const filter = '{"status":"archived"}';
		const twice = await getMany({ filters: { status: 'active', filter } });
		expect(twice.error).toMatchObject({
			message: 'Both Status and Filter (JSON) filter by "status"',
			description: 'Remove Status from Filters, or "status" from Filter (JSON).',
		});
		expect(sent()).toHaveLength(1);
	});
});
