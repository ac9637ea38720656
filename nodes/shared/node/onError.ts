import type { IExecuteFunctions } from 'n8n-workflow';

import { cancelSignal } from '../n8n/cancel';

/** @returns whether an error ends the node: On Error is Stop Workflow, or the execution was cancelled */
export function stopsOnError(context: IExecuteFunctions): boolean {
	return !context.continueOnFail() || cancelSignal(context)?.aborted === true;
}

/** Runs that only show what they would do: an error is one of their rows, and hides none of the others. */
export const dryRuns = new WeakSet<IExecuteFunctions>();

/** @returns whether nothing is started after an error */
export function skipsOthers(context: IExecuteFunctions): boolean {
	return stopsOnError(context) && !dryRuns.has(context);
}
