import type { IDataObject } from 'n8n-workflow';

import type { WorkflowFile } from '../../sandbox/engine/engine';
import { NODE } from '../../sandbox/engine/singleNode';
import { SOME_VENDORS } from '../../sandbox/service/vendorSamples';
import { ChangingList, listDataset } from '../helpers/changingList';
import { harnessForEach } from '../helpers/harness';
import { describeError } from '../helpers/httpRequest';
import { Listeners } from '../helpers/listen';
import { pagedHttp, runPaged } from '../helpers/pagedHttp';
import { chain, confirm, graph, nodeOf, reader, Runs, type Step } from '../helpers/syncWorkflow';
import { runVendor, vendorAt } from '../helpers/vendors';

/** Names that every JavaScript object has a member of. */
const NAMES = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'];

/** n8n takes `constructor` out of items, and axios out of headers. */
const OF_ITEMS = NAMES.filter((name) => name !== 'constructor');

const harness = harnessForEach({ vendors: SOME_VENDORS });
const listeners = new Listeners();
afterEach(() => listeners.close());

describe('New and Changed in a workflow whose nodes have such names', () => {
	let list: ChangingList;
	let runs: Runs;
	beforeEach(async () => {
		list = await ChangingList.start(listeners);
		list.records = ['a', 'b', 'c'].map((id) => ({ id }));
		runs = new Runs(harness.engine);
	});
	const read = (): Step => reader(listDataset(list.url));
	const always = nodeOf('if', { conditions: { string: [{ value1: 'x', value2: 'x' }] } });
	/** n8n itself runs no node with such a name, but one may be on a branch that is not taken. */
	const beside = (name: string, parameters: object = {}) =>
		graph(
			[
				read(),
				always,
				{ name, parameters: {} },
				{ ...confirm, parameters: { ...confirm.parameters, ...parameters } },
			],
			['Read', 0, 'if'],
			['if', 0, 'Confirm'],
			['if', 1, name],
			[name, 0, 'Confirm'],
		);
	const runTwice = async (file: () => WorkflowFile) => {
		const first = await runs.run(file());
		expect(first.error).toBeUndefined();
		expect(first.hints('Confirm')).toMatchObject([{ message: 'Confirmed: 3 records.' }]);
		expect(first.json('Read')).toHaveLength(3);
		expect((await runs.run(file())).json('Read')).toEqual([]);
	};

	// n8n makes no workflow with a node named hasOwnProperty.
	it.each(NAMES.filter((name) => name !== 'hasOwnProperty'))(
		'a node before Confirm: %s',
		async (name) => {
			await runTwice(() => beside(name));
		},
	);

	it.each([...NAMES, '__proto__'])('Node to Confirm, which has not read: %s', async (name) => {
		expect((await runs.run(beside('Other', { readNode: name }))).error?.message).toBe(
			`There is nothing to confirm: "${name}" did not run with New and Changed`,
		);
	});

	it.each([...NAMES, '__proto__'])('the ID of the node that reads: %s', async (id) => {
		await runTwice(() => chain({ ...read(), id }, confirm));
		expect(Object.keys(Object.prototype)).toEqual([]);
	});

	it.each([...NAMES, '__proto__'])('a field in Watch Fields: %s', async (name) => {
		list.records = [{ id: 'a' }];
		const file = () => chain(reader(listDataset(list.url), {}, { watchFields: name }), confirm);
		await runs.run(file());
		list.records = [JSON.parse(`{ "id": "a", "${name}": "now" }`)];
		const changed = (await runs.run(file())).json('Read')[0];
		expect(JSON.stringify(changed?.changes)).toBe(`{"${name}":{"previous":null,"current":"now"}}`);
	});
});

describe('vendors with such fields', () => {
	const upsert = async (items: IDataObject[], parameters: IDataObject = {}) =>
		await runVendor(harness, 'upsert', { matchField: 'external_id', ...parameters }, items);

	it.each(NAMES)('are the same vendor in two rows without a warning: %s', async (name) => {
		const row = { external_id: 'N-1', name: 'New', [name]: 'value' };
		const result = await upsert([row, row], { dryRun: true });
		expect(result.error).toBeUndefined();
		const hints = result.hints(NODE).map(({ message }) => message);
		expect(hints.join()).toContain('Dry run: nothing was written. 1 to create, 1 unchanged');
		expect(hints.join()).not.toContain('Same vendor as an earlier row');
	});

	it.each(OF_ITEMS)('are not created if no vendor has the Match Field: %s', async (name) => {
		const result = await upsert([{ name: 'New', [name]: 'value' }], { matchField: name });
		expect(result.error?.message).toBe(`No vendor has the Match Field ${name}`);
		expect(harness.service.log.count('POST', '/tprm-api/vendors')).toBe(0);
	});

	it.each(NAMES)('a row without the Match Field says so: %s', async (name) => {
		const result = await upsert([{ name: 'New' }], { matchField: name });
		expect(describeError(result.error)).toContain(`Enter a value for ${name} in this row`);
	});

	it.each(NAMES)('a dry run shows no value that the vendor does not have: %s', async (name) => {
		const { external_id } = vendorAt(harness.service, 0);
		const result = await upsert([{ external_id, [name]: 'value' }], { dryRun: true });
		expect(result.error).toBeUndefined();
		expect(JSON.stringify(result.json(NODE))).not.toMatch(/function|native code/);
	});
});

describe('Paged HTTP', () => {
	const SMALL = '/sample/pages?records=3';
	const one = (more: object = {}) => ({ url: SMALL, method: 'GET', property: 'items', ...more });

	it.each(OF_ITEMS)('sends a header: %s', async (name) => {
		// n8n evaluates no expression that has such a name.
		const expression = `={{ "${name.slice(0, 3)}" + "${name.slice(3)}" }}`;
		const header = [{ name: expression, value: 'x' }];
		const run = await runPaged(harness, pagedHttp(one(), { headers: { header } }));
		expect(run.result.error).toBeUndefined();
		expect(run.requests[0]?.headers).toMatchObject({ [name.toLowerCase()]: 'x' });
	});

	it.each(NAMES)('warns of a field in the dataset that it does not know: %s', async (name) => {
		const { summary } = await runPaged(harness, pagedHttp(one({ [name]: 'x' })));
		expect(summary.warnings).toContain(`${name} is not a paging field; it is ignored.`);
	});

	it('finds the paging of an API with such a parameter', async () => {
		const urls: string[] = [];
		const api = await listeners.http((request, response) => {
			urls.push(String(request.url));
			const { searchParams } = new URL(request.url ?? '', 'http://api');
			const page = Number(searchParams.get('page') ?? 1);
			const items = page > 2 ? [] : [{ id: `${page}a` }, { id: `${page}b` }];
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify({ items, page }));
		});
		const url = `${api}/list?constructor=2`;
		const parameters = { authentication: 'none', source: 'automatic', url, returnAll: true };
		const result = await harness.run({ type: 'pagedHttp', parameters });
		expect(result.error).toBeUndefined();
		expect(result.json(NODE)).toHaveLength(4);
		expect(urls.filter((one) => one.includes('function'))).toEqual([]);
	});

	it.each(['constructor', '__proto__', '__proto__.x'])('sends a parameter: %s', async (name) => {
		const pagingScheme = {
			type: 'pageBased',
			request: { pageParameter: name, pageStartingValue: 1 },
			pageUntil: 'noDataLeft',
		};
		const dataset = one({ method: 'POST', body: {}, pagingScheme });
		const run = await runPaged(harness, pagedHttp(dataset, { maxPages: 1 }));
		expect(JSON.stringify(run.requests[0]?.body)).toContain('1');
	});

	it.each(NAMES)('returns no field that a record does not have: %s', async (name) => {
		const run = await runPaged(
			harness,
			pagedHttp(one(), { returnFields: `id, ${name}, ${name}.name` }),
		);
		expect(run.result.json(NODE)[0]).toEqual({ id: expect.any(String) });
		expect(run.result.hints(NODE)[0]?.message).toContain(`have no "${name}"`);
	});
});
