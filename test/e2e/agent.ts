import type { IDataObject, INodeTypeDescription } from 'n8n-workflow';

import type { TemporaryInstance } from '../../sandbox/server/temporary';
import type { AgentRun } from './agentRun';
import { readDates, runAgent, WIDE_RECORDS } from './agentRun';
import { line } from './line';
import type { Turn } from './scriptedModel';
import type { Shared } from './shared';

const PREFIX = 'n8n-nodes-grc-tprm.';
const TOOLS = [
	'controlTool',
	'pagedHttpTool',
	'scopeAssignmentTool',
	'scopeTool',
	'tprmVendorTool',
];

/** What a model should be offered for the tools of the agent's workflow, by name. */
const OFFERS = [
	tool('Assign_a_control', 'Assign controls to scopes in GRC Scope Assignment', {
		controlId: ['string', 'ID of the control'],
		scopeIds: ['string', 'IDs of all of its scopes, separated by commas'],
	}),
	tool('Create_a_scope', 'Create a scope in GRC Scope', {
		name: ['string', 'Name of the new scope'],
		owner: ['string', 'User ID of its owner'],
	}),
	tool('Create_a_vendor', 'Create a vendor in TPRM Vendor', {
		name: ['string', 'Name of the new vendor'],
	}),
	tool('Create_a_vendor_as_it_is', 'Create a vendor in TPRM Vendor', {
		vendorFields: [
			'string',
			'Fields of the vendor as JSON text, with the field names that Get Many returns',
		],
	}),
	list('List_controls', 'Get many controls in GRC Control', {
		limit: ['number', 'How many controls at most'],
	}),
	list('List_vendors', 'Get many vendors in TPRM Vendor', {}),
	list('Read_the_register', expect.stringMatching(/^Read all pages of a REST or GraphQL API/), {
		limit: ['number', 'How many vendors at most'],
	}),
	list('Read_the_wide_list', expect.stringMatching(/^Read all pages of a REST or GraphQL API/), {}),
	tool('Sync_the_org_chart', 'Sync the org chart in GRC Scope', {
		path: ['string', 'Path of the scope, such as EMEA / Germany'],
		owner: ['string', 'User ID of its owner'],
		dryRun: ['boolean', 'True to see the plan, false to write'],
	}),
];

/** A list also has a number that the model may leave out: that of the record to start at. */
function list(...offer: Parameters<typeof tool>) {
	const offered = tool(...offer);
	const startAt = expect.objectContaining({ default: 0 });
	const properties = { ...offered.parameters.properties, startAt };
	return { ...offered, parameters: { ...offered.parameters, properties } };
}

/** n8n requires every parameter that is left to the model without a default. */
function tool(name: string, description: string, parameters: Record<string, [string, string]>) {
	const required = Object.keys(parameters);
	const properties = Object.fromEntries(
		Object.entries(parameters).map(([key, [type, text]]) => [key, { type, description: text }]),
	);
	return {
		name,
		description,
		parameters: { type: 'object', properties, ...(required.length > 0 && { required }) },
	};
}

/** The nodes as tools of an agent. */
export function agentTests(shared: Shared): void {
	let instance: TemporaryInstance;

	describe(`our nodes as tools of an agent on n8n ${line.version}`, () => {
		beforeAll(async () => {
			instance = await shared();
		});
		it('are listed as tools, all but the trigger', async () => {
			const answer = await instance.rest.send('GET', '/types/nodes.json');
			const types: INodeTypeDescription[] = JSON.parse(await answer.text());
			const ours = types.filter(({ name }) => name.startsWith(PREFIX));
			const tools = ours.filter(({ outputs }) => outputs.includes('ai_tool'));
			expect(tools.map(({ name }) => name.slice(PREFIX.length)).sort()).toEqual(TOOLS);
		});

		describe('when the model calls each of them', () => {
			let run: AgentRun;
			beforeAll(async () => {
				run = await runAgent(instance, [
					() => [
						{ tool: 'Create_a_scope', args: { name: 'Nordics', owner: 'user-17' } },
						{ tool: 'List_controls', args: { limit: 2 } },
						{ tool: 'List_vendors', args: {} },
						{ tool: 'Read_the_register', args: { limit: 4 } },
						{ tool: 'Create_a_vendor', args: { name: 'Oslo Hosting' } },
						{ tool: 'Create_a_vendor', args: { name: 'Turku Telecom' } },
					],
					([scopes, controls]) => {
						const [scope] = records(scopes);
						const [control] = records(controls);
						const args = { controlId: control?.id, scopeIds: scope?.id };
						return [{ tool: 'Assign_a_control', args }];
					},
					([derived]) => {
						const [control] = records(derived);
						const [assigned] = (control?.assignments ?? []) as IDataObject[];
						return `${String(control?.name)} applies to ${String(assigned?.scopeName)}`;
					},
				]);
			});

			it('offers them with names, descriptions and the parameters left to the model', () => {
				const offered = run.offers[0]?.sort((a, b) => (a.name < b.name ? -1 : 1));
				expect(offered).toMatchObject(OFFERS);
			});

			it('runs them with the arguments that the model chose', () => {
				expect(run).toMatchObject({ error: undefined, status: 'success' });
				const { scopes } = instance.service.organization;
				const nordics = [...scopes.values()].find(({ name }) => name === 'Nordics');
				expect(nordics).toMatchObject({ owner: 'user-17', status: 'active' });
				const [created] = run.calls['Create a scope'] ?? [];
				expect(created?.args).toMatchObject({ name: 'Nordics', owner: 'user-17' });
				expect(created?.items).toMatchObject([{ action: 'created', ...nordics }]);
				// Two calls of one node are two vendors, not one and its repetition.
				const vendors = [...instance.service.vendors.byId.values()].map(({ name }) => name);
				expect(vendors).toEqual(expect.arrayContaining(['Oslo Hosting', 'Turku Telecom']));
				const counts = Object.entries(run.calls).map(([name, calls]) => [
					name,
					calls.map(({ items }) => items.length),
				]);
				expect(Object.fromEntries(counts)).toMatchObject({
					'Create a scope': [1],
					// The last one says how many there are.
					'List controls': [3],
					'List vendors': [4],
					'Read the register': [5],
					'Create a vendor': [1, 1],
					'Assign a control': [1],
				});
			});

			it('hands what they give to the model, which speaks of it', () => {
				const listed = records(run.answers[1]?.[2]);
				const note = listed.pop();
				expect(note).toMatchObject({ returned: 3, total: expect.any(Number), hasMore: true });
				expect(listed).toHaveLength(3);
				for (const { id, name } of listed) {
					expect(instance.service.vendors.byId.get(String(id))?.name).toBe(name);
				}
				expect(run.output).toBe('Access control 1 applies to Nordics');
			});
		});

		it('create a vendor as they come from the panel, with the fields that the model fills in', async () => {
			const args = { vendorFields: JSON.stringify({ name: 'Bergen Backup', tags: ['cloud'] }) };
			const run = await runAgent(instance, [
				() => [{ tool: 'Create_a_vendor_as_it_is', args }],
				() => 'Done.',
			]);
			expect(run).toMatchObject({ error: undefined, status: 'success' });
			expect(records(run.answers[1]?.[0])).toMatchObject([{ name: 'Bergen Backup' }]);
			const vendors = [...instance.service.vendors.byId.values()];
			expect(vendors.at(-1)).toMatchObject({ name: 'Bergen Backup', tags: ['cloud'] });
		});

		it('give a model all of 500 wide records, about 50,000 characters at a time', async () => {
			const next = (startAt: number) => [{ tool: 'Read_the_wide_list', args: { startAt } }];
			const goOn: Turn = ([answer = '']) => {
				const end = records(answer).at(-1);
				const [, startAt] = /startAt (\d+)/.exec(String(end?.note)) ?? [];
				return end?.hasMore === true ? next(Number(startAt)) : 'I have read all of them.';
			};
			const run = await runAgent(instance, [() => next(0), ...Array<Turn>(9).fill(goOn)]);
			expect(run).toMatchObject({ error: undefined, output: 'I have read all of them.' });
			const answers = run.answers.flat();
			expect(answers.length).toBeGreaterThan(2);
			for (const { length } of answers) expect(length).toBeLessThan(55_000);
			const ids = answers.flatMap((answer) =>
				records(answer)
					.slice(0, -1)
					.map(({ id }) => id),
			);
			expect(ids).toHaveLength(WIDE_RECORDS);
			expect(new Set(ids).size).toBe(WIDE_RECORDS);
		});

		it('sync an org chart by a dry run first, which writes nothing', async () => {
			const { scopes } = instance.service.organization;
			const before = scopes.size;
			let afterDryRun = 0;
			const sync = (dryRun: boolean) => {
				const args = { path: 'Greenland', owner: 'user-17', dryRun };
				return [{ tool: 'Sync_the_org_chart', args }];
			};
			const run = await runAgent(instance, [
				() => sync(true),
				() => {
					afterDryRun = scopes.size;
					return sync(false);
				},
				() => 'Greenland is there.',
			]);
			expect(run).toMatchObject({ error: undefined, output: 'Greenland is there.' });
			const note = 'This is a plan: nothing was written.';
			expect(records(run.answers[1]?.[0])).toMatchObject([
				{ action: 'created', dryRun: true },
				{ note },
			]);
			expect(records(run.answers[2]?.[0])).toMatchObject([{ action: 'created' }]);
			expect([afterDryRun, scopes.size]).toEqual([before, before + 1]);
		});

		it('AI reads the dates of a SOC 2 report, and none where there are none', async () => {
			const report = 'SOC 2 Type II, October 1, 2025 to September 30, 2026';
			const dates = { period_start: '2025-10-01', period_end: '2026-09-30' };
			const found = await readDates(instance, [() => JSON.stringify(dates)], report);
			expect(found).toMatchObject({ error: undefined, status: 'success', output: dates });
			const none = await readDates(instance, [() => '{"period_end":""}'], 'A scan');
			expect(none).toMatchObject({ status: 'success', output: undefined });
			const down = await readDates(instance, [], report);
			expect(down.status).toBe('error');
		});

		it('tell the model why they refuse, and what to do', async () => {
			const run = await runAgent(instance, [
				() => [{ tool: 'Create_a_scope', args: { name: '', owner: 'user-17' } }],
				() => 'A scope needs a name.',
			]);
			expect(run).toMatchObject({ status: 'success', output: 'A scope needs a name.' });
			const description = expect.stringContaining('Enter a value for Name.');
			expect(records(run.answers[1]?.[0])).toEqual([
				{ error: { message: 'Name is empty', description } },
			]);
		});
	});
}

/** @returns the records that a tool answered with */
function records(answer = '[]'): IDataObject[] {
	return JSON.parse(answer);
}
