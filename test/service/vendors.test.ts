import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';

import { Client, refusal } from './client';

const VENDORS = '/tprm-api/vendors';
const SEARCH = `${VENDORS}/search`;

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
});

describe('Archiving and removing vendors', () => {
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
});
