import { publish } from '../../sandbox/server/activation';
import type { TemporaryInstance } from '../../sandbox/server/temporary';
import { startTemporary } from '../../sandbox/server/temporary';
import { until } from '../../sandbox/server/until';
import type { PolledList } from '../helpers/polledList';
import { readsList, record, startList } from '../helpers/polledList';
import { Listeners } from '../helpers/listen';
import { listExecutions, readExecution } from './executions';
import { line } from './line';

const ID = 'e2e-poll';
const NODE = 'Paged HTTP Trigger';

/** n8n polls at most once a minute, and it takes two polls to see that a record is gone. */
const SOME_MINUTES = 240_000;

const listeners = new Listeners();
let list: PolledList;
let instance: TemporaryInstance;

beforeAll(async () => {
	list = await startList(listeners);
	instance = await startTemporary(line, [pollingWorkflow()]);
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
				parameters: { ...readsList(list), pollTimes: { item: [{ mode: 'everyMinute' }] } },
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

it(`starts no run for the records that exist on n8n ${line.version}, but for what changes`, async () => {
	await publish(instance, ID, true);
	// Two pages with records, and the empty one after them.
	await until(async () => ({ is: list.asked.length >= 3, seen: list.asked }), 'the first poll');

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
