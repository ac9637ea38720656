import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';

import type { RequestOptions } from './client';
import { Client, message, refusal } from './client';

const VENDORS = '/tprm-api/vendors';
const SEARCH = `${VENDORS}/search`;
const EMPTY_JSON = { headers: { 'Content-Type': 'application/json' } };

let service: Service;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = await Client.connect(service);
});
afterAll(async () => await service.close());

const search = async (filter: object) => (await client.ok('POST', SEARCH, filter)).vendors;
const create = async (fields: object = {}) =>
	await client.ok('POST', VENDORS, { name: 'Created', ...fields });
const stored = (id: string) => service.vendors.byId.get(id);

const FULL = {
	name: 'Acme GmbH',
	external_id: 'ERP-1',
	domain: 'acme.example',
	risk_rating: 'high',
	owner_email: 'pat@example.com',
	tprm_contract_end_date: '31-12-2027',
	started_at: '01-07-2026 09:30:00',
	notes: 'Line one\nline two',
	tags: ['cloud', 'gdpr'],
};

describe('POST /tprm-api/vendors/search', () => {
	it('finds by part of the name, tag, status and whole fields', async () => {
		const { id } = await create({ ...FULL, name: 'Findable & Sons' });
		const found = async (filter: object) => (await search(filter)).map((vendor) => vendor.id);
		expect(await found({ query: 'findABLE' })).toEqual([id]);
		expect(await found({ name: 'Findable & Sons', external_id: 'ERP-1' })).toEqual([id]);
		expect(await found({ query: 'findable', tag: 'gdpr', risk_rating: 'high' })).toEqual([id]);
		expect(await found({ name: 'Findable' })).toEqual([]);
		expect(await found({ query: 'findable', owner_email: null })).toEqual([]);
		await client.ok('POST', `${VENDORS}/${id}/archive`);
		expect(await found({ query: 'findable', status: 'archived' })).toEqual([id]);
		expect(await found({ query: 'findable', status: 'active' })).toEqual([]);
	});

	it.each<[string, RequestOptions, string]>([
		['no body', {}, '415 request.unsupported_media_type'],
		['an empty body', EMPTY_JSON, '400 request.body_missing'],
		['an array', { json: [] }, '422 request.invalid'],
		['an unknown field', { json: { page: 2 } }, '422 request.invalid'],
		['an unknown status', { json: { status: 'gone' } }, '422 request.invalid'],
	])('refuses %s', async (_what, options, expected) => {
		expect(refusal(await client.send('POST', SEARCH, options))).toBe(expected);
	});
});

describe('POST /tprm-api/vendors', () => {
	it.each<[string, RequestOptions, string, string]>([
		['no body', {}, '415 request.unsupported_media_type', ''],
		['an empty body', EMPTY_JSON, '400 request.body_missing', ''],
		['no name', { json: {} }, '422 request.invalid', 'name'],
		['a blank name', { json: { name: '  ' } }, '422 request.invalid', 'name'],
		['no name but null', { json: { name: null } }, '422 request.invalid', 'name'],
		['an unknown field', { json: { name: 'A', colour: 'red' } }, '422 request.invalid', 'colour'],
		['an id', { json: { name: 'A', id: 'vnd_1' } }, '422 request.invalid', 'id: cannot be written'],
		['a status', { json: { name: 'A', status: 'archived' } }, '422 request.invalid', 'status'],
		['a creation date', { json: { name: 'A', created_at: null } }, '422 request.invalid', 'creat'],
		['another rating', { json: { name: 'A', risk_rating: 'huge' } }, '422 request.invalid', 'risk'],
		['a wrong address', { json: { name: 'A', owner_email: 'x' } }, '422 request.invalid', 'owner'],
		['one text as tags', { json: { name: 'A', tags: 'a,b' } }, '422 request.invalid', 'tags'],
		['an array of vendors', { json: [{ name: 'A' }] }, '422 request.invalid', 'body'],
	])('refuses %s and creates nothing', async (_what, options, expected, words) => {
		const before = service.vendors.byId.size;
		const answer = await client.send('POST', VENDORS, options);
		expect(refusal(answer)).toBe(expected);
		expect(message(answer)).toContain(words);
		expect(service.vendors.byId.size).toBe(before);
	});
});

describe('PATCH and PUT /tprm-api/vendors/{id}', () => {
	it.each<['PATCH' | 'PUT', string, RequestOptions, string]>([
		['PATCH', 'nothing', { json: {} }, '422 request.invalid'],
		['PATCH', 'an unknown field', { json: { colour: 'red' } }, '422 request.invalid'],
		['PATCH', 'a status', { json: { status: 'archived' } }, '422 request.invalid'],
		['PATCH', 'a name that is null', { json: { name: null } }, '422 request.invalid'],
		['PATCH', 'no body', {}, '415 request.unsupported_media_type'],
		['PUT', 'no name', { json: { notes: 'A' } }, '422 request.invalid'],
		['PUT', 'an id', { json: { name: 'A', id: 'vnd_1' } }, '422 request.invalid'],
		['PUT', 'an empty body', EMPTY_JSON, '400 request.body_missing'],
	])('%s refuses %s', async (method, _what, options, expected) => {
		const { id } = await create(FULL);
		const before = { ...stored(id) };
		expect(refusal(await client.send(method, `${VENDORS}/${id}`, options))).toBe(expected);
		expect(stored(id)).toEqual(before);
	});
});

describe('Archiving and removing vendors', () => {
	it('archives without fields', async () => {
		const { id } = await create();
		const json = { reason: 'x' };
		const answer = await client.send('POST', `${VENDORS}/${id}/archive`, { json });
		expect(refusal(answer)).toBe('422 request.invalid');
	});

	it('removes a vendor and everything that belongs to it, and nothing else', async () => {
		const { byId, assessments } = service.vendors;
		const withDocuments = [...service.documents.byId.values()].map(({ vendorId }) => vendorId);
		const id = [...assessments.values()].findLast(({ vendorId }) =>
			withDocuments.includes(vendorId),
		)?.vendorId;
		const [document] = [...service.documents.byId.values()].filter((each) => each.vendorId === id);
		const sizes = () => [byId.size, assessments.size > 1790, service.documents.byId.size];
		const [vendors] = sizes();

		const { status, body } = await client.send('DELETE', `${VENDORS}/${id}`);
		expect([status, body]).toEqual([204, '']);
		expect(sizes()).toEqual([Number(vendors) - 1, true, 38]);
		expect([...assessments.values()].some(({ vendorId }) => vendorId === id)).toBe(false);
		const download = await client.send('GET', `/tprm-api/downloads/document/${document?.id}`);
		expect(refusal(download)).toBe('404 document.not_found');
		expect(refusal(await client.send('DELETE', `${VENDORS}/${id}`))).toBe('404 vendor.not_found');
	});

	it.each<[string, string, RequestOptions]>([
		['PATCH', '', { json: { name: 'A' } }],
		['PUT', '', { json: { name: 'A' } }],
		['POST', '/archive', {}],
		['DELETE', '', {}],
	])('%s %s does not know other ids', async (method, suffix, options) => {
		const answer = await client.send(method, `${VENDORS}/vnd_nobody${suffix}`, options);
		expect(refusal(answer)).toBe('404 vendor.not_found');
		expect(message(answer)).toContain('vnd_nobody');
	});

	it('has no path that the specification does not show', async () => {
		const { id } = await create();
		const answers = [
			await client.send('GET', VENDORS),
			await client.send('GET', `${VENDORS}/${id}`),
			await client.send('POST', `${VENDORS}/${id}/unarchive`),
		];
		for (const answer of answers) expect(refusal(answer)).toBe('404 request.unknown_path');
	});
});
