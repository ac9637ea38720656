import type { IDataObject } from 'n8n-workflow';

import type { Engine, WorkflowFile, WorkflowResult } from '../../sandbox/engine/engine';
import { amount } from '../helpers/amounts';
import { ChangingList, listDataset } from '../helpers/changingList';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { readText } from '../helpers/readText';
import type { Step } from '../helpers/syncWorkflow';
import {
	chain,
	confirm,
	forget,
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
/** What the target refuses: IDs, or all with 503. */
let refused: unknown[] | 'down';
let target: string;

beforeAll(() => {
	({ engine } = harness);
});
beforeEach(async () => {
	list = await ChangingList.start(listeners, 10);
	list.records = [1, 2, 3].map((id) => ({ id }));
	runs = new Runs(engine);
	refused = [];
	target = await listeners.http((request, response) => {
		void readText(request).then((text) => {
			const body: unknown = JSON.parse(text || '{}');
			const id = (body as IDataObject)?.['id'];
			const isRefused = refused === 'down' || refused.includes(id);
			const status = refused === 'down' ? 503 : isRefused ? 422 : 200;
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(isRefused ? '{"message":"No"}' : JSON.stringify(body));
		});
	});
});
afterEach(() => listeners.close());

const read = (more: IDataObject = {}, options: IDataObject = {}) =>
	reader(
		listDataset(list.url, 10),
		{ countAsDone: 'succeeded', ...more },
		{ changeField: '', ...options },
	);
const post = (name = 'httpRequest', more: Parameters<typeof node>[2] = {}): Step =>
	node(
		name,
		{
			method: 'POST',
			url: target,
			...{ sendBody: true, specifyBody: 'json', jsonBody: '={{ JSON.stringify($json) }}' },
			options: {},
		},
		{ typeVersion: 4.2, ...more },
	);
const CONTINUE = { onError: 'continueRegularOutput' } as const;
const ELSEWHERE = { onError: 'continueErrorOutput' } as const;
const isLast = (name = 'if') =>
	node(name, {
		conditions: { number: [{ value1: '={{ $json.id }}', operation: 'equal', value2: 3 }] },
	});
const code = (functionCode: string, more: Parameters<typeof node>[2] = {}) =>
	node('function', { functionCode }, more);
const noOp = node('noOp');
const aggregate = node('aggregate', { aggregate: 'aggregateAllItemData', options: {} });
const setOk = node(
	'set',
	{ mode: 'raw', jsonOutput: '{"ok":true}', options: {} },
	{ typeVersion: 3.4 },
);
const stop = node('stopAndError', { errorMessage: 'Stop' });

const idsIn = (result: WorkflowResult, name = 'Read') =>
	result
		.json(name)
		.map(({ id }) => id)
		.join(' ');

/** What the target refuses in each run, and what it returns: `refuses 2 → 1 2 3`. */
type Steps = string[];

async function expectRuns(file: WorkflowFile, steps: Steps): Promise<WorkflowResult[]> {
	const results: WorkflowResult[] = [];
	const seen: string[] = [];
	for (const step of steps) {
		const [what = ''] = step.split(' → ');
		refused = what === 'down' ? 'down' : what === 'refuses 2' ? [2] : [];
		const result = await runs.run(file);
		results.push(result);
		seen.push(`${what} → ${idsIn(result) || 'nothing'}`);
	}
	expect(seen).toEqual(steps);
	return results;
}

const ONE_AGAIN = ['refuses 2 → 1 2 3', 'well → 2', 'well → nothing'];
const ALL_AGAIN = ['refuses 2 → 1 2 3', 'well → 1 2 3', 'well → nothing'];

describe('A record is done when the run succeeds, and no node has failed for it', () => {
	it.each<[string, () => WorkflowFile, Steps]>([
		['a target that stops', () => chain(read(), post()), ALL_AGAIN],
		[
			'a target that continues',
			() => chain(read(), post('httpRequest', CONTINUE)),
			['refuses 2 → 1 2 3', 'refuses 2 → 2', 'well → 2', 'well → nothing'],
		],
		['and a node after it', () => chain(read(), post('httpRequest', CONTINUE), noOp), ONE_AGAIN],
		['an error output', () => chain(read(), post('httpRequest', ELSEWHERE)), ONE_AGAIN],
		[
			'an error output that leads on',
			() =>
				graph(
					[read(), post('httpRequest', ELSEWHERE), noOp],
					['Read', 0, 'httpRequest'],
					['httpRequest', 1, 'noOp'],
				),
			['refuses 2 → 1 2 3', 'refuses 2 → 2', 'well → 2', 'well → nothing'],
		],
		[
			'an error output that deals with it',
			() =>
				graph(
					[read({}, { handledErrors: 'processed' }), post('httpRequest', ELSEWHERE), noOp],
					['Read', 0, 'httpRequest'],
					['httpRequest', 1, 'noOp'],
				),
			['refuses 2 → 1 2 3', 'well → nothing'],
		],
		[
			'one branch of an IF',
			() => graph([read(), isLast(), post()], ['Read', 0, 'if'], ['if', 1, 'httpRequest']),
			['well → 1 2 3', 'well → nothing'],
		],
		[
			'both branches of an IF',
			() =>
				graph(
					[read(), isLast(), post('httpRequest 1'), post('httpRequest 2', CONTINUE)],
					['Read', 0, 'if'],
					['if', 0, 'httpRequest 1'],
					['if', 1, 'httpRequest 2'],
				),
			ONE_AGAIN,
		],
		[
			'a loop',
			() =>
				graph(
					[
						read(),
						node('splitInBatches', { batchSize: 1, options: {} }, { typeVersion: 3 }),
						post('httpRequest', CONTINUE),
					],
					['Read', 0, 'splitInBatches'],
					['splitInBatches', 1, 'httpRequest'],
					['httpRequest', 0, 'splitInBatches'],
				),
			ONE_AGAIN,
		],
		[
			'a Merge with what did not fail',
			() =>
				graph(
					[read(), post('httpRequest', CONTINUE), node('merge', {}, { typeVersion: 3 }), noOp],
					['Read', 0, 'httpRequest'],
					['Read', 0, 'merge', 1],
					['httpRequest', 0, 'merge'],
					['merge', 0, 'noOp'],
				),
			ONE_AGAIN,
		],
		[
			'one item of all records',
			() => chain(read(), aggregate, post('httpRequest', CONTINUE)),
			['down → 1 2 3', 'well → 1 2 3', 'well → nothing'],
		],
		[
			'a Function that fails',
			() => chain(read(), code('throw new Error("No")', CONTINUE)),
			['well → 1 2 3', 'well → 1 2 3'],
		],
		[
			'a Function that returns them in another order',
			() =>
				chain(
					read(),
					code('return items.reverse().map(({ json }) => ({ json }))'),
					post('httpRequest', CONTINUE),
				),
			ONE_AGAIN,
		],
		[
			'a node that stops the run',
			() => chain(read(), post(), stop),
			['well → 1 2 3', 'well → 1 2 3'],
		],
		[
			'a node that stops the run where there is an error',
			() =>
				graph(
					[read(), post('httpRequest', ELSEWHERE), stop],
					['Read', 0, 'httpRequest'],
					['httpRequest', 1, 'stopAndError'],
				),
			ALL_AGAIN,
		],
		[
			'two targets that continue, one after the other',
			() => chain(read(), post('httpRequest 1', CONTINUE), post('httpRequest 2', CONTINUE)),
			ONE_AGAIN,
		],
	])('%s', async (_what, file, steps) => {
		await expectRuns(file(), steps);
	});

	it('a file of records', async () => {
		const file = chain(read({ output: 'file' }), post('httpRequest', CONTINUE));
		const counts: unknown[] = [];
		for (refused of ['down' as const, [], []]) {
			const result = await runs.run(file);
			counts.push(result.json('Read', 1)[0]?.['changes']);
		}
		expect(counts).toMatchObject([{ created: 3 }, { created: 3 }, { created: 0, unchanged: 3 }]);
	});

	it.each<[string, () => Step[], IDataObject, typeof CONTINUE | object, Steps]>([
		['once, a target that continues', () => [post('httpRequest', CONTINUE)], {}, {}, ONE_AGAIN],
		[
			'for each, a target that continues',
			() => [post('httpRequest', CONTINUE)],
			{ mode: 'each' },
			{},
			ONE_AGAIN,
		],
		['for each, a target that stops', () => [post()], { mode: 'each' }, CONTINUE, ONE_AGAIN],
		[
			'once, an error that is left out',
			() => [
				post('httpRequest', CONTINUE),
				node('set', { mode: 'raw', jsonOutput: '{"ok":true}', options: {} }, { typeVersion: 3.4 }),
			],
			{},
			{},
			['refuses 2 → 1 2 3', 'well → nothing'],
		],
	])('a sub-workflow: %s', async (_what, steps, parameters, more, expected) => {
		engine.subWorkflows.set('sub', subWorkflow(...steps()));
		const sub = node(
			'executeWorkflow',
			{ workflowId: { __rl: true, mode: 'id', value: 'sub' }, options: {}, ...parameters },
			{ typeVersion: 1.2, ...more },
		);
		await expectRuns(chain(read(), sub), expected);
	});

	it.each<[string, Step, string, IDataObject]>([
		[
			'Supabase that is not reachable',
			node(
				'supabase',
				{
					...{ resource: 'row', operation: 'create', tableId: 't' },
					dataToSend: 'autoMapInputData',
				},
				CONTINUE,
			),
			'1 2 3',
			{ host: 'http://127.0.0.1:9', serviceRole: 'key' },
		],
		[
			'Salesforce that refuses one',
			node(
				'salesforce',
				{
					...{ authentication: 'oAuth2', resource: 'account', operation: 'create' },
					...{ name: '={{ String($json.id) }}', additionalFields: {} },
				},
				CONTINUE,
			),
			'2',
			{},
		],
	])('%s', async (_what, step, again, credential) => {
		const salesforce = await listeners.http((request, response) => {
			void readText(request).then((text) => {
				const isRefused = text.includes('"2"');
				response.writeHead(isRefused ? 400 : 201, { 'content-type': 'application/json' });
				response.end(
					isRefused
						? '[{"message":"No","errorCode":"REQUIRED_FIELD_MISSING","fields":["Name"]}]'
						: '{"id":"001","success":true,"errors":[]}',
				);
			});
		});
		const oauthTokenData = { access_token: 't', instance_url: salesforce };
		const data = {
			grantType: 'authorizationCode',
			clientId: 'c',
			clientSecret: 's',
			oauthTokenData,
		};
		engine.setCredential('target', { ...data, ...credential });
		const target = { id: 'target', name: 'Target' };
		const credentials = { supabaseApi: target, salesforceOAuth2Api: target };
		const file = chain(read(), { ...step, credentials });
		const first = await runs.run(file);
		expect(first.json(step.name).some((json) => Object.hasOwn(json, 'error'))).toBe(true);
		expect(idsIn(await runs.run(file))).toBe(again);
	});

	it('in a test run, nothing is', async () => {
		const file = chain(read(), post());
		for (let times = 0; times < 2; times++)
			expect(idsIn(await runs.run(file, { mode: 'manual' }))).toBe('1 2 3');
	});

	it('for each reader by itself', async () => {
		const other = { ...read(), name: 'Other' };
		const file = graph(
			[noOp, read(), other, post('httpRequest', CONTINUE)],
			['noOp', 0, 'Read'],
			['noOp', 0, 'Other'],
			['Read', 0, 'httpRequest'],
		);
		const [first, second] = await expectRuns(file, ['refuses 2 → 1 2 3', 'well → 2']);
		expect([first, second].map((result) => result && idsIn(result, 'Other'))).toEqual([
			'1 2 3',
			'',
		]);
	});

	it('for each input item of a reader', async () => {
		const two = code(`return ["a", "b"].map((name) => ({ json: { name } }))`);
		const dataset = `={"url":"${list.url}/{{ $json.name }}","method":"GET","property":"items","pagingScheme":{"type":"onePage"}}`;
		const file = chain(
			two,
			{ ...read(), parameters: { ...read().parameters, dataset } },
			{
				...post('httpRequest', CONTINUE),
			},
		);
		await expectRuns(file, ['refuses 2 → 1 2 3 1 2 3', 'well → 2 2', 'well → nothing']);
	});
});

describe('What looks like another thing', () => {
	/** Fails with the same words each time, as many nodes of n8n do. */
	const fails = (name: string, isBad: string, more: Parameters<typeof node>[2]) => ({
		...node(
			'dateTime',
			{
				...{ action: 'format', value: `={{ ${isBad} ? "2026-99-99" : "2026-01-01" }}` },
				...{ toFormat: 'YYYY', dataPropertyName: 'year', options: {} },
			},
			{ typeVersion: 1, ...more },
		),
		name,
	});

	it.each(['succeeded', 'confirmed'])(
		'two nodes that fail with the same words: %s',
		async (countAsDone) => {
			const isConfirmed = countAsDone === 'confirmed';
			const links: Array<[string, number, string]> = [
				['Read', 0, 'Create'],
				['Create', 1, 'Update'],
			];
			if (isConfirmed) links.push(['Create', 0, 'Confirm'], ['Update', 0, 'Confirm']);
			const file = graph(
				[
					read({ countAsDone }, { handledErrors: 'processed' }),
					fails('Create', '$json.id === 1', ELSEWHERE),
					fails('Update', 'true', CONTINUE),
					...(isConfirmed ? [confirm] : []),
				],
				...links,
			);
			const { json } = (await runs.run(file)).items('Update')[0] ?? {};
			expect(Object.keys(json ?? {})).toEqual(['error']);
			expect(idsIn(await runs.run(file))).toBe('1');
		},
	);

	it('an error before a Function, and the same in it', async () => {
		const inFunction = code(
			'return items.map(({ json }) => ({ json: json.id === 3 ? { error: items.find((item) => item.json.error).json.error } : json }))',
		);
		const file = chain(read(), fails('First', '$json.id === 2', CONTINUE), inFunction);
		await runs.run(file);
		expect(idsIn(await runs.run(file))).toContain('2');
		expect(idsIn(await runs.run(file))).toContain('3');
	});

	it('an answer with an ID of its own, of which the next step fails', async () => {
		const job = await listeners.http((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end('{"id":2,"status":"queued"}');
		});
		const start = { ...post('httpRequest 1'), parameters: { url: job, options: {} } };
		const file = chain(read(), aggregate, start, post('httpRequest 2', CONTINUE));
		await expectRuns(file, ['down → 1 2 3', 'well → 1 2 3', 'well → nothing']);
	});

	it('a Function that numbers its items anew', async () => {
		const numbered = code(
			'return items.map(({ json }, id) => ({ json: { id, vendor: json.id } }))',
		);
		const send = post('httpRequest', CONTINUE);
		const jsonBody = '={{ JSON.stringify({ id: $json.vendor }) }}';
		const file = chain(read(), numbered, { ...send, parameters: { ...send.parameters, jsonBody } });
		refused = [3];
		await runs.run(file);
		expect(idsIn(await runs.run(file))).toContain('3');
	});

	it('a record with a member error of its own', async () => {
		list.records = [{ id: 1 }, { id: 2, error: 'timeout' }, { id: 3, error: { code: 7 } }];
		const file = chain(read(), code('return items', CONTINUE), post('httpRequest', CONTINUE));
		await expectRuns(file, ['well → 1 2 3', 'well → nothing']);
	});

	it('a dry run that only its items decide', async () => {
		const vendor = node('tprmVendor', {
			...{ resource: 'vendor', operation: 'upsert', matchField: 'name', fieldsFrom: 'rows' },
			...{ fields: { field: [{ name: 'name', value: '={{ "Vendor " + $json.id }}' }] } },
			...{ dryRun: '={{ $json.id === 2 }}', options: {} },
		});
		const credentials = { grcOAuth2Api: { id: 'grc', name: 'GRC' } };
		const file = chain(read(), { ...vendor, type: 'n8n-nodes-grc-tprm.tprmVendor', credentials });
		await runs.run(file);
		expect(idsIn(await runs.run(file))).toContain('2');
	});

	it('a reader that runs after the first Confirm', async () => {
		const second = { ...read({ countAsDone: 'confirmed' }), name: 'Other' };
		const twice = code('return [{ json: { n: 1 } }, { json: { n: 2 } }]');
		const loop = node('splitInBatches', { batchSize: 1, options: {} }, { typeVersion: 3 });
		const isFirst = node('if', {
			conditions: { number: [{ value1: '={{ $json.n }}', operation: 'equal', value2: 1 }] },
		});
		const file = graph(
			[twice, loop, isFirst, read({ countAsDone: 'confirmed' }), second, confirm],
			['function', 0, 'splitInBatches'],
			['splitInBatches', 1, 'if'],
			['if', 0, 'Read'],
			['if', 1, 'Other'],
			['Read', 0, 'Confirm'],
			['Other', 0, 'Confirm'],
			['Confirm', 0, 'splitInBatches'],
		);
		expect((await runs.run(file)).hints('Confirm')).toMatchObject([
			{ message: 'Confirmed: 3 records.' },
		]);
	});
});

describe('Confirm reads failures in the same way', () => {
	it('one item with a Record Key stands for that record, also alone', async () => {
		list.records.push({ id: 4 });
		for (const [answer, again] of [
			['[{"id":1}]', '2 3 4'],
			['[{"id":2},{"id":3}]', '4'],
		] as const) {
			const bulk = await listeners.http((_request, response) => {
				response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
			});
			const confirmed = read({ countAsDone: 'confirmed' });
			const send = { ...post(), parameters: { url: bulk, options: {} } };
			await runs.run(chain(confirmed, aggregate, send, confirm));
			expect(idsIn(await runs.run(chain(confirmed)))).toBe(again);
		}
	});

	it('a record of which one of two items fails comes again', async () => {
		list.records = [1, 2, 3].map((id) => ({ id, parts: [`${id}a`, `${id}b`] }));
		const split = node('splitOut', { fieldToSplitOut: 'parts', options: {} });
		const send = post('httpRequest', CONTINUE);
		const jsonBody = '={{ JSON.stringify({ id: $json.parts }) }}';
		const steps = [split, { ...send, parameters: { ...send.parameters, jsonBody } }, aggregate];
		refused = ['2b'];
		for (const countAsDone of ['confirmed', 'succeeded']) {
			runs = new Runs(engine);
			const last = countAsDone === 'confirmed' ? [confirm] : [];
			await runs.run(chain(read({ countAsDone }), ...steps, ...last));
			expect(idsIn(await runs.run(chain(read({ countAsDone }))))).toBe('2');
		}
	});
});

describe('Where the end of a run is not seen', () => {
	const hints = (result: WorkflowResult | undefined) =>
		(result?.hints('Read') ?? []).map(({ message }) => message);

	it('a run that sleeps marks nothing, and the next one says why', async () => {
		const wait = node(
			'wait',
			{ resume: 'timeInterval', amount: 2, unit: 'minutes' },
			{ typeVersion: 1.1 },
		);
		const file = chain(read(), post(), wait, noOp);
		const [, second] = await expectRuns(file, ['well → 1 2 3', 'well → 1 2 3']);
		expect(hints(second)[0]).toBe(
			'Returned again: 3 records, such as 1 (once before). The last run was put to sleep by a node such as Wait, so nothing was marked. Set Mark as Processed to When Confirmed, with Confirm before that node.',
		);
	});

	it('a node that reads the stored data of the workflow changes nothing', async () => {
		const reads = code('JSON.stringify(getWorkflowStaticData("global")); return items');
		await expectRuns(chain(read(), reads, post()), [
			'down → 1 2 3',
			'well → 1 2 3',
			'well → nothing',
		]);
	});

	it('where a node replaces the stored data, nothing is lost, and the next run says why', async () => {
		const writes = code(
			`const data = getWorkflowStaticData("global");
			const copy = JSON.parse(JSON.stringify(data));
			for (const name of Object.keys(copy)) { delete data[name]; data[name] = copy[name]; }
			data.own = 1;
			return items`,
		);
		const [, second] = await expectRuns(chain(read(), writes, post()), [
			'down → 1 2 3',
			'well → 1 2 3',
		]);
		expect(hints(second)[0]).toBe(
			'Returned again: 3 records, such as 1 (once before). In the last run, a node such as Code changed the stored data of the workflow, so nothing was marked. Set Mark as Processed to When Confirmed, with Confirm after that node.',
		);
	});

	it('in a workflow that another one started, it is an error before anything is read', async () => {
		engine.subWorkflows.set('sub', subWorkflow(read()));
		const sub = node(
			'executeWorkflow',
			{ workflowId: { __rl: true, mode: 'id', value: 'sub' }, options: {} },
			{ typeVersion: 1.2 },
		);
		const { error } = await runs.run(chain(sub, post()));
		expect(error?.message).toBe(
			'Mark as Processed cannot be When the Run Succeeds in a workflow that another one started',
		);
		expect(list.requests).toEqual([]);
	});

	it.each(['trigger', 'manual'] as const)(
		'Confirm is an error before anything is read: %s',
		async (mode) => {
			const { error } = await runs.run(chain(read(), post(), confirm), { mode });
			expect(list.requests).toEqual([]);
			expect(error).toMatchObject({
				message: 'Nothing is to be confirmed: "Read" marks its records when the run succeeds',
				description: expect.stringContaining(
					'Mark as Processed in "Read" to When Confirmed',
				) as string,
			});
		},
	);

	it('why records come again is said: the nodes that failed, and the option for those that deal with it', async () => {
		const failing = await expectRuns(
			chain(read(), post('httpRequest', CONTINUE)),
			ONE_AGAIN.slice(0, 2),
		);
		expect(hints(failing[1])[0]).toBe(
			'Returned again: 1 record, such as 2 (once before). "httpRequest" failed for it in the last run.',
		);
		runs = new Runs(engine);
		const handled = await expectRuns(
			graph(
				[read(), post('httpRequest', ELSEWHERE), noOp],
				['Read', 0, 'httpRequest'],
				['httpRequest', 1, 'noOp'],
			),
			ONE_AGAIN.slice(0, 2),
		);
		expect(hints(handled[1])[0]).toMatch(
			/^Returned again: .* "httpRequest" sent it to its error output\. .*Handled Errors to Count as Processed\.$/,
		);
	});
});

describe('Runs that overlap', () => {
	/** Lets a run wait at its target until it is told to go on. */
	async function holdUp() {
		let go = () => {};
		const held = new Promise<void>((resolve) => (go = resolve));
		let reached = () => {};
		const isReached = new Promise<void>((resolve) => (reached = resolve));
		const url = await listeners.http((_request, response) => {
			reached();
			void held.then(() => response.end('{}'));
		});
		return { step: { ...post(), parameters: { url, options: {} } }, go, isReached };
	}

	it('the second one ends at once, and says so; the one after the first reads', async () => {
		const { step, go, isReached } = await holdUp();
		const file = chain(read(), step);
		const first = runs.run(file, { executionId: '231' });
		await isReached;
		const { workflowId } = runs;
		const second = await engine.run(file, { mode: 'trigger', executionId: '232', workflowId });
		expect(second.status).toBe('success');
		expect(second.items('Read')).toEqual([]);
		expect(hintsOf(second)).toEqual([
			'Nothing was read: execution 231 of this workflow is still in progress. The next run returns what is new or changed.',
		]);
		go();
		expect(idsIn(await first)).toBe('1 2 3');
		list.records.push({ id: 4 });
		expect(idsIn(await runs.run(file))).toBe('4');
	});

	it('a run that started before the one before it ended reads nothing: its stored data is of before', async () => {
		const { step, go, isReached } = await holdUp();
		const file = chain(step, read());
		const { staticData, workflowId } = runs;
		const late = engine.run(file, { mode: 'trigger', staticData, workflowId });
		await isReached;
		expect(idsIn(await runs.run(chain(read(), noOp), { executionId: '231' }))).toBe('1 2 3');
		go();
		expect(hintsOf(await late)).toEqual([
			'Nothing was read: execution 231 of this workflow ended after this one had started. The next run returns what is new or changed.',
		]);
		expect(idsIn(await runs.run(chain(read(), noOp)))).toBe('');
	});

	it('an execution that n8n gives nothing of what is stored reads nothing, and says so', async () => {
		expect(idsIn(await runs.run(chain(read(), noOp)))).toBe('1 2 3');
		// As on a worker of queue mode with n8n 2.41.
		const { workflowId } = runs;
		const { requests } = list;
		const before = requests.length;
		const { error } = await engine.run(chain(read(), noOp), { mode: 'trigger', workflowId });
		expect(error?.message).toBe(
			'n8n did not hand over what this workflow has stored about earlier runs',
		);
		expect(requests).toHaveLength(before);
		await runs.run(chain(forget));
		expect(idsIn(await runs.run(chain(read(), noOp)))).toBe('1 2 3');
	});

	it('two readers of a workflow that are at work in two runs are warned of', async () => {
		const { step, go, isReached } = await holdUp();
		const first = runs.run(chain(read(), step), { executionId: '231' });
		await isReached;
		const other = { ...read(), name: 'Other' };
		const { workflowId } = runs;
		const second = await engine.run(chain(other, noOp), { mode: 'trigger', workflowId });
		expect(second.hints('Other').map(({ message }) => message)[0]).toMatch(
			/^Execution 231 of this workflow is in progress with another Paged HTTP node\./,
		);
		go();
		await first;
	});

	it.each<[string, (file: WorkflowFile) => Promise<unknown>]>([
		['an error', (file) => runs.run({ ...file, nodes: file.nodes.map(broken) })],
		[
			'an error of the reader',
			async () => {
				list.failsFrom = 1;
				await runs.run(chain(read()));
				list.failsFrom = Infinity;
			},
		],
		[
			'a sleep',
			() =>
				runs.run(
					chain(
						read(),
						node(
							'wait',
							{ resume: 'timeInterval', amount: 2, unit: 'minutes' },
							{ typeVersion: 1.1 },
						),
					),
				),
		],
		[
			'nothing new',
			async () => {
				await runs.run(chain(read()));
				await runs.run(chain(read()));
				runs = new Runs(engine);
			},
		],
		[
			'Stop',
			async () => {
				const { step, isReached } = await holdUp();
				const stopped = new AbortController();
				const run = runs.run(chain(read(), step), { signal: stopped.signal });
				await isReached;
				stopped.abort();
				void run.catch(() => {});
			},
		],
		[
			'Stop while it reads',
			async () => {
				const stopped = new AbortController();
				const held = await listeners.http(() => stopped.abort());
				const dataset = JSON.stringify({ ...listDataset(held, 10) });
				const { name, ...step } = read();
				await runs.run(chain({ ...step, name, parameters: { ...step.parameters, dataset } }), {
					signal: stopped.signal,
				});
			},
		],
	])('the next one reads after %s', async (_what, run) => {
		await run(chain(read(), post()));
		expect(idsIn(await runs.run(chain(read(), noOp)))).toBe('1 2 3');
	});

	it('a reader in a loop does not overlap itself', async () => {
		const twice = code('return [{ json: { n: 1 } }, { json: { n: 2 } }]');
		const loop = node('splitInBatches', { batchSize: 1, options: {} }, { typeVersion: 3 });
		const file = graph(
			[twice, loop, read(), noOp],
			['function', 0, 'splitInBatches'],
			['splitInBatches', 1, 'Read'],
			['Read', 0, 'splitInBatches'],
			['splitInBatches', 0, 'noOp'],
		);
		expect((await runs.run(file)).error).toBeUndefined();
		expect(list.requests).toHaveLength(2);
	});

	const hintsOf = (result: WorkflowResult) => result.hints('Read').map(({ message }) => message);
	const broken = (step: WorkflowFile['nodes'][number]) =>
		step.name === 'httpRequest'
			? { ...step, type: stop.type ?? '', parameters: stop.parameters }
			: step;
});

describe('Many records, and deep ones', () => {
	const many = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
	const whole = (mode: string, count: number) =>
		reader(listDataset(list.url, count), { countAsDone: mode });

	it.each([
		['succeeded', 'noOp'],
		['confirmed', 'noOp'],
		['succeeded', 'merge'],
		['confirmed', 'merge'],
	])('where each of many rows is paired with all: %s, %s', async (mode, type) => {
		const [rows, pairs] = [amount(100, 400), amount(5_000, 20_000)];
		list = await ChangingList.start(listeners, pairs);
		list.records = many(pairs);
		// As Merge returns it with SQL, which runs in a process of its own.
		const pairedItem = Array.from({ length: pairs }, (_, item) => ({ item }));
		const merged = Array.from({ length: rows }, (_, n) => ({ json: { n }, pairedItem }));
		const last = mode === 'confirmed' ? [confirm] : [];
		const merge = {
			...node(type, { mode: 'combineBySql' }, { typeVersion: type === 'merge' ? 3 : 1 }),
			name: 'All',
		};
		const file = chain(whole(mode, pairs), merge, setOk, ...last);
		const result = await runs.run({ ...file, pinData: { All: merged } });
		const isUnclear = type === 'merge' && mode === 'confirmed';
		expect(result.error?.message.slice(0, 8)).toBe(isUnclear ? "Couldn't" : undefined);
		const again = (await runs.run(chain(whole(mode, pairs)))).json('Read');
		expect(again).toHaveLength(isUnclear ? pairs : 0);
	});

	it.each(['succeeded', 'confirmed'])('in one item of Aggregate: %s', async (mode) => {
		const count = amount(5_000, 130_000);
		list = await ChangingList.start(listeners, count);
		list.records = many(count);
		const last = mode === 'confirmed' ? confirm : post('httpRequest', CONTINUE);
		const file = chain(whole(mode, count), aggregate, last);
		expect((await runs.run(file)).error?.message).toBeUndefined();
		expect((await runs.run(file)).json('Read')).toEqual([]);
	});

	it('that are nested 100,000 levels deep end no run', async () => {
		const depth = 100_000;
		const url = await listeners.http((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(`[{"id":1,"deep":${'['.repeat(depth)}${']'.repeat(depth)}},{"id":2}]`);
		});
		const dataset = JSON.stringify({ url, method: 'GET', pagingScheme: { type: 'onePage' } });
		const { name, ...step } = read();
		const file = chain({ ...step, name, parameters: { ...step.parameters, dataset } }, noOp);
		const result = await runs.run(file);
		expect(result.status).toBe('success');
		expect((await runs.run(file)).json('Read')).toEqual([]);
	});
});
