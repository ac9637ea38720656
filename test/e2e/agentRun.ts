import type { IDataObject, IRunExecutionData } from 'n8n-workflow';

import { readExample } from '../../sandbox/demo/examples';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import type { Instance } from '../../sandbox/server/instance';
import { testRun } from './runs';
import type { ScriptedModel, Turn } from './scriptedModel';
import { startModel } from './scriptedModel';

/** What became of a run of the agent, as the list of executions shows it. */
export interface AgentRun extends Pick<ScriptedModel, 'offers' | 'answers'> {
	status: string;
	/** What ended the run. */
	error: string | undefined;
	/** What the agent says in the end, or the AI step has read. */
	output: unknown;
	/** Per call of a tool, in order: arguments that its node got and the items that it gave. */
	calls: Record<string, Array<{ args: IDataObject | undefined; items: IDataObject[] }>>;
}

/**
 * Runs a workflow in which an agent has our nodes as tools.
 *
 * @param script what its model says
 * @param tools that it has, by the name of their node
 * @throws Error with n8n's words when it could not begin the run
 */
export async function runAgent(
	instance: Instance,
	script: Turn[],
	tools: Tools = TOOLS,
): Promise<AgentRun> {
	return await runWithModel(instance, script, AGENT, (credential) =>
		agentWorkflow(credential, tools),
	);
}

/**
 * Runs the AI step of the example that reads the dates of SOC 2 reports, with the filter after it.
 *
 * @param text of a report
 */
export async function readDates(
	instance: Instance,
	script: Turn[],
	text: string,
): Promise<AgentRun> {
	const { nodes, connections } = readExample('soc-2-report-dates.json');
	const PART = ['Read dates', 'Chat model', 'Dates found'];
	const assignments = [{ id: '1', name: 'text', value: text, type: 'string' }];
	return await runWithModel(instance, script, 'Dates found', (credential) => ({
		name: 'Dates of a report',
		active: false,
		settings: { executionOrder: 'v1' },
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			node('Text', 'n8n-nodes-base.set', 3.4, { assignments: { assignments }, options: {} }),
			...nodes
				.filter(({ name }) => PART.includes(name))
				.map((own) => (own.name === 'Chat model' ? { ...own, ...withModel(credential) } : own)),
		],
		connections: {
			Start: { main: [[{ node: 'Text', type: 'main', index: 0 }]] },
			Text: connections['Text of the report'],
			'Read dates': connections['Read dates'],
			'Chat model': connections['Chat model'],
		},
	}));
}

/** @param last node whose output counts */
async function runWithModel(
	{ rest }: Instance,
	script: Turn[],
	last: string,
	workflowOf: (credential: string) => object,
): Promise<AgentRun> {
	const model = await startModel(script);
	try {
		const credential = await rest.call<{ id: string }>('POST', '/rest/credentials', {
			name: 'Scripted model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: model.url },
		});
		const workflow = workflowOf(credential.id);
		const { id } = await rest.call<{ id: string }>('POST', '/rest/workflows', workflow);
		const { status, data } = await testRun(rest, id);
		const { resultData } = data;
		return {
			offers: model.offers,
			answers: model.answers,
			status,
			error: resultData.error?.message,
			output: resultData.runData[last]?.at(-1)?.data?.main?.[0]?.[0]?.json.output,
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

/** Several times of what a tool returns at once. */
export const WIDE_RECORDS = 500;

/** Parameters of each tool by the name of its node, with what is left to the model. */
export type Tools = Record<string, { type: string; parameters: IDataObject }>;

const TOOLS: Tools = {
	'Create a scope': {
		type: 'scopeTool',
		parameters: {
			resource: 'scope',
			operation: 'create',
			name: "={{ $fromAI('name', 'Name of the new scope', 'string') }}",
			owner: "={{ $fromAI('owner', 'User ID of its owner', 'string') }}",
		},
	},
	'List controls': {
		type: 'controlTool',
		parameters: {
			resource: 'control',
			operation: 'getMany',
			limit: "={{ $fromAI('limit', 'How many controls at most', 'number') }}",
		},
	},
	'Assign a control': {
		type: 'scopeAssignmentTool',
		parameters: {
			resource: 'scopeAssignment',
			operation: 'assign',
			mode: 'replace',
			controlId: {
				__rl: true,
				mode: 'id',
				value: "={{ $fromAI('controlId', 'ID of the control', 'string') }}",
			},
			scopeIds:
				"={{ $fromAI('scopeIds', 'IDs of all of its scopes, separated by commas', 'string') }}",
		},
	},
	'Create a vendor': {
		type: 'tprmVendorTool',
		parameters: {
			resource: 'vendor',
			operation: 'create',
			fieldsFrom: 'json',
			fieldsJson: "={{ { name: $fromAI('name', 'Name of the new vendor', 'string') } }}",
		},
	},
	// As it comes from the node panel.
	'Create a vendor as it is': {
		type: 'tprmVendorTool',
		parameters: { resource: 'vendor', operation: 'create' },
	},
	'List vendors': {
		type: 'tprmVendorTool',
		parameters: { resource: 'vendor', operation: 'getMany', limit: 3 },
	},
	'Read the register': {
		type: 'pagedHttpTool',
		parameters: {
			authentication: 'grcOAuth2Api',
			source: 'fields',
			url: '/sample/pages',
			schemeType: 'pageBased',
			property: 'items',
			limit: "={{ $fromAI('limit', 'How many vendors at most', 'number') }}",
		},
	},
	'Read the wide list': {
		type: 'pagedHttpTool',
		parameters: {
			authentication: 'grcOAuth2Api',
			url: `/sample/wide?records=${WIDE_RECORDS}`,
			returnAll: true,
		},
	},
	'Sync the org chart': {
		type: 'scopeTool',
		parameters: {
			resource: 'tree',
			operation: 'sync',
			path: "={{ $fromAI('path', 'Path of the scope, such as EMEA / Germany', 'string') }}",
			owner: "={{ $fromAI('owner', 'User ID of its owner', 'string') }}",
			dryRun: "={{ $fromAI('dryRun', 'True to see the plan, false to write', 'boolean') }}",
		},
	},
};

/** Name of the node that is the agent. */
const AGENT = 'AI Agent';

/**
 * @param openAiCredential id of the credential of the model
 * @returns a workflow in which an agent has our nodes as tools
 */
function agentWorkflow(openAiCredential: string, nodes: Tools) {
	const tools = Object.entries(nodes).map(([name, { type, parameters }]) => ({
		...node(name, `n8n-nodes-grc-tprm.${type}`, 1, parameters),
		credentials: { grcOAuth2Api: { id: CREDENTIAL_ID, name: 'GRC OAuth2 API' } },
	}));
	const model = {
		// From 1.3 on it speaks OpenAI's Responses API unless told otherwise.
		...node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
			model: { __rl: true, mode: 'id', value: 'scripted' },
			options: {},
		}),
		...withModel(openAiCredential),
	};
	return {
		name: 'An agent with our nodes',
		active: false,
		settings: { executionOrder: 'v1' },
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			node(AGENT, '@n8n/n8n-nodes-langchain.agent', 3, {
				promptType: 'define',
				text: 'Bring the Nordics under control.',
				options: {},
			}),
			model,
			...tools,
		],
		connections: {
			Start: { main: [[{ node: AGENT, type: 'main', index: 0 }]] },
			Model: { ai_languageModel: [[{ node: AGENT, type: 'ai_languageModel', index: 0 }]] },
			...Object.fromEntries(
				tools.map(({ name }) => [
					name,
					{ ai_tool: [[{ node: AGENT, type: 'ai_tool', index: 0 }]] },
				]),
			),
		},
	};
}

const withModel = (id: string) => ({ credentials: { openAiApi: { id, name: 'Scripted model' } } });

function node(name: string, type: string, typeVersion: number, parameters: IDataObject) {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters };
}
