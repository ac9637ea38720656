import type { IDataObject } from 'n8n-workflow';

import { readUnchangedExamples } from '../../sandbox/demo/examples';
import { NODE } from '../../sandbox/engine/singleNode';
import type { WorkflowResult } from '../../sandbox/engine/engine';
import { harnessForEach } from '../helpers/harness';
import { PATH_TABLE } from '../helpers/scopeSync';
import { template } from '../helpers/templates';
import { vendorAt } from '../helpers/vendors';

const FILE = 'undo-a-run.json';
const EXECUTION = '1234';

const harness = harnessForEach();

/** The sandbox has no file for it. */
const READS: Record<string, { disabled: boolean }> = { Text: { disabled: false } };

/** What can be taken back of a tenant. */
function tenant() {
	const { vendors, organization } = harness.service;
	return structuredClone({
		vendors: [...vendors.byId.values()].map(({ updated_at: _, ...vendor }) => vendor),
		scopes: [...organization.scopes.values()].map(({ updatedOn: _, ...scope }) => scope),
		assignments: [...organization.assignments].map(([control, scopes]) => [
			control,
			[...scopes.keys()].sort(),
		]),
	});
}

const jsonl = (result: WorkflowResult) =>
	result
		.json(NODE)
		.map((row) => `${JSON.stringify({ ...row, execution: EXECUTION })}\n`)
		.join('');

async function undo(run: WorkflowResult): Promise<WorkflowResult> {
	const pinData = { Text: [{ json: { data: jsonl(run) } }] };
	return await harness.engine.run({ ...template(FILE, READS), pinData });
}

/** The example as it is imported, with Dry Run on in all nodes. */
async function dryUndo(run: WorkflowResult): Promise<WorkflowResult> {
	const example = readUnchangedExamples().find(({ file }) => file === FILE);
	if (!example) throw new Error(`There is no example ${FILE}`);
	const pinData = { Text: [{ json: { data: jsonl(run) } }] };
	const nodes = example.workflow.nodes.map((node) => ({ ...node, ...READS[node.name] }));
	return await harness.engine.run({ ...example.workflow, nodes, pinData });
}

const byId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };

async function vendors(operation: string, rows: IDataObject[], more: IDataObject = {}) {
	const all = { resource: 'vendor', operation, vendorId: byId, fieldsFrom: 'input', ...more };
	const parameters = { ...all, options: { removalLimit: 1_000 } };
	return await harness.run({ type: 'tprmVendor', parameters }, rows);
}

/** Some controls have scopes, of which some are archived with a sync. */
function assignSome(): { control: string; scopes: string[] } {
	const { organization } = harness.service;
	const [control = ''] = organization.controls.keys();
	const scopes = organization
		.listScopes('active')
		.map(({ id }) => id)
		.slice(-2);
	organization.assign(control, scopes);
	return { control, scopes };
}

it('takes back what Update, Create or Update, and Replace have written to vendors', async () => {
	const [one, two] = [vendorAt(harness.service, 3), vendorAt(harness.service, 4)];
	for (const [operation, more] of [
		['update', {}],
		['upsert', { matchField: 'id' }],
		['replace', {}],
	] as const) {
		const before = tenant();
		const rows = [one, two, one].map(({ id }, index) => ({ id, name: `N ${index}`, notes: 'x' }));
		const run = await vendors(operation, rows, more);
		expect(run.error).toBeUndefined();
		expect(tenant()).not.toEqual(before);
		const changed = tenant();
		const dry = await dryUndo(run);
		expect(dry.error).toBeUndefined();
		expect(dry.json('Restore vendors')[0]).toMatchObject({ action: 'updated', dryRun: true });
		expect(tenant()).toEqual(changed);
		expect((await undo(run)).error).toBeUndefined();
		expect({ operation, ...tenant() }).toEqual({ operation, ...before });
	}
});

it('takes back a move with its assignments, and says which copies stay', async () => {
	const { organization } = harness.service;
	const [control = '', other = ''] = organization.controls.keys();
	const [scope, target] = organization.listScopes('active').slice(-2);
	if (!scope || !target) throw new Error('The sample organization has no scopes');
	organization.assign(control, [scope.id]);
	organization.assign(other, [target.id]);
	const parameters = {
		...{ resource: 'tree', operation: 'sync', ...PATH_TABLE },
		...{ matchBy: 'id', scopeId: '={{ $json.id }}' },
		options: { copyAssignments: true, archiveUnnamed: true, removalLimit: 1_000 },
	};
	const before = tenant();
	const kept = organization
		.listScopes('active')
		.filter(({ id }) => id !== scope.id && id !== target.id)
		.map(({ id, pathNames }) => ({ id, path: pathNames.join(' / '), owner: '' }));
	// One moves to a new scope, and one to a scope that is there already.
	const there = organization.createScope({ name: target.name, owner: 'user-1' });
	const run = await harness.run({ type: 'scope', parameters }, [
		...kept,
		{ id: scope.id, path: `EMEA / ${scope.name} moved`, owner: 'user-1' },
		{ id: target.id, path: target.name, owner: 'user-1' },
	]);
	expect(run.error).toBeUndefined();
	const done = await undo(run);
	expect(done.error).toBeUndefined();
	expect(done.json('Cannot be undone')).toMatchObject([
		{ why: 'The control assignments that were copied to it stay.' },
	]);
	const after = tenant();
	const old = new Set(before.scopes.map(({ id }) => id));
	expect(after.scopes.filter(({ id }) => old.has(id))).toEqual(before.scopes);
	expect([...(organization.assignments.get(control)?.keys() ?? [])]).toEqual([scope.id]);
	expect([...(organization.assignments.get(other)?.keys() ?? [])].sort()).toEqual(
		[target.id, there.id].sort(),
	);
});

it('takes back a sync: fields, archived scopes and their assignments; a new scope is archived', async () => {
	const { control, scopes } = assignSome();
	const { organization } = harness.service;
	const active = organization.listScopes('active');
	const rows = active
		.filter(({ id }) => !scopes.includes(id))
		.map(({ pathNames }, index) => ({
			...{ path: pathNames.join(' / '), owner: index < 3 ? 'user-9' : '' },
		}));
	const before = tenant();
	const parameters = {
		...{ resource: 'tree', operation: 'sync', ...PATH_TABLE },
		options: { archiveUnnamed: true },
	};
	const run = await harness.run({ type: 'scope', parameters }, [
		...rows,
		{ path: 'EMEA / New', owner: 'user-1' },
	]);
	expect(run.error).toBeUndefined();
	expect([...(organization.assignments.get(control)?.keys() ?? [])]).toEqual([]);
	const done = await undo(run);
	expect(done.error).toBeUndefined();
	const after = tenant();
	const isNew = ({ name }: { name: string }) => name === 'New';
	expect(after.scopes.filter(isNew).map(({ status }) => status)).toEqual(['archived']);
	expect({ ...after, scopes: after.scopes.filter((scope) => !isNew(scope)) }).toEqual(before);
});

it.each(['add', 'remove', 'replace'])('takes back Assign with Mode %s', async (mode) => {
	const { control, scopes } = assignSome();
	const { organization } = harness.service;
	const [other = ''] = organization.listScopes('active').map(({ id }) => id);
	const before = tenant();
	const parameters = {
		...{ mode, controlId: { __rl: true, mode: 'id', value: control } },
		...{ scopeIds: [mode === 'remove' ? scopes[0] : other], options: {} },
	};
	const run = await harness.run({ type: 'scopeAssignment', parameters });
	expect(tenant()).not.toEqual(before);
	expect((await undo(run)).error).toBeUndefined();
	expect(tenant()).toEqual(before);
});

it('takes back what a run has assigned to one control in several rounds', async () => {
	const { control } = assignSome();
	const before = tenant();
	let data = '';
	for (const { id } of harness.service.organization.listScopes('active').slice(0, 3)) {
		const controlId = { __rl: true, mode: 'id', value: control };
		const parameters = { mode: 'add', controlId, scopeIds: [id], options: {} };
		data += jsonl(await harness.run({ type: 'scopeAssignment', parameters }));
	}
	expect(tenant()).not.toEqual(before);
	const pinData = { Text: [{ json: { data } }] };
	const done = await harness.engine.run({ ...template(FILE, READS), pinData });
	expect(done.error).toBeUndefined();
	expect(tenant()).toEqual(before);
});

it('lists what cannot be undone, and creates a deleted vendor with a new ID', async () => {
	const { id: archived, name } = vendorAt(harness.service, 3);
	const dry = await dryUndo(await vendors('archive', [{ id: archived }]));
	expect(dry.json('Cannot be undone')).toMatchObject([{ what: `archived ${name} (${archived})` }]);

	const { id, created_at: _, updated_at: _2, ...fields } = vendorAt(harness.service, 4);
	const run = await vendors('delete', [{ id }]);
	expect(run.error).toBeUndefined();
	expect((await undo(run)).error).toBeUndefined();
	const all = [...harness.service.vendors.byId.values()];
	expect(all.filter((vendor) => vendor.name === fields.name)).toMatchObject([fields]);
	expect(all.some((vendor) => vendor.id === id)).toBe(false);
});

/** The next request for a list is refused, as that of a client that may write but not read. */
function refuse(path: string, skip = 0): void {
	harness.service.faults.add({ fault: { kind: 'status', status: 403 }, path, skip });
}

const SEARCH = '/tprm-api/vendors/search';

async function scopes(id: string | undefined, updateFields: IDataObject): Promise<WorkflowResult> {
	const scopeId = { __rl: true, mode: 'id', value: id };
	const all = { resource: 'scope', operation: 'update', scopeId, options: {} };
	return await harness.run({ type: 'scope', parameters: { ...all, updateFields } });
}

/** Undoes a run, and expects that it neither fails nor writes anything. */
async function leftAlone(run: WorkflowResult): Promise<IDataObject[]> {
	expect(run.error).toBeUndefined();
	const before = tenant();
	const { vendors } = harness.service;
	const [kept, ids] = [before, [...vendors.byId.keys()]];
	const done = await undo(run);
	expect(done.error).toBeUndefined();
	expect(tenant()).toEqual(kept);
	expect([...vendors.byId.keys()]).toEqual(ids);
	return done.json('Cannot be undone');
}

const NOT_KNOWN = 'The values before are not known.';

describe('leaves alone what is not known', () => {
	it('fields of a scope that the service did not list: its description is not cleared', async () => {
		const [scope] = harness.service.organization.listScopes('active');
		refuse('/v1/scopes');
		const run = await scopes(scope?.id, { description: 'New', owner: 'user-9' });
		expect(await leftAlone(run)).toMatchObject([{ why: NOT_KNOWN }]);
		expect(scope).toMatchObject({ description: 'New', owner: 'user-9' });
	});

	it('scopes of a control before: Replace does not remove all of them', async () => {
		const { control, scopes: own } = assignSome();
		refuse('/v1/controls');
		const parameters = {
			...{ mode: 'replace', controlId: { __rl: true, mode: 'id', value: control } },
			...{ scopeIds: own.slice(0, 1), options: {} },
		};
		const run = await harness.run({ type: 'scopeAssignment', parameters });
		expect(await leftAlone(run)).toMatchObject([{ why: NOT_KNOWN }]);
		const now = harness.service.organization.assignments.get(control);
		expect([...(now?.keys() ?? [])]).toEqual(own.slice(0, 1));
	});

	it('a vendor that the search did not return: no vendor is created of a text', async () => {
		const { id } = vendorAt(harness.service, 4);
		refuse(SEARCH);
		const run = await vendors('delete', [{ id }]);
		expect(run.json(NODE)).toMatchObject([{ deleted: true, record: 'not known' }]);
		expect(await leftAlone(run)).toMatchObject([
			{ what: expect.stringContaining(id), why: 'The vendor before is not known.' },
		]);
	});

	it('fields of a vendor that the search did not return', async () => {
		refuse(SEARCH);
		const run = await vendors('update', [{ id: vendorAt(harness.service, 3).id, notes: 'x' }]);
		expect(await leftAlone(run)).toMatchObject([{ why: NOT_KNOWN }]);
	});

	it('assignments of an archived scope, which is active again', async () => {
		const { scopes: own } = assignSome();
		refuse('/v1/controls');
		const run = await scopes(own[0], { status: 'archived' });
		expect(run.json(NODE)).toMatchObject([{ removedAssignments: 'not known' }]);
		const done = await undo(run);
		expect(done.error).toBeUndefined();
		expect(harness.service.organization.scopes.get(own[0] ?? '')?.status).toBe('active');
		expect(done.json('Cannot be undone')).toMatchObject([
			{ why: 'The control assignments before are not known.' },
		]);
	});

	it('the control of a row of Assign that has one assignment only', async () => {
		const { control } = assignSome();
		const [other = ''] = harness.service.organization.listScopes('active').map(({ id }) => id);
		const parameters = {
			...{ mode: 'add', controlId: { __rl: true, mode: 'id', value: control } },
			...{ scopeIds: [other], options: { splitAssignments: true } },
		};
		const run = await harness.run({ type: 'scopeAssignment', parameters });
		const rows = run.json(NODE).filter(({ objectId }) => objectId === undefined);
		expect(rows.length).toBeGreaterThan(0);
		const left = await leftAlone(run);
		expect(left).toHaveLength(rows.length);
		expect(left[0]).toMatchObject({ why: expect.stringContaining('One Item per Assignment') });
	});
});

it('a field that had no value, and that a scope cannot be without, does not stop the others', async () => {
	const [one, two, three] = harness.service.organization.listScopes('active');
	if (!one || !two || !three) throw new Error('The sample has too few scopes');
	Object.assign(one, { owner: '', customFields: null });
	Object.assign(two, { owner: '' });
	const before = { two: { ...two }, three: { ...three } };
	const parameters = {
		...{ resource: 'scope', operation: 'update', scopeId: byId, options: {} },
		updateFields: {
			owner: { __rl: true, mode: 'id', value: 'user-9' },
			customFields: '={{ $json.customFields }}',
			description: '={{ $json.description }}',
		},
	};
	const run = await harness.run({ type: 'scope', parameters }, [
		{ id: one.id, customFields: { region: 'north' } },
		{ id: two.id, description: 'New' },
		{ id: three.id, description: 'New' },
	]);
	expect(run.error).toBeUndefined();
	const done = await undo(run);
	expect(done.error).toBeUndefined();
	expect(one).toMatchObject({ owner: 'user-9', customFields: { region: 'north' } });
	expect(two).toMatchObject({ owner: 'user-9', description: before.two.description });
	expect(three).toMatchObject({
		owner: before.three.owner,
		description: before.three.description,
	});
	expect(done.json('Cannot be undone').map(({ why }) => why)).toEqual([
		'It had no owner before, and Update cannot clear that in a scope.',
		expect.stringContaining('no owner, customFields before'),
	]);
});

it('clears a description and a vendor field that the run has filled', async () => {
	const [scope] = harness.service.organization.listScopes('active');
	if (!scope) throw new Error('The sample has no scope');
	scope.description = '';
	const vendor = vendorAt(harness.service, 3);
	Object.assign(vendor, { notes: null });
	for (const run of [
		await scopes(scope.id, { description: 'New' }),
		await vendors('update', [{ id: vendor.id, notes: 'x' }]),
	]) {
		expect(run.error).toBeUndefined();
		const done = await undo(run);
		expect(done.error).toBeUndefined();
		expect(done.json('Cannot be undone')).toEqual([]);
	}
	expect(scope.description).toBe('');
	expect(harness.service.vendors.byId.get(vendor.id)?.notes ?? null).toBeNull();
});

it('passes over lines of errors, which the file has of a run that failed', async () => {
	const [scope] = harness.service.organization.listScopes('active');
	const description = scope?.description;
	const run = await scopes(scope?.id, { description: 'New' });
	const error = { error: { message: 'refused', row: 2 }, execution: EXECUTION };
	const data = `${jsonl(run)}${JSON.stringify(error)}\n`;
	const pinData = { Text: [{ json: { data } }] };
	const done = await harness.engine.run({ ...template(FILE, READS), pinData });
	expect(done.error).toBeUndefined();
	expect(done.json('Cannot be undone')).toEqual([]);
	expect(scope?.description).toBe(description);
});
