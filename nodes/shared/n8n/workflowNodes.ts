import type { INode } from 'n8n-workflow';

import { isRecord } from '../basics/guards';
import { memberOf } from '../basics/members';

/** A node as a workflow has it. */
export type WorkflowNode = Pick<INode, 'name' | 'type' | 'parameters' | 'onError'> & {
	/** What older workflows have in place of `onError`. */
	continueOnFail?: boolean;
};

/** The nodes of a workflow, and what they are connected to. */
export interface WorkflowNodes {
	/** @returns the node of a name */
	get(name: string): WorkflowNode | undefined;
	/** @returns the names of the nodes that an output of a node leads to; outputs count from 0 */
	targetsOf(name: string, output: number): string[];
}

/**
 * Reads the nodes of the workflow, with their settings.
 *
 * Why: what n8n hands to a node about others has no On Error setting and no connections. Both are in
 * every context, but not in its type.
 *
 * Since: all supported versions.
 * Until: `getParentNodes` and `getChildNodes` return them.
 *
 * @returns `undefined` when n8n has them elsewhere
 * @see https://github.com/n8n-io/n8n/blob/master/packages/core/src/execution-engine/node-execution-context/node-execution-context.ts
 */
export function workflowNodesOf(context: object): WorkflowNodes | undefined {
	const workflow: unknown = Reflect.get(context, 'workflow');
	if (!isRecord(workflow)) return undefined;
	const { nodes, connectionsBySourceNode: connections } = workflow;
	if (!isNodes(nodes) || !isRecord(connections)) return undefined;
	return {
		get: (name) => memberOf(nodes, name),
		targetsOf(name, output) {
			const ofNode = memberOf(connections, name);
			const main: unknown[] = isRecord(ofNode) && Array.isArray(ofNode.main) ? ofNode.main : [];
			const links = main[output];
			return (Array.isArray(links) ? links : []).flatMap((link: unknown) =>
				isRecord(link) && typeof link.node === 'string' ? [link.node] : [],
			);
		},
	};
}

function isNodes(value: unknown): value is Record<string, WorkflowNode> {
	return isRecord(value) && Object.values(value).every(isRecord);
}
