import { publish } from '../../sandbox/server/activation';
import type { TemporaryInstance } from '../../sandbox/server/temporary';
import { startTemporary, WITHOUT_EDITOR } from '../../sandbox/server/temporary';
import { until } from '../../sandbox/server/until';
import type { PolledList } from '../helpers/polledList';
import { EVERY_10_S, readsList, record, startList } from '../helpers/polledList';
import { Listeners } from '../helpers/listen';
import { listExecutions, readExecution } from './executions';
import { line } from './line';
import { runByHand } from './runs';

const ID = 'e2e-poll';
const HTTP_REQUEST_ID = 'e2e-httprequest';
const OAUTH2 = 'pagedHttpOAuth2Api';
const CREDENTIALS = { [OAUTH2]: { id: 'e2e-oauth2', name: 'List' } };
const NODE = 'Paged HTTP Trigger';

/** It takes two polls to see that a record is gone. */
const SOME_MINUTES = 600_000;

const listeners = new Listeners();
let list: PolledList;
let instance: TemporaryInstance;

/** The tokens that were issued; the list accepts the last one, unless it was revoked. */
const issued: string[] = [];
let isRevoked = false;

beforeAll(async () => {
	list = await startList(listeners);
	list.beforeAnswer = (_, { authorization }) =>
		!isRevoked && authorization === `Bearer ${issued.at(-1)}` ? 200 : 401;
	const tokens = await listeners.http((_, response) => {
		isRevoked = false;
		issued.push(`token-${issued.length + 1}`);
		response.setHeader('Content-Type', 'application/json');
		response.end(JSON.stringify({ access_token: issued.at(-1), token_type: 'Bearer' }));
	});
	const data = {
		grantType: 'clientCredentials',
		accessTokenUrl: tokens,
		clientId: 'n8n',
		clientSecret: 'secret',
		baseUrl: new URL(list.url).origin,
	};
	const credential = { ...CREDENTIALS[OAUTH2], type: OAUTH2, data };
	const workflows = [pollingWorkflow(), httpRequestWorkflow()];
	instance = await startTemporary(line, workflows, {
		credentials: [credential],
		environment: WITHOUT_EDITOR,
	});
});
afterAll(async () => {
	listeners.close();
	await instance?.stop();
});

function pollingWorkflow() {
	return {
		id: ID,
		name: 'Polls a list',
		active: false,
		nodes: [
			{
				id: `${ID}-trigger`,
				name: NODE,
				type: 'n8n-nodes-grc-tprm.pagedHttpTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {
					...readsList(list, { authentication: OAUTH2 }),
					pollTimes: { item: EVERY_10_S },
				},
				credentials: CREDENTIALS,
			},
			{
				id: `${ID}-end`,
				name: 'End',
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
				position: [220, 0],
				parameters: {},
			},
		],
		connections: { [NODE]: { main: [[{ node: 'End', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

/** Reads the list with n8n's HTTP Request node, then with Paged HTTP. */
function httpRequestWorkflow() {
	const { events: _, recordKey: __, ...parameters } = readsList(list, { authentication: OAUTH2 });
	const nodes = [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
		{
			name: 'HTTP Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			onError: 'continueRegularOutput',
			parameters: {
				url: list.url,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: OAUTH2,
				options: {},
			},
		},
		{
			name: 'Paged HTTP',
			type: 'n8n-nodes-grc-tprm.pagedHttp',
			parameters: { ...parameters, returnAll: true },
		},
	];
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		id: HTTP_REQUEST_ID,
		name: 'HTTP Request',
		active: false,
		nodes: nodes.map((node, index) => ({
			typeVersion: 1,
			id: `${HTTP_REQUEST_ID}-${index}`,
			position: [0, 0],
			credentials: CREDENTIALS,
			...node,
		})),
		connections: { Start: to('HTTP Request'), 'HTTP Request': to('Paged HTTP') },
		settings: { executionOrder: 'v1' },
	};
}

/** @returns what each run got, oldest first, once there are so many and all have ended */
async function untilRuns(count: number): Promise<unknown[][]> {
	const ended = await until(
		async () => {
			const seen = await listExecutions(instance.rest, ID);
			const hasEnded = seen.every(({ status }) => status === 'success' || status === 'error');
			return { is: hasEnded && seen.length >= count, seen };
		},
		`${count} runs of the polling workflow`,
		SOME_MINUTES,
	);
	const runs = ended.sort((a, b) => Number(a.id) - Number(b.id));
	return await Promise.all(
		runs.map(async ({ id }) => {
			const { data } = await readExecution(instance.rest, id);
			const items = data.resultData.runData['End']?.[0]?.data?.main?.[0] ?? [];
			return items.map(({ json }) => json);
		}),
	);
}

it('HTTP Request cannot use the credential, Paged HTTP can, with a new token once it was revoked', async () => {
	for (const tokens of [1, 2]) {
		const { error, json } = await runByHand(instance, HTTP_REQUEST_ID);
		expect(error).toBeUndefined();
		expect(json('HTTP Request')).toEqual([
			{ error: expect.stringContaining('configured to prevent use') },
		]);
		expect(json('Paged HTTP')).toHaveLength(3);
		expect(issued).toHaveLength(tokens);
		// HTTP Request would not have asked for a page.
		expect(list.asked).not.toContain('/items');
		isRevoked = true;
	}
});

it(`starts no run for the records that exist on n8n ${line.version}, but for what changes`, async () => {
	list.asked = [];
	await publish(instance, ID, true);
	// Two pages with records, and the empty one after them.
	const isRead = async () => ({ is: list.asked.includes('/items?page=3'), seen: list.asked });
	await until(isRead, 'the first poll');

	list.records = [record(1, 'Renamed'), record(3), record(4)];
	expect(await untilRuns(2)).toEqual([
		[
			{ ...record(1, 'Renamed'), change: 'updated' },
			{ ...record(4), change: 'created' },
		],
		[{ id: 2, change: 'removed' }],
	]);
});

it('starts one for what changed while n8n was down, and none twice', async () => {
	await instance.server.kill();
	list.records.push(record(5));
	await instance.server.start();
	await instance.rest.enter();
	const runs = await untilRuns(3);
	expect(runs).toHaveLength(3);
	expect(runs[2]).toEqual([{ ...record(5), change: 'created' }]);

	// After another poll there is still no other run.
	const asked = list.asked.length;
	await until(
		async () => ({ is: list.asked.length >= asked + 3, seen: list.asked.length }),
		'another poll',
		SOME_MINUTES,
	);
	expect(await untilRuns(3)).toHaveLength(3);
});
