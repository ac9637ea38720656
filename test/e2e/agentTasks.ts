import type { IDataObject } from 'n8n-workflow';

import type { TemporaryInstance } from '../../sandbox/server/temporary';
import type { Tools } from './agentRun';
import { runAgent } from './agentRun';
import { line } from './line';
import type { Say, Turn } from './scriptedModel';
import type { Shared } from './shared';

/** @returns an expression that leaves a parameter to the model */
const fromModel = (key: string, about: string, type = 'string') =>
	`={{ $fromAI('${key}', '${about}', '${type}') }}`;

const idFromModel = (key: string, about: string) => ({
	...{ __rl: true, mode: 'id', value: fromModel(key, about) },
});

const dryRun = fromModel('dryRun', 'True to see the plan, false to write', 'boolean');

/** What a person gives to an agent that helps with the registers. */
const TOOLS: Tools = {
	'List vendors': {
		type: 'tprmVendorTool',
		parameters: {
			...{ resource: 'vendor', operation: 'getMany', returnAll: true },
			options: {
				returnFields: 'id, name, status, owner_email, tprm_contract_end_date, updated_at',
			},
		},
	},
	'Get a vendor': {
		type: 'tprmVendorTool',
		parameters: {
			...{ resource: 'vendor', operation: 'get' },
			vendorId: idFromModel('vendorId', 'ID of the vendor'),
		},
	},
	'Archive a vendor': {
		type: 'tprmVendorTool',
		parameters: {
			...{ resource: 'vendor', operation: 'archive', dryRun },
			vendorId: idFromModel('vendorId', 'ID of the vendor'),
		},
	},
	'Sync the org chart': {
		type: 'scopeTool',
		parameters: {
			...{ resource: 'tree', operation: 'sync', dryRun },
			path: fromModel('path', 'Path of the scope, such as EMEA / Germany'),
			owner: fromModel('owner', 'User ID of its owner'),
		},
	},
	'Carry out a plan': {
		type: 'scopeTool',
		parameters: {
			...{ resource: 'tree', operation: 'sync' },
			path: fromModel('path', 'Path of the scope, such as EMEA / Germany'),
			owner: fromModel('owner', 'User ID of its owner'),
			options: { approvedPlan: fromModel('plan', 'The plan that a person has approved') },
		},
	},
	'Assign a control': {
		type: 'scopeAssignmentTool',
		parameters: {
			...{ resource: 'scopeAssignment', operation: 'assign', dryRun },
			controlId: idFromModel('controlId', 'ID of the control'),
			scopeIds: fromModel('scopeIds', 'IDs or paths of the scopes, separated by commas'),
		},
	},
	'List controls': {
		type: 'controlTool',
		parameters: {
			...{ resource: 'control', operation: 'getMany', returnAll: true },
			filters: { expandScopes: true },
			options: { returnFields: 'id, name, assignments' },
		},
	},
	'Read changes': {
		type: 'pagedHttpTool',
		parameters: {
			...{ authentication: 'grcOAuth2Api', url: '/sample/pages', readMode: 'changes' },
			recordKey: { __rl: true, mode: 'path', value: 'id' },
		},
	},
};

const DAY = 24 * 60 * 60 * 1000;

/** Tasks that people give to an agent. The model knows nothing but what the tools answer. */
export function agentTaskTests(shared: Shared): void {
	let instance: TemporaryInstance;

	const ask = async (...script: Turn[]) => {
		const run = await runAgent(instance, script, TOOLS);
		expect(run).toMatchObject({ error: undefined, status: 'success' });
		return run;
	};

	/** Reads a list to its end, as its last record says, and lets the model speak of all of it. */
	const readAll = async (tool: string, speak: (list: IDataObject[]) => string) => {
		const list: IDataObject[] = [];
		const next = (startAt: number) => [{ tool, args: { startAt } }];
		const goOn: Turn = ([answer]): Say => {
			const records = recordsIn(answer);
			const end = records.pop();
			list.push(...records);
			const [, startAt] = /startAt (\d+)/.exec(String(end?.note)) ?? [];
			return end?.hasMore === true ? next(Number(startAt)) : speak(list);
		};
		return (await ask(() => next(0), ...Array<Turn>(60).fill(goOn))).output;
	};

	const namesOf = (list: IDataObject[]) =>
		list
			.map(({ name }) => String(name))
			.sort()
			.join(', ');

	describe(`tasks for an agent on n8n ${line.version}`, () => {
		beforeAll(async () => {
			instance = await shared();
		});

		const vendors = () => [...instance.service.vendors.byId.values()];
		const sample = (at: number) => {
			const vendor = vendors().filter(({ status }) => status === 'active')[at];
			if (!vendor) throw new Error('There are too few vendors');
			return vendor;
		};

		it('which vendors have no owner', async () => {
			for (const at of [3, 40]) sample(at).owner_email = null;
			const without = vendors().filter(({ owner_email }) => owner_email === null);
			const said = await readAll('List_vendors', (list) =>
				namesOf(list.filter(({ owner_email }) => owner_email === null)),
			);
			expect(said).toBe(namesOf(without.map(({ name }) => ({ name }))));
		});

		it('whose contracts end within a year, by days that nobody reads the other way round', async () => {
			const [from, to] = ['2026-04-02', '2027-04-02'];
			const endsThen = (day: unknown) => from <= String(day) && String(day) < to;
			const ending = vendors().filter(({ tprm_contract_end_date: day }) => endsThen(day));
			expect(ending.length).toBeGreaterThan(0);
			const said = await readAll('List_vendors', (list) =>
				namesOf(list.filter(({ tprm_contract_end_date: day }) => endsThen(day))),
			);
			expect(said).toBe(namesOf(ending.map(({ name }) => ({ name }))));
		});

		it('what has changed since yesterday', async () => {
			const changed = sample(5);
			instance.service.vendors.update(changed.id, { notes: 'Reviewed' });
			const since = Date.now() - DAY;
			const isRecent = (time: unknown) => Date.parse(String(time)) > since;
			const recent = vendors().filter(({ updated_at: time }) => isRecent(time));
			const said = await readAll('List_vendors', (list) =>
				namesOf(list.filter(({ updated_at: time }) => isRecent(time))),
			);
			expect(said).toContain(changed.name);
			expect(said).toBe(namesOf(recent.map(({ name }) => ({ name }))));
		});

		it('which controls apply nowhere', async () => {
			const { controls } = instance.service.organization;
			const said = await readAll('List_controls', (list) => {
				const nowhere = list.filter(
					({ assignments }) => Array.isArray(assignments) && assignments.length === 0,
				);
				return `${nowhere.length} of ${list.length}`;
			});
			expect(said).toMatch(new RegExp(`^\\d+ of ${controls.size}$`));
		});

		it('plan an org chart, and stop', async () => {
			const { scopes } = instance.service.organization;
			const before = scopes.size;
			const args = { path: 'Faroe Islands', owner: 'user-17', dryRun: true };
			const { output } = await ask(
				() => [{ tool: 'Sync_the_org_chart', args }],
				([answer]) => {
					const [row, note] = recordsIn(answer);
					return `${String(row?.plan)}. ${String(note?.note)}`;
				},
			);
			expect(output).toMatch(/^1 to create \(\w+\)\. This is a plan: nothing was written\.$/);
			expect(scopes.size).toBe(before);
		});

		it('carry out what was approved, and nothing else', async () => {
			const { scopes } = instance.service.organization;
			const row = { path: 'Svalbard', owner: 'user-17' };
			let plan = '';
			const { answers } = await ask(
				() => [{ tool: 'Sync_the_org_chart', args: { ...row, dryRun: true } }],
				([answer]) => {
					plan = String(recordsIn(answer)[0]?.plan);
					return [{ tool: 'Carry_out_a_plan', args: { ...row, path: 'Jan Mayen', plan } }];
				},
				() => [{ tool: 'Carry_out_a_plan', args: { ...row, plan } }],
				() => 'Done.',
			);
			expect(recordsIn(answers[2]?.[0])).toMatchObject([
				{ error: { message: expect.stringContaining('approved') } },
			]);
			expect(recordsIn(answers[3]?.[0])).toMatchObject([{ action: 'created', plan }]);
			const names = [...scopes.values()].map(({ name }) => name);
			expect(names).toContain('Svalbard');
			expect(names).not.toContain('Jan Mayen');
		});

		it('explain a row that is refused', async () => {
			const [control] = instance.service.organization.controls.values();
			const args = { controlId: control?.id, scopeIds: 'Faroer', dryRun: true };
			const { output } = await ask(
				() => [{ tool: 'Assign_a_control', args }],
				([answer]) => {
					const [row] = recordsIn(answer);
					return `${String(row?.why)}. ${String(row?.fix)}`;
				},
			);
			expect(output).toBe(
				'There is no scope with the ID, path, or name "Faroer". Check the spelling. A path has the names of all levels, from the top down, e.g. EMEA / Germany.',
			);
		});

		it('archive a vendor after a look at the plan, and name the evidence', async () => {
			const { id, name } = sample(7);
			const { output } = await ask(
				() => [{ tool: 'Archive_a_vendor', args: { vendorId: id, dryRun: true } }],
				([answer]): Say => {
					const [row] = recordsIn(answer);
					// The name shows that it is the right one.
					return row?.name === name
						? [{ tool: 'Archive_a_vendor', args: { vendorId: id, dryRun: false } }]
						: 'This is another vendor.';
				},
				([answer]) => {
					const [row] = recordsIn(answer);
					return `${String(row?.action)} at ${String(row?.writtenAt)}, request ${String(row?.requestId)}`;
				},
			);
			expect(output).toMatch(/^archived at 20\S+Z, request req_\S+$/);
			expect(instance.service.vendors.byId.get(id)?.status).toBe('archived');
		});

		it('say that there is no such vendor', async () => {
			const { output } = await ask(
				() => [{ tool: 'Get_a_vendor', args: { vendorId: 'vnd_nowhere' } }],
				([answer]) => String((recordsIn(answer)[0]?.error as IDataObject | undefined)?.message),
			);
			expect(output).toBe('No vendor found with the ID vnd_nowhere');
		});

		it('say how changes are read, as a tool cannot', async () => {
			const { output } = await ask(
				() => [{ tool: 'Read_changes', args: { startAt: 0 } }],
				([answer]) => String((recordsIn(answer)[0]?.error as IDataObject | undefined)?.description),
			);
			expect(output).toContain('Call n8n Workflow Tool');
		});
	});
}

/** @returns the records that a tool answered with */
function recordsIn(answer = '[]'): IDataObject[] {
	return JSON.parse(answer);
}
