import type { IExecuteFunctions } from 'n8n-workflow';

import { cancelSignal } from '../n8n/cancel';

export function stopsOnError(context: IExecuteFunctions): boolean {
	return !context.continueOnFail() || cancelSignal(context)?.aborted === true;
}

/** Runs that only show what they would do: an error is one of their rows, and hides none of the others. */
export const dryRuns = new WeakSet<IExecuteFunctions>();

export function skipsOthers(context: IExecuteFunctions): boolean {
	return stopsOnError(context) && !dryRuns.has(context);
}
