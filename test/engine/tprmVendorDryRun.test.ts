import type { IDataObject, INode } from 'n8n-workflow';

import { errorMessages } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForEach } from '../helpers/harness';
import { runVendor, vendorAt } from '../helpers/vendors';

const SEARCH = '/tprm-api/vendors/search';

/** What all vendors have: a new one without it gets a warning. */
const COMPLETE = { domain: 'new.example', owner_email: 'owner@example.com', tags: ['new'] };

const harness = harnessForEach();

const vendors = () => [...harness.service.vendors.byId.values()];
const some = (index: number) => vendorAt(harness.service, index);
const EACH_ITEM = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
const writes = () =>
	harness.service.log
		.find()
		.filter(({ path, method }) => method !== 'GET' && path !== SEARCH && !path.endsWith('/token'));

async function dryRun(
	operation: string,
	items: IDataObject[],
	parameters: IDataObject = {},
	settings: Partial<INode> = {},
) {
	const dry = { vendorId: EACH_ITEM, dryRun: true, options: {}, ...parameters };
	return await runVendor(harness, operation, dry, items, settings);
}

describe('Dry Run', () => {
	it.each<[string, IDataObject, IDataObject]>([
		[
			'update',
			{ notes: 'new' },
			{
				...{ action: 'updated', why: 'notes changed, was empty', status: 'active', notes: 'new' },
				changes: { notes: { previous: null, current: 'new' } },
			},
		],
		[
			'update',
			{ name: 'Harbor Analytics' },
			{ action: 'unchanged', why: 'already up to date', name: 'Harbor Analytics', changes: {} },
		],
		[
			'replace',
			{ name: 'Half' },
			{
				...{ action: 'updated', name: 'Half', domain: null, tags: null, status: 'active' },
				why: expect.stringMatching(
					/^name changed, was "Harbor Analytics"; external_id cleared because it was not sent, was "V-00008"; .*; tags cleared because it was not sent, was \["critical-supplier"\]$/,
				),
				warning:
					'Clears external_id, domain, risk_rating, owner_email, tprm_contract_end_date, tags.',
				changes: {
					name: { previous: 'Harbor Analytics', current: 'Half' },
					domain: { previous: 'harbor-analytics.example', current: null },
					tags: { previous: ['critical-supplier'], current: null },
					external_id: { previous: 'V-00008', current: null },
				},
			},
		],
		[
			'archive',
			{},
			{
				...{ action: 'archived', name: 'Harbor Analytics', status: 'archived' },
				changes: { status: { previous: 'active', current: 'archived' } },
			},
		],
		[
			'delete',
			{},
			{
				...{ action: 'deleted', deleted: true, name: 'Harbor Analytics', changes: {} },
				record: { name: 'Harbor Analytics', external_id: 'V-00008', notes: null },
			},
		],
	])('of %s with %j shows each change, and writes nothing', async (operation, fields, row) => {
		const { id } = some(7);
		const before = structuredClone(vendors());
		const result = await dryRun(operation, [{ id, ...fields }]);
		expect(result.error).toBeUndefined();
		expect(result.items(NODE)).toMatchObject([
			{ json: { id, dryRun: true, warning: '', row: 1, ...row }, pairedItem: { item: 0 } },
		]);
		expect(writes()).toEqual([]);
		expect(vendors()).toEqual(before);
	});

	it.each<[string, IDataObject]>([
		['update', { name: 'Other', domain: '', notes: '', tags: '', emptyCells: 'clear' }],
		['upsert', { name: 'Other', domain: '', matchField: 'id', emptyCells: 'clear' }],
	])(
		'of %s says what changes, with the old values',
		async (operation, { matchField, emptyCells, ...fields }) => {
			const { id, name, domain, tprm_contract_end_date: date } = some(7);
			// The service writes it in the format of the organization.
			const same = { tprm_contract_end_date: date };
			const changed = await dryRun(operation, [{ id, ...fields, ...same }], {
				matchField,
				options: { emptyCells },
			});
			expect(String(changed.json(NODE)[0]?.why).split('; ').slice(0, 2)).toEqual([
				`name changed, was "${String(name)}"`,
				`domain cleared, was "${String(domain)}"`,
			]);
			expect(changed.json(NODE)[0]?.changes).toMatchObject({
				name: { previous: name, current: 'Other' },
				domain: { previous: domain, current: null },
			});
			expect(changed.json(NODE)[0]?.why).not.toContain('date');
			expect(changed.json(NODE)[0]?.changes).not.toHaveProperty('tprm_contract_end_date');
			const unchanged = await dryRun(operation, [{ id, name, ...same }], { matchField });
			expect(unchanged.json(NODE)).toMatchObject([
				{ action: 'unchanged', why: 'already up to date', changes: {} },
			]);
			const stored = String(date).split('-').reverse().join('-');
			expect(unchanged.json(NODE)).toMatchObject([{ tprm_contract_end_date: stored }]);
		},
	);

	it('warns of a new vendor that has the unique value of another one', async () => {
		const { external_id: id, risk_rating: rating } = some(7);
		// Each has another one, but a date identifies none.
		for (let i = 10; i < 30; i++) Object.assign(some(i), { reviewed: `${1990 + i}-05-05` });
		const items = [
			{ ...COMPLETE, name: 'New', external_id: id, risk_rating: rating },
			{
				...COMPLETE,
				...{ name: 'Newer', external_id: 'V-new', risk_rating: rating, reviewed: '2004-05-05' },
			},
			{ name: some(8).name, external_id: some(8).external_id },
		];
		const result = await dryRun('upsert', items, { matchField: 'name' });
		expect(result.json(NODE).map(({ why }) => why)).toContain('new in the input');
		expect(result.json(NODE).map(({ warning }) => warning)).toEqual([
			`There is a vendor with "${String(id)}" as external_id. If it is the same one, use external_id as Match Field.`,
			'',
			'',
		]);
	});

	it('warns of a change of an archived vendor', async () => {
		const { id, name } = some(11);
		const result = await dryRun('update', [
			{ id, name: 'Other' },
			{ id, name: 'Other' },
			{ id: some(7).id, name },
		]);
		const warnings = result.json(NODE).map(({ warning }) => warning);
		expect(warnings).toEqual([
			'This vendor is archived. Changes to other fields leave it archived.',
			'',
			expect.stringContaining(`Another vendor has the name "${String(name)}" (${id})`),
		]);
	});

	it('reads the vendors once, and reports every item that is wrong beside those that are not', async () => {
		const ids = [some(1).id, 'vnd_none', '', '..', some(11).id];
		const items = ids.map((id) => ({ id }));
		const result = await dryRun('archive', items);
		expect(result.error).toBeUndefined();
		expect(result.json(NODE)).toMatchObject([
			{ action: 'archived', changes: { status: { previous: 'active', current: 'archived' } } },
			{ action: 'error', why: 'No vendor found with the ID vnd_none', row: 2 },
			{ action: 'error', why: 'Vendor is empty', row: 3 },
			{ action: 'error', why: '".." is not a valid ID', row: 4 },
			{ action: 'unchanged', status: 'archived', changes: {} },
		]);
		expect(harness.service.log.count('POST', SEARCH)).toBe(1);
	});

	it('shows for a later item what an earlier one would have done', async () => {
		const { id } = some(7);
		const updated = await dryRun('update', [
			{ id, notes: 'first' },
			{ id, notes: 'second' },
		]);
		expect(updated.json(NODE)[1]).toMatchObject({
			changes: { notes: { previous: 'first', current: 'second' } },
		});
		const deleted = await dryRun(
			'delete',
			[{ id }, { id }],
			{},
			{ onError: 'continueRegularOutput' },
		);
		const why = 'Already deleted by row 1';
		expect(deleted.json(NODE)[1]).toMatchObject({ action: 'unchanged', id, why });
	});

	it('for one item writes nothing for any item', async () => {
		const items = [{ id: some(1).id }, { id: some(2).id, preview: true }];
		const result = await dryRun('delete', items, { dryRun: '={{ $json.preview ?? false }}' });
		expect(result.json(NODE).map(({ action }) => action)).toEqual(['deleted', 'deleted']);
		expect(writes()).toEqual([]);
	});

	it('counts for an item that cannot be read, too', async () => {
		const result = await runVendor(
			harness,
			'upsert',
			{ matchField: 'name', dryRun: '={{ $itemIndex === 0 }}' },
			[{ notes: 'no name' }, { name: 'Brand New' }],
			{ onError: 'continueRegularOutput' },
		);
		expect(result.json(NODE)).toMatchObject([
			{ action: 'error', row: 1 },
			{ action: 'created', id: null, changes: {} },
		]);
		expect(writes()).toEqual([]);
	});

	it.each(['delete', 'upsert'])(
		'of %s that is neither on nor off stops every item, and names its row',
		async (operation) => {
			const items = [{ id: some(1).id }, { id: some(2).id }];
			const result = await dryRun(
				operation,
				items,
				{ dryRun: '={{ $itemIndex ? "maybe" : false }}', matchField: 'id' },
				{ onError: 'continueRegularOutput' },
			);
			expect(errorMessages(result.json(NODE))).toEqual(
				Array(2).fill('Dry Run must be true or false, but is "maybe" (row 2)'),
			);
			expect(harness.service.log.count()).toBe(0);
		},
	);

	it.each([
		['upsert', { ...COMPLETE, name: 'Brand New', external_id: 'V-new' }],
		['update', {}],
	])('of %s warns of fields and values that no vendor has', async (operation, others) => {
		const { id } = some(7);
		const [item, typo, unknown, value] = await Promise.all(
			[
				{ risk_rating: 'low', owner_email: 'new@example.com' },
				{ Risk_Ratng: 'low' },
				{ tier: 1 },
				{ risk_rating: 'High' },
			].map(
				async (fields) =>
					(await dryRun(operation, [{ id, ...others, ...fields }], { matchField: 'name' })).json(
						NODE,
					)[0],
			),
		);
		expect(item).toMatchObject({ warning: '' });
		expect(typo).toMatchObject({
			warning:
				'No vendor has the field "Risk_Ratng": the service may refuse it, and its values were not checked. Did you mean risk_rating?',
		});
		expect(unknown).toMatchObject({
			warning:
				'No vendor has the field "tier": the service may refuse it, and its values were not checked. Get Many shows the fields that there are.',
		});
		expect(value).toMatchObject({
			warning: 'No vendor has "High" as risk_rating, only critical, high, low, medium.',
		});
		expect(writes()).toEqual([]);
	});

	it.each<[string, IDataObject, string]>([
		...['04/03/2027', '2027-02-30', '31-02-2027'].map((date): [string, IDataObject, string] => [
			`the date ${date}`,
			{ tprm_contract_end_date: date },
			`For tprm_contract_end_date, "${date}" looks wrong: other vendors have a valid date (such as 2027-03-31).`,
		]),
		['a date as text', { tprm_contract_end_date: '2027-03-31T00:00:00' }, ''],
		[
			'a comma that may be a decimal one',
			{ spend: '1,500' },
			'For spend, "1,500" looks wrong: other vendors have a number.',
		],
		['a number as text', { spend: '12.50' }, ''],
		[
			'a flag in other words',
			{ critical: 'partly' },
			'For critical, "partly" looks wrong: other vendors have true or false.',
		],
		['a flag as text', { critical: 'TRUE' }, ''],
		[
			'a list in one cell',
			{ tags: 'gdpr, eu' },
			'For tags, "gdpr, eu" looks wrong: other vendors have a list. To make a list of text, use an expression such as {{ $json["tags"].split(",") }}.',
		],
	])('of Update warns of what a spreadsheet makes of a value: %s', async (_, fields, warning) => {
		Object.assign(some(3), { spend: 12.5, critical: true });
		const { id } = Object.assign(some(7), { spend: 10, critical: false });
		const [row] = (await dryRun('update', [{ id, ...fields }])).json(NODE);
		expect(row?.warning).toBe(warning);
	});

	it.each<[string, IDataObject, IDataObject]>([
		[
			'a date as a number',
			{ tprm_contract_end_date: 46477 },
			{ tprm_contract_end_date: '2027-03-31' },
		],
		[
			'the date 31.03.2027',
			{ tprm_contract_end_date: '31.03.2027' },
			{ tprm_contract_end_date: '2027-03-31' },
		],
		[
			'the date 03/31/2027',
			{ tprm_contract_end_date: '03/31/2027' },
			{ tprm_contract_end_date: '2027-03-31' },
		],
		[
			'the date 46477',
			{ tprm_contract_end_date: '46477' },
			{ tprm_contract_end_date: '2027-03-31' },
		],
		['a decimal comma', { spend: '1,5' }, { spend: 1.5 }],
		['a number as text', { spend: '12.0' }, { spend: 12 }],
		['a flag in words', { critical: 'Yes' }, { critical: true }],
	])('of Update gives a value the type that others have: %s', async (_, fields, typed) => {
		Object.assign(some(3), { spend: 12.5, critical: true });
		const { id } = Object.assign(some(7), { spend: 10, critical: false });
		const [row] = (await dryRun('update', [{ id, ...fields }])).json(NODE);
		expect(row).toMatchObject({ action: 'updated', warning: '', ...typed });
	});

	it.each([
		['empty cells', { domain: '', notes: '' }],
		['a cell that looks empty', { domain: '\u00a0' }],
	])('of Update shows a value that is cleared, and counts it: %s', async (_, fields) => {
		const { id, domain } = some(7);
		expect((await dryRun('update', [{ id, ...fields }])).json(NODE)).toMatchObject([
			{ action: 'unchanged', domain },
		]);
		const result = await dryRun('update', [{ id, ...fields }], {
			options: { emptyCells: 'clear' },
		});
		const why = `domain cleared, was "${String(domain)}"`;
		expect(result.json(NODE)).toMatchObject([{ why, warning: 'Clears domain.' }]);
		expect(result.json(NODE)[0]?.changes).toEqual({ domain: { previous: domain, current: null } });
		const counts = '1 to update, 1 value to clear';
		expect(result.json(NODE)[0]?.plan).toMatch(RegExp(`^${counts} \\([0-9a-f]{16}\\)$`));
		expect(result.hints(NODE)).toMatchObject([{ message: expect.stringContaining(counts) }]);
	});

	it.each(['42', 'v-00005', 'V -00005'])(
		'of Create or Update warns that %j may be a vendor that is there',
		async (external_id) => {
			Object.assign(some(5), { external_id: '0042' });
			const items = [{ ...COMPLETE, external_id, name: 'A' }];
			const result = await dryRun('upsert', items, { matchField: 'external_id' });
			expect(result.json(NODE)).toMatchObject([
				{
					action: 'created',
					warning: expect.stringMatching(/^Differs from "(0042|V-00005)" only in spelling/),
				},
			]);

			const parameters = { resource: 'vendor', operation: 'upsert', matchField: 'external_id' };
			const done = await harness.run({ type: 'tprmVendor', parameters }, items);
			const [created] = done.json(NODE);
			expect(created?.warning).toBe(result.json(NODE)[0]?.warning);
			expect(done.hints(NODE)).toMatchObject([
				{
					type: 'warning',
					message: `Done: 1 created, 1 row with a warning.<br>\n• Row 1: ${created?.warning}`,
				},
			]);
		},
	);

	it('tells of a row before that creates a vendor of the same name', async () => {
		const items = [
			{ ...COMPLETE, external_id: 'N-1', name: 'Zephyr Grid AG' },
			{ ...COMPLETE, external_id: 'N-2', name: 'ZEPHYR-GRID ag' },
		];
		const result = await dryRun('upsert', items, { matchField: 'external_id' });
		expect(result.json(NODE).map(({ warning }) => warning)).toEqual([
			'',
			'A row before creates a vendor "Zephyr Grid AG". If it is the same one, correct "external_id" in this row.',
		]);
	});

	it('says once what is wrong with a column, and apart from it what is wrong with a row', async () => {
		const ratings = ['low', 'hgih', 'high'];
		const items = ratings.map((risk_rating, i) => ({
			name: `New ${i}`,
			...{ ...COMPLETE, external_id: `N-${i}` },
			risk_rating,
			owner_emial: i,
		}));
		const result = await dryRun('upsert', items, { matchField: 'name' });
		expect(result.hints(NODE)[0]?.message).toMatch(
			/3 to create, 3 rows with a warning\.<br>\n• Rows 1 to 3: No vendor has the field "owner_emial": .* Did you mean owner_email\?<br>\n• Row 2: No vendor has "hgih" as risk_rating, only critical, /,
		);
	});

	it('of Create or Update shows what would be created, updated and left alone', async () => {
		const count = vendors().length;
		const { external_id, name } = some(4);
		const result = await dryRun(
			'upsert',
			[
				{ ...COMPLETE, external_id: 'N-1', name: 'New one' },
				{ external_id, notes: 'changed' },
				{ external_id, name, notes: 'changed' },
				{ external_id: 'N-1', name: 'New one', notes: 'again' },
			],
			{ matchField: 'external_id' },
		);
		expect(result.error).toBeUndefined();
		expect(result.json(NODE)).toMatchObject([
			{ action: 'created', row: 1, id: null, name: 'New one', external_id: 'N-1', changes: {} },
			{
				...{ action: 'updated', row: 2, id: some(4).id, name, notes: 'changed' },
				changes: { notes: { previous: null, current: 'changed' } },
			},
			{ action: 'unchanged', row: 3, id: some(4).id, name, notes: 'changed', changes: {} },
			{
				...{ action: 'updated', row: 4, id: null, name: 'New one', notes: 'again' },
				changes: { notes: { previous: null, current: 'again' } },
			},
		]);
		expect(result.hints(NODE)).toMatchObject([
			{
				message: 'Dry run: nothing was written. 1 to create, 2 to update, 1 unchanged.',
			},
		]);
		expect(writes()).toEqual([]);
		expect(vendors()).toHaveLength(count);
	});
});
