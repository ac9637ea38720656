import type { DateFormat } from '../../sandbox/service/dates';
import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';

import { Client, message, refusal } from './client';

const VENDORS = '/tprm-api/vendors';

let service: Service;
let client: Client;

beforeAll(async () => {
	service = await startService({ vendors: [], documents: [] });
	client = await Client.connect(service);
});
beforeEach(() => {
	service.settings = { timeZone: 'Europe/Berlin', dateFormat: 'DD-MM-YYYY' };
});
afterAll(async () => await service.close());

const write = async (fields: object) => await client.ok('POST', VENDORS, { name: 'A', ...fields });

describe('Date and datetime values', () => {
	const stored = { started_at: '2026-07-01T22:05:09Z', tprm_contract_end_date: '2027-03-04' };
	it.each<[DateFormat, string, string, string]>([
		['DD-MM-YYYY', 'Europe/Berlin', '02-07-2026 00:05:09', '04-03-2027'],
		['MM-DD-YYYY', 'America/New_York', '07-01-2026 18:05:09', '03-04-2027'],
		['YYYY-MM-DD', 'Asia/Kolkata', '2026-07-02 03:35:09', '2027-03-04'],
	])('are shown as %s in %s', async (dateFormat, timeZone, startedAt, endDate) => {
		const { id } = await write(stored);
		service.settings = { timeZone, dateFormat };
		const [shown] = (await client.ok('POST', `${VENDORS}/search`, {})).vendors;
		expect(shown).toMatchObject({ id, started_at: startedAt, tprm_contract_end_date: endDate });
		// What was shown can be written back.
		const { created_at: _c, updated_at: _u, id: _i, status: _s, ...fields } = shown ?? {};
		const again = await client.ok('PUT', `${VENDORS}/${id}`, fields);
		expect({ ...again, updated_at: shown?.updated_at }).toEqual(shown);
	});

	it.each<[string, DateFormat, string]>([
		['01-07-2026 09:30:00', 'DD-MM-YYYY', '2026-07-01T07:30:00.000Z'],
		['01-07-2026 09:30:00', 'MM-DD-YYYY', '2026-01-07T08:30:00.000Z'],
		['2026-07-01 09:30:00', 'YYYY-MM-DD', '2026-07-01T07:30:00.000Z'],
		['2026-07-01T09:30:00Z', 'MM-DD-YYYY', '2026-07-01T09:30:00.000Z'],
		['2026-07-01T09:30:00.123-05:00', 'DD-MM-YYYY', '2026-07-01T14:30:00.123Z'],
		['2026-07-01', 'DD-MM-YYYY', '2026-06-30T22:00:00.000Z'],
	])('keep the datetime %s, written as %s, in UTC', async (written, dateFormat, expected) => {
		service.settings = { timeZone: 'Europe/Berlin', dateFormat };
		const { id } = await write({ started_at: written });
		expect(service.vendors.byId.get(id)?.started_at).toBe(expected);
	});

	it.each([
		['29-02-2028', '2028-02-29'],
		['2028-02-29', '2028-02-29'],
		['2028-02-29T12:00:00', '2028-02-29'],
		['2028-02-28T23:30:00Z', '2028-02-29'],
	])('keep the date %s as a day', async (written, expected) => {
		const { id } = await write({ tprm_contract_end_date: written });
		expect(service.vendors.byId.get(id)?.tprm_contract_end_date).toBe(expected);
	});

	it.each([
		['tprm_contract_end_date', '31-02-2026'],
		['tprm_contract_end_date', '2026-02-31'],
		['tprm_contract_end_date', '12-31-2026'],
		['tprm_contract_end_date', '31.12.2026'],
		['tprm_contract_end_date', ''],
		['tprm_contract_end_date', 1798675200],
		['started_at', '01-07-2026 25:00:00'],
		['started_at', 'tomorrow'],
		// The clocks in Berlin go from two to three o'clock that night.
		['started_at', '29-03-2026 02:30:00'],
		['started_at', '2026-03-29T02:30:00'],
	])('refuse %s %s, naming the field', async (field, written) => {
		const json = { name: 'A', [field]: written };
		const answer = await client.send('POST', VENDORS, { json });
		expect(refusal(answer)).toBe('422 request.invalid');
		expect(message(answer)).toContain(`${field}: `);
	});
});
