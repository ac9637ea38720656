import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForEach } from '../helpers/harness';
import { syncScopes, writesTo } from '../helpers/scopeSync';

const harness = harnessForEach({ scopes: [] });

const CONTINUE = { onError: 'continueRegularOutput' };

/** So many scopes at the top level, each with a description. */
function given(count: number): string[] {
	const { organization } = harness.service;
	return Array.from({ length: count }, (_, index) => {
		const scope = { name: `S${index}`, owner: 'u', description: `About ${index}` };
		return organization.createScope(scope).id;
	});
}

async function scope(
	operation: string,
	items: IDataObject[],
	parameters: IDataObject = {},
	settings: IDataObject = {},
) {
	const scopeId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	const all = { resource: 'scope', operation, scopeId, ...parameters };
	return await harness.run({ type: 'scope', parameters: all, settings }, items);
}

const toItems = (ids: string[]) => ids.map((id) => ({ id }));
const CLEAR = { updateFields: { description: '' } };

describe.each<[string, IDataObject, string]>([
	['archive', {}, '13 of 60 active records would be archived or deleted'],
	['update', CLEAR, '13 of 60 values of description would be cleared'],
	['updateMany', CLEAR, '13 of 60 values of description would be cleared'],
	[
		'updateMany',
		{ updateFields: { status: 'archived' } },
		'13 of 60 active records would be archived or deleted',
	],
])('%s of more than 10 and more than 20 percent (%j)', (operation, parameters, message) => {
	it('stops before anything is written, and an approval allows it', async () => {
		const ids = given(60);
		const some = toItems(ids.slice(0, 13));
		const stopped = await scope(operation, some, parameters);
		expect(stopped.error).toMatchObject({
			message,
			description: expect.stringContaining('more than 10 and more than 20 percent'),
		});
		expect(writesTo(harness)).toEqual([]);

		const planned = await scope(operation, some, { ...parameters, dryRun: true });
		const rows = planned.json(NODE);
		expect(rows.at(-1)).toMatchObject({ action: 'error', why: message, row: null });
		const [{ plan } = {}] = rows;
		expect(plan).toMatch(/, above the Removal Limit \([0-9a-f]{16}\)$/);
		const options = { approvedPlan: plan } as IDataObject;
		const done = await scope(operation, some, { ...parameters, options });
		expect(done.error).toBeUndefined();
		expect(done.json(NODE)).toHaveLength(13);
		expect(writesTo(harness).length).toBeGreaterThan(0);
	});

	it('goes on for up to 20 percent, and Removal Limit replaces both', async () => {
		const ids = given(60);
		const limited = { ...parameters, options: { removalLimit: 11 } };
		expect((await scope(operation, toItems(ids.slice(0, 12)), limited)).error).toBeDefined();
		expect(writesTo(harness)).toEqual([]);
		expect((await scope(operation, toItems(ids.slice(0, 12)), parameters)).error).toBeUndefined();
	});
});

it('an error half way names what was written, with its ID', async () => {
	const [first = '', second = '', third = ''] = given(3);
	const fault = { kind: 'status', status: 400 } as const;
	harness.service.faults.add({ fault, path: `/v1/scopes/${second}`, times: 9 });
	const parameters = { updateFields: { owner: 'new' }, options: { concurrentRequests: 1 } };
	const { error } = await scope('update', toItems([first, second, third]), parameters);
	expect(error?.message).toBe('The service was told to answer 400');
	expect(error?.description).toContain(`Written before: updated "S0" (${first}).`);
	const { scopes } = harness.service.organization;
	expect([first, second, third].map((id) => scopes.get(id)?.owner)).toEqual(['new', 'u', 'u']);
});

it('of Sync names what was changed and created before, in the order of its requests', async () => {
	const [first = ''] = given(1);
	const fault = { kind: 'status', status: 400 } as const;
	harness.service.faults.add({ fault, method: 'POST', path: '/v1/scopes', skip: 1, times: 9 });
	const rows = [
		{ path: 'New', owner: 'u' },
		{ path: 'Other', owner: 'u' },
		{ path: 'S0', owner: 'x' },
	];
	const { error } = await syncScopes(harness, rows, { options: { concurrentRequests: 1 } });
	const created = [...harness.service.organization.scopes.values()].find(
		({ name }) => name === 'New',
	);
	expect(error?.description).toContain(
		`Written before: updated "S0" (${first}), created "New" (${created?.id}).`,
	);
	const again = await syncScopes(harness, rows.slice(0, 1));
	expect(again.json(NODE)).toMatchObject([{ action: 'unchanged', id: created?.id }]);
});

it('of Update Many names what the request has changed beside what was refused', async () => {
	const [a = '', b = '', c = ''] = given(3);
	const answer = [a, c].map((id) => ({ id, owner: 'new' }));
	const json = { scopes: answer, errors: [{ scopeId: b, message: 'locked by its owner' }] };
	const body = { json, contentType: 'application/json' };
	harness.service.faults.add({ fault: { kind: 'status', status: 200, body }, method: 'PATCH' });
	const parameters = { updateFields: { owner: 'new' } };
	const { error } = await scope('updateMany', toItems([a, b, c]), parameters);
	expect(error?.message).toBe(`The scope ${b} was not updated: locked by its owner`);
	expect(error?.description).toContain(`Written before: updated "S0" (${a}), updated "S2" (${c}).`);
});

it('a scope that is named twice keeps the list of its assignments if the first request fails', async () => {
	const [id = ''] = given(1);
	const { organization } = harness.service;
	const [control = ''] = organization.controls.keys();
	organization.assign(control, [id]);
	const fault = { kind: 'status', status: 400 } as const;
	harness.service.faults.add({ fault, method: 'PATCH' });
	const result = await scope('archive', toItems([id, id]), {}, CONTINUE);
	expect(result.json(NODE)).toMatchObject([
		{ error: { message: 'The service was told to answer 400' } },
		{ action: 'archived', removedAssignments: [{ controlId: control, scopeId: id }] },
	]);
	const again = await scope('archive', toItems([id, id]));
	expect(again.json(NODE)).toMatchObject([{ action: 'unchanged' }, { action: 'unchanged' }]);
});

it('fields of a scope that have our names are in record, so that they do not pass as our evidence', async () => {
	const [id = ''] = given(1);
	const own = { why: 'approved by the board', warning: 'none', writtenAt: 'yesterday' };
	Object.assign(harness.service.organization.scopes.get(id) ?? {}, own);
	for (const dryRun of [true, false]) {
		const result = await scope('update', toItems([id]), { updateFields: { name: 'New' }, dryRun });
		const [row] = result.json(NODE);
		expect(row).toMatchObject({ why: 'name changed, was "S0"', warning: '', record: own });
		expect(row?.writtenAt).not.toBe('yesterday');
	}
});

it('what was lost and what is back are told by the rows of a scope that is archived and reactivated', async () => {
	const [id = ''] = given(1);
	const { organization } = harness.service;
	const [control] = organization.controls.values();
	organization.assign(control?.id ?? '', [id]);
	const archived = await scope('archive', toItems([id]));
	expect(archived.json(NODE)).toMatchObject([
		{
			...{ action: 'archived', id, name: 'S0', path: 'S0' },
			changes: { status: { previous: 'active', current: 'archived' } },
			removedAssignments: [{ controlIdentifier: control?.controlIdentifier }],
		},
	]);
	const back = await scope('update', toItems([id]), { updateFields: { status: 'active' } });
	expect(back.json(NODE)).toMatchObject([
		{
			action: 'reactivated',
			changes: { status: { previous: 'archived', current: 'active' } },
			warning:
				'The control assignments that this scope had before it was archived are not back: assign them again.',
		},
	]);
});
