import type { NodeOperationError } from 'n8n-workflow';

import { operationError } from '../n8n/nodeErrors';
import type { ReadContext, ReadInput, RunSummary } from './types';

/**
 * @returns why a run has left records unread although the user did not ask for it; `undefined` when its
 *   stop reason does not say so
 */
export function reasonOf({ stopReason, batches, changes }: RunSummary): string | undefined {
	if (stopReason === 'maxPages') {
		// New and Changed does not resume: its next run knows what it has returned.
		const others = changes ? 'the records on later pages are never read' : 'use Resume to continue';
		return `Max Pages was reached. Raise it under Options, or ${others}`;
	}
	if (stopReason !== 'error') return undefined;
	if (changes) return 'A page could not be read. The next run returns the other records';
	return batches === undefined
		? 'A page could not be read. The pages before it were returned'
		: 'The run stopped early. The batches before the error were processed; use Resume to continue after them';
}

/**
 * @returns the error for a run whose records may not be all of them, with every reason; `undefined`
 *   when nothing suggests that, or the user has chosen to be warned
 */
export function toIncompleteError(
	summary: RunSummary,
	{ itemIndex, failsAtMaxPages, failsIfIncomplete }: ReadInput,
	context: ReadContext,
): NodeOperationError | undefined {
	const isUnread = failsAtMaxPages && summary.stopReason === 'maxPages';
	if (!isUnread && !failsIfIncomplete) return undefined;
	const reason = reasonOf(summary);
	const [first, ...others] = [...(reason ? [`${reason}.`] : []), ...summary.incomplete];
	if (first === undefined) return undefined;
	const message = `Records may be missing or duplicated. ${first}`;
	const description = [
		...others,
		'To get the records anyway, set On Incomplete under Options to Warn.',
	];
	return operationError(context.getNode(), { message, description }, { itemIndex });
}
