import type { IDataObject, IRunExecutionData, OnError } from 'n8n-workflow';

import type { Instance } from '../../sandbox/server/instance';
import { listExecutions, readExecution, RUNNING } from './executions';
import { AGENT, agentWorkflow } from './agentWorkflow';
import type { ScriptedModel, Turn } from './scriptedModel';
import { startModel } from './scriptedModel';

/** What became of a run of the agent, as the list of executions shows it. */
export interface AgentRun extends Pick<ScriptedModel, 'offers' | 'answers'> {
	status: string;
	/** What ended the run. */
	error: string | undefined;
	/** What the agent says in the end. */
	output: unknown;
	/** Per call of a tool, in order: arguments that its node got and the items that it gave. */
	calls: Record<string, Array<{ args: IDataObject | undefined; items: IDataObject[] }>>;
}

/**
 * Runs a workflow in which an agent has our nodes as tools.
 *
 * @param script what its model says
 * @param onError the setting of that name of every tool; n8n's own default unless given
 * @throws Error with n8n's words when the run did not get as far as the agent
 */
export async function runAgent(
	{ rest, server }: Instance,
	script: Turn[],
	onError?: OnError,
): Promise<AgentRun> {
	const model = await startModel(script);
	try {
		const credential = await rest.call<{ id: string }>('POST', '/rest/credentials', {
			name: 'Scripted model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: model.url },
		});
		const workflow = agentWorkflow(credential.id, onError);
		const { id } = await rest.call<{ id: string }>('POST', '/rest/workflows', workflow);
		// The command fails when the run does; what became of the run is on record.
		const printed = await server
			.cli('execute', `--id=${id}`)
			.catch(({ stdout, message }: { stdout?: string; message: string }) => stdout ?? message);
		const [execution] = await listExecutions(rest, id);
		if (!execution || RUNNING.includes(execution.status)) {
			throw new Error(`n8n could not run the agent: ${printed}`);
		}
		const { status, data } = await readExecution(rest, execution.id);
		const { resultData } = data;
		return {
			offers: model.offers,
			answers: model.answers,
			status,
			error: resultData.error?.message,
			output: resultData.runData[AGENT]?.at(-1)?.data?.main?.[0]?.[0]?.json.output,
			calls: readCalls(resultData),
		};
	} finally {
		await model.close();
	}
}

function readCalls({ runData }: IRunExecutionData['resultData']): AgentRun['calls'] {
	return Object.fromEntries(
		Object.entries(runData).map(([name, runs]) => [
			name,
			runs.map(({ inputOverride, data }) => ({
				args: inputOverride?.ai_tool?.[0]?.[0]?.json,
				items: data?.ai_tool?.[0]?.map(({ json }) => json) ?? [],
			})),
		]),
	);
}
