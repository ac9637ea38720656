import type { IDataObject, INode } from 'n8n-workflow';

import { errorMessages } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';
import { SOME_VENDORS } from '../../sandbox/service/vendorSamples';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForEach } from '../helpers/harness';
import { runVendor, vendorAt } from '../helpers/vendors';

const SEARCH = '/tprm-api/vendors/search';
const VENDORS = '/tprm-api/vendors';

const harness = harnessForEach({ vendors: SOME_VENDORS });

const vendors = () => [...harness.service.vendors.byId.values()];
const some = (index: number) => vendorAt(harness.service, index);
const by = (externalId: string) =>
	vendors().filter(({ external_id }) => external_id === externalId);
const upsert = async (
	items: IDataObject[],
	parameters: IDataObject = {},
	settings: Partial<INode> = {},
) => {
	const by = { matchField: 'external_id', ...parameters };
	return await runVendor(harness, 'upsert', by, items, settings);
};

/** What all vendors have: a new one without it gets a warning. */
const COMPLETE = { domain: 'new.example', owner_email: 'owner@example.com', tags: ['new'] };

describe('Vendor: Create or Update', () => {
	it('searches once, creates what is new, changes what is there, and says which', async () => {
		const items = [
			{ name: 'New one', external_id: 'N-1', ...COMPLETE },
			{ notes: 'changed', external_id: 'V-00005' },
			{ name: 'New two', external_id: 'N-2', ...COMPLETE },
		];
		const result = await upsert(items);
		expect(result.error).toBeUndefined();
		expect(harness.service.log.count('POST', SEARCH)).toBe(1);
		expect(
			result.items(NODE).map(({ json, pairedItem }) => [json.action, json.external_id, pairedItem]),
		).toEqual([
			['created', 'N-1', { item: 0 }],
			['updated', 'V-00005', { item: 1 }],
			['created', 'N-2', { item: 2 }],
		]);
		expect(result.hints(NODE)).toMatchObject([{ message: 'Done: 2 created, 1 updated.' }]);
		expect((await upsert(items)).hints(NODE)).toMatchObject([{ message: 'Done: 3 unchanged.' }]);
		expect(by('V-00005')).toMatchObject([{ notes: 'changed', name: 'Ember Analytics' }]);
	});

	it('a field of a vendor that has the name of a column of ours is in record, and counts as nothing', async () => {
		const own = { action: 'deleted', why: 'as approved', warning: 'none', plan: 'x', dryRun: true };
		Object.assign(some(4), own);
		const { id, name } = some(4);
		const vendorId = { __rl: true, mode: 'id', value: id };
		const result = await runVendor(harness, 'archive', { vendorId });
		expect(result.json(NODE)).toMatchObject([
			{ action: 'archived', why: 'in the input of Archive', warning: '', id, name, record: own },
		]);
		expect(result.json(NODE)[0]).not.toHaveProperty('dryRun');
		expect(result.json(NODE)[0]).not.toHaveProperty('plan');
		expect(result.hints(NODE)).toMatchObject([{ message: 'Done: 1 archived.' }]);
	});

	it('warns of a new vendor without what all others have', async () => {
		const items = [{ external_id: 'N-1', name: 'New', domain: 'new.example', tags: [] }];
		const warning =
			'All other vendors have a value for owner_email, tags. The service may require it.';
		const dry = await upsert(items, { dryRun: true });
		expect(dry.json(NODE)).toMatchObject([{ action: 'created', warning }]);
		expect((await upsert(items)).json(NODE)).toMatchObject([{ action: 'created', warning }]);
	});

	it('two items with one new key create one vendor, the second changes it', async () => {
		const result = await upsert([
			{ name: 'Twin', external_id: 'T-1', notes: 'first' },
			{ name: 'Twin', external_id: ' T-1 ', notes: 'second', domain: 'twin.example' },
		]);
		expect(result.json(NODE).map(({ action, id }) => [action, id])).toEqual([
			['created', by('T-1')[0]?.id],
			['updated', by('T-1')[0]?.id],
		]);
		expect(by('T-1')).toMatchObject([{ notes: 'second', domain: 'twin.example' }]);
	});

	it('names only some of the vendors when very many match', async () => {
		for (const vendor of vendors().slice(0, 40)) vendor.notes = 'the same';
		const stopped = await upsert([{ notes: 'the same' }], { matchField: 'notes' });
		expect(stopped.error?.message).toBe('Found 40 vendors with "the same" as notes');
		expect(stopped.error?.description?.match(/vnd_/g)).toHaveLength(5);
		expect(stopped.error?.description).toContain('and 35 more');
	});

	it('names the vendors when several match, and does the other items', async () => {
		const [a, b] = vendors();
		if (!a || !b) throw new Error('no vendors');
		Object.assign(b, { name: a.name, status: 'archived' });
		const result = await upsert(
			[{ name: a.name, notes: 'x' }, { name: 'Fresh' }],
			{ matchField: 'name' },
			{ onError: 'continueRegularOutput' },
		);
		expect(errorMessages(result.json(NODE))).toEqual([`Found 2 vendors with "${a.name}" as name`]);
		expect(result.json(NODE)[1]).toMatchObject({ name: 'Fresh', action: 'created' });
		expect(a.notes).not.toBe('x');
		const stopped = await upsert([{ name: a.name }], { matchField: 'name' });
		expect(stopped.error).toMatchObject({
			description: expect.stringMatching(new RegExp(`${b.id} \\(archived\\), ${a.id}`)),
		});
	});

	it('finds archived vendors, so that none gets a double', async () => {
		const archived = vendors().find(({ status }) => status === 'archived');
		const result = await upsert([{ external_id: archived?.external_id, notes: 'still here' }]);
		expect(result.json(NODE)).toMatchObject([
			{
				...{ id: archived?.id, status: 'archived', notes: 'still here', action: 'updated' },
				warning: 'This vendor is archived. Changes to other fields leave it archived.',
			},
		]);
	});

	it.each([{ external_id: ' ' }, { external_id: null }, { external_id: ['a'] }, { name: 'A' }])(
		'refuses %j, which names no vendor, before anything is written',
		async (item) => {
			const result = await upsert([{ name: 'First', external_id: 'F-1' }, item]);
			expect(result.error).toMatchObject({
				message: 'The item has no value for the Match Field "external_id"',
				description: expect.not.stringContaining('Get Many'),
				context: { itemIndex: 1 },
			});
			expect(harness.service.log.count()).toBe(0);
		},
	);

	it('advises to remove a row without a name and an ID, which n8n reads without the empty cells', async () => {
		const { error } = await upsert([{ name: 'A', external_id: 'V-1' }, { notes: 'see above' }]);
		expect(error).toMatchObject({
			description: expect.stringMatching(
				/^Enter a value for external_id in this row, or remove the row\. If no row has one, /,
			),
		});
	});

	it('finds a vendor whatever is invisible in a cell or a column, and sends nothing of it', async () => {
		const { id } = some(4);
		const invisible = 'Ember\u200b Ana\u00adlytics\u200b';
		const first = { '\u200bname\ufeff': invisible, notes: 'x' };
		const result = await upsert([first, { name: 'N\u2060eu \u200b' }, { name: 'Neu' }], {
			matchField: 'name',
		});
		expect(result.json(NODE)).toMatchObject([
			{ action: 'updated', id, notes: 'x', name: 'Ember Analytics' },
			{ action: 'created', name: 'Neu' },
			{ action: 'unchanged', name: 'Neu' },
		]);
	});

	it('sends an ID that is a number in the table as the text that the service has', async () => {
		Object.assign(some(4), { external_id: '4711' });
		const result = await upsert([
			{ external_id: 4711, notes: 'x' },
			{ external_id: 4712, name: 'New' },
		]);
		expect(result.json(NODE)).toMatchObject([
			{ action: 'updated', id: some(4).id, external_id: '4711' },
			{ action: 'created', external_id: '4712' },
		]);
	});

	it.each([
		[Number('12345678901234567890'), 'The field external_id is 12345678901234567000, a number'],
		['1.23457E+19', 'The field external_id is 1.23457E+19, a number'],
	])('refuses an ID that has lost digits before anything is sent: %s', async (id, message) => {
		const { error } = await upsert([{ external_id: 'V-1' }, { external_id: id, name: 'A' }]);
		expect(error).toMatchObject({
			message: `${message} that has lost digits`,
			context: { itemIndex: 1 },
		});
		expect(harness.service.log.count()).toBe(0);
	});

	it('says which column may have been meant', async () => {
		const { error } = await upsert([{ External_ID: 'V-1', name: 'A' }]);
		expect(error?.description).toContain('Did you mean External_ID?');
	});

	it.each(['external_id', 'notes'])('sends no error of a formula in %s', async (name) => {
		const items = [
			{ external_id: 'F-1', name: 'A' },
			{ external_id: 'F-2', name: 'B', [name]: '#REF!' },
		];
		const { error } = await upsert(items);
		expect(error?.message).toBe(`The field ${name} is "#REF!", a spreadsheet formula error`);
		expect(harness.service.log.count()).toBe(0);
	});

	it('sends what a cell shows, without the blanks around it', async () => {
		const [{ external_id, domain } = {}] = vendors();
		const rows = [{ external_id, domain: `\ufeff${String(domain)} `, risk_rating: '\u00a0high ' }];
		const result = await upsert(rows, { matchField: 'external_id' });
		expect(result.json(NODE)).toMatchObject([{ action: 'updated', domain, risk_rating: 'high' }]);
	});

	it('warns of rows that overwrite each other', async () => {
		const items = ['one', 'two', 'three'].map((name) => ({
			external_id: 'to check',
			name,
			...COMPLETE,
		}));
		const same = ['Caf\u00e9', ' Cafe\u0301'].map((external_id) => ({
			external_id,
			name: 'C',
			...COMPLETE,
		}));
		const parts = [
			{ external_id: 'P-1', name: 'P', ...COMPLETE },
			{ external_id: 'P-1', notes: 'x' },
		];
		const rows = [...items, ...parts, ...same];
		const result = await upsert(rows);
		expect(result.hints(NODE)).toMatchObject([
			{
				message:
					'Done: 3 created, 3 updated, 1 unchanged.<br>\n• Same vendor as an earlier row, but with different values: rows 2, 3. Values in later rows replace those in earlier ones. If these are different vendors, choose another Match Field.',
			},
		]);
	});

	it('writes nothing in a second run, also for rows that overwrite each other', async () => {
		const { external_id, name } = some(4);
		const rows = [
			{ external_id, notes: 'one', domain: 'a.example' },
			{ external_id, notes: 'two', name },
		];
		const actionsOf = async () => (await upsert(rows)).json(NODE).map(({ action }) => action);
		expect(await actionsOf()).toEqual(['updated', 'updated']);
		expect(await actionsOf()).toEqual(['unchanged', 'unchanged']);
		expect(some(4)).toMatchObject({ notes: 'two', domain: 'a.example' });
	});

	it('refuses to create a vendor under an id of its own', async () => {
		const [known] = vendors();
		const result = await upsert(
			[
				{ id: known?.id, notes: 'by id' },
				{ id: 'vnd_mine', name: 'Mine' },
			],
			{ matchField: 'id' },
			{ onError: 'continueRegularOutput' },
		);
		expect(result.json(NODE)).toMatchObject([
			{ id: known?.id, notes: 'by id', action: 'updated' },
			{ error: { message: 'No vendor found with the ID vnd_mine' } },
		]);
	});

	describe('a Match Field that no vendor has', () => {
		const items = [
			{ ExternalId: 'V-00005', name: 'A' },
			{ ExternalId: 'V-9', name: 'B' },
		];
		const message = 'No vendor has the Match Field ExternalId';

		it('is an error before anything is created, with the field that was meant', async () => {
			const result = await upsert(items, { matchField: 'ExternalId' });
			expect(result.error).toMatchObject({
				message,
				description: expect.stringContaining('Did you mean external_id?'),
			});
			expect(harness.service.log.count('POST', VENDORS)).toBe(0);
		});

		it('is a hint in a dry run', async () => {
			const result = await upsert(items, { matchField: 'ExternalId', dryRun: true });
			expect(result.error).toBeUndefined();
			expect(result.hints(NODE)).toContainEqual(
				expect.objectContaining({ message: expect.stringContaining(message) }),
			);
		});

		it.each([
			['there are no vendors yet', {}],
			['Allow New Match Field is on', { allowNewMatchField: true }],
		])('is no error if %s', async (_, options) => {
			const { byId } = harness.service.vendors;
			if (!('allowNewMatchField' in options)) byId.clear();
			for (const vendor of byId.values()) Reflect.deleteProperty(vendor, 'domain');
			const item = { name: 'D', domain: 'd.example' };
			const result = await upsert([item], { matchField: 'domain', options });
			expect(result.json(NODE)).toMatchObject([{ action: 'created' }]);
		});
	});

	it('finds a vendor whatever the encoding and the blanks, and sends no blanks', async () => {
		Object.assign(some(4), { name: 'Cafe\u0301 Nord' });
		const result = await upsert(
			[
				{ name: 'Caf\u00e9 Nord ', notes: 'x', row_number: 2 },
				{ name: ' Neu', row_number: 3 },
				{ name: 'Neu', row_number: 4 },
			],
			{ matchField: 'name' },
		);
		expect(result.json(NODE)).toMatchObject([
			{ action: 'updated', id: some(4).id },
			{ action: 'created', name: 'Neu' },
			{ action: 'unchanged' },
		]);
		const [{ body } = {}] = harness.service.log.find('POST', VENDORS);
		expect(body).toEqual({ name: 'Neu' });
	});

	it('does not create for a second item what the first may have created', async () => {
		const fault = { kind: 'reset', when: 'after' } as const;
		harness.service.faults.add({ fault, method: 'POST', path: VENDORS, times: 5 });
		const result = await withFakeClock(() =>
			upsert(
				[
					{ name: 'U', external_id: 'U-1' },
					{ name: 'U again', external_id: 'U-1' },
				],
				{},
				{ onError: 'continueRegularOutput' },
			),
		);
		expect(errorMessages(result.json(NODE))).toEqual([
			expect.stringContaining('closed the connection'),
			'Row 1 may already have created "U-1"',
		]);
		expect(by('U-1')).toHaveLength(1);
	});

	it.each([
		[8, '2 of 3 saved or unchanged'],
		[1, '1 of 3 saved or unchanged, 1 not processed'],
	])(
		'with %i requests at once says what is saved when an item fails, and that it can run again',
		async (concurrentRequests, saved) => {
			const { error } = await upsert(
				[
					{ external_id: 'P-1', name: 'One' },
					{ external_id: 'P-2', name: 'Two', risk_rating: 'purple' },
					{ external_id: 'P-3', name: 'Three' },
				],
				{ options: { concurrentRequests } },
			);
			expect(error?.description).toContain(
				`${saved}. Fix row 2 and run again; saved vendors are not duplicated.`,
			);
			expect(error?.description).not.toContain('remove items');
		},
	);

	it('creates for a second item what the service refused for the first', async () => {
		const result = await upsert(
			[
				{ external_id: 'R-1', risk_rating: 'purple' },
				{ external_id: 'R-1', name: 'Right' },
			],
			{},
			{ onError: 'continueRegularOutput' },
		);
		expect(result.json(NODE)).toMatchObject([
			{ error: { httpStatus: 422 } },
			{ name: 'Right', action: 'created' },
		]);
	});
});

it('a match field that is left out is refused: the next run would not find what it created', async () => {
	const result = await upsert([{ name: 'B', ref: 'x' }], {
		matchField: 'ref',
		options: { leaveOut: 'ref' },
	});
	expect(result.error?.message).toBe('The Match Field ref is listed in Fields to Exclude');
	expect(harness.service.log.requests).toEqual([]);
});

/** Create or Update with another Match Field. */
const upsertBy = async (matchField: string, items: IDataObject[], parameters: IDataObject = {}) =>
	await upsert(items, { matchField, ...parameters });

it('says which field a refused one may have meant', async () => {
	const typo = { tprm_contract_end_dat: '2027-01-31' };
	const items = ['V-00005', 'V-00006'].map((id) => ({ external_id: id, ...typo }));
	const { error } = await upsert(items);
	expect(error?.description).toContain('0 of 2 saved or unchanged. Fix rows 1, 2 and run again;');
	expect(error?.description).toMatch(
		/^The service refused the field "tprm_contract_end_dat", which no vendor has\. Did you mean tprm_contract_end_date\?<br>\n(?!If your service).*status: 4\d\d/s,
	);
});

it.each([
	["Unrecognized key(s) in object: 'Comment'", 'The service refused the field "Comment", which'],
	[
		"Unrecognized key(s) in object: 'Risk Note'",
		'The service refused the field "Risk Note", which',
	],
	['body/Comment is not allowed', 'The service refused the field "Comment", which'],
	['Comments are closed', 'The service may have refused the field "Comment", which'],
	['Invalid vendor', 'The service may have refused the field "Comment", which'],
])('says of a field that no vendor has what the service said: %s', async (message, expected) => {
	const body = { json: { error: { client_code: 'vendor.invalid', message } } };
	const fault = { kind: 'status', status: 422, body } as const;
	harness.service.faults.add({ fault, method: 'PATCH' });
	const { error } = await upsert([{ external_id: 'V-00005', Comment: 'x', 'Risk Note': 'y' }]);
	expect(error?.message).toBe(message);
	expect(error?.description).toContain(expected);
	expect(error?.description).not.toContain('the service may refuse');
});

it('says how to leave out a field that the service sets itself, and leaves it out of a table', async () => {
	const item = { external_id: 'V-00005', status: 'active', notes: 'x' };
	const { error } = await upsertBy('external_id', [item], {
		fieldsFrom: 'json',
		fieldsJson: '={{ $json }}',
	});
	expect(error?.description).toMatch(
		/^If your service does not accept a field, do not send it\. With From Input Item, list it in Fields to Exclude under Options\.<br>\n.*status: 4\d\d/s,
	);
	expect((await upsert([item])).error).toBeUndefined();
});

describe('Ignore Case', () => {
	const options = { ignoreCase: true };

	it('finds a vendor whose name is written in another case, and writes the new one', async () => {
		const { id } = some(4);
		const result = await upsertBy('name', [{ name: 'EMBER analytics' }], { options });
		expect(result.json(NODE)).toMatchObject([{ action: 'updated', id, name: 'EMBER analytics' }]);
	});

	it('creates one vendor for two new names that differ only in case', async () => {
		const count = vendors().length;
		const items = [{ name: 'Straße GmbH' }, { name: 'STRAßE GMBH' }];
		const result = await upsertBy('name', items, { options });
		expect(result.json(NODE).map(({ action }) => action)).toEqual(['created', 'updated']);
		expect(vendors()).toHaveLength(count + 1);
	});

	it('reports vendors that differ only in case', async () => {
		Object.assign(some(5), { name: some(4).name.toUpperCase() });
		const result = await upsertBy('name', [{ name: some(4).name }], { options });
		expect(result.error?.message).toBe('Found 2 vendors with "Ember Analytics" as name');
	});

	it('is off by default', async () => {
		const result = await upsertBy('name', [{ name: 'EMBER analytics' }]);
		expect(result.json(NODE)).toMatchObject([{ action: 'created' }]);
	});
});

describe('several ways to find a vendor', () => {
	it('a vendor that an item created is found by another field', async () => {
		const before = vendors().length;
		const result = await upsertBy('={{ $json.external_id ? "external_id" : "name" }}', [
			{ external_id: 'V1', name: 'Brand New' },
			{ name: 'Brand New', notes: 'second' },
		]);
		expect(result.json(NODE).map(({ action }) => action)).toEqual(['created', 'updated']);
		expect(vendors()).toHaveLength(before + 1);
	});
});
