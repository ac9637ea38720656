import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { SOME_VENDORS } from '../../sandbox/service/vendorSamples';
import { harnessForEach } from '../helpers/harness';
import { runVendor, vendorAt } from '../helpers/vendors';

const harness = harnessForEach({ vendors: SOME_VENDORS.slice(0, 40), documents: [] });

const vendors = () => [...harness.service.vendors.byId.values()];
const active = () => vendors().filter(({ status }) => status === 'active');
const some = (index: number) => vendorAt(harness.service, index);
const writes = () =>
	harness.service.log
		.find()
		.filter(({ path, method }) => method !== 'GET' && !/token$|search$/.test(path));
const COMPLETE = { domain: 'new.example', owner_email: 'owner@example.com', tags: ['new'] };
const CONTINUE = { onError: 'continueRegularOutput' } as const;

/** A table that has all active vendors but some. */
const without = (...gone: Array<{ id: string }>) =>
	active()
		.filter(({ id }) => !gone.some((vendor) => vendor.id === id))
		.map(({ external_id, name }): IDataObject => ({ external_id, name }));

async function sync(
	items: IDataObject[],
	options: IDataObject = {},
	settings = {},
	dryRun = false,
) {
	const parameters = { matchField: 'external_id', dryRun, options };
	return await runVendor(harness, 'sync', parameters, items, settings);
}

describe('Vendor: Sync', () => {
	it('makes the register match a table, as its plan says', async () => {
		const gone = some(4);
		const items = [...without(gone), { ...COMPLETE, external_id: 'N-1', name: 'New' }];
		Object.assign(items[0] ?? {}, { notes: 'changed' });
		const plan = await sync(items, { archiveUnnamed: true }, {}, true);
		expect(writes()).toEqual([]);
		const real = await sync(items, { archiveUnnamed: true });
		const told = ({ action, why, warning, name, changes }: IDataObject) => [
			action,
			why,
			warning,
			name,
			changes,
		];
		expect(real.json(NODE).map(told)).toEqual(plan.json(NODE).map(told));
		expect(real.json(NODE).at(-1)).toMatchObject({
			...{ action: 'archived', why: 'not in the input', row: null, id: gone.id },
			changes: { status: { previous: 'active', current: 'archived' } },
		});
		expect(
			active()
				.map(({ external_id }) => external_id)
				.sort(),
		).toEqual(items.map(({ external_id }) => external_id).sort());
		const count = writes().length;
		const again = await sync(items, { archiveUnnamed: true });
		expect(new Set(again.json(NODE).map(({ action }) => action))).toEqual(new Set(['unchanged']));
		expect(writes()).toHaveLength(count);
	});

	it('leaves vendors that are not in the table, and says how many', async () => {
		const result = await sync(without(some(4), some(5)));
		expect(some(4).status).toBe('active');
		expect(result.hints(NODE)[0]?.message).toMatch(
			/\n• Left unchanged: 2 active vendors not in the input\./,
		);
	});

	it('keeps vendors that Keep names, and refuses one that it does not know', async () => {
		const items = without(some(4), some(5), some(6));
		const keep = `${some(4).name}, ${some(5).external_id}`;
		const misspelled = await sync(items, { archiveUnnamed: true, keep: `${keep}, Acmee` });
		expect(misspelled.error?.message).toBe('Keep has "Acmee", but there is no such vendor');
		expect(writes()).toEqual([]);
		await sync(items, { archiveUnnamed: true, keep });
		expect([some(4).status, some(5).status, some(6).status]).toEqual([
			'active',
			'active',
			'archived',
		]);
	});

	it('does not ask who a name in Keep is where nothing is archived', async () => {
		const result = await sync(without(some(4)), { keep: 'Acmee' });
		expect(result.error).toBeUndefined();
	});

	it('stops before it archives more than 10 and 20 percent, unless the plan is approved', async () => {
		const items = without().slice(11);
		const { error } = await sync(items, { archiveUnnamed: true });
		expect(error?.message).toMatch(/^11 of \d+ active records would be archived or deleted$/);
		expect(writes()).toEqual([]);
		const plan = await sync(items, { archiveUnnamed: true }, {}, true);
		const approvedPlan = plan.json(NODE)[0]?.plan;
		expect((await sync(items, { archiveUnnamed: true, approvedPlan })).error).toBeUndefined();
		expect(writes()).toHaveLength(11);
	});

	it.each([{ external_id: '' }, { external_id: 'N/A', name: 'A' }])(
		'archives nothing if a row cannot be read: %j',
		async (wrong) => {
			const items = [...without(some(4)), wrong];
			const result = await sync(items, { archiveUnnamed: true }, CONTINUE);
			expect(result.hints(NODE)[0]?.message).toMatch(
				/\n• No vendors are archived, because rows have errors/,
			);
			expect(writes()).toEqual([]);
		},
	);

	it('archives nothing if a row may be one of two vendors', async () => {
		some(1).name = some(2).name;
		const items = without(some(4)).map(({ name }) => ({ name }));
		const parameters = { matchField: 'name', options: { archiveUnnamed: true } };
		const result = await runVendor(harness, 'sync', parameters, items, CONTINUE);
		expect(result.hints(NODE)[0]?.message).toMatch(
			/\n• No vendors are archived, because rows have errors/,
		);
		expect(some(4).status).toBe('active');
	});

	it('archives nothing if a row is refused by the service', async () => {
		const items = [...without(some(4)), { ...COMPLETE, external_id: 'N-1', name: 'New', tier: 1 }];
		const result = await sync(items, { archiveUnnamed: true }, CONTINUE);
		const texts = result
			.json(NODE)
			.map(({ error }) => String((error as IDataObject | undefined)?.message));
		expect(texts.at(-1)).toBe('Not archived: 1 vendor not in the input');
		expect(some(4).status).toBe('active');
	});

	it('takes a list as Get Many returns it, and writes nothing', async () => {
		const items = vendors().map((vendor): IDataObject => ({ ...vendor }));
		const result = await sync(items, { archiveUnnamed: true });
		expect(result.error).toBeUndefined();
		expect(new Set(result.json(NODE).map(({ action }) => action))).toEqual(new Set(['unchanged']));
		expect(writes()).toEqual([]);
	});

	it.each(['created_at', 'updatedOn', 'archived_at', 'archivedBy', 'deleted_on'])(
		'leaves out a column that the service sets itself: %s',
		async (column) => {
			// A spreadsheet has written the date in another way.
			const items = without().map((row) => ({ ...row, [column]: '5.1.2026' }));
			const result = await sync(items);
			expect(result.error).toBeUndefined();
			expect(writes()).toEqual([]);
		},
	);

	it('says of a vendor that it archives which new one is spelled alike', async () => {
		const { id, name } = some(4);
		const items = [
			...without(some(4)),
			{ ...COMPLETE, external_id: 'N-1', name: `${name.toUpperCase()} GmbH` },
		];
		const plan = await sync(items, { archiveUnnamed: true }, {}, true);
		expect(plan.json(NODE).find((row) => row.id === id)).toMatchObject({
			action: 'archived',
			warning: `Row ${items.length} creates a vendor that is spelled alike. If it is this one, correct the row.`,
		});
	});

	it('says that an archived vendor stays archived, and that a status is not written', async () => {
		const archived = vendors().find(({ status }) => status === 'archived');
		const { external_id, name } = archived ?? some(0);
		const result = await sync([
			{ external_id, name, notes: 'back' },
			{ external_id: some(4).external_id, status: 'archived' },
		]);
		expect(result.json(NODE)).toMatchObject([
			{ action: 'updated', warning: expect.stringContaining('This vendor is archived.') },
			{
				action: 'unchanged',
				warning: expect.stringContaining('The status "archived" is not written'),
			},
		]);
	});
});
