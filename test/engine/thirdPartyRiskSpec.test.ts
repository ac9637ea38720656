import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForEach } from '../helpers/harness';

/** The third-party risk specification as a user of the node meets it, where no other file has it. */
const harness = harnessForEach();

const VENDORS = '/tprm-api/vendors';
const TOKEN = '/tprm-api/oauth/token';
const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const json = (fields: IDataObject) => ({ fieldsFrom: 'json', fieldsJson: JSON.stringify(fields) });
const firstVendor = () => {
	const [vendor] = harness.service.vendors.byId.values();
	if (!vendor) throw new Error('no vendor');
	return vendor;
};

async function run(
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	settings: IDataObject = {},
) {
	return await harness.run({
		type: 'tprmVendor',
		parameters: { resource, operation, ...parameters },
		settings,
	});
}
const vendor = async (operation: string, parameters: IDataObject = {}, settings?: IDataObject) =>
	await run('vendor', operation, parameters, settings);
const events = async (settings?: IDataObject) =>
	await run('webhookEvent', 'getMany', { returnAll: true }, settings);
const lastRequest = () => harness.service.log.requests.at(-1);

describe('Access token response', () => {
	it('scope: a token limited to reading cannot write, and the message says what to check', async () => {
		harness.setCredential({ scope: 'tprm:read' });
		expect((await vendor('getMany', { limit: 1 })).status).toBe('success');
		expect((await vendor('create', json({ name: 'X' }))).error).toMatchObject({
			message: 'The access token lacks tprm:write',
			description: expect.stringContaining('Check OAuth Scopes in the credential'),
		});
	});
});

describe('Error envelope', () => {
	it('client_code, message, request_id and docs_url reach the workflow', async () => {
		const parameters = { vendorId: byId('vnd_none'), ...json({ name: 'A' }) };
		const settings = { onError: 'continueRegularOutput' };
		const result = await vendor('update', parameters, settings);
		expect(result.json(NODE)).toMatchObject([
			{
				error: {
					message: 'There is no vendor vnd_none',
					clientCode: 'vendor.not_found',
					requestId: expect.stringMatching(/^req_/),
					docsUrl: '/docs/errors#vendor.not_found',
					httpStatus: 404,
				},
			},
		]);
	});
});

describe('Date and datetime values', () => {
	const stored = { tprm_contract_end_date: '2027-03-31', started_at: '2026-06-30T07:30:00.000Z' };

	beforeEach(() => {
		Object.assign(firstVendor(), stored);
	});

	it.each([
		['DD-MM-YYYY', 'dd-MM-yyyy', '31-03-2027', '30-06-2026 09:30:00'],
		['MM-DD-YYYY', 'MM-dd-yyyy', '03-31-2027', '06-30-2026 09:30:00'],
		['YYYY-MM-DD', 'yyyy-MM-dd', '2027-03-31', '2026-06-30 09:30:00'],
	] as const)(
		'1, 2 and 4: %s is passed on as it is, and becomes ISO 8601 when asked for',
		async (dateFormat, organizationDateFormat, date, datetime) => {
			harness.service.settings = { timeZone: 'Europe/Berlin', dateFormat };
			harness.setCredential({ organizationTimeZone: 'Europe/Berlin', organizationDateFormat });
			const filters = { filter: JSON.stringify({ external_id: firstVendor().external_id }) };
			const asSent = await vendor('getMany', { filters });
			expect(asSent.json(NODE)).toMatchObject([
				{ tprm_contract_end_date: date, started_at: datetime },
			]);
			const converted = await vendor('getMany', { filters, options: { convertDates: true } });
			expect(converted.json(NODE)).toMatchObject([
				{ tprm_contract_end_date: '2027-03-31', started_at: '2026-06-30T09:30:00+02:00' },
			]);
		},
	);

	it('3: what was converted may be written back', async () => {
		harness.setCredential({
			organizationTimeZone: 'Europe/Berlin',
			organizationDateFormat: 'dd-MM-yyyy',
		});
		const filters = { filter: JSON.stringify({ external_id: firstVendor().external_id }) };
		const [item] = (await vendor('getMany', { filters, options: { convertDates: true } })).json(
			NODE,
		);
		const { started_at, tprm_contract_end_date, id } = item ?? {};
		const fields = json({ started_at, tprm_contract_end_date });
		await vendor('update', { vendorId: byId(String(id)), ...fields });
		expect(firstVendor()).toMatchObject(stored);
	});
});

describe('Endpoints', () => {
	it('POST /tprm-api/vendors/{id}/archive: without a payload', async () => {
		const { id } = firstVendor();
		await vendor('archive', { vendorId: byId(id) });
		expect(lastRequest()).toMatchObject({ method: 'POST', path: `${VENDORS}/${id}/archive` });
		expect(lastRequest()?.headers).not.toHaveProperty('content-type');
		expect(firstVendor().status).toBe('archived');
	});

	it.each([
		['POST', /search$/, 'getMany', 2],
		['PATCH', /vnd_/, 'update', 2],
		['PUT', /vnd_/, 'replace', 2],
		['DELETE', /vnd_/, 'delete', 2],
		['POST', /archive$/, 'archive', 1],
	])('a lost answer to %s %s (%s) means %i requests', async (method, path, operation, count) => {
		const fault = { kind: 'reset', when: 'after' } as const;
		harness.service.faults.add({ fault, method, path });
		const parameters = { vendorId: byId(firstVendor().id), ...json({ name: 'L' }) };
		const result = await withFakeClock(() => vendor(operation, parameters));
		expect(harness.service.log.count(method, path)).toBe(count);
		expect(result.status).toBe(count === 2 ? 'success' : 'error');
	});
});

describe('Versioning', () => {
	it('1 and 2: no path has a version, every call is pinned by X-API-Version', async () => {
		const { id } = firstVendor();
		await vendor('create', json({ name: 'V' }));
		await vendor('getMany', { limit: 1 });
		await vendor('archive', { vendorId: byId(id) });
		await events();
		const calls = harness.service.log.requests.filter(({ path }) => path !== TOKEN);
		// Archive reads the vendors first: its output says what they were.
		expect(calls.map(({ headers }) => headers['x-api-version'])).toEqual(Array(5).fill('v1'));
		expect(calls.filter(({ path }) => /\/v\d/.test(path))).toEqual([]);
	});
});
