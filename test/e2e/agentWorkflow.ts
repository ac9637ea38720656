import type { IDataObject, OnError } from 'n8n-workflow';

import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';

/** Parameters of each tool by the name of its node, with what is left to the model. */
const TOOLS: Record<string, { type: string; parameters: IDataObject }> = {
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
};

/** Name of the node that is the agent. */
export const AGENT = 'AI Agent';

/**
 * @param openAiCredential id of the credential of the model
 * @param onError what a tool does when it fails; n8n's own default unless given
 * @returns a workflow in which an agent has our nodes as tools
 */
export function agentWorkflow(openAiCredential: string, onError?: OnError) {
	const tools = Object.entries(TOOLS).map(([name, { type, parameters }]) => ({
		...node(name, `n8n-nodes-grc-tprm.${type}`, 1, parameters),
		...(onError && { onError }),
		credentials: { grcOAuth2Api: { id: CREDENTIAL_ID, name: 'GRC OAuth2 API' } },
	}));
	const model = {
		// From 1.3 on it speaks OpenAI's Responses API unless told otherwise.
		...node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
			model: { __rl: true, mode: 'id', value: 'scripted' },
			options: {},
		}),
		credentials: { openAiApi: { id: openAiCredential, name: 'Scripted model' } },
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

function node(name: string, type: string, typeVersion: number, parameters: IDataObject) {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters };
}
