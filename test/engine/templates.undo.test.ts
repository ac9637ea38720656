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
