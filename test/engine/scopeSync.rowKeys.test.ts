import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { amount } from '../helpers/amounts';
import { harnessForEach } from '../helpers/harness';
import { actionsOf, PATH_TABLE, writesTo } from '../helpers/scopeSync';

const harness = harnessForEach({ scopes: [] });

const BY_KEY = {
	...{ resource: 'tree', operation: 'sync', ...PATH_TABLE, tableHas: 'parent' },
	...{ name: '={{ $json.name }}', parent: '={{ $json.parentId }}', rowKey: '={{ $json.id }}' },
	owner: 'user-1',
};

/** The published workflow of an HR export: n8n stores what its nodes remember. */
class PublishedWorkflow {
	staticData: IDataObject = {};

	async run(rows: IDataObject[], parameters: IDataObject = {}, mode = 'trigger' as const) {
		const node = { type: 'scope', parameters: { ...BY_KEY, ...parameters } };
		const { staticData } = this;
		const result = await harness.run(node, rows, { mode, staticData });
		this.staticData = result.staticData;
		return result;
	}
}

const scopes = () => [...harness.service.organization.scopes.values()];
const active = () => scopes().filter(({ status }) => status === 'active');
const idOf = (name: string) => active().find((scope) => scope.name === name)?.id;

const CHART = [
	{ id: '10', parentId: '', name: 'Group' },
	{ id: '20', parentId: '10', name: 'Finance' },
	{ id: '40', parentId: '20', name: 'Treasury' },
];

describe('a unit that keeps its Row Key', () => {
	it('and has another name is the same scope, with what is below it', async () => {
		const workflow = new PublishedWorkflow();
		await workflow.run(CHART);
		const [finance, treasury] = [idOf('Finance'), idOf('Treasury')];
		const renamed = [
			CHART[0] ?? {},
			{ id: '20', parentId: '10', name: 'Finance & Tax' },
			{ id: '30', parentId: '10', name: 'Payroll' },
			{ id: '40', parentId: '20', name: 'Treasury' },
		];
		const plan = await workflow.run(renamed, { dryRun: true });
		const real = await workflow.run(renamed);
		for (const result of [plan, real])
			expect(actionsOf(result).sort()).toEqual([
				'created Group / Payroll',
				'unchanged Group',
				'unchanged Group / Finance & Tax / Treasury',
				'updated Group / Finance & Tax',
			]);
		expect([idOf('Finance & Tax'), idOf('Treasury')]).toEqual([finance, treasury]);
		expect(
			real
				.json(NODE)
				.map(({ rowKey }) => rowKey)
				.sort(),
		).toEqual(['10', '20', '30', '40']);
		expect(actionsOf(await workflow.run(renamed)).every((text) => text.startsWith('unch'))).toBe(
			true,
		);
	});

	it('takes its old name from nobody', async () => {
		const workflow = new PublishedWorkflow();
		await workflow.run(CHART);
		const finance = idOf('Finance');
		const real = await workflow.run([
			CHART[0] ?? {},
			{ id: '20', parentId: '10', name: 'Controlling' },
			{ id: '30', parentId: '10', name: 'Finance' },
		]);
		// The name is free only after the run that renames its scope.
		expect(real.error?.message).toContain('There is already a scope "Group / Finance"');
		expect(idOf('Finance')).toBe(finance);
	});

	it('at another place is a new scope, with a warning, since the service cannot move one', async () => {
		const workflow = new PublishedWorkflow();
		await workflow.run(CHART);
		const real = await workflow.run([
			...CHART.slice(0, 2),
			{ id: '40', parentId: '10', name: 'Treasury' },
		]);
		expect(real.json(NODE).find(({ rowKey }) => rowKey === '40')).toMatchObject({
			action: 'created',
			warning: expect.stringContaining('This unit was "Group / Finance / Treasury" (ID '),
		});
	});

	it('is not the scope that another row has by its ID', async () => {
		const workflow = new PublishedWorkflow();
		await workflow.run(CHART);
		const byId = { matchBy: 'id', scopeId: '={{ $json.scopeId }}' };
		const real = await workflow.run(
			[
				{ ...CHART[0], scopeId: '' },
				{ id: '20', parentId: '10', name: 'Finance', scopeId: '' },
				{ id: '30', parentId: '10', name: 'Finance & Tax', scopeId: idOf('Finance') ?? '' },
			],
			byId,
		);
		expect(real.error?.message).toContain('There is already a scope "Group / Finance"');
	});

	it('and finds a scope of its name at another place says where it was', async () => {
		const workflow = new PublishedWorkflow();
		await workflow.run([...CHART, { id: '50', parentId: '10', name: 'Treasury' }]);
		const real = await workflow.run([
			...CHART.slice(0, 2),
			{ id: '40', parentId: '10', name: 'Treasury' },
		]);
		expect(real.json(NODE).find(({ rowKey }) => rowKey === '40')).toMatchObject({
			action: 'unchanged',
			warning: expect.stringContaining('This unit was "Group / Finance / Treasury" (ID '),
		});
	});

	it('is not known to another service, nor where its scope is gone', async () => {
		const workflow = new PublishedWorkflow();
		await workflow.run(CHART);
		const { staticData } = workflow;
		workflow.staticData = JSON.parse(
			JSON.stringify(staticData).replaceAll(/http:[^"]+/g, 'https://other.example'),
		) as IDataObject;
		const renamed = [CHART[0] ?? {}, { id: '20', parentId: '10', name: 'Tax' }];
		const result = await workflow.run(renamed);
		expect(result.error?.message).toContain('New names of scopes that are not in the input?');
	});
});

describe('where nothing is remembered, as in runs by hand', () => {
	const renamed = [
		CHART[0] ?? {},
		{ id: '20', parentId: '10', name: 'Finance & Tax' },
		{ id: '40', parentId: '20', name: 'Treasury' },
	];

	it('a row that may be a scope with a new name is asked about before anything is written', async () => {
		await new PublishedWorkflow().run(CHART);
		const count = writesTo(harness).length;
		for (const dryRun of [true, false]) {
			const result = await new PublishedWorkflow().run(renamed, { dryRun });
			const said = dryRun ? String(result.json(NODE)[1]?.why) : String(result.error?.message);
			expect(said).toContain(
				`New names of scopes that are not in the input? "Group / Finance & Tax" for "Group / Finance" (ID ${idOf('Finance')})`,
			);
		}
		expect(writesTo(harness)).toHaveLength(count);
		const create = await new PublishedWorkflow().run(renamed, {
			options: { possibleRenames: 'create' },
		});
		expect(actionsOf(create)).toContain('created Group / Finance & Tax');
	});

	it('a row that may be a scope with a new name is asked about beside rows with errors, too', async () => {
		await new PublishedWorkflow().run(CHART);
		const rows = [...renamed, { id: '60', parentId: '10', name: '' }];
		const result = await new PublishedWorkflow().run(rows, { dryRun: true });
		expect(result.json(NODE).filter(({ action }) => action === 'error')).toMatchObject([
			{ row: 2, why: expect.stringContaining('New names of scopes') },
			{ row: 3 },
			{ row: 4, why: 'Name is empty' },
		]);
	});

	it('a second new row, or a second missing scope, is no rename', async () => {
		await new PublishedWorkflow().run([...CHART, { id: '50', parentId: '10', name: 'Sales' }]);
		const two = await new PublishedWorkflow().run(renamed);
		expect(two.error).toBeUndefined();
	});
});

function depthOf({ parentId }: (typeof CHART)[number], units: typeof CHART): number {
	const parent = units.find(({ id }) => id === parentId);
	return parent ? 1 + depthOf(parent, units) : 1;
}

it('over many generations, a unit that only changes its name keeps its scope', async () => {
	const step = fc.record({
		kind: fc.constantFrom('rename', 'rename', 'add', 'move', 'leave'),
		at: fc.nat(),
		to: fc.nat(),
	});
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.array(step, { maxLength: 3 }), { minLength: 5, maxLength: 20 }),
			async (generations) => {
				harness.service.organization.scopes.clear();
				const workflow = new PublishedWorkflow();
				let units = CHART.map((unit) => ({ ...unit }));
				let next = 100;
				const idsOf = new Map<string, string>();
				for (const steps of [[], ...generations]) {
					const moved = new Set<string>();
					for (const { kind, at, to } of steps) {
						const unit = units[1 + (at % (units.length - 1))];
						// The service nests scopes six levels deep.
						const parents = units.filter((each) => depthOf(each, units) < 5 && each !== unit);
						const parent = parents[to % parents.length];
						if (!unit || !parent) continue;
						const isLeaf = !units.some(({ parentId }) => parentId === unit.id);
						if (kind === 'rename') unit.name = `Unit ${next++}`;
						if (kind === 'add')
							units.push({ id: `k${next}`, parentId: parent.id, name: `Unit ${next++}` });
						if (kind === 'move' && isLeaf && parent.id !== unit.parentId) {
							unit.parentId = parent.id;
							moved.add(unit.id);
						}
						if (kind === 'leave' && isLeaf && units.length > 3)
							units = units.filter((each) => each !== unit);
					}
					const create = { options: { possibleRenames: 'create' } };
					const result = await workflow.run(units, create);
					expect(result.error).toBeUndefined();
					for (const { rowKey, id } of result.json(NODE)) {
						const key = String(rowKey);
						if (idsOf.has(key) && !moved.has(key)) expect([key, id]).toEqual([key, idsOf.get(key)]);
						idsOf.set(key, String(id));
					}
				}
			},
		),
		{ numRuns: amount(4, 60) },
	);
});

describe('a new Row Key beside a scope that is not in the input any more', () => {
	const asked = 'New names of scopes that are not in the input?';

	async function known(): Promise<PublishedWorkflow> {
		const workflow = new PublishedWorkflow();
		await workflow.run([...CHART, { id: '50', parentId: '20', name: 'Tax' }]);
		return workflow;
	}

	/** The HR system has given all its units new keys. */
	const rekeyed = (units: IDataObject[]) =>
		units.map((unit) => ({
			...unit,
			id: `n${unit.id}`,
			parentId: unit.parentId && `n${unit.parentId}`,
		}));

	it('may be that scope, where the key of the scope is gone as well: an HR system has new keys', async () => {
		const workflow = await known();
		const renamed = rekeyed([
			CHART[0] ?? {},
			{ id: '20', parentId: '10', name: 'Finance' },
			{ id: '40', parentId: '20', name: 'Cash & Treasury' },
			{ id: '50', parentId: '20', name: 'Tax' },
		]);
		const count = writesTo(harness).length;
		for (const dryRun of [true, false]) {
			const result = await workflow.run(renamed, { dryRun });
			const said = dryRun ? String(result.json(NODE)[2]?.why) : String(result.error?.message);
			expect(said).toContain(
				`${asked} "Group / Finance / Cash & Treasury" for "Group / Finance / Treasury" (ID ${idOf('Treasury')})`,
			);
		}
		expect(writesTo(harness)).toHaveLength(count);
		// The answer, for once: its ID.
		const treasury = idOf('Treasury');
		const byId = { matchBy: 'id', scopeId: '={{ $json.scopeId ?? "" }}' };
		const rows = renamed.map((unit) => (unit.id === 'n40' ? { ...unit, scopeId: treasury } : unit));
		expect((await workflow.run(rows, byId)).error).toBeUndefined();
		expect(idOf('Cash & Treasury')).toBe(treasury);
		const again = await workflow.run(
			rekeyed([
				...CHART.slice(0, 2),
				{ id: '40', parentId: '20', name: 'Money' },
				{ id: '50', parentId: '20', name: 'Tax' },
			]),
		);
		expect(again.error).toBeUndefined();
		expect(idOf('Money')).toBe(treasury);
	});

	it('is asked about once: after it was created, neither it nor the next one', async () => {
		const workflow = await known();
		const closed = [...CHART.slice(0, 2), { id: '50', parentId: '20', name: 'Tax' }];
		const first = [...closed, { id: '60', parentId: '20', name: 'Controlling' }];
		expect((await workflow.run(first)).error?.message).toContain(asked);
		const create = { options: { possibleRenames: 'create' } };
		expect((await workflow.run(first, create)).error).toBeUndefined();
		expect((await workflow.run(first)).error).toBeUndefined();
		const second = [...first, { id: '70', parentId: '20', name: 'Audit' }];
		expect(actionsOf(await workflow.run(second))).toContain('created Group / Finance / Audit');
		// The scope that was left out, is a unit like others once it is back.
		await workflow.run([...second, { id: '40', parentId: '20', name: 'Treasury' }]);
		const third = [...second, { id: '80', parentId: '20', name: 'Cash' }];
		expect((await workflow.run(third)).error?.message).toContain(asked);
	});

	it('is new beside scopes that the table, a part of the org chart, has never had', async () => {
		await new PublishedWorkflow().run([...CHART, { id: '50', parentId: '20', name: 'Tax' }]);
		const part = [...CHART.slice(0, 2), { id: '50', parentId: '20', name: 'Tax' }];
		const workflow = new PublishedWorkflow();
		await workflow.run(part);
		for (const [id, name] of [
			['60', 'Controlling'],
			['70', 'Audit'],
		] as const) {
			part.push({ id, parentId: '20', name });
			expect(actionsOf(await workflow.run(part))).toContain(`created Group / Finance / ${name}`);
		}
	});

	it('is new where the unit of that scope is at another place', async () => {
		const workflow = await known();
		const result = await workflow.run([
			...CHART.slice(0, 2),
			{ id: '40', parentId: '10', name: 'Treasury' },
			{ id: '50', parentId: '20', name: 'Tax' },
			{ id: '60', parentId: '20', name: 'Controlling' },
		]);
		expect(actionsOf(result)).toEqual(
			expect.arrayContaining(['created Group / Treasury', 'created Group / Finance / Controlling']),
		);
	});

	it('is new where a unit was split, or others were merged', async () => {
		const split = await known();
		expect(
			actionsOf(
				await split.run([
					...CHART.slice(0, 2),
					{ id: '40', parentId: '20', name: 'Treasury Europe' },
					{ id: '41', parentId: '20', name: 'Treasury Asia' },
					{ id: '50', parentId: '20', name: 'Tax' },
				]),
			),
		).toEqual(
			expect.arrayContaining([
				'updated Group / Finance / Treasury Europe',
				'created Group / Finance / Treasury Asia',
			]),
		);
		harness.service.organization.scopes.clear();
		const merged = await known();
		const treasury = idOf('Treasury');
		const kept = [...CHART.slice(0, 2), { id: '40', parentId: '20', name: 'Treasury & Tax' }];
		expect(actionsOf(await merged.run(kept))).toContain('updated Group / Finance / Treasury & Tax');
		expect(idOf('Treasury & Tax')).toBe(treasury);
	});

	it('of two that are not in the input any more may be either, and its row names both', async () => {
		const workflow = await known();
		const both = [...CHART.slice(0, 2), { id: '90', parentId: '20', name: 'Treasury & Tax' }];
		const result = await workflow.run(both);
		expect(result.json(NODE).find(({ rowKey }) => rowKey === '90')).toMatchObject({
			action: 'created',
			warning: expect.stringMatching(
				/^Missing from the input: "Group \/ Finance \/ Treasury" .*"Group \/ Finance \/ Tax"/,
			),
		});
	});

	it('and a unit that has come back do not count together', async () => {
		const workflow = await known();
		// 50 is known, and moves beside the new one.
		const result = await workflow.run([
			...CHART.slice(0, 2),
			{ id: '40', parentId: '20', name: 'Treasury' },
			{ id: '50', parentId: '10', name: 'Tax' },
			{ id: '60', parentId: '10', name: 'Audit' },
		]);
		expect(result.error).toBeUndefined();
	});
});
