import type { IDataObject } from 'n8n-workflow';

import type { WorkflowResult } from '../../sandbox/engine/engine';
import { NODE } from '../../sandbox/engine/singleNode';
import { CONTROL_FIELDS, SCOPE_FIELDS } from '../../sandbox/service/answerShapes';
import { sampleControls } from '../../sandbox/service/sampleData';
import { stableId } from '../../sandbox/service/stableId';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForEach } from '../helpers/harness';
import { actionsOf, PATH_TABLE, writesTo } from '../helpers/scopeSync';

const harness = harnessForEach({ scopes: [] });

const BY_KEY = {
	...{ resource: 'tree', operation: 'sync', ...PATH_TABLE, tableHas: 'parent' },
	...{ name: '={{ $json.name }}', parent: '={{ $json.parentId }}', rowKey: '={{ $json.id }}' },
	owner: 'user-1',
};

const COPY = { copyAssignments: true };
const COPY_AND_ARCHIVE = { ...COPY, archiveUnnamed: true };

/** The published workflow of an HR export: n8n stores what its nodes remember. */
class PublishedWorkflow {
	staticData: IDataObject = {};

	async run(rows: IDataObject[], options: IDataObject = {}, more: IDataObject = {}) {
		const { settings = {}, ...parameters } = more;
		const node = {
			type: 'scope',
			parameters: { ...BY_KEY, ...parameters, options },
			settings: settings as IDataObject,
		};
		const { staticData } = this;
		const result = await harness.run(node, rows, { mode: 'trigger', staticData });
		this.staticData = result.staticData;
		return result;
	}
}

const CHART = [
	{ id: '10', parentId: '', name: 'Group' },
	{ id: '20', parentId: '10', name: 'Finance' },
	{ id: '30', parentId: '10', name: 'Sales' },
	{ id: '40', parentId: '20', name: 'Treasury' },
	{ id: '50', parentId: '40', name: 'Cash' },
];

/** Treasury moves to Sales, and Cash with it. */
const MOVED = CHART.map((unit) => (unit.id === '40' ? { ...unit, parentId: '30' } : unit));

const scopeOf = (...path: string[]) =>
	[...harness.service.organization.scopes.values()].find(
		({ pathNames }) => pathNames.join() === path.join(),
	);
const idOf = (...path: string[]) => scopeOf(...path)?.id ?? '';

const controls = () => [...harness.service.organization.controls.values()].slice(0, 4);

/** The identifiers of the controls of a scope. */
function controlsOf(scopeId: string): string[] {
	const { assignments, controls: all } = harness.service.organization;
	return [...assignments]
		.filter(([, scopes]) => scopes.has(scopeId))
		.map(([control]) => all.get(control)?.controlIdentifier ?? '')
		.sort();
}

const identifiers = (...places: number[]) =>
	places.map((place) => controls()[place]?.controlIdentifier).sort();

/** Treasury has the first two controls, Cash the second and third, Sales the second and fourth. */
async function given(workflow: PublishedWorkflow): Promise<{ treasury: string; cash: string }> {
	await workflow.run(CHART);
	const { organization } = harness.service;
	const treasury = idOf('Group', 'Finance', 'Treasury');
	const cash = idOf('Group', 'Finance', 'Treasury', 'Cash');
	const sales = idOf('Group', 'Sales');
	const scopes = [[treasury], [treasury, cash, sales], [cash], [sales]];
	for (const [index, { id }] of controls().entries()) organization.assign(id, scopes[index] ?? []);
	return { treasury, cash };
}

const rowOf = (result: WorkflowResult, key: string) =>
	result.json(NODE).find(({ rowKey }) => rowKey === key);

const listed = (value: unknown) =>
	(value as IDataObject[]).map(({ controlIdentifier }) => controlIdentifier).sort();

const NEW_TREASURY = ['Group', 'Sales', 'Treasury'];
const NEW_CASH = [...NEW_TREASURY, 'Cash'];

function expectCopied(): void {
	expect(controlsOf(idOf(...NEW_TREASURY))).toEqual(identifiers(0, 1));
	expect(controlsOf(idOf(...NEW_CASH))).toEqual(identifiers(1, 2));
	expect(controlsOf(idOf('Group', 'Sales'))).toEqual(identifiers(1, 3));
}

describe('a unit that moves', () => {
	it('names the assignments at stake, with the rows of its old scope', async () => {
		const workflow = new PublishedWorkflow();
		const { treasury, cash } = await given(workflow);
		const plan = await workflow.run(MOVED, {}, { dryRun: true });
		const real = await workflow.run(MOVED);
		for (const result of [plan, real]) {
			expect(rowOf(result, '40')).toMatchObject({
				action: 'created',
				formerAssignments: [{ scopeId: treasury }, { scopeId: treasury }],
				addedAssignments: [],
				warning: expect.stringContaining('To copy them, turn on Copy Assignments under Options.'),
			});
			expect(listed(rowOf(result, '40')?.formerAssignments)).toEqual(identifiers(0, 1));
			expect(listed(rowOf(result, '50')?.formerAssignments)).toEqual(identifiers(1, 2));
		}
		expect(controlsOf(idOf(...NEW_TREASURY))).toEqual([]);
		expect(controlsOf(treasury)).toEqual(identifiers(0, 1));
		expect(controlsOf(cash)).toEqual(identifiers(1, 2));
	});

	it('takes them along, with what is below it, before its old scope is archived', async () => {
		const workflow = new PublishedWorkflow();
		const { treasury, cash } = await given(workflow);
		const plan = await workflow.run(MOVED, COPY_AND_ARCHIVE, { dryRun: true });
		const [first] = plan.json(NODE);
		expect(first?.plan).toMatch(
			/^2 to create, 2 to archive of 5 active, 4 control assignments to add/,
		);
		const approved = { ...COPY_AND_ARCHIVE, approvedPlan: first?.plan ?? '' };
		const real = await workflow.run(MOVED, approved);
		expect(real.error).toBeUndefined();
		for (const [result, newId] of [
			[plan, null],
			[real, idOf(...NEW_TREASURY)],
		] as const) {
			expect(actionsOf(result).sort()).toEqual([
				'archived Group / Finance / Treasury',
				'archived Group / Finance / Treasury / Cash',
				'created Group / Sales / Treasury',
				'created Group / Sales / Treasury / Cash',
				'unchanged Group',
				'unchanged Group / Finance',
				'unchanged Group / Sales',
			]);
			const row = rowOf(result, '40');
			expect(row).toMatchObject({ addedAssignments: [{ scopeId: newId }, { scopeId: newId }] });
			expect(listed(row?.addedAssignments)).toEqual(identifiers(0, 1));
			expect(listed(rowOf(result, '50')?.addedAssignments)).toEqual(identifiers(1, 2));
			const old = result.json(NODE).find(({ id }) => id === treasury);
			expect(old?.why).toBe('the unit is now "Group / Sales / Treasury"');
			expect(listed(old?.removedAssignments)).toEqual(identifiers(0, 1));
		}
		expectCopied();
		expect([scopeOf('Group', 'Finance', 'Treasury')?.status, controlsOf(cash)]).toEqual([
			'archived',
			[],
		]);
		// Assigned first, then archived.
		expect(writesTo(harness).slice(-2)).toEqual(['POST /v1/scopeassignments', 'PATCH /v1/scopes']);
		const count = writesTo(harness).length;
		const again = await workflow.run(MOVED, COPY_AND_ARCHIVE);
		expect(again.json(NODE).map(({ action }) => action)).toEqual(Array(5).fill('unchanged'));
		expect(writesTo(harness)).toHaveLength(count);
	});

	it('takes them along where nothing is archived, and both scopes have them', async () => {
		const workflow = new PublishedWorkflow();
		const { treasury } = await given(workflow);
		expect((await workflow.run(MOVED, COPY)).error).toBeUndefined();
		expectCopied();
		expect(controlsOf(treasury)).toEqual(identifiers(0, 1));
		// What is taken away from the new scope afterwards is not copied once more.
		const [{ id = '' } = {}] = controls();
		harness.service.organization.assign(id, [treasury]);
		const again = await workflow.run(MOVED, COPY);
		expect(actionsOf(again).every((text) => text.startsWith('unchanged'))).toBe(true);
		expect(controlsOf(idOf(...NEW_TREASURY))).toEqual(identifiers(1));
	});

	it('another plan than the approved one is not written', async () => {
		const workflow = new PublishedWorkflow();
		await given(workflow);
		const plan = await workflow.run(MOVED, COPY, { dryRun: true });
		const { organization } = harness.service;
		const more = controls()[3]?.id ?? '';
		organization.assign(more, [idOf('Group', 'Finance', 'Treasury')]);
		const count = writesTo(harness).length;
		const approvedPlan = plan.json(NODE)[0]?.plan ?? '';
		const real = await workflow.run(MOVED, { ...COPY, approvedPlan });
		expect(real.error?.message).toBe('The plan has changed since it was approved');
		expect(writesTo(harness)).toHaveLength(count);
	});

	it('back to where it was has all assignments of both places', async () => {
		const workflow = new PublishedWorkflow();
		const { treasury } = await given(workflow);
		await workflow.run(MOVED, COPY_AND_ARCHIVE);
		const more = controls()[3]?.id ?? '';
		const { organization } = harness.service;
		organization.assign(more, [
			...(organization.assignments.get(more)?.keys() ?? []),
			idOf(...NEW_TREASURY),
		]);
		const back = await workflow.run(CHART, COPY_AND_ARCHIVE);
		expect(back.error).toBeUndefined();
		expect(rowOf(back, '40')).toMatchObject({ action: 'reactivated', id: treasury });
		expect(controlsOf(treasury)).toEqual(identifiers(0, 1, 3));
		expect(scopeOf(...NEW_TREASURY)?.status).toBe('archived');
	});

	it('and whose scope a row has by its ID takes them along, too', async () => {
		const workflow = new PublishedWorkflow();
		const { treasury, cash } = await given(workflow);
		const rows = MOVED.map((unit) => ({
			...unit,
			scopeId: { '40': treasury, '50': cash }[unit.id] ?? '',
		}));
		const byHand = async (options: IDataObject) =>
			await new PublishedWorkflow().run(rows, options, {
				...{ matchBy: 'id', scopeId: '={{ $json.scopeId }}' },
			});
		const stopped = await byHand({});
		expect(stopped.error?.message).toContain('cannot be moved to another parent');
		expect(stopped.error?.description).toContain('turn on Options > Copy Assignments');
		expect((await byHand(COPY_AND_ARCHIVE)).error).toBeUndefined();
		expectCopied();
		const again = await byHand(COPY_AND_ARCHIVE);
		expect(actionsOf(again).every((text) => text.startsWith('unchanged'))).toBe(true);
	});

	it('and whose assignments are not known is not written', async () => {
		const workflow = new PublishedWorkflow();
		await given(workflow);
		harness.service.answerShapes.controls = { fields: ['id', 'controlIdentifier', 'name'] };
		const count = writesTo(harness).length;
		const stopped = await workflow.run(MOVED, COPY_AND_ARCHIVE);
		expect(stopped.error?.message).toContain('are not known, and cannot be copied');
		expect(writesTo(harness)).toHaveLength(count);
		// Without the option, the row says that they are not known.
		const plan = await workflow.run(MOVED, {}, { dryRun: true });
		expect(rowOf(plan, '40')).toMatchObject({ formerAssignments: 'not known' });
	});

	it.each(['empty', 'none', undefined] as const)(
		'takes them along where the service names scopes only, and answers %s',
		async (wrap) => {
			const workflow = new PublishedWorkflow();
			await given(workflow);
			harness.service.answerShapes.scopes = { fields: SCOPE_FIELDS };
			harness.service.answerShapes.controls = {
				fields: CONTROL_FIELDS,
			};
			harness.service.answerShapes.assigned = { fields: CONTROL_FIELDS, ...(wrap && { wrap }) };
			const result = await workflow.run(MOVED, COPY_AND_ARCHIVE);
			expectCopied();
			// Two scopes have the name then: what is not confirmed cannot be seen.
			if (wrap) expect(result.error?.message).toContain('does not show the assignment');
			else expect(result.error).toBeUndefined();
			const status = scopeOf('Group', 'Finance', 'Treasury')?.status;
			expect(status).toBe(wrap ? 'active' : 'archived');
		},
	);
});

describe('a copy that fails', () => {
	const FAULT = { kind: 'status', status: 400 } as const;

	it.each([
		['stopWorkflow', 'all'],
		['continueRegularOutput', 'all'],
		['stopWorkflow', 'a part'],
		['continueRegularOutput', 'a part'],
	])('archives nothing, and the next run ends it (%s, %s)', async (onError, what) => {
		const workflow = new PublishedWorkflow();
		const { treasury } = await given(workflow);
		const { faults, answerShapes } = harness.service;
		if (what === 'all') faults.add({ fault: FAULT, path: '/v1/scopeassignments', times: 9 });
		else answerShapes.assigned = { refuse: [controls()[0]?.id ?? ''] };
		const failed = await workflow.run(MOVED, COPY_AND_ARCHIVE, { settings: { onError } });
		const isStopped = onError === 'stopWorkflow';
		const said = isStopped
			? failed.error
			: (rowOf(failed, '40') ?? failed.json(NODE).find((row) => row.error));
		expect(said).toBeDefined();
		if (isStopped) {
			expect(failed.error?.description).toContain('Nothing is archived.');
			expect(failed.error?.description).toContain('created "Group / Sales / Treasury"');
		} else {
			const errors = failed
				.json(NODE)
				.flatMap(({ error }) => (error ? [String((error as IDataObject).message)] : []));
			expect(errors).toContain('Not archived: 2 scopes not in the input');
			expect(rowOf(failed, '40')?.addedAssignments).toHaveLength(what === 'all' ? 0 : 1);
		}
		expect(scopeOf('Group', 'Finance', 'Treasury')?.status).toBe('active');
		expect(controlsOf(treasury)).toEqual(identifiers(0, 1));
		faults.clear();
		answerShapes.assigned = {};
		// Also if the unit has another name by then.
		const renamed = MOVED.map((unit) => (unit.id === '40' ? { ...unit, name: 'Money' } : unit));
		const next = await workflow.run(renamed, COPY_AND_ARCHIVE);
		expect(next.error).toBeUndefined();
		expect(rowOf(next, '40')).toMatchObject({ action: 'updated' });
		expect(controlsOf(idOf('Group', 'Sales', 'Money'))).toEqual(identifiers(0, 1));
		expect(controlsOf(idOf('Group', 'Sales', 'Money', 'Cash'))).toEqual(identifiers(1, 2));
		expect(scopeOf('Group', 'Finance', 'Treasury')?.status).toBe('archived');
		expect(
			[...harness.service.organization.scopes.values()].filter(({ status }) => status === 'active'),
		).toHaveLength(5);
	});

	it('is ended by the next run where n8n has stored nothing of the first', async () => {
		const workflow = new PublishedWorkflow();
		await given(workflow);
		const { staticData } = workflow;
		const stored = JSON.stringify(staticData);
		harness.service.faults.add({ fault: FAULT, path: '/v1/scopeassignments', times: 9 });
		await workflow.run(MOVED, COPY_AND_ARCHIVE);
		harness.service.faults.clear();
		workflow.staticData = JSON.parse(stored) as IDataObject;
		const next = await workflow.run(MOVED, COPY_AND_ARCHIVE);
		expect(rowOf(next, '40')).toMatchObject({
			action: 'assigned',
			why: '2 control assignments copied from "Group / Finance / Treasury"',
		});
		expectCopied();
		expect(scopeOf('Group', 'Finance', 'Treasury')?.status).toBe('archived');
	});

	it('names what the service has confirmed, where it cannot be read again', async () => {
		const workflow = new PublishedWorkflow();
		await given(workflow);
		const list = { method: 'GET', path: '/v1/controls', skip: 2, times: 99 };
		harness.service.faults.add({ fault: { kind: 'status', status: 500 }, ...list });
		const settings = { onError: 'continueRegularOutput' };
		const failed = await withFakeClock(() => workflow.run(MOVED, COPY_AND_ARCHIVE, { settings }));
		expect(listed(rowOf(failed, '40')?.addedAssignments)).toEqual(identifiers(0, 1));
		expect(scopeOf('Group', 'Finance', 'Treasury')?.status).toBe('active');
		harness.service.faults.clear();
		expect((await workflow.run(MOVED, COPY_AND_ARCHIVE)).error).toBeUndefined();
		expectCopied();
		expect(scopeOf('Group', 'Finance', 'Treasury')?.status).toBe('archived');
	});

	it('archives nothing if more was assigned to an old scope meanwhile', async () => {
		const workflow = new PublishedWorkflow();
		const { treasury } = await given(workflow);
		const { organization, faults } = harness.service;
		const late = controls()[3]?.id ?? '';
		const take = faults.take.bind(faults);
		faults.take = (method, path) => {
			if (method === 'POST' && path === '/v1/scopes')
				organization.assign(late, [treasury, idOf('Group', 'Sales')]);
			return take(method, path);
		};
		const failed = await workflow.run(MOVED, COPY_AND_ARCHIVE);
		faults.take = take;
		expect(failed.error?.message).toBe(
			`The control ${late} was assigned to the old scope while the node was running`,
		);
		expect(scopeOf('Group', 'Finance', 'Treasury')?.status).toBe('active');
		expect((await workflow.run(MOVED, COPY_AND_ARCHIVE)).error).toBeUndefined();
		expect(controlsOf(idOf(...NEW_TREASURY))).toEqual(identifiers(0, 1, 3));
	});

	it('because of a scope that cannot be created names the others that were', async () => {
		const workflow = new PublishedWorkflow();
		await given(workflow);
		const creation = { method: 'POST', path: '/v1/scopes', skip: 1, times: 9 };
		harness.service.faults.add({ fault: FAULT, ...creation });
		const failed = await workflow.run(MOVED, COPY_AND_ARCHIVE);
		expect(failed.error?.description).toContain('created "Group / Sales / Treasury"');
		expect(writesTo(harness)).not.toContain('POST /v1/scopeassignments');
		harness.service.faults.clear();
		expect((await workflow.run(MOVED, COPY_AND_ARCHIVE)).error).toBeUndefined();
		expectCopied();
	});
});

describe('300 units with 2,000 controls that move at once', () => {
	const large = harnessForEach({
		scopes: [],
		controls: Array.from({ length: 2_000 }, (_, index) => {
			const [control] = sampleControls();
			if (!control) throw new Error('The sample has no control');
			const controlIdentifier = `C-${index + 1}`;
			return { ...control, id: stableId('control', controlIdentifier), controlIdentifier };
		}),
	});

	it('take a request for each 100 controls, and three that read', async () => {
		const { organization, log } = large.service;
		const top = (name: string) => organization.createScope({ name, owner: 'user-1' });
		const [from, to] = [top('From'), top('To')];
		const units = Array.from({ length: 300 }, (_, index) =>
			organization.createScope({ name: `U${index}`, owner: 'user-1', parentId: from.id }),
		);
		for (const [index, id] of [...organization.controls.keys()].entries())
			organization.assign(
				id,
				units.filter((_, place) => (index + place) % 30 === 0).map((unit) => unit.id),
			);
		const had = units.map(
			({ id }) => [...organization.assignments.values()].filter((all) => all.has(id)).length,
		);
		const parameters = {
			...{ resource: 'tree', operation: 'sync', ...PATH_TABLE },
			...{ matchBy: 'id', scopeId: '={{ $json.id }}' },
			options: { ...COPY_AND_ARCHIVE, removalLimit: 100_000 },
		};
		const rows = [
			{ id: from.id, path: 'From', owner: '' },
			{ id: to.id, path: 'To', owner: '' },
			...units.map(({ id, name }) => ({ id, path: `To / ${name}`, owner: 'user-1' })),
		];
		log.clear();
		const result = await large.run({ type: 'scope', parameters }, rows);
		expect(result.error?.message).toBeUndefined();
		const now = new Map(
			[...organization.scopes.values()].map(({ pathNames, id }) => [pathNames.join(), id]),
		);
		expect(
			units.map(({ name }) => {
				const id = now.get(`To,${name}`) ?? '';
				return [...organization.assignments.values()].filter((all) => all.has(id)).length;
			}),
		).toEqual(had);
		const count = (method: string, path: string) => log.count(method, path);
		expect([count('GET', '/v1/controls'), count('POST', '/v1/scopeassignments')]).toEqual([3, 20]);
		expect(units.every(({ id }) => organization.scopes.get(id)?.status === 'archived')).toBe(true);
	});
});
