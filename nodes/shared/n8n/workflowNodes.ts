import type { INode, ITaskData } from 'n8n-workflow';

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

/** @returns whether the workflow goes on when the node fails */
export function continues({ onError, continueOnFail }: WorkflowNode): boolean {
	return (onError ?? (continueOnFail ? 'continueRegularOutput' : '')).startsWith('continue');
}

/** @returns the number of the output to which n8n sends errors, which is the last of several; -1 when there is none */
export function errorOutputOf({ onError }: WorkflowNode, { data }: ITaskData): number {
	const last = (data?.main?.length ?? 0) - 1;
	return onError === 'continueErrorOutput' && last > 0 ? last : -1;
}
