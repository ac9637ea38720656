import type { IDataObject, INode } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { SOME_VENDORS } from '../../sandbox/service/vendorSamples';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForEach } from '../helpers/harness';
import { runVendor, vendorAt } from '../helpers/vendors';

/** Of 40 vendors, 8 are 20 percent, and 10 may always be removed. */
const harness = harnessForEach({ vendors: SOME_VENDORS.slice(0, 40), documents: [] });

const SEARCH = '/tprm-api/vendors/search';
const CONTINUE = { onError: 'continueRegularOutput' } as const;

const vendors = () => [...harness.service.vendors.byId.values()];
const some = (index: number) => vendorAt(harness.service, index);
const active = () => vendors().filter(({ status }) => status === 'active');
const ids = (count: number) =>
	active()
		.slice(0, count)
		.map(({ id }) => ({ id }));
const writes = () =>
	harness.service.log
		.find()
		.filter(({ path, method }) => method !== 'GET' && !/token$|search$/.test(path));

/** What all vendors have: a new one without it gets a warning. */
const COMPLETE = { domain: 'new.example', owner_email: 'owner@example.com', tags: ['new'] };

async function run(
	operation: string,
	items: IDataObject[],
	{ dryRun = false, matchField = 'external_id', ...options }: IDataObject = {},
	settings?: Partial<INode>,
) {
	const vendorId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	const emptyCells = ['update', 'upsert'].includes(operation) ? { emptyCells: 'clear' } : {};
	const parameters = { vendorId, matchField, dryRun, options: { ...emptyCells, ...options } };
	return await runVendor(harness, operation, parameters, items, settings);
}

/** @returns the plan of a dry run */
async function planOf(operation: string, items: IDataObject[], options: IDataObject = {}) {
	const result = await run(operation, items, { ...options, dryRun: true });
	expect(result.error).toBeUndefined();
	return String(result.json(NODE)[0]?.plan);
}

const told = ({ action, why, warning, row, changes, deleted, record }: IDataObject) => ({
	...{ action, why, warning, row, changes, deleted, record },
});

describe('the rows of a run are those of its dry run', () => {
	const operations: Array<[string, () => IDataObject[]]> = [
		[
			'create',
			() => [
				{ ...COMPLETE, name: 'New', why: undefined },
				{ ...COMPLETE, name: 'Other', notes: '' },
			],
		],
		[
			'upsert',
			() => [
				{ ...COMPLETE, external_id: 'N-1', name: 'New' },
				{ external_id: 'N-2', name: 'Newer', risk_rating: 'low' },
				{ external_id: some(4).external_id, notes: 'changed', domain: null },
				{ external_id: some(4).external_id, notes: 'changed again', tags: [] },
				{ external_id: some(11).external_id, notes: 'of an archived one' },
				{ external_id: some(5).external_id, name: some(5).name },
				{ external_id: 'N-1', notes: 'of a new one' },
				{ external_id: some(6).external_id, tprm_contract_end_date: '2031-01-31' },
			],
		],
		[
			'update',
			() => [
				{ id: some(4).id, notes: 'changed', tags: [] },
				{ id: some(4).id, notes: '', owner_email: 'new@example.com' },
				{ id: some(5).id, name: some(5).name },
				{ id: some(11).id, risk_rating: 'low' },
			],
		],
		['replace', () => [{ id: some(4).id, name: 'Half' }, { ...some(5) }]],
		['archive', () => [{ id: some(4).id }, { id: some(11).id }, { id: some(4).id }]],
		['delete', () => [{ id: some(4).id }, { id: some(11).id }, { id: some(4).id }]],
	];

	it.each(operations)('of %s', async (operation, itemsOf) => {
		const items = itemsOf();
		const planned = await run(operation, items, { dryRun: true });
		expect(writes()).toEqual([]);
		const done = await run(operation, items);
		expect(done.error).toBeUndefined();
		expect(done.json(NODE).map(told)).toEqual(planned.json(NODE).map(told));
		expect(planned.json(NODE)).toHaveLength(items.length);
	});

	it.each(operations)(
		'of %s, with the same columns in the same order',
		async (operation, itemsOf) => {
			const planned = await run(operation, itemsOf(), { dryRun: true });
			const done = await run(operation, itemsOf());
			const first = ['action', 'why', 'warning', 'row', 'id', 'name', 'changes'];
			for (const row of [...planned.json(NODE), ...done.json(NODE)])
				expect(Object.keys(row).slice(0, first.length)).toEqual(first);
			for (const row of planned.json(NODE))
				expect(Object.keys(row).slice(-2)).toEqual(['dryRun', 'plan']);
			for (const row of done.json(NODE))
				expect(Object.keys(row).slice(-2)).toEqual(['requestId', 'writtenAt']);
		},
	);

	it.each(operations)('of %s: only what was written has a time', async (operation, itemsOf) => {
		const done = (await run(operation, itemsOf())).json(NODE);
		for (const { action, requestId, writtenAt } of done) {
			const isWritten = action !== 'unchanged';
			expect([writtenAt !== null, requestId !== null]).toEqual([isWritten, isWritten]);
		}
		expect(done.filter(({ action }) => action !== 'unchanged')).toHaveLength(writes().length);
	});
});

describe('what is destroyed', () => {
	it('by Delete is in record, as it was', async () => {
		const [{ id }] = [some(4)];
		const [before] = (await run('getMany', [{}])).json(NODE).filter((one) => one.id === id);
		const [row] = (await run('delete', [{ id }])).json(NODE);
		expect(row).toMatchObject({ action: 'deleted', deleted: true, record: before });
		expect(harness.service.vendors.byId.has(id)).toBe(false);
	});

	it('by Replace is in changes, field by field', async () => {
		const { id, domain, owner_email, tags, external_id, name } = some(4);
		const [row] = (await run('replace', [{ id, name }])).json(NODE);
		expect(row?.changes).toMatchObject({
			domain: { previous: domain, current: null },
			owner_email: { previous: owner_email, current: null },
			tags: { previous: tags, current: null },
			external_id: { previous: external_id, current: null },
		});
		expect(row?.changes).not.toHaveProperty('name');
		expect(row?.changes).not.toHaveProperty('status');
		expect(row).toMatchObject({ status: 'active', domain: null, tags: [] });
	});

	it('is not what the service has kept: the row says what it has, and warns', async () => {
		Object.assign(some(4), { risk_score: 42 });
		const { id, name } = some(4);
		const [plan] = (await run('replace', [{ id, name }], { dryRun: true })).json(NODE);
		const [row] = (await run('replace', [{ id, name }])).json(NODE);
		expect(plan?.warning).toMatch(/^Clears external_id, domain, .*, risk_score\.$/);
		expect(row).toMatchObject({
			warning: `${String(plan?.warning)} The service still has the old value of risk_score.`,
			changes: { risk_score: { previous: 42, current: 42 }, domain: { current: null } },
			risk_score: 42,
		});
	});

	it('can be put back from changes', async () => {
		const { id } = some(4);
		const before = { ...some(4), updated_at: '' };
		const [row] = (await run('replace', [{ id, name: 'Half' }])).json(NODE);
		const changes = Object.entries(row?.changes as Record<string, { previous: unknown }>);
		const previous = Object.fromEntries(changes.map(([name, change]) => [name, change.previous]));
		const back = await run('update', [{ id, ...(previous as IDataObject) }]);
		expect(back.error).toBeUndefined();
		expect({ ...some(4), updated_at: '' }).toEqual(before);
	});

	it.each(['update', 'archive', 'delete'])(
		'by %s is not known where the service does not list its vendors: the row says so',
		async (operation) => {
			const { id } = some(4);
			harness.service.faults.add({ fault: { kind: 'status', status: 403 }, path: SEARCH });
			const result = await run(operation, [{ id, notes: 'new' }]);
			expect(result.error).toBeUndefined();
			const warning =
				'The values before are not known: the service did not return this vendor in its search.';
			expect(result.json(NODE)).toMatchObject([{ id, warning, writtenAt: expect.any(String) }]);
			const [row] = result.json(NODE);
			if (operation === 'update') expect(row?.changes).toEqual({ notes: { current: 'new' } });
			if (operation === 'delete') expect(row?.record).toBe('not known');
		},
	);

	it('with Convert Dates has the dates of its changes converted, too', async () => {
		const dates = { organizationTimeZone: 'UTC', organizationDateFormat: 'dd-MM-yyyy' };
		harness.setCredential(dates);
		const { id, tprm_contract_end_date: stored } = some(4);
		const item = { id, tprm_contract_end_date: '2031-01-31' };
		for (const dryRun of [true, false])
			expect(
				(await run('update', [item], { dryRun, convertDates: true })).json(NODE),
			).toMatchObject([
				{
					tprm_contract_end_date: '2031-01-31',
					changes: { tprm_contract_end_date: { previous: stored, current: '2031-01-31' } },
				},
			]);
	});
});

describe('Approved Plan', () => {
	const rows = (): IDataObject[] => [
		{ ...COMPLETE, external_id: 'N-1', name: 'New' },
		{ external_id: some(4).external_id, notes: 'changed' },
		{ external_id: some(5).external_id, domain: null },
	];
	const changed = 'The plan has changed since it was approved';

	it('is a text with counts and a hash, the same in all rows of a dry run', async () => {
		const result = await run('upsert', rows(), { dryRun: true });
		const plan = result.json(NODE).map((row) => row.plan);
		expect(new Set(plan).size).toBe(1);
		expect(plan[0]).toMatch(/^1 to create, 2 to update, 1 value to clear \([0-9a-f]{16}\)$/);
	});

	it('is in the rows of a dry run of which no item can be read', async () => {
		const dry = await run('upsert', [{ name: 'A' }, { name: 'B' }], { dryRun: true });
		expect(dry.json(NODE)).toMatchObject(
			[1, 2].map((row) => ({
				...{ action: 'error', row, dryRun: true },
				plan: expect.stringMatching(/^2 with an error \([0-9a-f]{16}\)$/),
			})),
		);
	});

	it('lets the run write what was approved, and is in its rows', async () => {
		const approvedPlan = await planOf('upsert', rows());
		const result = await run('upsert', rows(), { approvedPlan });
		expect(result.error).toBeUndefined();
		expect(result.json(NODE).map(({ action, plan }) => [action, plan])).toEqual(
			['created', 'updated', 'updated'].map((action) => [action, approvedPlan]),
		);
	});

	it.each<[string, (items: IDataObject[]) => void]>([
		['a row of the input was changed', ([, row]) => Object.assign(row ?? {}, { notes: 'else' })],
		['a row was added', (items) => items.push({ external_id: some(6).external_id, notes: 'x' })],
		['a row is missing', (items) => items.pop()],
		['a vendor was changed in a field that is written', () => (some(4).notes = 'meanwhile')],
		['a vendor was created that was to be created', () => (some(9).external_id = 'N-1')],
	])('is refused if %s, and nothing is written', async (_, change) => {
		const items = rows();
		const approvedPlan = await planOf('upsert', items);
		change(items);
		const { error } = await run('upsert', items, { approvedPlan });
		expect(error?.message).toBe(changed);
		expect(error?.description).toMatch(
			/^Approved: 1 to create, 2 to update, 1 value to clear\. Now: .*Run the dry run again/s,
		);
		expect(writes()).toEqual([]);
	});

	it.each<[string, (items: IDataObject[]) => void]>([
		['the rows have another order', (items) => items.reverse()],
		['a vendor was changed in another field', () => (some(4).domain = 'else.example')],
		['another vendor was changed', () => (some(9).notes = 'meanwhile')],
		['a time of the service is another one', () => (some(4).updated_at = '2026-09-09T09:09:09Z')],
		['a row that changes nothing was added', (items) => items.push({ ...COMPLETE, ...some(6) })],
	])('is accepted if %s', async (_, change) => {
		const items = rows();
		const approvedPlan = await planOf('upsert', items);
		change(items);
		const leaveOut = 'id, status, created_at, updated_at';
		const others = items.map((item) => (item.id ? { external_id: item.external_id } : item));
		const result = await run('upsert', others, { approvedPlan, leaveOut });
		expect(result.error).toBeUndefined();
		expect(writes()).toHaveLength(3);
	});

	it('of Delete is refused if the vendor is another one by now', async () => {
		const items = ids(1);
		const approvedPlan = await planOf('delete', items);
		Object.assign(active()[0] ?? {}, { notes: 'under review' });
		const { error } = await run('delete', items, { approvedPlan });
		expect(error?.message).toBe(changed);
		expect(writes()).toEqual([]);
	});

	it.each([
		['', 'Approved Plan is empty'],
		['={{ undefined }}', 'Approved Plan is empty'],
		['yes', 'Approved Plan is not a plan: "yes"'],
		['={{ true }}', 'Approved Plan is not a plan: "true"'],
	])('that is %j stops the run before anything is read', async (approvedPlan, message) => {
		for (const operation of ['upsert', 'create', 'delete']) {
			const { error } = await run(operation, [{ ...rows()[1], id: some(4).id }], { approvedPlan });
			expect(error).toMatchObject({
				message,
				description: expect.stringContaining('If the approval was declined, this error is right.'),
			});
		}
		expect(harness.service.log.count()).toBe(0);
	});

	it('that differs between items stops the run', async () => {
		const approvedPlan = '={{ $itemIndex + " to update (0123456789abcdef)" }}';
		const { error } = await run('upsert', rows(), { approvedPlan });
		expect(error?.message).toBe('Approved Plan is not the same for all items');
		expect(harness.service.log.count()).toBe(0);
	});
});

describe('Removal Limit', () => {
	it.each(['archive', 'delete'])('stops %s of more than 10 and 20 percent', async (operation) => {
		const total = active().length;
		const items = ids(11);
		const { error } = await run(operation, items);
		expect(error?.message).toBe(`11 of ${total} active records would be archived or deleted`);
		expect(error?.description).toContain(
			'By default, a run does not remove more than 10 and more than 20 percent.',
		);
		expect(error?.description).toContain('Nothing was written.');
		expect(writes()).toEqual([]);
		expect((await run(operation, ids(10))).error).toBeUndefined();
		expect(writes()).toHaveLength(10);
	});

	it.each<[string, IDataObject]>([
		['update', { owner_email: null }],
		['upsert', { owner_email: null }],
	])('stops %s with %j in a lost column', async (operation, lost) => {
		const items = active().map(({ id, external_id }) => ({ id, external_id, ...lost }));
		const { error } = await run(operation, items, { leaveOut: 'id' });
		const count = vendors().filter(({ owner_email }) => owner_email !== null).length;
		expect(error?.message).toBe(
			`${items.length} of ${count} values of owner_email would be cleared`,
		);
		expect(writes()).toEqual([]);
		expect((await run(operation, items.slice(0, 10), { leaveOut: 'id' })).error).toBeUndefined();
	});

	it('stops Replace that clears fields', async () => {
		const items = active()
			.slice(0, 11)
			.map(({ id, name, domain }) => ({ id, name, domain }));
		const { error } = await run('replace', items);
		expect(error?.message).toMatch(/11 of \d+ values of owner_email would be cleared/);
		expect(error?.message).not.toContain('domain');
		expect(writes()).toEqual([]);
	});

	it('counts no more than 20 percent of many as too much', async () => {
		for (const vendor of SOME_VENDORS.slice(40, 100))
			harness.service.vendors.byId.set(vendor.id, { ...vendor });
		expect(active().length).toBeGreaterThan(60);
		expect((await run('archive', ids(12))).error).toBeUndefined();
	});

	it('as an option replaces both', async () => {
		const { error } = await run('archive', ids(3), { removalLimit: 2 });
		expect(error?.message).toMatch(/^3 of \d+ active records would be archived or deleted$/);
		expect(error?.description).toContain('Removal Limit is 2.');
		expect(writes()).toEqual([]);
		expect((await run('archive', ids(3), { removalLimit: 3 })).error).toBeUndefined();
		expect((await run('delete', ids(15), { removalLimit: 15 })).error).toBeUndefined();
	});

	it('is what a dry run shows, and an approved plan passes', async () => {
		const items = ids(11);
		const total = active().length;
		const dry = await run('archive', items, { dryRun: true });
		expect(dry.error).toBeUndefined();
		const why = `11 of ${total} active records would be archived or deleted`;
		expect(dry.json(NODE).slice(11)).toMatchObject([
			{ action: 'error', why, row: null, dryRun: true },
		]);
		const plan = String(dry.json(NODE)[0]?.plan);
		expect(plan).toMatch(/^11 to archive of 37 active, above the Removal Limit \([0-9a-f]{16}\)$/);
		const done = await run('archive', items, { approvedPlan: plan });
		expect(done.error).toBeUndefined();
		expect(writes()).toHaveLength(11);
	});

	it('is not above it, if nothing but unchanged vendors are named', async () => {
		for (const vendor of active()) vendor.status = 'archived';
		const items = vendors().map(({ id }) => ({ id }));
		const result = await run('archive', items);
		expect(result.error).toBeUndefined();
		expect(result.json(NODE).map(({ action }) => action)).toEqual(items.map(() => 'unchanged'));
		expect(writes()).toEqual([]);
	});
});

describe('a run that stops half way', () => {
	it('names what it has written', async () => {
		const items = [
			{ ...COMPLETE, external_id: 'N-1', name: 'New' },
			{ external_id: some(4).external_id, notes: 'changed' },
			{ external_id: some(5).external_id, name: some(5).name },
			{ external_id: some(6).external_id, risk_rating: 'purple' },
			{ external_id: some(7).external_id, notes: 'changed' },
		];
		const { error } = await run('upsert', items, { concurrentRequests: 1 });
		const created = vendors().find(({ external_id }) => external_id === 'N-1');
		expect(error?.description).toContain(
			`Written before: created "New" (${created?.id}), updated "${some(4).name}" (${some(4).id}).`,
		);
		expect(some(7).notes).toBe(null);
	});

	it('names 20, and how many others', async () => {
		const items = active().map(({ id }) => ({ id }));
		harness.service.faults.add({
			fault: { kind: 'status', status: 400 },
			path: /archive$/,
			skip: 24,
		});
		const { error } = await run('archive', items, { concurrentRequests: 1, removalLimit: 100 });
		expect(error?.description?.match(/archived "/g)).toHaveLength(20);
		expect(error?.description).toContain(", and 4 more: n8n's log has all of them.");
	});

	it('is stopped by what its plan finds before anything is written, and all of it is named', async () => {
		const items = [
			{ id: some(4).id, notes: 'fine' },
			{ id: 'vnd_none', notes: 'x' },
			{ id: some(5).id, name: '#REF!' },
			{ id: ' ', notes: 'x' },
		];
		const { error } = await run('update', items);
		expect(error).toMatchObject({ context: { itemIndex: 2 } });
		expect(`${error?.message} ${error?.description}`).toMatch(/#REF!.*Row 4 failed too/s);
		expect(writes()).toEqual([]);
	});

	it('of which the service refuses a row: its error is in the output, the others are done', async () => {
		const items = [
			{ id: some(4).id, notes: 'fine' },
			{ id: some(5).id, risk_rating: 'purple' },
		];
		const result = await run('update', items, {}, CONTINUE);
		expect(result.json(NODE)).toMatchObject([
			{ action: 'updated', changes: { notes: { current: 'fine' } } },
			// Which vendor was meant, and what was to be written.
			{ error: { httpStatus: 422, row: 2, input: items[1] } },
		]);
		expect(result.hints(NODE)[0]?.message).toMatch(
			/^Done: 1 updated, 1 error[,.].*\n• Row 2: risk_rating/,
		);
	});
});

describe('two runs at the same time', () => {
	const items = Array.from({ length: 5 }, (_, i) => ({
		...{ ...COMPLETE, external_id: `N-${i}`, name: `New ${i}` },
	}));

	it('do not write beside each other: the second one finds what the first has created', async () => {
		const count = vendors().length;
		const both = async () => await Promise.all([run('upsert', items), run('upsert', items)]);
		const results = await withFakeClock(both);
		const actions = results.map((result) => result.json(NODE).map(({ action }) => action));
		expect(actions.map(([action]) => action).sort()).toEqual(['created', 'unchanged']);
		expect(vendors()).toHaveLength(count + 5);
		for (const { error } of results) expect(error).toBeUndefined();
	});

	it('of which one waits too long: it writes nothing, and says so', async () => {
		const fault = { kind: 'slow', ms: 60_000 } as const;
		harness.service.faults.add({ fault, method: 'POST', path: '/tprm-api/vendors' });
		const count = vendors().length;
		const [first, second] = await withFakeClock(async () => {
			const long = run('upsert', items, { timeout: 1_000 });
			return await Promise.all([long, run('upsert', items, { maxWait: 5 })]);
		});
		expect(first.error).toBeUndefined();
		expect(second.error).toMatchObject({
			message: 'Another run in this n8n has been writing to the same records for 5 seconds',
			description: expect.stringContaining('Nothing was written.'),
		});
		expect(vendors()).toHaveLength(count + 5);
	});

	it('a dry run waits for no one', async () => {
		const [done, planned] = await Promise.all([
			run('upsert', items),
			run('upsert', items, { dryRun: true }),
		]);
		expect([done.error, planned.error]).toEqual([undefined, undefined]);
	});
});
