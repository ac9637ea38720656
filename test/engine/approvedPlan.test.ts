import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForEach } from '../helpers/harness';
import { PATH_TABLE } from '../helpers/scopeSync';
import { vendorAt } from '../helpers/vendors';

const harness = harnessForEach();

const REFUSED = 'The plan has changed since it was approved';

/** The scopes as a table that archives the last three, and adds one. */
function chart(): IDataObject[] {
	const active = harness.service.organization.listScopes('active');
	const leaves = active.filter(({ id }) => !active.some(({ parentId }) => parentId === id));
	const without = new Set(leaves.slice(-3).map(({ id }) => id));
	return [
		...active
			.filter(({ id }) => !without.has(id))
			.map(({ pathNames }) => ({ path: pathNames.join(' / '), owner: '' })),
		{ path: 'EMEA / New', owner: 'user-1' },
	];
}

async function sync(rows: IDataObject[], options: IDataObject, dryRun = false) {
	const operation = { resource: 'tree', operation: 'sync', ...PATH_TABLE, dryRun };
	const parameters = { ...operation, options: { archiveUnnamed: true, ...options } };
	return await harness.run({ type: 'scope', parameters }, rows);
}

async function upsert(rows: IDataObject[], options: IDataObject, dryRun = false) {
	const operation = { resource: 'vendor', operation: 'upsert', matchField: 'external_id', dryRun };
	return await harness.run(
		{ type: 'tprmVendor', parameters: { ...operation, fieldsFrom: 'input', options } },
		rows,
	);
}

const planOf = (rows: IDataObject[]) => rows[0]?.plan;

const writes = () =>
	harness.service.log.requests.filter(
		({ method, path }) => method !== 'GET' && !path.endsWith('/token') && !path.endsWith('/search'),
	);

describe('a plan', () => {
	it('says on every row what would be done, for a person, and has a name that nobody can guess', async () => {
		const rows = (await sync(chart(), {}, true)).json(NODE);
		expect(new Set(rows.map(({ plan }) => plan)).size).toBe(1);
		expect(planOf(rows)).toMatch(/^1 to create, 3 to archive.* \([0-9a-f]{16}\)$/);
	});

	it('is written when it was approved, and its rows say so', async () => {
		const rows = chart();
		const approvedPlan = planOf((await sync(rows, {}, true)).json(NODE));
		const done = await sync(rows, { approvedPlan });
		expect(done.error).toBeUndefined();
		const changed = done.json(NODE).filter(({ action }) => action !== 'unchanged');
		expect(changed.map(({ action }) => action).sort()).toEqual([
			...['archived', 'archived', 'archived', 'created'],
		]);
		expect(changed.map(({ plan }) => plan)).toEqual(Array(4).fill(approvedPlan));
	});

	it.each<[string, (rows: IDataObject[]) => IDataObject[] | void]>([
		[
			'a scope was added that would be archived',
			() => {
				const [root] = harness.service.organization.listScopes('active');
				harness.service.organization.createScope({
					...{ name: 'Meanwhile', owner: 'user-1', parentId: root?.id },
				});
			},
		],
		[
			'a row of the input has another owner',
			([first, ...others]) => [{ ...first, owner: 'user-9' }, ...others],
		],
		['a row is missing', (rows) => rows.slice(1, -1)],
	])('is refused when %s, with what was approved and what it is now', async (_what, change) => {
		const rows = chart();
		const approvedPlan = planOf((await sync(rows, {}, true)).json(NODE));
		const later = change(rows) ?? rows;
		harness.service.log.clear();
		const { error } = await sync(later, { approvedPlan });
		expect(error?.message).toContain(REFUSED);
		expect(error?.description).toMatch(/Approved: 1 to create, 3 to archive.*Now: \d+ to /s);
		expect(writes()).toEqual([]);
	});

	it('is refused when a vendor was changed in a field that it writes', async () => {
		const vendor = vendorAt(harness.service, 3);
		const rows = [{ external_id: vendor.external_id, notes: 'from the table' }];
		const approvedPlan = planOf((await upsert(rows, {}, true)).json(NODE));
		vendor.notes = 'by a colleague';
		const { error } = await upsert(rows, { approvedPlan });
		expect(error?.message).toContain(REFUSED);
		expect(vendor.notes).toBe('by a colleague');
	});

	it('is accepted after a change elsewhere, and with the rows in another order', async () => {
		const [one, two, other] = [3, 4, 5].map((index) => vendorAt(harness.service, index));
		const rows = [one, two].map((vendor) => ({ external_id: vendor?.external_id, notes: 'new' }));
		const approvedPlan = planOf((await upsert(rows, {}, true)).json(NODE));
		if (!one || !other) throw new Error('The sample has too few vendors');
		Object.assign(one, {
			owner_email: 'other@example.com',
			updated_at: '2027-01-01T00:00:00.000Z',
		});
		Object.assign(other, { name: 'Renamed' });
		const done = await upsert(rows.toReversed(), { approvedPlan });
		expect(done.error).toBeUndefined();
		expect([one.notes, two?.notes]).toEqual(['new', 'new']);
	});

	it.each([
		['', 'Approved Plan is empty'],
		['3 to archive', 'Approved Plan is not a plan: "3 to archive"'],
	])('of %j is none, and nothing is written', async (approvedPlan, message) => {
		const { error } = await sync(chart(), { approvedPlan });
		expect(error?.message).toContain(message);
		expect(writes()).toEqual([]);
	});

	it('names an error of the input instead of another plan', async () => {
		const rows = chart();
		const approvedPlan = planOf((await sync(rows, {}, true)).json(NODE));
		const { error } = await sync([...rows, { path: 'EMEA / / X', owner: 'u' }], { approvedPlan });
		expect(error?.message).toContain('Level 2 of the path');
	});
});

describe('Removal Limit', () => {
	const clears = { emptyCells: 'clear' };
	const clearing = (count: number) =>
		Array.from({ length: count }, (_, index) => ({
			external_id: vendorAt(harness.service, index).external_id,
			notes: '',
		}));

	it('stops a run that clears a field of more than 10 vendors and of more than 20 percent', async () => {
		for (const id of [...harness.service.vendors.byId.keys()].slice(40))
			harness.service.vendors.byId.delete(id);
		for (const vendor of harness.service.vendors.byId.values()) vendor.notes = 'some';
		expect((await upsert(clearing(8), clears)).error).toBeUndefined();
		harness.service.log.clear();
		const { error } = await upsert(clearing(22), clears);
		expect(error?.message).toBe('14 of 32 values of notes would be cleared');
		expect(error?.description).toContain('By default, a run does not remove more than 10 and');
		expect(writes()).toEqual([]);

		const planned = await upsert(clearing(22), clears, true);
		const rows = planned.json(NODE);
		expect(rows.at(-1)).toMatchObject({ action: 'error', why: error?.message, dryRun: true });
		expect(planOf(rows)).toContain('above the Removal Limit');
		// A number replaces both, and so does an approval.
		expect((await upsert(clearing(22), { ...clears, removalLimit: 13 })).error?.message).toBe(
			error?.message,
		);
		expect(
			(await upsert(clearing(22), { ...clears, approvedPlan: planOf(rows) })).error,
		).toBeUndefined();
	});
});

describe('two runs at the same time', () => {
	it('do not write beside each other: the second finds what the first has created', async () => {
		const rows = Array.from({ length: 10 }, (_, index) => ({
			...{ path: `EMEA / Team ${index}`, owner: 'user-1' },
		}));
		const options = { archiveUnnamed: false };
		const both = await Promise.all([sync(rows, options), sync(rows, options)]);
		expect(both.map(({ error }) => error)).toEqual([undefined, undefined]);
		const actions = both.map((run) => [...new Set(run.json(NODE).map(({ action }) => action))]);
		expect(actions.sort()).toEqual([['created'], ['unchanged']]);
		const names = harness.service.organization.listScopes('active').map(({ name }) => name);
		for (const { path } of rows)
			expect(names.filter((name) => path.endsWith(` / ${name}`))).toHaveLength(1);
	});

	it('end with an error when the first takes longer than Max Wait', async () => {
		const slow = { fault: { kind: 'slow', ms: 1_500 }, method: 'PATCH', times: 50 } as const;
		harness.service.faults.add(slow);
		const [vendor] = [vendorAt(harness.service, 3)];
		const rows = [{ external_id: vendor.external_id, notes: 'one' }];
		const first = upsert(rows, {});
		const second = upsert([{ ...rows[0], notes: 'two' }], { maxWait: 0.3 });
		const errors = (await Promise.all([first, second])).map(({ error }) => error?.message);
		expect(errors).toContain(undefined);
		expect(errors.join()).toContain('has been writing to the same records for 0.3 seconds');
	});
});
