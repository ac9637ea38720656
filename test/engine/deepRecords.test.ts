import type { IDataObject } from 'n8n-workflow';

import { binaryStorage } from '../../sandbox/engine/binaryStorage';
import { PollingWorkflow } from '../../sandbox/engine/polling';
import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { pageBased, pagedHttp } from '../helpers/pagedHttp';
import { readsList } from '../helpers/polledList';
import { chain, confirm, reader, Runs, subWorkflow, work } from '../helpers/syncWorkflow';

const harness = harnessForAll();
const listeners = new Listeners();
afterAll(() => listeners.close());

/** JSON.parse reads so many levels; JSON.stringify, and every function that calls itself for each, does not write them. */
const LEVELS = 100_000;

/** @returns the text of a value that is nested too deep, with something else at the bottom each time */
const nested = (bottom: string) => '{"a":['.repeat(LEVELS / 2) + bottom + ']}'.repeat(LEVELS / 2);

/** Records of the one page, as text. */
let records: string[];
const deep = (id: number, bottom: string) => `{"id":${id},"tree":${nested(bottom)}}`;

let url: string;
beforeAll(async () => {
	url = await listeners.http((request, response) => {
		response.setHeader('Content-Type', 'application/json');
		if (request.url === '/tprm-api/oauth/token')
			return void response.end('{"access_token":"token","expires_in":600}');
		const isFirst = !/page=[2-9]/.test(request.url ?? '');
		response.end(`{"items":[${isFirst ? records.join() : ''}]}`);
	});
});
beforeEach(() => {
	records = ['{"id":1,"tree":"flat"}', deep(2, '"x"')];
});

const dataset = () => pageBased(`${url}/list`);

describe('a record that is nested 100,000 levels deep', () => {
	it.each([
		['json', () => `[\n${records.join(',\n')}\n]\n`],
		['ndjson', () => `${records.join('\n')}\n`],
		['csv', () => `id,tree\r\n1,flat\r\n2,"${nested('"x"').replaceAll('"', '""')}"\r\n`],
	])('is whole in a file of the format %s', async (fileFormat, expected) => {
		const result = await harness.run(pagedHttp(dataset(), {}, { output: 'file', fileFormat }));
		expect(result.error).toBeUndefined();
		const file = result.items(NODE)[0]?.binary?.data;
		if (!file) throw new Error('no file');
		const text = (await binaryStorage().getAsBuffer(file)).toString('utf8');
		// Not compared by the test runner, which would show all of it.
		expect(text === expected()).toBe(true);
	});

	it.each([
		['items', pagedHttp, {}],
		[
			'batches',
			pagedHttp,
			{ output: 'batches', workflowId: { __rl: true, mode: 'id', value: 's' } },
		],
	])('reaches the next node in %s', async (_what, node, more) => {
		const got: number[] = [];
		harness.engine.subWorkflows.set('s', subWorkflow(work), ({ items }) => {
			got.push(items.length);
		});
		const result = await harness.run(node(dataset(), {}, more));
		expect(result.error).toBeUndefined();
		expect(result.json(NODE, 1)[0]).toMatchObject({ items: 2, incomplete: [] });
	});

	it('is compared as a whole by New and Changed', async () => {
		const runs = new Runs(harness.engine);
		const read = async () => {
			const result = await runs.run(chain(reader(dataset()), work, confirm));
			expect(result.error).toBeUndefined();
			return result.json('Read').map(({ id, change }) => `${id} ${change}`);
		};
		expect(await read()).toEqual(['1 created', '2 created']);
		expect(await read()).toEqual([]);
		records[1] = deep(2, '"y"');
		expect(await read()).toEqual(['2 updated']);
		// Members in another order are the same record.
		records[1] = `{"tree":${nested('"y"')},"id":2}`;
		expect(await read()).toEqual([]);
	});

	it('starts the workflow of a trigger when it has changed', async () => {
		const parameters = {
			pollTimes: { item: [{ mode: 'everyMinute' }] },
			...readsList({ url: `${url}/list` }),
		};
		const workflow = new PollingWorkflow(harness.engine, {
			name: 'Polled',
			nodes: [
				{
					id: 'trigger',
					name: 'Trigger',
					type: 'n8n-nodes-grc-tprm.pagedHttpTrigger',
					typeVersion: 1,
					position: [0, 0],
					parameters: parameters,
				},
			],
			connections: {},
		});
		await workflow.activate();
		expect(await workflow.poll()).toEqual([]);
		records[1] = deep(2, '"y"');
		const [first, ...others] = await workflow.poll();
		expect([first?.id, first?.change, others.length]).toEqual([2, 'updated', 0]);
	});

	it.each(['tree', 'tree.a'])(
		'is an error that names the record where Watch Fields has %s',
		async (watchFields) => {
			const runs = new Runs(harness.engine);
			const file = chain(reader(dataset(), {}, { watchFields }), work, confirm);
			const { error } = await runs.run(file);
			expect(error?.message).toBe(
				`Record 2 of page 1 has a ${watchFields} with more than 100 levels, too deep for Watch Fields.`,
			);
			expect(error).toMatchObject({
				description: expect.stringMatching(/^Choose a field inside it, .* clear Watch Fields/),
			});
			expect(JSON.stringify(runs.staticData).length).toBeLessThan(1_000);
		},
	);

	it('is watched by a field that is not deep', async () => {
		const runs = new Runs(harness.engine);
		const file = chain(reader(dataset(), {}, { watchFields: 'id' }), work, confirm);
		expect((await runs.run(file)).json('Read')).toHaveLength(2);
		records[1] = deep(2, '"y"');
		expect((await runs.run(file)).json('Read')).toHaveLength(0);
	});

	it('has its fields in the lists of the editor', async () => {
		const parameters = readsList({ url: `${url}/list` }, { readMode: 'changes' });
		const keys = await harness.listSearch('pagedHttp', 'getRecordKeys', '', '', parameters);
		expect(keys.results.map(({ value }) => value)).toContain('id');
		const fields = await harness.loadOptions('pagedHttp', 'getFields', parameters);
		expect(fields.map(({ value }) => value)).toContain('tree');
	});

	it.each([20_000, 10_000_000])(
		'is shortened for the model of a tool, which gets %i characters at most',
		async (maxCharacters) => {
			records.shift();
			const { parameters } = pagedHttp(dataset(), {}, { maxCharacters });
			const result = await harness.run({ type: 'pagedHttpTool', parameters });
			const [shortened, end] = result.json(NODE);
			expect(shortened).toMatchObject({ shortened: expect.any(String) });
			expect(end?.note).toContain('1 record were shortened');
			expect(() => JSON.stringify(result.json(NODE))).not.toThrow();
		},
	);
});

describe('a vendor that is nested 100,000 levels deep', () => {
	const vendors = async (options: IDataObject, type = 'tprmVendor') => {
		harness.setCredential({ baseUrl: url, organizationDateFormat: 'dd-MM-yyyy' });
		const parameters = { resource: 'vendor', operation: 'getMany', options };
		const result = await harness.run({ type, parameters });
		expect(result.error).toBeUndefined();
		return result.json(NODE);
	};

	it('has its dates converted, at any depth', async () => {
		records[1] = deep(2, '"31-03-2026"');
		let value: unknown = (await vendors({ convertDates: true }))[1]?.tree;
		while (typeof value === 'object' && value !== null) [value] = Object.values(value);
		expect(value).toBe('2026-03-31');
	});

	it('is shortened for the model of a tool', async () => {
		records.shift();
		const items = await vendors({}, 'tprmVendorTool');
		expect(items).toMatchObject([
			{ shortened: expect.any(String), text: expect.stringMatching(/^{"id":2,"tree":{"a":/) },
			{ hasMore: false },
		]);
		expect(() => JSON.stringify(items)).not.toThrow();
	});
});
