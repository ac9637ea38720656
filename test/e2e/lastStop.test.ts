import { publish } from '../../sandbox/server/activation';
import { request } from '../../sandbox/server/request';
import type { TemporaryInstance } from '../../sandbox/server/temporary';
import { startTemporary, WITHOUT_EDITOR } from '../../sandbox/server/temporary';
import { until } from '../../sandbox/server/until';
import { Listeners } from '../helpers/listen';
import { readText } from '../helpers/readText';
import { listExecutions, readExecution, RUNNING } from './executions';
import { line } from './line';
import { READ } from './syncWorkflow';

/** A list that takes a while: a person stops it in the middle. */
const PAGES = 1_500;
const SIZE = 10;

/** IDs that were handed on, by workflow. */
const handed = new Map<string, number[]>();
/** Pages that were asked for, by workflow. */
const asked = new Map<string, number[]>();
const listeners = new Listeners();
let instance: TemporaryInstance;

const ours = { type: 'n8n-nodes-grc-tprm.pagedHttp', typeVersion: 1 };

/** @returns a workflow of nodes one behind the other */
function workflowOf(id: string, ...nodes: Array<{ name: string } & Record<string, unknown>>) {
	const names = nodes.map(({ name }) => name);
	return {
		...{ id, name: id, active: false, settings: { executionOrder: 'v1' } },
		nodes: nodes.map((node, at) => ({ id: `${id}-${at}`, position: [at * 220, 0], ...node })),
		connections: Object.fromEntries(
			names
				.slice(1)
				.map((node, at) => [names[at] ?? '', { main: [[{ node, type: 'main', index: 0 }]] }]),
		),
	};
}

const webhook = (id: string) => ({
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	webhookId: id,
	parameters: { httpMethod: 'POST', path: id, responseMode: 'onReceived', options: {} },
});

const read = (url: string, parameters: object) => ({
	...ours,
	name: READ,
	parameters: {
		authentication: 'none',
		source: 'dataset',
		dataset: JSON.stringify({
			url: `${url}/list`,
			method: 'GET',
			property: 'items',
			pagingScheme: {
				type: 'pageBased',
				request: {
					pageParameter: 'page',
					pageStartingValue: 1,
					limitParameter: 'size',
					limitValue: SIZE,
				},
				response: { totalCount: 'total' },
				pageUntil: 'reachTotalCount',
			},
		}),
		returnAll: true,
		options: { maxPages: 100_000, resumption: { settings: { resumeFrom: 'lastStop' } } },
		...parameters,
	},
});

/** Hands the IDs of all items on, in one request. */
const handOn = (url: string) => [
	{
		name: 'IDs',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode: 'return [{ json: { ids: $input.all().map(({ json }) => json.id) } }];' },
	},
	{
		name: 'Hand On',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			...{ method: 'POST', url: `${url}/target`, sendBody: true, specifyBody: 'json' },
			...{ jsonBody: '={{ JSON.stringify($json) }}', options: {} },
		},
	},
];

beforeAll(async () => {
	const url = await listeners.http((incoming, response) => {
		void readText(incoming).then((text) => {
			const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://list');
			const [, name = '', path] = pathname.split('/');
			let body: object = {};
			if (path === 'list') {
				const page = Number(searchParams.get('page'));
				asked.set(name, asked.get(name) ?? []);
				asked.get(name)?.push(page);
				const start = (page - 1) * SIZE;
				const items = Array.from({ length: page > PAGES ? 0 : SIZE }, (_, at) => ({
					id: start + at,
				}));
				body = { items, total: PAGES * SIZE };
			} else {
				const { ids } = JSON.parse(text) as { ids: number[] };
				handed.set(name, [...(handed.get(name) ?? []), ...ids]);
			}
			response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		});
	});
	const trigger = {
		name: 'Start',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	const toBatches = {
		output: 'batches',
		workflowId: { __rl: true, mode: 'id', value: 'stops-batch' },
	};
	const options = {
		maxPages: 100_000,
		batches: { settings: { batchSize: 5_000 } },
		resumption: { settings: { resumeFrom: 'lastStop' } },
	};
	const workflows = [
		workflowOf(
			'stops-items',
			webhook('stops-items'),
			read(`${url}/items`, {}),
			...handOn(`${url}/items`),
		),
		workflowOf('stops-batch', trigger, ...handOn(`${url}/batches`)),
		workflowOf(
			'stops-batches',
			webhook('stops-batches'),
			read(`${url}/batches`, { ...toBatches, options }),
		),
	];
	instance = await startTemporary(line, workflows, { environment: WITHOUT_EDITOR });
	// n8n 2.x only calls published workflows.
	for (const { id } of workflows)
		if (id !== 'stops-batch' || line.name !== '1.x') await publish(instance, id);
});
afterAll(async () => {
	await instance?.stop();
	listeners.close();
});

async function begin(id: string): Promise<void> {
	await until(async () => {
		const answer = await request(`${instance.server.url}/webhook/${id}`, { method: 'POST' });
		return { is: answer.ok, seen: answer.status };
	}, 'the webhook to be registered');
}

/** @returns the executions of a workflow, once so many of them have ended */
async function ended(id: string, count: number) {
	return await until(async () => {
		const seen = await listExecutions(instance.rest, id);
		const isOver = !seen.some(({ status }) => RUNNING.includes(status));
		return { is: isOver && seen.length >= count, seen };
	}, `${count} runs of ${id} to end`);
}

it.each(['items', 'batches'])(
	`a run that a person stops is continued by the next one, with each record once: %s, on n8n ${line.version}`,
	async (name) => {
		const id = `stops-${name}`;
		await begin(id);
		await until(async () => {
			const [last = 0] = (asked.get(name) ?? []).slice(-1);
			return { is: last > PAGES / 3, seen: last };
		}, 'a third of the pages to be read');
		const [running] = await listExecutions(instance.rest, id);
		await instance.rest.call('POST', `/rest/executions/${running?.id}/stop`);
		const [stopped] = await ended(id, 1);
		expect(stopped?.status).toBe('canceled');
		const before = handed.get(name)?.length ?? 0;
		if (name === 'items') expect(before).toBe(0);
		asked.set(name, []);

		await begin(id);
		const [last] = await ended(id, 2);
		expect(last?.status).toBe('success');
		const ids = handed.get(name) ?? [];
		expect(ids).toHaveLength(PAGES * SIZE);
		expect(new Set(ids).size).toBe(PAGES * SIZE);
		expect(asked.get(name)?.length).toBeLessThan(PAGES);
		const { data } = await readExecution(instance.rest, last?.id ?? '');
		const summary = data.resultData.runData[READ]?.[0]?.data?.main?.[1]?.[0]?.json;
		expect(summary?.resumed).toMatchObject({ execution: stopped?.id });
	},
);
