import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { describeError } from '../helpers/httpRequest';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';

const harness = harnessForAll();
const listeners = new Listeners();
afterAll(() => listeners.close());

/** What the service answers to every search, and what it got besides. */
let vendors: IDataObject[] = [];
const writes: string[] = [];

let address: string;
beforeAll(async () => {
	address = await listeners.http(({ method, url = '' }, response) => {
		response.setHeader('Content-Type', 'application/json');
		if (url.endsWith('/token'))
			return void response.end('{"access_token":"t","token_type":"Bearer","expires_in":600}');
		if (url.endsWith('/search')) return void response.end(JSON.stringify({ vendors }));
		writes.push(`${method} ${url}`);
		response.end(JSON.stringify(vendors[0] ?? {}));
	});
});

/** Uses a format that an administrator may have set, or that somebody has chosen by mistake. */
function configured(organizationDateFormat: string): void {
	harness.setCredential({
		...{ baseUrl: address, accessToken: '', organizationDateFormat },
		organizationTimeZone: 'Europe/Berlin',
	});
}

beforeEach(() => {
	writes.length = 0;
});

const withDates = (...dates: unknown[]) =>
	dates.map((due, index) => ({ id: `v-${index}`, name: `Vendor ${index}`, due }) as IDataObject);

async function run(operation: string, more: IDataObject = {}, options: IDataObject = {}) {
	const parameters = {
		...{ resource: 'vendor', operation, returnAll: true },
		...{ options: { convertDates: true, ...options }, ...more },
	};
	return await harness.run({ type: 'tprmVendor', parameters });
}

const list = async (more: IDataObject = {}) => await run('getMany', more);
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

describe('a value that only fits another format proves that Organization Date Format is wrong', () => {
	const message =
		'Organization Date Format is MM-DD-YYYY, but due of record 2 is "31-03-2027", which is DD-MM-YYYY';

	beforeEach(() => {
		configured('MM-dd-yyyy');
		vendors = withDates('04-03-2027', '31-03-2027', '05-06-2027');
	});

	it('nothing is turned round by Get Many', async () => {
		const { error } = await list();
		expect(error?.message).toBe(message);
		expect(describeError(error)).toContain('Change it in the credential to DD-MM-YYYY.');
	});

	it('also where Limit leaves the proof out, or one vendor is read', async () => {
		expect((await list({ returnAll: false, limit: 1 })).error?.message).toBe(message);
		expect((await run('get', { vendorId: byId('v-0') })).error?.message).toBe(message);
	});

	it.each(['update', 'archive', 'upsert'])('before %s writes', async (operation) => {
		const fields = { fieldsFrom: 'json', fieldsJson: '{"name":"Vendor 0","notes":"new"}' };
		const { error } = await run(operation, {
			...{ vendorId: byId('v-0'), matchField: 'name', ...fields },
		});
		expect(error?.message).toBe(message);
		expect(writes).toEqual([]);
	});

	it.each([
		['04-03-2027 10:00:00', '31-03-2027 10:00:00'],
		['04-03-2027', '31-03-2027 10:00:00'],
	])('with times: %s and %s', async (...dates) => {
		vendors = withDates(...dates);
		expect((await list()).error?.message).toContain(`"${dates[1]}", which is DD-MM-YYYY`);
	});

	it('in lists and objects, and in another field', async () => {
		vendors = [
			{ id: 'v-0', reviews: [{ on: '04-03-2027' }] },
			{ id: 'v-1', contract: { ends: [{ on: '31-03-2027' }] } },
		];
		expect((await list()).error?.message).toContain('but contract.ends.on of record 2 is');
	});

	it('the other way round', async () => {
		configured('dd-MM-yyyy');
		vendors = withDates('04-03-2027', '03-31-2027');
		expect((await list()).error?.message).toBe(
			'Organization Date Format is DD-MM-YYYY, but due of record 2 is "03-31-2027", which is MM-DD-YYYY',
		);
	});

	it('nothing is said where no dates are converted', async () => {
		const parameters = { resource: 'vendor', operation: 'getMany', returnAll: true };
		const result = await harness.run({ type: 'tprmVendor', parameters });
		expect(result.json(NODE)).toEqual(vendors);
	});
});

describe('a right format', () => {
	beforeEach(() => configured('dd-MM-yyyy'));

	it.each([
		['with a proof of its own', ['04-03-2027', '31-03-2027']],
		['without any', ['04-03-2027', '05-06-2027']],
		['beside dates that are ISO 8601 already', ['04-03-2027', '2027-03-31']],
		['beside times that are ISO 8601 already', ['04-03-2027', '2027-03-31T10:00:00Z']],
		['beside what is no date', ['04-03-2027', '99-99-2027', 'soon', 7, null]],
	])('is used %s', async (_what, dates) => {
		vendors = withDates(...dates);
		const result = await list();
		expect(result.json(NODE)[0]).toMatchObject({ due: '2027-03-04' });
		expect(JSON.stringify(result.hints(NODE))).not.toContain('Date');
	});

	it('leaves a field alone that has dates in another format too, and says so', async () => {
		vendors = [
			{ id: 'v-0', due: '31-03-2027', typed: '04-03-2027' },
			{ id: 'v-1', due: '04-03-2027', typed: '12-31-2027' },
		];
		const result = await list();
		expect(result.json(NODE)).toMatchObject([
			{ due: '2027-03-31', typed: '04-03-2027' },
			{ due: '2027-03-04', typed: '12-31-2027' },
		]);
		expect(result.hints(NODE)).toContainEqual(
			expect.objectContaining({
				type: 'warning',
				message:
					'Dates in typed were not converted: record 2 has "12-31-2027", which is MM-DD-YYYY, not DD-MM-YYYY.',
			}),
		);
	});

	it('converts the other fields of a vendor that has such a field', async () => {
		vendors = [
			{ id: 'v-0', due: '31-03-2027', typed: '04-03-2027', notes: 'old' },
			{ id: 'v-1', due: '04-03-2027', typed: '12-31-2027' },
		];
		const fields = { fieldsFrom: 'json', fieldsJson: '{"notes":"new","due":"05-03-2027"}' };
		const [row] = (await run('update', { vendorId: byId('v-0'), dryRun: true, ...fields })).json(
			NODE,
		);
		expect(row).toMatchObject({
			...{ due: '2027-03-05', typed: '04-03-2027' },
			changes: { due: { previous: '2027-03-31', current: '2027-03-05' } },
		});
	});
});

it('a format that no date fits converts nothing, and says so', async () => {
	configured('yyyy-MM-dd');
	vendors = withDates('04-03-2027', '31-03-2027');
	const result = await list();
	expect(result.json(NODE)).toEqual(vendors);
	expect(result.hints(NODE)).toContainEqual(
		expect.objectContaining({
			type: 'warning',
			message:
				'No dates were converted: due of record 2 is "31-03-2027", which is DD-MM-YYYY. Organization Date Format in the credential is YYYY-MM-DD.',
		}),
	);
});
