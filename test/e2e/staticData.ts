import { setActive, untilHeard, webhookUrl } from '../../sandbox/server/activation';
import { eventWorkflow } from '../../sandbox/server/eventWorkflow';
import type { RestClient } from '../../sandbox/server/restClient';
import type { TemporaryInstance } from '../../sandbox/server/temporary';
import { until } from '../../sandbox/server/until';
import { listExecutions, readExecution } from './executions';
import { line } from './line';
import type { ReadinessGate } from './readinessGate';
import { startGate } from './readinessGate';
import type { Shared } from './shared';

/** The node that counts. */
const COUNT = 'Count';

/**
 * @param acknowledge when the trigger acknowledges an event
 * @returns a workflow that counts its runs in its own static data, and outputs the number
 */
function countingWorkflow(id: string, acknowledge: 'onReceived' | 'lastNode') {
	const { nodes, ...workflow } = eventWorkflow(id);
	const [trigger] = nodes;
	if (!trigger) throw new Error('The workflow has no trigger');
	return {
		...workflow,
		name: `Counts its runs (${acknowledge})`,
		nodes: [
			{ ...trigger, parameters: { ...trigger.parameters, acknowledge } },
			{
				id: `${id}-count`,
				name: COUNT,
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				position: [220, 0],
				parameters: {
					jsCode: [
						"const data = $getWorkflowStaticData('global');",
						'data.count = (data.count ?? 0) + 1;',
						'return [{ json: { count: data.count } }];',
					].join('\n'),
				},
			},
		],
		connections: { [trigger.name]: { main: [[{ node: COUNT, type: 'main', index: 0 }]] } },
	};
}

const MODES = ['lastNode', 'onReceived'] as const;

const idOf = (mode: (typeof MODES)[number]) => `count-${mode}`;

/** Workflows that count their runs. */
export const countingWorkflows = MODES.map((mode) => countingWorkflow(idOf(mode), mode));

/** @returns what each run counted, in order, once there are so many and all have ended */
async function countsOf(rest: RestClient, id: string, runs: number): Promise<unknown[]> {
	const ended = await until(async () => {
		const seen = await listExecutions(rest, id);
		const isEnded = seen.every(({ status }) => ['success', 'error'].includes(status));
		return { is: isEnded && seen.length >= runs, seen };
	}, `${runs} runs of ${id}`);
	const numbers = await Promise.all(
		ended.map(async (execution) => {
			const { data } = await readExecution(rest, execution.id);
			return data.resultData.runData[COUNT]?.[0]?.data?.main?.[0]?.[0]?.json['count'];
		}),
	);
	return numbers.sort();
}

/**
 * What workflows keep in static data, through kills of n8n.
 *
 * @param shared has imported {@link countingWorkflows}
 */
export function staticDataTests(shared: Shared): void {
	describe('static data', () => {
		let instance: TemporaryInstance;
		let gate: ReadinessGate;

		beforeAll(async () => {
			instance = await shared();
			gate = await startGate(instance.server.url);
			instance.service.webhooks.timeScale = 0.05;
		});
		afterAll(async () => await gate?.close());

		it(`of workflows that count their runs counts every event on n8n ${line.version}`, async () => {
			const { webhooks } = instance.service;
			for (const id of MODES.map(idOf)) {
				await setActive(instance, id, true);
				webhooks.register({
					url: webhookUrl(gate, id),
					secret: instance.signingSecret,
					events: webhooks.eventNames,
				});
			}
			for (let event = 1; event <= 4; event++) {
				webhooks.emit('vendor.created');
				await webhooks.idle();
				for (const id of MODES.map(idOf)) await countsOf(instance.rest, id, event);
			}
			for (const id of MODES.map(idOf))
				expect(await countsOf(instance.rest, id, 4)).toEqual([1, 2, 3, 4]);
		});

		it('recognizes re-sends after n8n was killed and started again', async () => {
			const { webhooks } = instance.service;
			gate.isOpen = false;
			await instance.server.kill();
			await instance.server.start();
			await instance.rest.enter();
			for (const id of MODES.map(idOf)) await untilHeard(instance.server, id);
			gate.isOpen = true;
			for (const delivery of [...webhooks.deliveries]) webhooks.redeliver(delivery);
			await webhooks.idle();
			expect(webhooks.counts()).toEqual({ delivered: 16 });
			for (const mode of MODES) {
				const counts = await countsOf(instance.rest, idOf(mode), 4);
				expect(counts.slice(0, 4)).toEqual([1, 2, 3, 4]);
				// With lastNode, n8n may store the data as the Code node has left it, without the last event.
				expect(counts.length).toBeLessThanOrEqual(mode === 'lastNode' ? 5 : 4);
			}
		});
	});
}
