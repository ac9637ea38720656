import type { IDataObject } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { Harness } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';
import { pagedHttp } from '../helpers/pagedHttp';

let harness: Harness;

beforeEach(async () => {
	harness = await Harness.start();
});
afterEach(async () => await harness.stop());

const run = async (type: string, parameters: IDataObject) =>
	await harness.run({ type, parameters });
const getMany = { resource: 'vendor', operation: 'getMany' };

describe('a list as the answer of a tool', () => {
	const total = 1200;

	it('ends with how many there are, if the limit leaves some out', async () => {
		const result = await run('tprmVendorTool', { ...getMany, limit: 3 });
		expect(result.error).toBeUndefined();
		expect(result.json(NODE)).toHaveLength(4);
		expect(result.json(NODE)[3]).toEqual({
			returned: 3,
			total,
			note: expect.stringContaining('These are 3 of 1200 records.'),
		});
	});

	it('has at most 100 records, whatever the limit', async () => {
		const result = await run('tprmVendorTool', { ...getMany, returnAll: true });
		expect(result.json(NODE)).toHaveLength(101);
		expect(result.json(NODE).at(-1)).toMatchObject({ returned: 100, total });
	});

	it('is as it is for a workflow if it is complete', async () => {
		const [vendor] = harness.service.vendors.byId.values();
		const filters = { external_id: vendor?.external_id };
		const result = await run('tprmVendorTool', { ...getMany, filters });
		expect(result.json(NODE)).toMatchObject([{ id: vendor?.id }]);
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
	])('of %s, %j, is shortened in the same way', async (type, parameters) => {
		const items = (await run(type, parameters)).json(NODE);
		expect(items.at(-1)).toMatchObject({ returned: items.length - 1, total: expect.any(Number) });
	});

	/** As docs/ai-agent.md says. */
	it('is not shortened if it is the nested tree, the names of events, or of Paged HTTP', async () => {
		const note = expect.objectContaining({ returned: expect.any(Number) });
		const nested = await run('scopeTool', { resource: 'tree', operation: 'get', output: 'nested' });
		expect(nested.json(NODE)).toHaveLength(1);
		expect(nested.json(NODE)).not.toContainEqual(note);

		const events = await run('tprmVendorTool', {
			resource: 'webhookEvent',
			operation: 'getMany',
			limit: 2,
		});
		expect(events.json(NODE)).toEqual([
			{ name: expect.any(String) },
			{ name: expect.any(String) },
			{ returned: 2, total: 17, note: expect.stringMatching(/^These are 2 of 17/) },
		]);

		const page = pagedHttp(
			{ url: `${harness.service.url}/sample/offsets?limit=500`, property: 'data' },
			{},
			{ returnAll: true },
		);
		const pages = await harness.run({ ...page, type: 'pagedHttpTool' });
		expect(pages.error).toBeUndefined();
		expect(pages.json(NODE).length).toBeGreaterThan(100);
		expect(pages.json(NODE)).not.toContainEqual(note);
	});

	it('is not shortened in a workflow', async () => {
		const all = await run('tprmVendor', { ...getMany, returnAll: true });
		expect(all.json(NODE)).toHaveLength(total);
		expect((await run('tprmVendor', { ...getMany, limit: 3 })).json(NODE)).toHaveLength(3);
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
			fieldsJson: expect.stringMatching(/^=\{\{ \$fromAI\('vendor', .*, 'json'\) \}\}$/),
		});
	});

	it('starts in a workflow with the input item', () => {
		const form = formOf('n8n-nodes-grc-tprm.tprmVendor');
		expect(form).toMatchObject({ fieldsFrom: 'input' });
		expect(form).not.toHaveProperty('fieldsJson');
	});
});
