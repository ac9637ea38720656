import { readExamples } from '../../sandbox/demo/examples';
import { publish } from '../../sandbox/server/activation';
import { shortId } from '../../sandbox/server/instance';
import { CURRENT } from '../../sandbox/server/lines';
import type { Cluster } from '../../sandbox/server/queue/cluster';
import { startCluster } from '../../sandbox/server/queue/cluster';
import { request } from '../../sandbox/server/request';
import { until } from '../../sandbox/server/until';
import { TOKEN_PATH } from '../../sandbox/service/auth';
import type { Endpoint } from '../../sandbox/service/webhooks/endpoint';
import { eventWorkflow } from '../../sandbox/server/eventWorkflow';
import { BATCHED_RECORDS, DELIVERIES, SYNCS, TOKEN_SECONDS } from './amounts';
import type { Target } from './batchedRead';
import { batchedReadWorkflow, startTarget } from './batchedRead';
import type { Counter } from './counter';
import { startCounter } from './counter';
import {
	acknowledged,
	attemptsByEvent,
	listen,
	sendUntilAcknowledged,
} from '../../sandbox/server/queue/deliveries';
import { recover, strikeInTurn } from './faults';
import { PublicApi } from './publicApi';
import {
	failures,
	recordedRuns,
	runsEnded,
	startedTwice,
} from '../../sandbox/server/queue/recordedRuns';
import type { Recipe } from '../../sandbox/server/queue/workflows';
import { actingWorkflow, syncWorkflow } from '../../sandbox/server/queue/workflows';

// Thousands of executions, and the waits of the service between its attempts.
jest.setTimeout(60 * 60_000);

const EVENTS_ID = 'queue-events';
const RECIPES: Recipe[] = ['none', 'removeDuplicates', 'redis'];
const recipeId = (recipe: Recipe) => shortId(`queue-${recipe}`);

/** Copies of each event for the recipes; a fifth of the deliveries is enough to show the difference. */
const COPIED_EVENTS = Math.max(20, Math.round(DELIVERIES / 20));

const LAST_NODE_ID = 'queue-last-node';

/** Enough for some whose execution ends before n8n begins to wait for it: three of a hundred. */
const LAST_NODE_EVENTS = Math.max(50, Math.round(DELIVERIES / 5));

const RECORDS = 40;
const syncIds = Array.from({ length: SYNCS }, (_, index) => `queue-sync-${index}`);

const BATCHES_ID = 'queue-batches';

let cluster: Cluster;
let counter: Counter;
let target: Target;

const say = (text: string) => process.stderr.write(`${text}\n`);

beforeAll(async () => {
	counter = await startCounter();
	target = await startTarget();
	cluster = await startCluster(CURRENT, {
		examples: readExamples(),
		progress: say,
		more: [
			eventWorkflow(EVENTS_ID),
			eventWorkflow(LAST_NODE_ID, {}, 'lastNode'),
			...RECIPES.map((recipe) => actingWorkflow(recipeId(recipe), recipe, counter.url)),
			...syncIds.map((id) => syncWorkflow(id, RECORDS)),
			batchedReadWorkflow(BATCHES_ID, BATCHED_RECORDS, target.url),
		],
	});
	say(cluster.describe());
});
afterAll(async () => {
	await cluster?.stop();
	await counter?.close();
	await target?.close();
});

describe(`${DELIVERIES} deliveries while processes are killed`, () => {
	let endpoint: Endpoint;

	const runs = async () => await recordedRuns(cluster.database, EVENTS_ID);
	beforeAll(async () => {
		const { webhooks } = cluster.service;
		// The third attempt is 7.5 seconds after the first: long enough for a processor to start again.
		webhooks.timeScale = 0.05;
		endpoint = await listen(cluster, EVENTS_ID);
		const start = Date.now();
		const struck = await strikeInTurn(
			cluster,
			DELIVERIES,
			() => webhooks.emit('vendor.created'),
			() => acknowledged(cluster, endpoint).size,
		);
		await recover(cluster, EVENTS_ID);
		await sendUntilAcknowledged(cluster, endpoint);
		const seconds = (Date.now() - start) / 1000;
		say(struck.join('\n'));
		say(
			`${DELIVERIES} events in ${seconds.toFixed(0)} s, through ${[...cluster.balancer.passed.values()].join(' and ')} requests to the processors`,
		);
	});

	it('uses both webhook processors', () => {
		expect([...cluster.balancer.passed.values()].every((requests) => requests > 0)).toBe(true);
	});

	it('acknowledges every event in the end, and has an execution for each', async () => {
		const done = acknowledged(cluster, endpoint);
		expect(done.size).toBe(DELIVERIES);
		const recorded = new Set((await runs()).map(({ eventId }) => eventId));
		expect([...done].filter((event) => !recorded.has(event))).toEqual([]);
	});

	it('starts an event twice only if it was delivered twice', async () => {
		const twice = startedTwice(await runs());
		const attempts = attemptsByEvent(cluster, endpoint);
		const resent = [...attempts.values()].filter((times) => times > 1).length;
		say(
			`${resent} events were sent more than once; ${twice.length} of them started two executions`,
		);
		expect(twice.filter((event) => (attempts.get(event) ?? 0) < 2)).toEqual([]);
	});

	it('lists what killed processes had in hand, and runs all of it by Retry', async () => {
		await runsEnded(cluster, [EVENTS_ID]);
		const before = await runs();
		const api = await PublicApi.enter(cluster);
		const crashed = await api.crashed(EVENTS_ID);
		const unfinished = before.filter(({ status }) => status !== 'success');
		say(`${unfinished.length} executions did not finish; n8n lists ${crashed.length} as crashed`);
		expect([...crashed].sort()).toEqual(unfinished.map(({ id }) => id).sort());
		expect(unfinished.filter(({ eventId }) => eventId === '')).toEqual([]);

		for (const id of crashed) await api.retry(id);
		await runsEnded(cluster, [EVENTS_ID]);
		const succeeded = new Set(
			(await runs()).filter(({ status }) => status === 'success').map(({ eventId }) => eventId),
		);
		const missing = [...acknowledged(cluster, endpoint)].filter((event) => !succeeded.has(event));
		expect(missing).toEqual([]);
	});

	it('recognizes the last events when they are sent again', async () => {
		const { webhooks } = cluster.service;
		const last = webhooks.deliveries.filter(({ state }) => state === 'delivered').slice(-200);
		const before = startedTwice(await runs()).length;
		for (const delivery of last) webhooks.redeliver(delivery);
		await webhooks.idle();
		await runsEnded(cluster, [EVENTS_ID]);
		const more = startedTwice(await runs()).length - before;
		say(`${last.length} events were sent again later; ${more} of them started a second execution`);
		endpoint.active = false;
	});
});

describe(`${LAST_NODE_EVENTS} events that are acknowledged when the last node finishes`, () => {
	let endpoint: Endpoint;

	beforeAll(async () => {
		const { webhooks } = cluster.service;
		webhooks.timeScale = 0.05;
		endpoint = await listen(cluster, LAST_NODE_ID);
		for (let event = 0; event < LAST_NODE_EVENTS; event++) webhooks.emit('vendor.created');
		await webhooks.idle();
		endpoint.active = false;
	});

	it('gets a 2xx for each of them, and starts each once', async () => {
		const resent = cluster.service.webhooks.deliveries
			.filter((delivery) => delivery.endpoint === endpoint && delivery.attempts.length > 1)
			.map(({ attempts }) => attempts.map(({ status }) => status ?? 'no response').join(', '));
		const twice = startedTwice(await recordedRuns(cluster.database, LAST_NODE_ID));
		say(
			`${resent.length} events were sent again (${resent.join('; ')}), ${twice.length} started two executions`,
		);
		expect(acknowledged(cluster, endpoint).size).toBe(LAST_NODE_EVENTS);
		expect(twice).toEqual([]);
	});
});

describe(`${COPIED_EVENTS} events that arrive twice at the same moment`, () => {
	const endpoints = new Map<Recipe, Endpoint>();
	/** How many events were acted upon how often. */
	const actedTwice = (recipe: Recipe) =>
		[...counter.calls].filter(([url, times]) => url.startsWith(`/${recipe}/`) && times > 1).length;
	const acted = (recipe: Recipe) =>
		[...counter.calls.keys()].filter((url) => url.startsWith(`/${recipe}/`)).length;

	beforeAll(async () => {
		const { webhooks } = cluster.service;
		for (const recipe of RECIPES) endpoints.set(recipe, await listen(cluster, recipeId(recipe)));
		for (let event = 0; event < COPIED_EVENTS; event++) {
			const from = webhooks.deliveries.length;
			webhooks.emit('vendor.updated');
			for (const delivery of webhooks.deliveries.slice(from)) webhooks.redeliver(delivery);
		}
		for (const endpoint of endpoints.values()) await sendUntilAcknowledged(cluster, endpoint);
		await runsEnded(cluster, RECIPES.map(recipeId));
		for (const recipe of RECIPES) {
			say(`${recipe}: acted on ${acted(recipe)} events, on ${actedTwice(recipe)} of them twice`);
		}
	});
	afterAll(() => {
		for (const endpoint of endpoints.values()) endpoint.active = false;
	});

	it('acts on every event without a recipe, and on some of them twice at most', () => {
		expect(acted('none')).toBe(COPIED_EVENTS);
	});

	it('acts on no event twice where a counter in Redis decides', () => {
		expect(acted('redis')).toBe(COPIED_EVENTS);
		expect(actedTwice('redis')).toBe(0);
	});
});

async function startByWebhook(id: string): Promise<void> {
	await until(async () => {
		const { status } = await request(`${cluster.balancer.url}/webhook/${id}`, { method: 'POST' });
		return { is: status === 200, seen: status };
	}, `${id} to start`);
}

describe(`${SYNCS} workflows that sync at once`, () => {
	it('creates every record once, while tokens expire and one in ten requests is refused', async () => {
		const { service } = cluster;
		for (const id of syncIds) await publish(cluster, id);
		service.authority.revokeAll();
		service.authority.tokenLifetime = TOKEN_SECONDS;
		service.log.clear();
		// Spread evenly, so that no request is refused five times in a row by chance.
		let draw = 0;
		service.faults.random = () => (draw++ % 19) / 19;
		for (const status of [429, 503]) {
			const fault = { kind: 'status', status, retryAfter: '1' } as const;
			service.faults.add({ fault, times: Infinity, probability: 1 / 19 });
		}
		const start = Date.now();
		await Promise.all(syncIds.map(startByWebhook));
		await runsEnded(cluster, syncIds);
		const seconds = (Date.now() - start) / 1000;
		service.faults.clear();

		const created = [...service.vendors.byId.values()].flatMap(({ external_id: key }) =>
			key?.startsWith('queue-sync-') ? [key] : [],
		);
		const issued = service.log.find('POST', TOKEN_PATH).filter(({ status }) => status === 200);
		const expired = service.log.requests.filter(({ status }) => status === 401);
		const refused = service.log.requests.filter(({ status }) => [429, 503].includes(status));
		say(
			`${created.length} records in ${seconds.toFixed(0)} s, ${service.log.count()} requests, ${refused.length} of them refused, ${expired.length} with an expired token; ${issued.length} tokens`,
		);
		for (const [reason, times] of await failures(cluster.database, syncIds)) {
			say(`${times} executions: ${reason}`);
		}
		const failed: string[] = [];
		for (const id of syncIds) {
			const ended = await recordedRuns(cluster.database, id);
			failed.push(...ended.filter(({ status }) => status !== 'success').map(() => id));
		}
		expect(failed).toEqual([]);
		expect(new Set(created).size).toBe(SYNCS * RECORDS);
		expect(created).toHaveLength(SYNCS * RECORDS);

		// Each worker asks again when a tenth of the lifetime is left, and not before: of three requests in a
		// row, two are from the same one.
		const apart = issued.slice(2).map(({ at }, index) => at - (issued[index]?.at ?? 0));
		expect(apart.filter((ms) => ms < TOKEN_SECONDS * 900)).toEqual([]);
	});
});

describe(`a read of ${BATCHED_RECORDS} records in batches whose worker is killed`, () => {
	it('continues in the next run with the batch that was interrupted, and loses no record', async () => {
		const { service, database, workers } = cluster;
		service.authority.tokenLifetime = 600;
		service.log.clear();
		await publish(cluster, BATCHES_ID);

		const start = Date.now();
		const seconds = () => ((Date.now() - start) / 1000).toFixed(0);
		const held = target.holdAfter(BATCHED_RECORDS * 0.4);
		await startByWebhook(BATCHES_ID);
		const interrupted = await held;
		say(`${target.written.size} records written after ${seconds()} s; the workers are killed`);
		await Promise.all(workers.map(async (worker) => await worker.kill()));
		await Promise.all(workers.map(async (worker) => await worker.start()));

		await startByWebhook(BATCHES_ID);
		await until(
			async () => {
				const rows = await database.query(
					`select status from execution_entity where "workflowId" = '${BATCHES_ID}' and mode = 'webhook' order by id`,
				);
				const seen = rows.map(([status]) => status);
				return { is: seen.includes('success'), seen };
			},
			'the second run to succeed',
			60 * 60_000,
		);

		const twice = [...target.written].filter(([, times]) => times > 1).map(([id]) => id);
		const pages = service.log.find('GET', '/sample/tokens');
		const first = pages.filter(({ query }) => query['pageToken'] === undefined);
		say(
			`${target.written.size} records in ${seconds()} s by ${pages.length} requests, ${twice.length} of them written twice`,
		);
		expect(target.written.size).toBe(BATCHED_RECORDS);
		expect(twice.sort()).toEqual([...interrupted].sort());
		// Only the first run started from the beginning.
		expect(first).toHaveLength(1);
	});
});
