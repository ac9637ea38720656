import type { NodeExecutionHint } from 'n8n-workflow';

import { countOf } from '../count';
import type { StopReason } from '../paging/types';
import type { RunSummary } from './types';

/** A run that was finished, and the input item it was for, counted from 0. */
export interface FinishedRun {
	itemIndex: number;
	summary: RunSummary;
}

/** Stop reasons that leave records unread although the user did not ask for it, and say so nowhere else. */
export const UNREAD: Partial<Record<StopReason, string>> = {
	maxPages: 'Max Pages was reached. Raise it under Options, or use Resume to continue',
	error: 'A page could not be read. The pages before it were returned',
};

/** New and Changed does not resume: its next run knows what it has returned. */
const WITH_CHANGES: typeof UNREAD = {
	maxPages:
		'Max Pages was reached. Raise it under Options: no run reads the records on later pages',
	error: 'A page could not be read. The next run returns what was not returned',
};

const BATCHES_DONE =
	'The run stopped early. The batches before are done; use Resume to continue after them';

/** @returns why a run has left records unread; `undefined` when its stop reason does not say so */
export function reasonOf({ stopReason, batches, changes }: RunSummary): string | undefined {
	if (changes) return WITH_CHANGES[stopReason];
	return stopReason === 'error' && batches !== undefined ? BATCHES_DONE : UNREAD[stopReason];
}

/** More hints than this would not be read. */
const MOST_HINTS = 5;

/** @returns what to show above the node's output about runs that may be incomplete */
export function toHints(runs: FinishedRun[]): NodeExecutionHint[] {
	const texts = runs.map(describe).filter((text) => text !== undefined);
	const shown = texts.slice(0, MOST_HINTS);
	const more = texts.length - shown.length;
	if (more > 0) shown.push(`See the Summary output for ${countOf(more, 'more item')}.`);
	return shown.map((message) => ({ message, type: 'warning', location: 'outputPane' }));
}

function describe({ itemIndex, summary }: FinishedRun): string | undefined {
	const { pages, items, warnings } = summary;
	const reason = reasonOf(summary);
	const incomplete =
		reason &&
		`${reason}. ${countOf(pages, 'page')} with ${countOf(items, 'record')} ${pages === 1 ? 'was' : 'were'} read.`;
	const text = [incomplete, ...warnings].filter(Boolean).join(' ');
	return text === '' ? undefined : `Item ${itemIndex}: ${text}`;
}
