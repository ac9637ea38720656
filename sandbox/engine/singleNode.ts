import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { WorkflowFile } from './engine';
import { CREDENTIAL_ID } from './serviceCredential';

/** The node under test, as little of it as a test has to say. */
export interface NodeUnderTest {
	/** `scope` for our own nodes, or a full type such as `n8n-nodes-base.httpRequest`. */
	type: string;
	parameters: IDataObject;
	settings?: Partial<INode>;
}

/** Name of the node under test in its workflow. */
export const NODE = 'Under Test';

/** @returns a workflow that hands the items to the node */
export function singleNode(node: NodeUnderTest, items: IDataObject[]): WorkflowFile {
	const type = node.type.includes('.') ? node.type : `n8n-nodes-grc-tprm.${node.type}`;
	const start: INode = {
		id: 'start',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const underTest: INode = {
		id: 'node',
		name: NODE,
		type,
		typeVersion: 1,
		position: [200, 0],
		parameters: node.parameters as INode['parameters'],
		credentials: { grcOAuth2Api: { id: CREDENTIAL_ID, name: 'GRC' } },
		...node.settings,
	};
	return {
		name: 'Test',
		nodes: [start, underTest],
		connections: { Start: { main: [[{ node: NODE, type: 'main', index: 0 }]] } },
		pinData: { Start: items.map((json): INodeExecutionData => ({ json })) },
	};
}
