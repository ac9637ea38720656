import type { IExecuteFunctions, IRunData } from 'n8n-workflow';

import { isRecord } from '../basics/guards';

/**
 * Reads what the nodes of this execution have returned until now, by their names and runs.
 *
 * Why: n8n's way from an item back to an earlier node, `$getPairedItem`, throws after Aggregate, takes
 * the square of the time there, and trusts pairs that n8n has made up. The data itself is in every
 * context, but not in its type.
 *
 * Since: all supported versions.
 * Until: nodes can ask for the data of an execution.
 *
 * @returns `undefined` when n8n has it elsewhere
 * @see https://github.com/n8n-io/n8n/blob/master/packages/core/src/execution-engine/node-execution-context/base-execute-context.ts
 */
export function runDataOf(context: object): IRunData | undefined {
	const data: unknown = Reflect.get(context, 'runExecutionData');
	const result = isRecord(data) ? data.resultData : undefined;
	const runData = isRecord(result) ? result.runData : undefined;
	return isRunData(runData) ? runData : undefined;
}

function isRunData(value: unknown): value is IRunData {
	return isRecord(value) && Object.values(value).every(Array.isArray);
}

/** @returns the number of the run of a node that is in progress, from 0 */
export function runIndexOf(context: IExecuteFunctions): number {
	const index: unknown = Reflect.get(context.getWorkflowDataProxy(0), '$runIndex');
	return typeof index === 'number' ? index : 0;
}
