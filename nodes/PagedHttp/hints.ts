import type { NodeExecutionHint } from 'n8n-workflow';

import type { StopReason, Summary } from '../shared/paging/types';

/** A run that was finished, and the input item it was for, counted from 0. */
export interface FinishedRun {
	itemIndex: number;
	summary: Summary;
}

/** Stop reasons that leave records unread although the user did not ask for it. */
export const INCOMPLETE: Partial<Record<StopReason, string>> = {
	maxPages: 'Reading stopped at Max Pages; raise it, or continue with Resume',
	loopDetected: 'The API repeated itself; reading stopped there',
	pathNotFound: 'A path led to nothing; reading stopped there',
	error: 'A page could not be read; the pages before it are kept',
};

/** Hints are for a person to read: not more than that. */
const MOST_HINTS = 5;

/** @returns what to show above the node's output about runs that may be incomplete */
export function toHints(runs: FinishedRun[]): NodeExecutionHint[] {
	const texts = runs.map(describe).filter((text) => text !== undefined);
	const shown = texts.slice(0, MOST_HINTS);
	const more = texts.length - shown.length;
	if (more > 0) shown.push(`${more} more of ${runs.length} items: see the Summary output.`);
	return shown.map((message) => ({ message, type: 'warning', location: 'outputPane' }));
}

function describe({ itemIndex, summary }: FinishedRun): string | undefined {
	const { stopReason, pages, items, warnings } = summary;
	const reason = INCOMPLETE[stopReason];
	const incomplete = reason && `${reason}. ${pages} pages with ${items} records were read.`;
	const text = [incomplete, ...warnings].filter(Boolean).join(' ');
	return text === '' ? undefined : `Item ${itemIndex}: ${text}`;
}
