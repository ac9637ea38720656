import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForEach } from '../helpers/harness';
import { PATH_TABLE } from '../helpers/scopeSync';
import { vendorAt } from '../helpers/vendors';

const harness = harnessForEach();

const byId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };

async function scopes(operation: string, rows: IDataObject[], more: IDataObject = {}) {
	const parameters = { resource: 'scope', operation, scopeId: byId, options: {}, ...more };
	return await harness.run(
		{ type: 'scope', parameters, settings: { onError: 'continueRegularOutput' } },
		rows,
	);
}

async function assign(rows: IDataObject[], more: IDataObject = {}) {
	const parameters = {
		...{ mode: 'replace', controlId: { ...byId, value: '={{ $json.control }}' } },
		...{ scopeIds: '={{ $json.scopes }}', options: {}, ...more },
	};
	return await harness.run({ type: 'scopeAssignment', parameters }, rows);
}

const controlIds = () => [...harness.service.organization.controls.keys()];
const activeIds = () => harness.service.organization.listScopes('active').map(({ id }) => id);

describe('what is not known', () => {
	const refused = (path: string, method = 'GET') =>
		harness.service.faults.add({
			...{ fault: { kind: 'status', status: 403 }, path, method, times: Infinity },
		});

	it('counts for Removal Limit: Replace of controls whose scopes cannot be read', async () => {
		const [scope] = activeIds();
		const rows = controlIds()
			.slice(0, 11)
			.map((control) => ({ control, scopes: [scope] }));
		refused('/v1/controls');
		const stopped = await assign(rows);
		expect(stopped.error?.message).toBe('11 records would be replaced whose values are not known');
		const done = await assign(rows.slice(1));
		expect(done.json(NODE)[0]).toMatchObject({
			...{ action: 'assigned', removed: 'not known', why: 'all scopes replaced' },
			warning: 'The scopes of this control before are not known.',
		});
		expect(done.json(NODE)[0]?.changes).not.toHaveProperty('scopes.previous');
	});

	it('does not count as none where only the connection failed', async () => {
		const [scope] = activeIds();
		const [control] = controlIds();
		const down = { kind: 'status', status: 500 } as const;
		harness.service.faults.add({ fault: down, path: '/v1/controls', times: Infinity });
		const options = { maxWait: 0 };
		const { error } = await assign([{ control, scopes: [scope] }], { options });
		expect(error?.message).toBeDefined();
		expect(harness.service.log.count('POST', '/v1/scopeassignments')).toBe(0);
	});

	it('counts for Removal Limit: Replace of vendors that cannot be read', async () => {
		const rows = Array.from({ length: 11 }, (_, index) => {
			const { id, name } = vendorAt(harness.service, index);
			return { id, name };
		});
		refused('/tprm-api/vendors/search', 'POST');
		const parameters = {
			...{ resource: 'vendor', operation: 'replace', vendorId: byId, fieldsFrom: 'input' },
			options: {},
		};
		const { error } = await harness.run({ type: 'tprmVendor', parameters }, rows);
		expect(error?.message).toBe('11 records would be replaced whose values are not known');
	});
});

describe('what goes with a scope', () => {
	it('counts for Removal Limit: an archived scope with most of all assignments', async () => {
		const [scope = '', other = ''] = activeIds().slice(-2);
		for (const control of controlIds().slice(0, 12))
			harness.service.organization.assign(control, [scope, other]);
		const { error } = { error: (await scopes('archive', [{ id: scope }])).json(NODE)[0]?.error };
		expect(error).toMatchObject({ message: '12 of 24 control assignments would be removed' });
		const options = { removalLimit: 12 };
		const done = await scopes('archive', [{ id: scope }], { options });
		expect(done.json(NODE)[0]?.removedAssignments).toHaveLength(12);
	});

	it('is kept with what is above it: Keep of a team keeps its region', async () => {
		const team = harness.service.organization
			.listScopes('active')
			.find(({ pathNames }) => pathNames.length === 3);
		if (!team) throw new Error('The sample has no team');
		const parameters = {
			...{ resource: 'tree', operation: 'sync', ...PATH_TABLE, dryRun: true },
			options: { archiveUnnamed: true, keep: team.id, removalLimit: 10_000 },
		};
		const rows = [{ path: 'Ventures', owner: 'user-1' }];
		const archived = (await harness.run({ type: 'scope', parameters }, rows))
			.json(NODE)
			.filter(({ action }) => action === 'archived')
			.map(({ id }) => id);
		expect(archived.length).toBeGreaterThan(0);
		for (const id of team.pathIds) expect(archived).not.toContain(id);
	});
});

describe('several rows for one record', () => {
	it('a later row is sent although it seems done, when the answer to an earlier one was lost', async () => {
		const scope = harness.service.organization.listScopes('active')[3];
		if (!scope) throw new Error('The sample has no scope');
		const { id, name } = scope;
		harness.service.faults.add({
			...{ fault: { kind: 'reset', when: 'after' }, method: 'PATCH', times: 1 },
		});
		const rows = [
			{ id, name: 'Z' },
			{ id, name },
		];
		const more = { updateFields: { name: '={{ $json.name }}' }, options: { maxWait: 0 } };
		const result = await scopes('update', rows, more);
		expect(result.json(NODE)[0]).toHaveProperty('error');
		expect(scope.name).toBe(name);
	});

	it('a second creation is one, when the first was refused', async () => {
		harness.service.faults.add({
			...{ fault: { kind: 'status', status: 422 }, method: 'POST', path: '/tprm-api/vendors' },
		});
		const parameters = {
			...{ resource: 'vendor', operation: 'create', fieldsFrom: 'input' },
			options: { idempotency: 'content' },
		};
		const node = { type: 'tprmVendor', parameters };
		const settings = { onError: 'continueRegularOutput' as const };
		const twice = [{ name: 'Newco' }, { name: 'Newco' }];
		const rows = (await harness.run({ ...node, settings }, twice)).json(NODE);
		expect(rows[0]).toHaveProperty('error');
		expect(rows[1]).toMatchObject({ action: 'created', name: 'Newco' });
		expect(rows[1]?.writtenAt).not.toBeNull();
	});
});

describe('Assign', () => {
	it('accepts an approved plan with its rows and scopes in another order', async () => {
		const [one, two, three] = activeIds();
		const rows = controlIds()
			.slice(0, 2)
			.map((control) => ({ control, scopes: [one, two, three] }));
		const planned = (await assign(rows, { dryRun: true })).json(NODE);
		const options = { approvedPlan: planned[0]?.plan };
		const later = rows.toReversed().map((row) => ({ ...row, scopes: row.scopes.toReversed() }));
		const { error } = await assign(later, { options });
		expect(error).toBeUndefined();
	});

	it('says in a dry run that there is no such control, and finds one in other letters', async () => {
		const [scope] = activeIds();
		const [control = ''] = controlIds();
		const unknown = '00000000-0000-4000-8000-000000000000';
		const rows = [unknown, control.toUpperCase()].map((id) => ({ control: id, scopes: [scope] }));
		const planned = (await assign(rows, { dryRun: true })).json(NODE);
		expect(planned).toMatchObject([
			{ action: 'error', why: `There is no control with the ID "${unknown}"` },
			{ action: 'assigned', id: control },
		]);
		expect((await assign(rows.slice(1))).json(NODE)).toMatchObject([{ id: control }]);
	});
});
