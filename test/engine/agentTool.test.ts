import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { WebhookNodes } from '../../sandbox/engine/webhookNodes';
import { harnessForEach } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { pageBased, pagedHttp } from '../helpers/pagedHttp';

const harness = harnessForEach();
const listeners = new Listeners();

afterAll(() => listeners.close());

/** Runs a node; the model of a tool starts at the first record unless it says otherwise. */
const run = async (type: string, parameters: IDataObject) =>
	await harness.run({ type, parameters: { startAt: 0, ...parameters } });
const getMany = { resource: 'vendor', operation: 'getMany' };

/** What an agent does: calls a tool again and again, as the end of each answer says. */
async function callUntilDone(type: string, parameters: IDataObject) {
	const answers: IDataObject[][] = [];
	for (let startAt = 0, hasMore: unknown = true; hasMore === true && answers.length < 50;) {
		const result = await run(type, { ...parameters, startAt });
		expect(result.error).toBeUndefined();
		const items = result.json(NODE);
		const end = items.pop();
		answers.push(items);
		hasMore = end?.hasMore;
		const [, next = NaN] = /startAt (\d+)/.exec(String(end?.note)) ?? [];
		startAt = Number(next);
	}
	return answers;
}

/** 500 records of about 1,000 characters, 50 per page. */
async function startWideList() {
	const asked: string[] = [];
	const origin = await listeners.http(({ url = '' }, response) => {
		asked.push(url);
		const page = Number(new URL(url, 'http://localhost').searchParams.get('page'));
		const items = Array.from({ length: 50 }, (_, index) => ({
			id: (page - 1) * 50 + index + 1,
			about: 'x'.repeat(1_000),
		}));
		response.setHeader('Content-Type', 'application/json');
		response.end(JSON.stringify({ items: page > 10 ? [] : items, total: 500 }));
	});
	const node = pagedHttp(
		pageBased(`${origin}/wide`, 'total', { limitParameter: 'size', limitValue: 50 }),
	);
	return { asked, parameters: node.parameters };
}

describe('a list as the answer of a tool', () => {
	const total = 1200;

	it('ends with how many there are, and how to get the next ones', async () => {
		const result = await run('tprmVendorTool', { ...getMany, limit: 3 });
		expect(result.error).toBeUndefined();
		expect(result.json(NODE)).toHaveLength(4);
		expect(result.json(NODE)[3]).toEqual({
			returned: 3,
			total,
			hasMore: true,
			note: 'Records 1 to 3 of 1200. For the next ones, call this tool again with startAt 3, or narrow the list.',
		});
	});

	it('has at most 50,000 characters, and the model gets the other records by asking again', async () => {
		const answers = await callUntilDone('tprmVendorTool', { ...getMany, returnAll: true });
		expect(answers.length).toBeGreaterThan(1);
		for (const answer of answers) expect(JSON.stringify(answer).length).toBeLessThan(51_000);
		const ids = answers.flat().map(({ id }) => id);
		expect(new Set(ids).size).toBe(total);
		expect(ids).toHaveLength(total);
	});

	it('of Paged HTTP stops reading where there is room for no more', async () => {
		const { asked, parameters } = await startWideList();
		const first = await run('pagedHttpTool', parameters);
		expect(first.json(NODE).at(-1)).toMatchObject({ returned: 49, total: 500, hasMore: true });
		// One may be sent ahead.
		expect(asked.length).toBeLessThanOrEqual(2);
		expect(first.json(NODE, 1)[0]).toMatchObject({ requests: asked.length, items: 49 });
		const answers = await callUntilDone('pagedHttpTool', parameters);
		const ids = answers.flat().map(({ id }) => id);
		expect(ids).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
	});

	it('shortens a record that is too long alone, and says so', async () => {
		const url = await listeners.http((_request, response) => {
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify([{ id: 1, about: 'x'.repeat(200_000) }, { id: 2 }]));
		});
		const { parameters } = pagedHttp({ url, property: '' });
		const items = (await run('pagedHttpTool', parameters)).json(NODE);
		expect(JSON.stringify(items).length).toBeLessThan(50_000);
		expect(items[0]).toMatchObject({ id: 1, shortened: 'Too long: text and lists were shortened' });
		const rest = (await run('pagedHttpTool', { ...parameters, startAt: 1 })).json(NODE);
		expect([...items.slice(1, -1), ...rest.slice(0, -1)]).toContainEqual({ id: 2 });
	});

	it('of New and Changed is refused before anything is read, since no Confirm can follow', async () => {
		const { asked, parameters } = await startWideList();
		const result = await run('pagedHttpTool', {
			...parameters,
			...{ readMode: 'changes', recordKey: 'id', countAsDone: 'immediately' },
		});
		const message = "New and Changed can't be used as a tool";
		const description = expect.stringContaining('Call n8n Workflow Tool');
		expect(result.json(NODE)).toMatchObject([{ error: { message, description } }]);
		expect(asked).toEqual([]);
	});

	it('says that it is complete', async () => {
		const [vendor] = harness.service.vendors.byId.values();
		const filters = { external_id: vendor?.external_id };
		const result = await run('tprmVendorTool', { ...getMany, filters });
		expect(result.json(NODE)).toMatchObject([
			{ id: vendor?.id },
			{ returned: 1, total: 1, hasMore: false, note: 'Records 1 to 1 of 1. There are no more.' },
		]);
	});

	it('has days and times that nobody reads the other way round, unless the option says so', async () => {
		const [vendor] = harness.service.vendors.byId.values();
		const filters = { external_id: vendor?.external_id };
		const answer = async (type: string, options: IDataObject) =>
			(await run(type, { ...getMany, filters, options })).json(NODE)[0]?.tprm_contract_end_date;
		const iso = '2025-01-15';
		expect(vendor?.tprm_contract_end_date).toBe(iso);
		expect(await answer('tprmVendorTool', {})).toBe(iso);
		expect(await answer('tprmVendorTool', { convertDates: false })).toBe('15-01-2025');
		expect(await answer('tprmVendor', {})).toBe('15-01-2025');
		// Nobody has asked for it, so that a format in the credential that is another one does no harm.
		harness.setCredential({ organizationDateFormat: 'MM-DD-YYYY' });
		expect(await answer('tprmVendorTool', {})).toBe('15-01-2025');
	});

	it('takes a filter that the model left empty for none', async () => {
		const filters = { domain: '', tag: '={{ undefined }}' };
		const result = await run('tprmVendorTool', { ...getMany, limit: 1, filters });
		expect(result.error).toBeUndefined();
		expect(result.json(NODE).at(-1)).toMatchObject({ returned: 1, total: expect.any(Number) });
	});

	it.each<[string, IDataObject]>([
		['scopeTool', { resource: 'scope', operation: 'getMany', limit: 2 }],
		['controlTool', { resource: 'control', operation: 'getMany', limit: 2 }],
		['scopeTool', { resource: 'tree', operation: 'get', onlyActive: false }],
		['scopeTool', { resource: 'tree', operation: 'get', output: 'nested' }],
		['tprmVendorTool', { resource: 'webhookEvent', operation: 'getMany', limit: 2 }],
	])('of %s, %j, ends in the same way', async (type, parameters) => {
		const items = (await run(type, parameters)).json(NODE);
		expect(items.at(-1)).toMatchObject({ returned: items.length - 1, total: expect.any(Number) });
	});

	it('is not shortened in a workflow', async () => {
		const all = await run('tprmVendor', { ...getMany, returnAll: true });
		expect(all.json(NODE)).toHaveLength(total);
		expect((await run('tprmVendor', { ...getMany, limit: 3 })).json(NODE)).toHaveLength(3);
	});
});

describe('what a run has written, as the answer of a tool', () => {
	const [UPDATE, SYNC] = [
		{ resource: 'vendor', operation: 'update', fieldsFrom: 'json' },
		{ resource: 'tree', operation: 'sync', path: 'EMEA', owner: '' },
	];
	const firstVendor = () => {
		const [vendor] = harness.service.vendors.byId.values();
		if (!vendor) throw new Error('no vendor');
		return vendor;
	};

	it.each([true, false])(
		'says what has changed in a record that is too long (dry run: %j)',
		async (dryRun) => {
			const { id, name } = Object.assign(firstVendor(), { notes: 'x'.repeat(200_000) });
			const vendorId = { __rl: true, mode: 'id', value: id };
			const parameters = { ...UPDATE, vendorId, fieldsJson: '{"name":"Renamed"}', dryRun };
			const rows = (await run('tprmVendorTool', parameters)).json(NODE);
			expect(JSON.stringify(rows).length).toBeLessThan(50_000);
			const note = 'This is a plan: nothing was written.';
			if (dryRun) expect(rows.pop()).toEqual({ returned: 1, total: 1, note });
			const changes = { name: { previous: name, current: 'Renamed' } };
			const notes = expect.stringMatching(/^x+…$/);
			expect(rows).toMatchObject([{ action: 'updated', warning: '', id, changes, notes }]);
		},
	);

	it('shortens a value that was changed, and leaves none out', async () => {
		const { id, name } = Object.assign(firstVendor(), { notes: 'x'.repeat(200_000) });
		const vendorId = { __rl: true, mode: 'id', value: id };
		const fieldsJson = '{"name":"Renamed","notes":"short"}';
		const rows = (await run('tprmVendorTool', { ...UPDATE, vendorId, fieldsJson })).json(NODE);
		expect(JSON.stringify(rows).length).toBeLessThan(50_000);
		expect(rows).toMatchObject([
			{
				changes: {
					name: { previous: name, current: 'Renamed' },
					notes: { previous: expect.stringMatching(/^x+…$/), current: 'short' },
				},
			},
		]);
	});

	it.each([
		[true, 'The plan counts them all.'],
		[
			false,
			"What was written for them is in n8n's log. Do not repeat the call to see them: it would write again.",
		],
	])('has as many rows as there is room for, and says so (dry run: %j)', async (dryRun, about) => {
		const active = () => harness.service.organization.listScopes('active');
		const total = active().length;
		const options = { archiveUnnamed: true, removalLimit: 1000 };
		const { logger } = new WebhookNodes(harness.engine, harness.engine.packages);
		const info = jest.spyOn(logger, 'info').mockImplementation(() => undefined);
		const rows = (await run('scopeTool', { ...SYNC, options, dryRun })).json(NODE);
		expect(JSON.stringify(rows).length).toBeLessThan(51_000);
		const end = rows.pop();
		const plan = dryRun ? 'This is a plan: nothing was written. ' : '';
		const note = `${plan}Rows 1 to ${rows.length} of ${total}. There was no room for the others. ${about}`;
		expect(end).toEqual({ returned: rows.length, total, note });
		const [kept, ...archived] = rows;
		expect(kept).toMatchObject({ action: 'unchanged', path: 'EMEA' });
		for (const { action, changes } of archived)
			expect([action, changes]).toEqual([
				'archived',
				{ status: { previous: 'active', current: 'archived' } },
			]);
		if (dryRun) expect(rows[0]?.plan).toContain(`${total - 1} to archive`);
		expect(active()).toHaveLength(dryRun ? total : 1);
		const logged = info.mock.calls.filter(([text]) => text.includes(' has written: archived "'));
		info.mockRestore();
		expect(logged).toHaveLength(dryRun ? 0 : total - rows.length);
	});

	it('has all rows in a workflow, each as it is', async () => {
		const total = harness.service.organization.listScopes('active').length;
		const options = { archiveUnnamed: true };
		const rows = (await run('scope', { ...SYNC, options, dryRun: true })).json(NODE);
		expect(rows).toHaveLength(total + 1);
		expect(rows.at(-1)).toMatchObject({ action: 'error', why: expect.stringMatching(/archived/) });
	});
});

describe('TPRM Vendor as it comes from the panel', () => {
	const parameters = { resource: 'vendor', operation: 'create', options: {} };
	const formOf = (type: string) => {
		const { description } = harness.engine.nodeType(type);
		const node = { typeVersion: 1 };
		return NodeHelpers.getNodeParameters(
			description.properties,
			parameters,
			true,
			false,
			node,
			description,
		);
	};

	it('starts as a tool with JSON that the model fills in, and without an input item', () => {
		expect(formOf('n8n-nodes-grc-tprm.tprmVendorTool')).toMatchObject({
			fieldsFrom: 'json',
			fieldsJson: expect.stringMatching(/^=\{\{ \$fromAI\('vendorFields', .*, 'string'\) \}\}$/),
		});
	});

	it('starts in a workflow with the input item', () => {
		const form = formOf('n8n-nodes-grc-tprm.tprmVendor');
		expect(form).toMatchObject({ fieldsFrom: 'input' });
		expect(form).not.toHaveProperty('fieldsJson');
	});
});

/** @returns the names of what the form of a node shows */
function shownIn(type: string, chosen: INodeParameters) {
	const { description } = harness.engine.nodeType(`n8n-nodes-grc-tprm.${type}`);
	const node = { typeVersion: 1 };
	const { properties } = description;
	const values = NodeHelpers.getNodeParameters(properties, chosen, true, false, node, description);
	const isShown = (entry: INodeProperties | INodePropertyOptions) =>
		NodeHelpers.displayParameter(values ?? {}, entry, node, description);
	const shown = properties.filter(isShown);
	const [operation] = shown.filter(({ name }) => name === 'operation');
	const operations = operation?.options?.filter((option) => 'value' in option && isShown(option));
	return { fields: shown.map(({ name }) => name), operations: operations?.map(({ name }) => name) };
}

it.each(['tprmVendor', 'scope', 'scopeAssignment'])(
	'as a tool, %s says in all operations with Dry Run that nobody is asked',
	(type) => {
		const { properties } = harness.engine.nodeType(`n8n-nodes-grc-tprm.${type}`).description;
		const chosen = properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options = [] }) =>
				options.map((option) => ({
					resource: String(displayOptions?.show?.resource),
					operation: 'value' in option ? option.value : '',
				})),
			);
		const dry = chosen.filter((choice) => shownIn(type, choice).fields.includes('dryRun'));
		expect(dry.length).toBeGreaterThan(0);
		const withNotice = (tool: string) =>
			dry.filter((choice) => shownIn(tool, choice).fields.includes('agentNotice'));
		expect(withNotice(`${type}Tool`)).toEqual(dry);
		expect(withNotice(type)).toEqual([]);
	},
);

it('Paged HTTP offers only Read as a tool', () => {
	expect(shownIn('pagedHttpTool', {}).operations).toEqual(['Read']);
	expect(shownIn('pagedHttp', {}).operations).toHaveLength(3);
});
