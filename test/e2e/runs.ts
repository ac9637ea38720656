import type { IRunExecutionData, IWorkflowBase } from 'n8n-workflow';

import { setActive, webhookUrl } from '../../sandbox/server/activation';
import type { RestClient } from '../../sandbox/server/restClient';
import type { TemporaryInstance } from '../../sandbox/server/temporary';
import { until } from '../../sandbox/server/until';
import type { Json } from '../helpers/exampleOutputs';
import { listExecutions, readExecution, RUNNING } from './executions';

/** Types of triggers, but for the one that another workflow calls. */
const STARTS = /(?<!executeWorkflow)trigger$/i;

/** What became of a workflow, as n8n stored it. */
export interface StoredRun {
	error: string | undefined;
	/** Items of a node's output in its last run. */
	json: Json;
}

/** Runs a workflow as the button in the editor does: a test run, with the data that is pinned. */
export async function runByHand(
	{ rest }: Pick<TemporaryInstance, 'rest'>,
	workflowId: string,
): Promise<StoredRun> {
	const { data } = await testRun(rest, workflowId);
	return stored(data);
}

/**
 * Runs a workflow as the button in the editor does, and waits for its end.
 *
 * @returns what n8n stored of the run
 */
export async function testRun(
	rest: RestClient,
	workflowId: string,
): Promise<{ status: string; data: IRunExecutionData }> {
	const workflow = await rest.call<IWorkflowBase>('GET', `/rest/workflows/${workflowId}`);
	const trigger = workflow.nodes.find(({ type }) => STARTS.test(type));
	const { executionId } = await rest.call<{ executionId: string }>(
		'POST',
		`/rest/workflows/${workflowId}/run`,
		// n8n 2.x takes the workflow from its database.
		{ workflowData: workflow, triggerToStartFrom: { name: trigger?.name } },
	);
	return await until(async () => {
		const seen = await readExecution(rest, executionId);
		// n8n 1.x shows that a run has ended before it shows its data.
		return { is: !RUNNING.includes(seen.status) && seen.data !== undefined, seen };
	}, `the run of ${workflowId} to end`);
}

/** Runs a workflow in a new process of n8n, which knows what is in the database, and no more. */
export async function runInNewProcess(
	{ server }: Pick<TemporaryInstance, 'server'>,
	workflowId: string,
): Promise<StoredRun> {
	// The command fails when the run does; and on a busy machine n8n may crash at its very end.
	const printed = await server
		.cli('execute', `--id=${workflowId}`, '--rawOutput')
		.catch(({ message }: Error) => message);
	// n8n's log stands around it, and may have braces of its own.
	const [run] = /^\{$[^]*^\}$/m.exec(printed) ?? [];
	if (run === undefined) throw new Error(`n8n printed no run of ${workflowId}:\n${printed}`);
	const { data } = JSON.parse(run) as { data: IRunExecutionData };
	return stored(data);
}

/**
 * Publishes a workflow, registers its webhook with the service and lets one event of each kind happen.
 *
 * @param isExpected recognizes the run to wait for: n8n lists one that is just ending nowhere for a moment
 * @returns the runs that n8n stored
 */
export async function runByEvents(
	instance: TemporaryInstance,
	workflowId: string,
	isExpected: (run: StoredRun) => boolean,
): Promise<StoredRun[]> {
	const { rest, server, service, signingSecret: secret } = instance;
	const { webhooks } = service;
	await setActive(instance, workflowId, true);
	const endpoint = webhooks.register({
		url: webhookUrl(server, workflowId),
		secret,
		events: webhooks.eventNames,
	});
	for (const name of webhooks.eventNames) webhooks.emit(name);
	await webhooks.idle();
	endpoint.active = false;
	await setActive(instance, workflowId, false);

	let runs: StoredRun[] = [];
	await until(async () => {
		const seen = await listExecutions(rest, workflowId);
		if (seen.some(({ status }) => RUNNING.includes(status))) return { is: false, seen };
		// Not those of a sub-workflow that is a part of the workflow itself.
		const own = seen.filter(({ mode }) => mode === 'webhook');
		runs = await Promise.all(
			own.map(async ({ id }) => stored((await readExecution(rest, id)).data)),
		);
		return { is: runs.some(isExpected), seen };
	}, `the run of ${workflowId} by its event to end`);
	return runs;
}

function stored({ resultData }: IRunExecutionData): StoredRun {
	return {
		error: resultData.error?.message,
		json: (nodeName, output = 0) =>
			(resultData.runData[nodeName]?.at(-1)?.data?.main?.[output] ?? []).map(({ json }) => json),
	};
}
