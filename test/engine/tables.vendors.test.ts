import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { SOME_VENDORS } from '../../sandbox/service/vendorSamples';
import { harnessForEach } from '../helpers/harness';
import { runVendor, vendorAt } from '../helpers/vendors';

/** Tables as people have them: each is planned and run, and both must say the same. */
const harness = harnessForEach({ vendors: SOME_VENDORS.slice(0, 20), documents: [] });

const vendors = () => [...harness.service.vendors.byId.values()];
const some = (index: number) => vendorAt(harness.service, index);
/** Fields that the reference service does not know are refused by it, once they were sent. */
const sent = (method: string) =>
	harness.service.log
		.find(method)
		.filter(({ path }) => /vendors(\/vnd_\w+)?$/.test(path))
		.map(({ body }) => body);
const COMPLETE = { domain: 'new.example', owner_email: 'owner@example.com', tags: ['new'] };

async function upsert(items: IDataObject[], matchField = 'external_id', options: IDataObject = {}) {
	const run = async (dryRun: boolean) =>
		await runVendor(harness, 'upsert', { matchField, dryRun, options }, items, {
			onError: 'continueRegularOutput',
		});
	const [plan, real] = [await run(true), await run(false)];
	const told = ({ action, why, warning, error }: IDataObject) => [action, why, warning, error];
	return { plan: plan.json(NODE), real: real.json(NODE), told, hints: real.hints(NODE) };
}

describe('a table of vendors', () => {
	it.each([
		['M\ufffdller AG', 'wrong encoding'],
		['Miller \u0096 Sons', 'wrong encoding'],
		['MÃ¼ller AG', 'wrong encoding'],
		['Miller â€“ Sons', 'wrong encoding'],
		['M√ºller AG', 'wrong encoding'],
		['#REF!', 'formula error'],
	])('whose file was read wrongly overwrites nothing: %s', async (text, what) => {
		const before = structuredClone(vendors());
		for (const field of ['name', 'notes']) {
			const { plan, real } = await upsert([{ external_id: some(1).external_id, [field]: text }]);
			expect(plan).toMatchObject([{ action: 'error', why: expect.stringContaining(what) }]);
			expect(String((real[0]?.error as IDataObject).message)).toContain(what);
		}
		expect(vendors()).toEqual(before);
	});

	it.each([
		'Müller',
		'SÃO PAULO',
		'« CAFÉ »',
		'Å',
		'IRMÃ',
		'“IRMÃ”',
		'Ångström',
		'naïve — 20 °C',
		'√2',
		'Łódź',
		'東京',
	])('may have text in any language: %s', async (notes) => {
		const { real } = await upsert([{ external_id: some(1).external_id, notes }]);
		expect(real).toMatchObject([{ action: 'updated', notes, warning: '' }]);
	});

	it.each(['N/A', '-', 'null', 'None', '?', 'TBD', '#N/A', '8.91E+05', 1234567890123456])(
		'has no vendor that is identified by %p',
		async (external_id) => {
			const { plan, real } = await upsert([{ external_id, name: 'Beta' }]);
			expect(plan).toMatchObject([{ action: 'error' }]);
			expect(real).toMatchObject([{ error: expect.anything() }]);
			expect(vendors()).toHaveLength(20);
		},
	);

	it('names no vendor by a placeholder, and warns of one elsewhere', async () => {
		const { external_id } = some(1);
		const { plan, real } = await upsert([
			{ external_id, notes: 'N/A' },
			{ external_id: 'X-1', name: 'n/a' },
		]);
		expect(plan[0]?.warning).toMatch(/notes is "N\/A", which looks like a placeholder/);
		expect(real[0]?.warning).toBe(plan[0]?.warning);
		expect(plan[1]).toMatchObject({
			action: 'error',
			why: expect.stringContaining('The field name is "n/a"'),
		});
	});

	it('leaves what an empty cell stands for, and sends none with a new vendor', async () => {
		const { external_id, domain, notes = null } = some(1);
		const { real } = await upsert([
			{ external_id, domain: '', notes: null },
			{ ...COMPLETE, external_id: 'X-1', name: 'New', domain: '', notes: null },
		]);
		expect(real).toMatchObject([
			{ action: 'unchanged', domain, notes },
			{ action: 'created', warning: expect.stringContaining('domain') },
		]);
		expect(harness.service.log.find('POST', '/tprm-api/vendors')[0]?.body).toEqual({
			...{ external_id: 'X-1', name: 'New' },
			...{ owner_email: 'owner@example.com', tags: ['new'] },
		});
	});

	it.each([
		'https://www.acme.example/',
		'www.acme.example',
		'acme.example/',
		'acme.example.',
		'ACME.example',
		'http://acme.example:80',
	])('finds a vendor by its host, and keeps its spelling: %s', async (domain) => {
		some(3).domain = 'acme.example';
		const { plan, real } = await upsert([{ domain, notes: 'x' }], 'domain');
		for (const rows of [plan, real])
			expect(rows).toMatchObject([{ action: 'updated', id: some(3).id, domain: 'acme.example' }]);
	});

	it.each(['upsert', 'sync'])(
		'writes nothing in a second %s of rows that differ in the spelling of a host',
		async (operation) => {
			some(3).domain = 'acme.example';
			const items = ['A', 'B', 'A'].map((name) => ({ name, domain: 'https://www.acme.example/' }));
			const run = async () => await runVendor(harness, operation, { matchField: 'domain' }, items);
			await run();
			expect((await run()).json(NODE).map(({ action }) => action)).toEqual([
				'unchanged',
				'unchanged',
				'unchanged',
			]);
			expect(some(3)).toMatchObject({ name: 'A', domain: 'acme.example' });
		},
	);

	it.each([
		['social.example/0', 'social.example/new'],
		['https://portal.example/#/acme', 'https://portal.example/#/beta'],
		['portal.example:8001', 'portal.example:8002'],
	])('finds no vendor at %s by the host of %s', async (present, domain) => {
		for (const [at, vendor] of vendors().entries()) vendor.domain = `${at}.example`;
		some(3).domain = present;
		const { plan } = await upsert([{ ...COMPLETE, domain, name: 'A' }], 'domain');
		expect(plan).toMatchObject([{ action: 'created' }]);
	});

	it.each(['12.500', '1.200', '12,500'])('sends no number that may be two: %s', async (spend) => {
		for (const vendor of vendors()) Object.assign(vendor, { spend: 100000.5 });
		const { plan } = await upsert([{ external_id: some(1).external_id, spend }]);
		expect(plan).toMatchObject([{ spend, warning: expect.stringContaining('For spend,') }]);
	});

	it('may have objects of a list in columns, some of them empty', async () => {
		for (const vendor of vendors())
			Object.assign(vendor, { contacts: [{ name: 'Ann', email: 'ann@a.example' }] });
		const contact = { 'contacts.0.name': '', 'contacts.0.email': '' };
		const eva = { 'contacts.1.name': 'Eva', 'contacts.1.email': 'eva@a.example' };
		const { plan } = await upsert([
			{ ...COMPLETE, external_id: 'X-1', name: 'A', ...contact, ...eva },
		]);
		expect(plan).toMatchObject([{ contacts: [{ name: 'Eva', email: 'eva@a.example' }] }]);
	});

	it.each(['Acme GmbH', 'ACME', 'Acme, Inc.', 'acme s.a.', 'A.C.M.E.'])(
		'warns that %s may be there already',
		async (name) => {
			some(3).name = 'Acme AG';
			for (const matchField of ['name', 'external_id']) {
				const external_id = `X-${matchField}`;
				const items = [{ ...COMPLETE, external_id, name }];
				const { plan } = await upsert(items, matchField);
				const [made] = vendors().filter((vendor) => vendor.external_id === external_id);
				if (made) harness.service.vendors.byId.delete(made.id);
				expect(plan[0]?.warning).toContain('Acme AG');
			}
		},
	);

	it.each(['42.0', "'0042", '042'])('warns that the ID %s may be 42', async (external_id) => {
		some(3).external_id = '42';
		const { plan, real } = await upsert([{ ...COMPLETE, external_id, name: 'A' }]);
		expect(plan[0]?.warning).toContain('Differs from "42"');
		expect(real[0]?.warning).toBe(plan[0]?.warning);
	});

	it('has its row of totals named above the output, however many other doubts come before it', async () => {
		const fields = ['owner_emial', 'risk_ratng', 'domian', 'tgas', 'note', 'contract'];
		const rows = fields.map((field, index) => ({
			external_id: some(index).external_id,
			[field]: `value ${index}`,
		}));
		const total = { name: 'Total', external_id: 6 };
		const parameters = { matchField: 'external_id', dryRun: true };
		const plan = await runVendor(harness, 'sync', parameters, [...rows, total]);
		const lines = plan.hints(NODE)[0]?.message.split('<br>\n') ?? [];
		expect(lines).toContain('• Row 7: It may be a row of totals.');
		expect(lines).toContain('• In the columns why and warning: 3 more.');
	});

	it('may have its header again, and a row of totals', async () => {
		const { plan, real, told } = await upsert(
			[
				{ ...COMPLETE, name: 'A', external_id: 'X-1', notes: '10' },
				{ domain: 'domain', name: 'Name', notes: 'notes', external_id: 'External_ID' },
				{ name: 'Total', domain: '', external_id: '2', notes: '120,000' },
			],
			'name',
		);
		expect(plan.map(({ warning }) => warning)).toEqual([
			'',
			expect.stringContaining('it may be the header again'),
			expect.stringContaining('It may be a row of totals'),
		]);
		expect(real.map(told)).toEqual(plan.map(told));
	});

	it('has the types of the other vendors, also in new ones', async () => {
		for (const vendor of vendors())
			Object.assign(vendor, { spend: 10, critical: false, since: '2026-01-31' });
		const { plan } = await upsert([
			{
				...COMPLETE,
				external_id: 'X-1',
				name: 'A',
				spend: '120,000',
				critical: 'yes',
				since: '31.12.2027',
			},
			{
				...COMPLETE,
				external_id: 'X-2',
				name: 'B',
				spend: '42',
				critical: 'FALSE',
				since: '46752',
			},
			{
				...COMPLETE,
				external_id: 'X-3',
				name: 'C',
				spend: '1.024',
				critical: 'perhaps',
				since: '04/03/2027',
			},
		]);
		const wanted = [
			{ spend: 120000, critical: true, since: '2027-12-31' },
			{ spend: 42, critical: false, since: '2027-12-31' },
			{ spend: '1.024', critical: 'perhaps', since: '04/03/2027' },
		];
		expect(plan).toMatchObject(wanted);
		expect(sent('POST')).toMatchObject(wanted);
		expect(plan.map(({ warning }) => warning).slice(0, 2)).toEqual(['', '']);
		for (const name of ['spend', 'critical', 'since'])
			expect(plan[2]?.warning).toContain(`For ${name},`);
	});

	it('says of each column how it is written', async () => {
		for (const vendor of vendors()) Object.assign(vendor, { spend: 10.5, since: '2026-01-31' });
		const { plan } = await upsert([
			{ external_id: some(1).external_id, spend: '1.234,50', since: '31/12/2027' },
			{ external_id: some(2).external_id, spend: '1.024', since: '04/03/2027' },
		]);
		const wanted = [
			{ spend: 1234.5, since: '2027-12-31' },
			{ spend: 1024, since: '2027-03-04' },
		];
		expect(plan).toMatchObject(wanted);
		expect(sent('PATCH')).toMatchObject(wanted);
	});

	it('has a text that the vendor has, even if it looks like a date in another format', async () => {
		for (const vendor of vendors()) Object.assign(vendor, { code: '12-31-2027' });
		const { plan } = await upsert([{ external_id: some(1).external_id, code: '12-31-2027' }]);
		expect(plan).toMatchObject([{ action: 'unchanged', code: '12-31-2027' }]);
	});

	it('may have a list in columns, as n8n writes one', async () => {
		const { external_id } = some(1);
		const { real } = await upsert([
			{ external_id, 'tags.0': 'gdpr', 'tags.1': '' },
			{ external_id: some(2).external_id, 'tags.0': '', 'tags.1': '' },
		]);
		expect(real).toMatchObject([
			{ action: 'updated', tags: ['gdpr'] },
			{ action: 'unchanged', tags: some(2).tags },
		]);
	});

	const ADDRESS = {
		city: 'Bonn',
		street: 'Main Street 1',
		geo: { lat: 50.7, lon: 7.1 },
		lines: ['a'],
	};
	const CONTACTS = [
		{ name: 'Ada', email: 'ada@a.example', main: true },
		{ name: 'Ben', email: 'ben@a.example', main: false },
	];

	describe.each(['upsert', 'update'])('%s', (operation) => {
		const write = async (row: IDataObject) => {
			for (const vendor of vendors())
				Object.assign(vendor, { address: { ...ADDRESS }, contacts: structuredClone(CONTACTS) });
			const { id, external_id } = some(1);
			const vendorId = { __rl: true, mode: 'id', value: id };
			const parameters = { matchField: 'external_id', vendorId };
			const items = [{ external_id, ...row }];
			const dry = await runVendor(harness, operation, { ...parameters, dryRun: true }, items);
			expect(dry.error?.message).toBeUndefined();
			return dry.json(NODE)[0] ?? {};
		};

		it('may have an object in columns: what has no column stays', async () => {
			const row = await write({ 'address.city': 'Köln', 'address.geo.lat': '50,9' });
			expect(row.changes).toEqual({
				address: {
					previous: ADDRESS,
					current: { ...ADDRESS, city: 'Köln', geo: { lat: 50.9, lon: 7.1 } },
				},
			});
			expect(row.warning).toBe('');
		});

		it('may have an object whose members have numbers as names', async () => {
			for (const vendor of vendors()) Object.assign(vendor, { budget: { 2026: 1, 2027: 2 } });
			expect(await write({ 'budget.2026': '1', 'budget.2027': '3' })).toMatchObject({
				changes: { budget: { current: { 2026: 1, 2027: 3 } } },
			});
		});

		it('may have a list of objects in columns', async () => {
			const [ada, ben] = CONTACTS;
			const row = await write({
				...{ 'contacts.0.name': 'Ada', 'contacts.0.main': 'TRUE' },
				...{ 'contacts.1.name': 'Ben', 'contacts.1.email': 'b@a.example', 'contacts.1.main': 'no' },
				...{ 'contacts.2.name': 'Eve', 'contacts.2.main': 'yes' },
			});
			expect(row.changes).toEqual({
				contacts: {
					previous: CONTACTS,
					current: [ada, { ...ben, email: 'b@a.example' }, { name: 'Eve', main: true }],
				},
			});
		});

		it('may have lists and objects as JSON, as n8n writes them into Google Sheets', async () => {
			const tags = JSON.stringify(some(1).tags);
			expect(await write({ address: JSON.stringify(ADDRESS), tags })).toMatchObject({
				action: 'unchanged',
			});
			expect(await write({ tags: '["x"]' })).toMatchObject({ action: 'updated', tags: ['x'] });
			expect((await write({ tags: '[x' })).warning).toContain('For tags, "[x" looks wrong');
		});
	});

	it('may have the columns of an object for a new vendor', async () => {
		for (const vendor of vendors()) Object.assign(vendor, { address: { ...ADDRESS } });
		const row = { ...COMPLETE, external_id: 'X-1', name: 'A' };
		const { real } = await upsert([
			{ ...row, 'address.city': 'Köln', 'address.geo.lat': '50.9', 'address.lines.0': 'b' },
		]);
		expect(real).toMatchObject([{}]);
		expect(sent('POST')).toMatchObject([
			{ address: { city: 'Köln', geo: { lat: 50.9 }, lines: ['b'] } },
		]);
	});

	it('says which field a misspelled one may be', async () => {
		const { plan } = await upsert([
			{ external_id: some(1).external_id, owner_emial: 'a@b.example' },
		]);
		expect(plan[0]?.warning).toContain('Did you mean owner_email?');
	});
});
