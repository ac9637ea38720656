import type { IExecuteFunctions } from 'n8n-workflow';

import { isRecord, toRecord } from '../shared/json';
import type { Operation, OperationResult, OutputRecord } from '../shared/node/types';
import { forEachPage, paginate } from '../shared/paging/run/paginate';
import type { Page, Summary } from '../shared/paging/types';
import { countOf } from '../shared/count';
import { toErrorJson } from '../shared/service/errors';
import { cancelSignal, sleepUnlessCancelled } from '../shared/service/cancel';
import { explain, NOTHING_READ, toIncompleteError, toShownError, withProgress } from './failure';
import type { FinishedRun } from './hints';
import { INCOMPLETE, toHints } from './hints';
import { readInput } from './input';
import { relabelError, relabelSummary } from './labels';
import { PageSender } from './sender';
import { PageTrace } from './trace';
import type { ReadInput } from './types';

/** Index of the output with one summary per input item. */
const SUMMARY_OUTPUT = 1;

/** A long run logs its progress every so many pages. */
const LOG_EVERY = 50;

/** Reads all pages for each input item, one input item after the other. */
export const readOperation: Pick<Operation, 'run'> = {
	run: async function* (context, itemCount) {
		const finished: FinishedRun[] = [];
		for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
			yield await readItem(context, itemIndex, finished);
		}
		if (finished.some(needsHint)) context.addExecutionHints(...toHints(finished));
	},
};

function needsHint({ summary }: FinishedRun): boolean {
	return summary.warnings.length > 0 || summary.stopReason in INCOMPLETE;
}

async function readItem(
	context: IExecuteFunctions,
	itemIndex: number,
	finished: FinishedRun[],
): Promise<OperationResult> {
	const items = [itemIndex];
	try {
		const input = await readInput(context, itemIndex);
		const sender = new PageSender(context, itemIndex, input);
		const trace = input.traces ? new PageTrace(input.clean) : undefined;
		const { records, summary: read } = await readRecords(context, input, sender, trace);
		const isClean = read.stopReason !== 'error' && read.warnings.length === 0;
		const engineSummary = isClean ? read : relabelSummary(context, itemIndex, read, input.clean);
		const summary = { ...engineSummary, ...(trace && { trace: trace.rows }) };
		const hasFailed = summary.stopReason === 'error';
		const error = hasFailed
			? explain(summary.error, sender.sent, context, itemIndex)
			: input.failsIfIncomplete
				? toIncompleteError(summary, context, itemIndex)
				: undefined;
		if (error && !(hasFailed && input.keepsPages)) {
			// Nothing of this run is returned, so the next one has to start where this one did.
			const output = toOutput({ ...summary, resume: input.resume ?? null }, error);
			return { items, ...withProgress(error, summary), records: [output] };
		}
		finished.push({ itemIndex, summary });
		records.push(toOutput(summary, error));
		return { items, records };
	} catch (thrown) {
		const error = toShownError(relabelError(context, itemIndex, thrown), context, itemIndex);
		return { items, error, records: [toOutput(NOTHING_READ, error)] };
	}
}

async function readRecords(
	context: IExecuteFunctions,
	input: ReadInput,
	sender: PageSender,
	trace: PageTrace | undefined,
): Promise<{ records: OutputRecord[]; summary: Summary }> {
	const { baseUrl, limits, resume } = input;
	const send = trace?.watch(sender) ?? sender.send;
	const signal = cancelSignal(context);
	const records: OutputRecord[] = [];
	let pagesRead = 0;
	const collect = ({ items }: Page) => {
		// Records that are not objects, such as plain ids, get a name.
		for (const item of items)
			records.push({ json: toRecord(isRecord(item) ? item : { value: item }) });
		pagesRead++;
		if (pagesRead % LOG_EVERY === 0) {
			context.logger.info(
				`${context.getNode().name}: ${countOf(pagesRead, 'page')} with ${countOf(records.length, 'record')} read so far`,
			);
		}
	};
	const { dataset, warnings } = input.source;
	const pages = paginate(dataset, {
		send,
		warnings,
		baseUrl,
		limits,
		resume,
		...(trace && { onRead: trace.onRead }),
		clock: { sleep: async (ms) => await sleepUnlessCancelled(ms, signal) },
		...(signal && { signal }),
	});
	return { summary: await forEachPage(pages, collect), records };
}

function toOutput(
	summary: Omit<Summary, 'resume'> & { resume: unknown },
	shown?: ReturnType<typeof toShownError>,
): OutputRecord {
	const { error: _, ...facts } = summary;
	const json = toRecord(facts);
	if (shown) json.error = { ...toErrorJson(shown), description: shown.description ?? '' };
	return { json, output: SUMMARY_OUTPUT };
}
