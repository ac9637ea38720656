import type { IDataObject } from 'n8n-workflow';

import type { Engine, WorkflowFile, WorkflowResult } from '../../sandbox/engine/engine';
import { amount } from '../helpers/amounts';
import { ChangingList, listDataset } from '../helpers/changingList';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import {
	chain,
	confirm,
	graph,
	nodeOf as node,
	reader,
	Runs,
	subWorkflow,
} from '../helpers/syncWorkflow';

const harness = harnessForAll();
let engine: Engine;
let list: ChangingList;
let runs: Runs;
const listeners = new Listeners();
/** IDs that the target refuses. */
let refused: string[];
let target: string;

beforeAll(() => {
	({ engine } = harness);
});
beforeEach(async () => {
	list = await ChangingList.start(listeners);
	list.records = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
	runs = new Runs(engine);
	refused = [];
	target = await listeners.http((request, response) => {
		const id = new URL(request.url ?? '', 'http://target').searchParams.get('id') ?? '';
		response.writeHead(refused.includes(id) ? 422 : 200, { 'content-type': 'application/json' });
		response.end('{"ok":true}');
	});
});
afterEach(() => listeners.close());

const read = (more: IDataObject = {}, options: IDataObject = {}) =>
	reader(listDataset(list.url), more, options);
const http = (more: Parameters<typeof node>[2] = {}) =>
	node('httpRequest', { url: `=${target}?id={{ $json.id }}` }, { typeVersion: 4.2, ...more });
const isA = node('if', { conditions: { string: [{ value1: '={{ $json.id }}', value2: 'a' }] } });
const loop = (size = 1) =>
	node('splitInBatches', { batchSize: size, options: {} }, { typeVersion: 3 });
const code = (functionCode: string) => node('function', { functionCode });
const aggregate = node('aggregate', { aggregate: 'aggregateAllItemData', options: {} });
const splitOut = node('splitOut', { fieldToSplitOut: 'data', options: {} });
const setOk = node(
	'set',
	{
		mode: 'raw',
		jsonOutput: '{"ok":true}',
		options: {},
	},
	{ typeVersion: 3.4 },
);

/** @returns the IDs of what the run has confirmed: the next one does not return it */
async function confirmedBy(file: WorkflowFile): Promise<{ ids: string; result: WorkflowResult }> {
	const result = await runs.run(file);
	const next = (await runs.run(chain(read()))).json('Read').map(({ id }) => id);
	const ids = list.records.map(({ id }) => String(id)).filter((id) => !next.includes(id));
	return { ids: ids.join(''), result };
}

const all = 'abcd';

const RECORDS = amount(5_000, 100_000);

describe('Confirm marks the records whose items reach it', () => {
	it.each<[string, string, () => WorkflowFile]>([
		[
			'of one branch of an IF',
			'a',
			() => graph([read(), isA, confirm], ['Read', 0, 'if'], ['if', 0, 'Confirm']),
		],
		[
			'of both branches, each by itself',
			all,
			() =>
				graph(
					[read(), isA, confirm],
					['Read', 0, 'if'],
					['if', 0, 'Confirm'],
					['if', 1, 'Confirm'],
				),
		],
		[
			'of both branches after a Merge',
			all,
			() =>
				graph(
					[read(), isA, node('merge', {}, { typeVersion: 3 }), confirm],
					['Read', 0, 'if'],
					['if', 0, 'merge'],
					['if', 1, 'merge', 1],
					['merge', 0, 'Confirm'],
				),
		],
		[
			'of a part of a loop',
			all,
			() =>
				graph(
					[read(), loop(3), confirm],
					['Read', 0, 'splitInBatches'],
					['splitInBatches', 1, 'Confirm'],
					['Confirm', 0, 'splitInBatches'],
				),
		],
		[
			'of some after a loop',
			'abd',
			() =>
				graph(
					[
						read(),
						loop(2),
						code('return items.reverse()'),
						node('limit', { maxItems: 3 }),
						confirm,
					],
					['Read', 0, 'splitInBatches'],
					['splitInBatches', 1, 'function'],
					['function', 0, 'splitInBatches'],
					['splitInBatches', 0, 'limit'],
					['limit', 0, 'Confirm'],
				),
		],
		[
			'in another order after a Function',
			'd',
			() =>
				graph(
					[read(), code('return items.reverse()'), node('limit', { maxItems: 1 }), confirm],
					['Read', 0, 'function'],
					['function', 0, 'limit'],
					['limit', 0, 'Confirm'],
				),
		],
		[
			'after a Function whose items lose the key later',
			all,
			() => chain(read(), code('return items.reverse()'), setOk, confirm),
		],
		['in one item of Aggregate', all, () => chain(read(), aggregate, setOk, confirm)],
		[
			'of what Split Out makes of it',
			'ab',
			() => chain(read(), aggregate, splitOut, node('limit', { maxItems: 2 }), setOk, confirm),
		],
		['in a file', all, () => chain(read({ output: 'file' }), setOk, confirm)],
		[
			'in a part of a file',
			'a',
			() =>
				chain(
					read({ output: 'file', fileFormat: 'json' }),
					node('extractFromFile', { operation: 'fromJson', options: {} }),
					splitOut,
					node('limit', { maxItems: 1 }),
					confirm,
				),
		],
		[
			'but not with what Always Output Data adds',
			'',
			() =>
				chain(
					read(),
					node(
						'filter',
						{ conditions: { string: [{ value1: '={{ $json.id }}', value2: 'x' }] } },
						{ alwaysOutputData: true },
					),
					confirm,
				),
		],
	])('%s', async (_what, ids, file) => {
		const { ids: confirmed, result } = await confirmedBy(file());
		expect(result.error?.message).toBeUndefined();
		expect(confirmed).toBe(ids);
	});

	it('but not those that failed, so that On Error: Continue is safe', async () => {
		refused = ['b'];
		const file = chain(read(), http({ onError: 'continueRegularOutput' }), confirm);
		const { ids, result } = await confirmedBy(file);
		expect(ids).toBe('acd');
		expect(result.hints('Confirm')).toMatchObject([{ message: 'Confirmed: 3 records.' }]);
		const hints = (await runs.run(file)).hints('Read').map(({ message }) => message);
		expect(hints).toEqual([
			'Returned again: 1 record, such as b (2 times before). The run before has not confirmed it. Connect Paged HTTP with the operation Confirm after the nodes that process it.',
			'4 records read: 1 new.',
		]);
		refused = [];
		await runs.run(file);
		expect((await runs.run(file)).json('Read')).toEqual([]);
	});

	it.each([true, '={{ $json.id !== "" }}'])(
		'but not those that a dry run shows: %s',
		async (dryRun) => {
			const field = [{ name: 'name', value: '={{ $json.id }}' }];
			const upsert = node('tprmVendor', {
				...{ resource: 'vendor', operation: 'upsert', matchField: 'name', fieldsFrom: 'rows' },
				...{ fields: { field }, dryRun, options: {} },
			});
			const credentials = { grcOAuth2Api: { id: 'grc', name: 'GRC' } };
			const type = 'n8n-nodes-grc-tprm.tprmVendor';
			const { ids, result } = await confirmedBy(
				chain(read(), { ...upsert, type, credentials }, confirm),
			);
			expect(result.json('Confirm')).toHaveLength(4);
			expect(ids).toBe('');
		},
	);

	it('of one record with two targets, once both have it', async () => {
		refused = ['c'];
		const [one, two] = ['httpRequest 1', 'httpRequest 2'].map((name) => ({ ...http(), name }));
		const both = node('merge', { mode: 'combine', combineBy: 'combineByPosition', options: {} });
		const target = { onError: 'continueErrorOutput' } as const;
		const file = graph(
			[
				read(),
				{ ...one!, ...target },
				{ ...two!, ...target },
				{ ...both, typeVersion: 3 },
				confirm,
			],
			['Read', 0, 'httpRequest 1'],
			['Read', 0, 'httpRequest 2'],
			['httpRequest 1', 0, 'merge'],
			['httpRequest 2', 0, 'merge', 1],
			['merge', 0, 'Confirm'],
		);
		expect((await confirmedBy(file)).ids).toBe('abd');
	});

	it('by key after a sub-workflow that leaves some out', async () => {
		engine.subWorkflows.set('sub', subWorkflow(node('limit', { maxItems: 1, keep: 'lastItems' })));
		const workflowId = { __rl: true, mode: 'id', value: 'sub' };
		const sub = node('executeWorkflow', { workflowId, options: {} }, { typeVersion: 1.2 });
		expect((await confirmedBy(chain(read(), sub, confirm))).ids).toBe('d');
	});

	it('and names the node after which it cannot know, once the others are stored', async () => {
		const file = graph(
			[
				read(),
				isA,
				code('return items.map(({ json: { id } }) => ({ json: id === "b" ? { id } : {} }))'),
				confirm,
			],
			['Read', 0, 'if'],
			['if', 1, 'function'],
			['function', 0, 'Confirm'],
		);
		const { ids, result } = await confirmedBy(file);
		expect(ids).toBe('b');
		expect(result.error).toMatchObject({
			message: 'Couldn\'t determine which records the items of "function" belong to',
			description: expect.stringMatching(/^Include id, the Record Key, .* All Records of the Run/),
		});
	});

	it.each(['trigger', 'manual'] as const)('but a summary has none: %s', async (mode) => {
		const file = graph([read(), confirm], ['Read', 1, 'Confirm']);
		expect((await runs.run(file, { mode })).error).toMatchObject({
			message: 'The Summary output of "Read" is connected here, which has no records to confirm',
			description: expect.stringContaining('or the Items output') as string,
		});
		const parameters = { operation: 'confirm', recordsToConfirm: 'all' };
		const whole = graph([read(), { ...confirm, parameters }], ['Read', 1, 'Confirm']);
		expect((await confirmedBy(whole)).ids).toBe(all);
	});

	it('and a warning says so when no record arrives, although some are open', async () => {
		const warnings = (result: WorkflowResult) =>
			result.hints('Confirm').filter(({ type }) => type === 'warning');
		const summary = graph([read(), setOk, confirm], ['Read', 1, 'set'], ['set', 0, 'Confirm']);
		expect(warnings(await runs.run(summary))).toMatchObject([
			{ message: expect.stringMatching(/^No records arrived here, .* or a summary/) as string },
		]);
		const always = chain({ ...read(), alwaysOutputData: true }, confirm);
		expect(warnings(await runs.run(always))).toEqual([]);
		expect(warnings(await runs.run(always))).toEqual([]);
		expect((await runs.run(always)).json('Read')).toEqual([{}]);
	});

	it('or all of the run, if that is chosen', async () => {
		const parameters = { operation: 'confirm', recordsToConfirm: 'all' };
		const file = chain(read(), code('return [{ json: {} }]'), { ...confirm, parameters });
		expect((await confirmedBy(file)).ids).toBe(all);
	});
});

describe('many records', () => {
	it(`${RECORDS} in one run, also by key`, async () => {
		list = await ChangingList.start(listeners, RECORDS);
		list.records = Array.from({ length: RECORDS }, (_, id) => ({ id }));
		const whole = reader(listDataset(list.url, RECORDS));
		const result = await runs.run(chain(whole, node('sort', SORT), aggregate, splitOut, confirm));
		expect(result.error?.message).toBeUndefined();
		expect((await runs.run(chain(whole))).json('Read')).toEqual([]);
	});

	it(`${RECORDS / 10} runs of Confirm in a loop`, async () => {
		list = await ChangingList.start(listeners, RECORDS);
		list.records = Array.from({ length: RECORDS }, (_, id) => ({
			id: `a key of some length ${id}`,
		}));
		const whole = reader(listDataset(list.url, RECORDS));
		const file = graph(
			[
				whole,
				code('return items.reverse()'),
				node('limit', { maxItems: RECORDS / 10 }),
				loop(),
				confirm,
			],
			['Read', 0, 'function'],
			['function', 0, 'limit'],
			['limit', 0, 'splitInBatches'],
			['splitInBatches', 1, 'Confirm'],
			['Confirm', 0, 'splitInBatches'],
		);
		expect((await runs.run(file)).error?.message).toBeUndefined();
		expect((await runs.run(chain(whole))).json('Read')).toHaveLength(RECORDS * 0.9);
	});
});

const SORT = {
	sortFieldsUi: { sortField: [{ fieldName: 'id', order: 'descending' }] },
	options: {},
};
