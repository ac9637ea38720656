import type { NodeApiError, NodeExecutionHint, NodeOperationError } from 'n8n-workflow';

import type { ChangeCounts } from '../shared/changes/types';
import { countOf } from '../shared/basics/text';
import { toRecord } from '../shared/basics/values';
import { hint } from '../shared/n8n/workarounds';
import type { OutputRecord } from '../shared/node/types';
import { reasonOf } from '../shared/read/failure';
import type { RunSummary } from '../shared/read/types';
import { toErrorJson } from '../shared/service/errors';

/** A run that was finished, and the input item it was for, counted from 0. */
export interface FinishedRun {
	itemIndex: number;
	summary: RunSummary;
}

/** Index of the output with one summary per input item. */
const SUMMARY_OUTPUT = 1;

/**
 * @param isResumed whether the run has continued an earlier one
 * @returns the item of the Summary output
 */
export function toSummary(summary: RunSummary, isResumed: boolean): OutputRecord {
	const { pages, requests, items, total, stopReason, ...others } = summary;
	const { error, keeps: _, ...facts } = others;
	const stopMessage = stopText(summary, isResumed);
	const json = toRecord({ pages, requests, items, total, stopReason, stopMessage, ...facts });
	if (error) json.error = { ...toErrorJson(error), description: error.description ?? '' };
	return { json, output: SUMMARY_OUTPUT };
}

/** More hints than this would not be read. */
const MOST_HINTS = 5;

/** @returns what to show above the node's output about runs that may be incomplete */
export function toHints(runs: FinishedRun[]): NodeExecutionHint[] {
	const texts = runs.sort((a, b) => a.itemIndex - b.itemIndex).flatMap(describe);
	const shown = texts.slice(0, MOST_HINTS);
	const more = texts.length - shown.length;
	if (more > 0) shown.push(`See the Summary output for ${countOf(more, 'more item')}.`);
	return shown.map((message) => hint(message, 'warning'));
}

function describe({ itemIndex, summary }: FinishedRun): string[] {
	const reason = reasonOf(summary);
	const incomplete = reason === undefined ? [] : [`${reason}. ${progressOf(summary)}.`];
	const texts = [...incomplete, ...summary.warnings];
	return texts.length === 0 ? [] : [`Item ${itemIndex}: ${texts.join(' ')}`];
}

/** @returns how a run ended, as a sentence without a period */
function stopText(summary: RunSummary, isResumed: boolean): string {
	const { stopReason, items, total, changes, incomplete } = summary;
	const records = countOf(items, 'record');
	if (stopReason === 'error') return `Stopped by an error after ${records}`;
	if (stopReason === 'cancelled') return `Canceled after ${records}`;
	if (stopReason === 'maxPages') return `Stopped at Max Pages after ${records}`;
	if (stopReason === 'limit') {
		const isPart = total !== null && total > items && !isResumed;
		return `Stopped at the limit after ${isPart ? `${items} of ${total} records` : records}`;
	}
	if (incomplete.length > 0) return `${records} read, but some may be missing or duplicated`;
	if (changes) return changesText(changes);
	if (items < 2) return `${records} read`;
	return `All ${isResumed ? 'other ' : ''}${records} read`;
}

function changesText({ removed, ...read }: ChangeCounts): string {
	const all = Object.values(read).reduce((sum, count) => sum + count, 0);
	const { unchanged: _, ...returned } = { ...read, removed };
	const counts = Object.entries(returned).filter(([, count]) => count > 0);
	const found = counts.map(([change, count]) => `${count} ${change}`).join(', ');
	return `${countOf(all, 'record')} read: ${found || 'nothing has changed'}`;
}

function progressOf({ pages, items }: RunSummary): string {
	return `${countOf(pages, 'page')} with ${countOf(items, 'record')} ${pages === 1 ? 'was' : 'were'} read`;
}

/**
 * Adds how far a run came to its error: for error workflows, which see only the error, and as a
 * note for the user once something was requested.
 */
export function withProgress<E extends NodeApiError | NodeOperationError>(
	error: E,
	summary: RunSummary,
): { error: E; note?: string } {
	const { pages, requests, items, batches, resume } = summary;
	error.context.paging = toRecord({ pages, items, batches, resume });
	if (requests === 0) return { error };
	if (batches !== undefined) return { error, note: batchNote(batches, items, resume !== null) };
	const read = `${progressOf(summary)} before the error.`;
	if (!resume || pages === 0) return { error, note: read };
	const note = `To get the pages that were read, and a resume point, set On Error under Options to Keep. ${read}`;
	return { error, note };
}

function batchNote(batches: number, items: number, canResume: boolean): string {
	if (batches === 0) return 'No batch was processed before the error.';
	const next = canResume
		? 'To continue after them, set On Error under Options to Keep, and pass the resume object of the summary to Resume in the next run.'
		: 'The next run returns the other records.';
	return `Batches processed before the error: ${batches}, with ${countOf(items, 'record')}. ${next}`;
}
