import type { IExecuteFunctions } from 'n8n-workflow';

import { replaced } from './replacedMember';

/**
 * A context whose sub-workflows do not put the execution to wait.
 *
 * Why: n8n does that when a sub-workflow waits, and runs the node once more when it is woken: a node
 * that calls one sub-workflow after the other would do all its work again.
 *
 * Since: all supported versions.
 * Until: `executeWorkflow` has an option for it.
 *
 * @see https://github.com/n8n-io/n8n/pull/11985
 * @see https://github.com/n8n-io/n8n/blob/master/packages/core/src/execution-engine/node-execution-context/base-execute-context.ts
 */
export function withoutWaiting(context: IExecuteFunctions): IExecuteFunctions {
	const nothing = async () => {};
	return replaced(replaced(context, 'putExecutionToWait', nothing), 'setMetadata', nothing);
}
