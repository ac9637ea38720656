import type { IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { ChangeCounts } from '../shared/changes/reader';
import { countOf, shorten, toRecord } from '../shared/basics/values';
import type { Hint } from '../shared/n8n/shown';
import type { OutputRecord } from '../shared/node/operation';
import type { PageRead, PageResponse, Send } from '../shared/paging/types';
import { reasonOf, toShownError } from '../shared/read/failure';
import type { ReadInput, RunSummary, TraceRow } from '../shared/read/types';
import { toErrorJson } from '../shared/service/errors';

/** A run that was finished, and the input item it was for, counted from 0. */
export interface FinishedRun {
	itemIndex: number;
	summary: RunSummary;
	/** How it ended, unless n8n says so itself. */
	stopMessage?: string;
}

/**
 * @param isResumed whether the run has continued an earlier one
 * @returns the item of the Summary output
 */
export function toSummary(summary: RunSummary, isResumed: boolean): OutputRecord {
	const { error, keeps: _, ...facts } = summary;
	const json = toRecord({ stopMessage: stopText(summary, isResumed), ...facts });
	if (error) json.error = toErrorJson(error);
	// The second output has one summary per input item.
	return { json, output: 1 };
}

/** More hints than this would not be read. */
const MOST_HINTS = 5;

/** @returns what to show above the node's output about runs that may be incomplete, or how a single one ended */
export function toHints(runs: FinishedRun[]): Hint[] {
	const prefix = (index: number) => (runs.length > 1 ? `Row ${index + 1}: ` : '');
	const texts = runs
		.sort((a, b) => a.itemIndex - b.itemIndex)
		.flatMap((run) => describe(run).map((text) => prefix(run.itemIndex) + text));
	const shown = texts.slice(0, MOST_HINTS);
	const more = texts.length - shown.length;
	if (more > 0) shown.push(`See the Summary output for the other ${countOf(more, 'row')}.`);
	const [only] = runs;
	if (shown.length === 0 && runs.length === 1 && only?.stopMessage !== undefined)
		return [[`${only.stopMessage}.`, 'info']];
	return shown.map((message) => [message, 'warning']);
}

function describe({ summary, stopMessage }: FinishedRun): string[] {
	const { stopReason, total, items, warnings } = summary;
	const reason = reasonOf(summary);
	const incomplete = reason === undefined ? [] : [`${reason}. ${progressOf(summary)}.`];
	const isPart = stopMessage !== undefined && stopReason === 'limit' && total !== items;
	const limit = isPart ? [`${stopMessage}. To get all, turn on Return All.`] : [];
	const texts = [...incomplete, ...limit, ...warnings];
	return texts.length === 0 ? [] : [texts.join(' ')];
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

/** What the changes are called by people. */
const CHANGES = [
	['created', 'new'],
	['updated', 'changed'],
	['changed', 'new or changed'],
	['removed', 'removed'],
] as const;

function changesText(counts: ChangeCounts): string {
	const all = Object.values(counts).reduce((sum, count) => sum + count) - counts.removed;
	const found = CHANGES.filter(([change]) => counts[change] > 0)
		.map(([change, word]) => `${counts[change]} ${word}`)
		.join(', ');
	return `${countOf(all, 'record')} read: ${found || 'nothing has changed'}`;
}

function progressOf({ pages, items }: RunSummary): string {
	return `${countOf(pages, 'page')} with ${countOf(items, 'record')} ${pages === 1 ? 'was' : 'were'} read`;
}

/**
 * Adds how far a run came to its error: for error workflows, which see only the error, and as a
 * note for the user once a page was read.
 */
export function withProgress<E extends NodeApiError | NodeOperationError>(
	error: E,
	summary: RunSummary,
): { error: E; note?: string } {
	const { pages, items, batches, resume, stopReason, changes } = summary;
	error.context.paging = toRecord({ pages, items, batches, resume });
	if (pages === 0) return { error };
	const read = `${progressOf(summary)} before the error.`;
	const keep = 'set On Error under Options to Keep';
	if (batches) {
		const processed = `Batches processed before the error: ${batches}, with ${countOf(items, 'record')}.`;
		if (stopReason !== 'error') return { error, note: processed };
		const next = resume
			? `To continue after them, ${keep}, and pass the resume object of the summary to Resume in the next run.`
			: 'The next run returns the other records.';
		return { error, note: `${processed} ${next}` };
	}
	// The error of an incomplete run comes after its last page, and On Error is about pages.
	if (stopReason !== 'error' || !resume) return { error, note: read };
	const point = changes ? '' : ', and a resume object';
	return { error, note: `To get the pages that were read${point}, ${keep}. ${read}` };
}

/** Lists the requests of a run, in the order in which they were sent. */
export function traceOf(context: IExecuteFunctions, input: ReadInput) {
	const rows: TraceRow[] = [];
	const byResponse = new WeakMap<PageResponse, TraceRow>();
	/** Whether requests are sent to find the dataset. */
	let isTrial = input.source.kind === 'automatic';
	/** @returns the message of an error, without secrets, in the words of the form */
	const explain = (error: unknown) =>
		toShownError(error, context, input.itemIndex, input.words).message;
	return {
		rows,

		/** @returns the sender's own function, each of whose requests becomes a row */
		watch:
			(send: Send): Send =>
			async (request, control) => {
				const row: TraceRow = {
					url: shorten(input.clean(request.url)),
					status: null,
					milliseconds: 0,
					records: 0,
					attempts: 1,
					waitSeconds: 0,
					// One that was sent ahead may not be needed any more.
					result: isTrial ? 'to find the paging scheme' : 'not needed',
				};
				rows.push(row);
				const startedAt = performance.now();
				const response = send(request, {
					...control,
					onThrottled: async (waitMs, cause) => {
						await control.onThrottled(waitMs, cause);
						row.attempts++;
						row.waitSeconds += waitMs / 1000;
					},
				});
				const noted = response.then(
					(answer) => {
						row.status = answer.status;
						byResponse.set(answer, row);
					},
					(error: unknown) => {
						// Otherwise the run has ended without it.
						if (!control.signal.aborted) row.result = explain(error);
					},
				);
				await noted.finally(() => (row.milliseconds = Math.round(performance.now() - startedAt)));
				return await response;
			},

		/** Notes what the run made of a response. */
		onRead({ response, records, stopReason, error }: PageRead): void {
			isTrial = false;
			const row = byResponse.get(response);
			if (!row) return;
			row.records = records;
			row.result = error === undefined ? (stopReason ?? 'next page') : explain(error);
		},
	};
}
