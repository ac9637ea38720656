import { ExecuteContext, RoutingNode } from 'n8n-core';
import type {
	ICredentialTestRequest,
	IDataObject,
	INode,
	INodeType,
	INodeTypes,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createEmptyRunExecutionData, Workflow } from 'n8n-workflow';

import type { Engine } from './engine';

/** What n8n shows in the credential's window. */
export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

const MODE: WorkflowExecuteMode = 'internal';

/**
 * Tests a credential as the button in n8n's editor does: n8n's server runs the `test` request of the
 * class in a node that exists for this only, and shows what went wrong.
 *
 * @param id of the credential
 */
export async function testCredential(
	engine: Engine,
	typeName: string,
	id: string,
): Promise<CredentialTestResult> {
	const { test } = engine.packages.credentialType(typeName);
	if (!test) throw new Error(`${typeName} has no test`);
	const noOp = engine.packages.getByNameAndVersion('n8n-nodes-base.noOp');
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [typeName]: { id, name: 'Under test' } },
	};
	const nodeType: INodeType = {
		description: {
			...noOp.description,
			credentials: [{ name: typeName, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					routing: { request: test.request },
					default: '',
				},
			],
		},
	};
	const nodeTypes: INodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const file = { name: 'Credential test', nodes: [node], connections: {} };
	const workflow = new Workflow({ ...file, active: false, nodeTypes });
	const data = engine.additionalData(file, MODE, 'credential-test');
	const item = { json: {} };
	const context = new ExecuteContext(
		workflow,
		workflow.getNode(node.name) ?? node,
		data,
		MODE,
		createEmptyRunExecutionData(),
		0,
		[item],
		{ main: [[item]] },
		{ node, data: {}, source: null },
		[],
	);
	await workflow.expression.acquireIsolate();
	try {
		await new RoutingNode(context, nodeType).runNode();
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return { status: 'Error', message: messageOf(error, 'rules' in test ? test.rules : []) };
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

/** What the credential says about the status, else its text or the code, as in n8n's server. */
function messageOf(error: unknown, rules: ICredentialTestRequest['rules'] = []): string {
	const { message, cause } = error as { message: string; cause?: IDataObject };
	const response = cause?.response as { status: number; statusText?: string } | undefined;
	const rule = rules.find(
		({ type, properties }) => type === 'responseCode' && properties.value === response?.status,
	);
	if (rule) return rule.properties.message;
	if (response) return response.statusText || `Received HTTP status code: ${response.status}`;
	return typeof cause?.code === 'string' ? cause.code : message;
}
