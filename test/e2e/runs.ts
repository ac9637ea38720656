import type { IRunExecutionData, IWorkflowBase } from 'n8n-workflow';

import { setActive, webhookUrl } from '../../sandbox/server/activation';
import { workflowId as exampleId } from '../../sandbox/server/instance';
import type { TemporaryInstance } from '../../sandbox/server/temporary';
import { until } from '../../sandbox/server/until';
import type { Json } from '../helpers/exampleOutputs';
import { listExecutions, readExecution, RUNNING } from './executions';

/** Triggers that n8n's command line does not start. */
const TRIGGERS = ['formTrigger', 'scheduleTrigger'].map((name) => `n8n-nodes-base.${name}`);

/** What became of a workflow, as n8n stored it. */
export interface StoredRun {
	error: string | undefined;
	/** Items of a node's output in its last run. */
	json: Json;
}

/** Runs a workflow by n8n's command line, or as its editor does if it has another trigger. */
export async function runByHand(
	instance: TemporaryInstance,
	workflowId: string,
): Promise<StoredRun> {
	const { server, examples } = instance;
	const example = examples.find((candidate) => exampleId(candidate) === workflowId);
	const trigger = example?.workflow.nodes.find(({ type }) => TRIGGERS.includes(type));
	if (trigger) return await runInEditor(instance, workflowId, trigger.name);
	const printed = await server.cli('execute', `--id=${workflowId}`, '--rawOutput');
	// n8n's log stands around it, and may have braces of its own.
	const [run] = /^\{$[^]*^\}$/m.exec(printed) ?? [];
	if (run === undefined) throw new Error(`n8n printed no run of ${workflowId}:\n${printed}`);
	const { data } = JSON.parse(run) as { data: IRunExecutionData };
	return stored(data);
}

/** What the button in the editor does: a test run, with the data that is pinned. */
async function runInEditor(
	{ rest }: TemporaryInstance,
	workflowId: string,
	trigger: string,
): Promise<StoredRun> {
	const workflow = await rest.call<IWorkflowBase>('GET', `/rest/workflows/${workflowId}`);
	const { executionId } = await rest.call<{ executionId: string }>(
		'POST',
		`/rest/workflows/${workflowId}/run`,
		// n8n 2.x takes the workflow from its database.
		{ workflowData: workflow, triggerToStartFrom: { name: trigger } },
	);
	const { data } = await until(async () => {
		const seen = await readExecution(rest, executionId);
		return { is: !RUNNING.includes(seen.status), seen };
	}, `the run of ${workflowId} to end`);
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
