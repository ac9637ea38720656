import type { IDataObject } from 'n8n-workflow';

import { harnessForEach } from '../helpers/harness';
import { template } from '../helpers/templates';

const FILE = 'sync-an-hr-export.json';

const harness = harnessForEach();

const MAPPING = [
	{ hr_value: 'ines@example.com', grc_value: 'user-32' },
	{ hr_value: 'Ventures Holding', grc_value: '700' },
];

const UNITS = [
	{ unit_no: '700', unit_name: 'Ventures', reports_to: '', head: 'user-31' },
	{
		unit_no: '710',
		unit_name: 'Mobility',
		reports_to: 'Ventures Holding',
		head: 'ines@example.com',
	},
	{ unit_no: '711', unit_name: 'Rotterdam', reports_to: '710', head: 'ines@example.com' },
];

/** Executes the workflow by hand, of which n8n stores nothing but what is in its data tables. */
async function byHand(units: IDataObject[], mapping: IDataObject[] = MAPPING) {
	const pinData = {
		Mapping: mapping.map((json) => ({ json })),
		'One item per unit': units.map((json) => ({ json })),
	};
	return await harness.engine.run({ ...template(FILE), pinData }, { mode: 'manual' });
}

const idsOf = (rows: IDataObject[]) =>
	Object.fromEntries(rows.map(({ rowKey, id }) => [String(rowKey), id]));

it('renames a unit with another name, and copies the assignments of one that has moved', async () => {
	const before = await byHand(UNITS);
	expect(before.error).toBeUndefined();
	const ids = idsOf(before.json('Sync'));
	const { organization } = harness.service;
	const [control = ''] = organization.controls.keys();
	const rotterdam = String(ids['711']);
	organization.assign(control, [rotterdam]);
	const changed = UNITS.map((unit) =>
		unit.unit_no === '710'
			? { ...unit, unit_name: 'Mobility & Charging' }
			: { ...unit, ...(unit.unit_no === '711' && { reports_to: 'Ventures Holding' }) },
	);
	const after = await byHand(changed);
	expect(after.error).toBeUndefined();
	expect(after.json('Sync')).toMatchObject([
		{ rowKey: '700', action: 'unchanged' },
		{ rowKey: '710', action: 'updated', id: ids['710'] },
		{ rowKey: '711', action: 'created', addedAssignments: [{ controlId: control }] },
	]);
	const moved = String(idsOf(after.json('Sync'))['711']);
	expect([...(organization.assignments.get(control)?.keys() ?? [])]).toEqual([rotterdam, moved]);
	const again = await byHand(changed);
	expect(again.json('Sync').map(({ action }) => action)).toEqual(Array(3).fill('unchanged'));
	expect(again.json('Mapped').map(({ scope_id: id }) => id)).toContain(moved);
});

it('says in the dry run what the mapping does not have', async () => {
	const { nodes } = template(FILE);
	const imported = nodes.map((node) => (node.name === 'Sync' ? { ...node, disabled: true } : node));
	const pinData = { 'One item per unit': UNITS.map((json) => ({ json })) };
	const first = await harness.engine.run({ ...template(FILE), nodes: imported, pinData });
	expect(first.error).toBeUndefined();
	expect(first.json('Dry run')).toMatchObject([
		{ action: 'created' },
		{ action: 'error', why: 'The parent "Ventures Holding" is not in the table' },
		{ action: 'error' },
	]);
	// What only passes a deactivated Sync is not kept.
	expect(first.json('Keep the IDs')).toEqual([]);
	const parents = await byHand(UNITS, MAPPING.slice(1));
	expect(parents.json('Dry run')[1]).toMatchObject({
		action: 'created',
		warning: expect.stringMatching(/owner/i),
	});
});
