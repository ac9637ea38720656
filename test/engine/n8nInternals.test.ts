import type { IDataObject } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { SandboxCredentialsHelper } from '../../sandbox/engine/credentialsHelper';
import type { NodeUnderTest } from '../../sandbox/engine/singleNode';
import { NODE } from '../../sandbox/engine/singleNode';
import { ChangingList, listDataset } from '../helpers/changingList';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { pageBased } from '../helpers/pagedHttp';
import type { Step } from '../helpers/syncWorkflow';
import { chain, confirm, reader, Runs, work } from '../helpers/syncWorkflow';

/*
 * The nodes read two things of n8n that are in no type: what a credential was entered as, and what other
 * nodes have returned. A later n8n may have them elsewhere, or use them in other ways. Here it does.
 */

const harness = harnessForAll();
const listeners = new Listeners();
afterAll(() => listeners.close());
const restore: Array<() => void> = [];
afterEach(() => {
	jest.restoreAllMocks();
	restore.splice(0).forEach((undo) => undo());
});

type Item = NonNullable<Parameters<SandboxCredentialsHelper['getDecrypted']>[6]>;

/** Lets n8n do something else with an item when it reads a credential for it, before or after. */
function atEachRead(before: (item: Item) => unknown, after: (item: Item) => unknown = () => {}) {
	const { getDecrypted } = SandboxCredentialsHelper.prototype;
	jest.spyOn(SandboxCredentialsHelper.prototype, 'getDecrypted').mockImplementation(async function (
		this: SandboxCredentialsHelper,
		...args
	) {
		const item = args[6];
		if (item) await before(item);
		const data = await getDecrypted.apply(this, args);
		if (item) await after(item);
		return data;
	});
}

/** Evaluates something of the node, as n8n does for its own purposes. */
const evaluate = ({ workflow, node, itemIndex, connectionInputData }: Item) =>
	workflow.expression.getParameterValue(
		{ clientId: 'of the node' },
		null,
		0,
		itemIndex,
		node.name,
		connectionInputData,
		'manual',
		{},
	);

/** Ways in which a later n8n may read a credential. */
const CHANGES: Array<[what: string, change: () => void]> = [
	[
		'calls something else of the expressions',
		() =>
			atEachRead(async ({ workflow: { expression } }) => {
				await expression.acquireIsolate();
				expression.resolveSimpleParameterValue('={{ 1 }}', {}, null, 0, 0, NODE, [], 'manual', {});
			}),
	],
	['evaluates something else before it', () => atEachRead(evaluate)],
	['evaluates something else after it', () => atEachRead(() => {}, evaluate)],
	[
		'evaluates it in another way',
		() =>
			atEachRead(async (item) => {
				const { nodes, nodeTypes } = item.workflow;
				const other = { nodes: Object.values(nodes), connections: {}, active: false, nodeTypes };
				item.workflow = new Workflow(other);
				await item.workflow.expression.acquireIsolate();
			}),
	],
	[
		'has the workflow of a node elsewhere',
		() => {
			for (const type of ['scope', 'pagedHttp']) hideFromNode(type, 'workflow');
		},
	],
];

/** Takes something of n8n's side away from a node: n8n itself has it under a name that is private. */
function hideFromNode(type: string, name: string): void {
	const node = harness.engine.nodeType(`n8n-nodes-grc-tprm.${type}`);
	const { execute } = node;
	if (!execute) throw new Error(`${type} has no execute`);
	node.execute = async function () {
		const context = new Proxy(this, {
			get: (target, member): unknown => {
				if (member === name) return undefined;
				const value: unknown = Reflect.get(target, member);
				return typeof value === 'function' ? value.bind(target) : value;
			},
		});
		return await execute.call(context);
	};
	restore.push(() => (node.execute = execute));
}

describe.each(CHANGES)('an n8n that %s when it reads a credential', (_what, change) => {
	const items: IDataObject[] = [{ name: 'one' }, { name: 'two' }];
	const scopes: NodeUnderTest = {
		type: 'scope',
		parameters: { resource: 'scope', operation: 'getMany', returnAll: true },
	};

	it('runs a node for two items', async () => {
		change();
		const result = await harness.run(scopes, items);
		expect(result.error).toBeUndefined();
		expect(result.json(NODE).length).toBeGreaterThan(1);
	});

	it('signs no item in as another one', async () => {
		const { clientId } = harness.engine.credentials.get('grc') ?? {};
		harness.setCredential({ clientId: '={{ $json.name }}' });
		change();
		const { error } = await harness.run(scopes, items);
		expect(error?.message).toBe('Client ID of the credential differs between rows 1 and 2');
		expect(harness.service.log.requests).toEqual([]);

		harness.setCredential({ clientId: `={{ $json.name ? '${String(clientId)}' : '' }}` });
		expect((await harness.run(scopes, items)).error).toBeUndefined();
	});

	it('nor in Paged HTTP', async () => {
		const seen: unknown[] = [];
		const url = await listeners.http(({ headers }, response) => {
			seen.push(headers['x-api-key']);
			response.setHeader('Content-Type', 'application/json').end('{"items":[{"id":1}]}');
		});
		const header = { header: [{ name: 'X-API-Key', value: '={{ $json.name }}' }] };
		harness.engine.setCredential('api', {
			authentication: 'header',
			headers: header,
			baseUrl: url,
		});
		const node: NodeUnderTest = {
			type: 'pagedHttp',
			parameters: {
				authentication: 'pagedHttpApi',
				source: 'dataset',
				dataset: JSON.stringify(pageBased('/items')),
			},
			settings: { credentials: { pagedHttpApi: { id: 'api', name: 'API' } } },
		};
		change();
		const { error } = await harness.run(node, items);
		expect(error?.message).toContain('Headers of the credential differs between rows 1 and 2');
		expect(seen).toEqual([]);
		expect((await harness.run(node, [items[0] ?? {}, items[0] ?? {}])).error).toBeUndefined();
		expect(new Set(seen)).toEqual(new Set(['one']));
	});
});

describe('an n8n that has what nodes have returned elsewhere', () => {
	let list: ChangingList;
	let runs: Runs;
	beforeEach(async () => {
		list = await ChangingList.start(listeners);
		list.records = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
		runs = new Runs(harness.engine);
		hideFromNode('pagedHttp', 'runExecutionData');
	});

	const read = (more: IDataObject = {}) => reader(listDataset(list.url), more);
	const all: Step = { ...confirm, parameters: { operation: 'confirm', recordsToConfirm: 'all' } };
	const run = async (...steps: Step[]) => {
		const result = await runs.run(chain(...steps));
		return { error: result.error, ids: result.json('Read').map(({ id }) => id) };
	};

	it('returns new and changed records', async () => {
		const atOnce = { countAsDone: 'immediately' };
		expect(await run(read(atOnce))).toEqual({ error: undefined, ids: ['a', 'b', 'c'] });
		expect(await run(read(atOnce))).toEqual({ error: undefined, ids: [] });
	});

	it('confirms all records of the run', async () => {
		expect(await run(read(), work, all)).toEqual({ error: undefined, ids: ['a', 'b', 'c'] });
		expect(await run(read(), work, all)).toEqual({ error: undefined, ids: [] });
	});

	it('confirms no records that it cannot see arrive, and says what to do', async () => {
		const { error } = await run(read(), work, confirm);
		expect(error?.message).toBe("Can't see which records arrived, so none was confirmed");
		expect(error).toMatchObject({
			description: expect.stringMatching(
				/^Update this package\. .* Records to Confirm to All Records of the Run, .* returned again in the next run\.$/,
			),
		});
		expect((await run(read(), work, all)).ids).toEqual(['a', 'b', 'c']);
	});

	it('confirms nothing after a dry run', async () => {
		const dryRun: Step = {
			name: 'Dry Run',
			type: 'n8n-nodes-grc-tprm.scope',
			credentials: { grcOAuth2Api: { id: 'grc', name: 'GRC' } },
			parameters: {
				...{ resource: 'scope', operation: 'update', dryRun: true },
				...{ scopeId: '={{ $json.id }}', updateFields: { description: 'new' } },
			},
			onError: 'continueRegularOutput',
		};
		const { error } = await run(read(), dryRun, all);
		expect(error?.message).toBe("Can't see which records arrived, so none was confirmed");
		expect((await run(read(), work, all)).ids).toEqual(['a', 'b', 'c']);
	});
});
