import type { IExecuteFunctions } from 'n8n-workflow';

import { toRecord } from '../shared/json';
import type { Operation, OperationResult, OutputRecord } from '../shared/node/types';
import { toErrorJson } from '../shared/service/errors';
import { explain, NOTHING_READ, toIncompleteError, toShownError, withProgress } from './failure';
import type { FinishedRun } from './hints';
import { INCOMPLETE, toHints } from './hints';
import { readInput } from './input';
import { relabelError, relabelSummary } from './labels';
import { createOutput, endOutput } from './output/output';
import { readRecords } from './readRecords';
import { PageSender } from './sender';
import { PageTrace } from './trace';
import type { RunSummary } from './types';

/** Index of the output with one summary per input item. */
const SUMMARY_OUTPUT = 1;

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
		const send = trace?.watch(sender) ?? sender.send;
		const start = input.resume ?? null;
		const output = createOutput(context, itemIndex, { resume: start });
		const read = await readRecords(context, input, send, trace, output);
		const judge = (run: RunSummary) => {
			const isClean = run.stopReason !== 'error' && run.warnings.length === 0;
			const engineSummary = isClean ? run : relabelSummary(context, itemIndex, run, input.clean);
			const summary: RunSummary = { ...engineSummary, ...(trace && { trace: trace.rows }) };
			const hasFailed = summary.stopReason === 'error';
			const error = hasFailed
				? explain(summary.error, sender.sent, context, itemIndex)
				: input.failsIfIncomplete
					? toIncompleteError(summary, context, itemIndex)
					: undefined;
			// A dataset that was not found has read nothing that could be kept.
			const isUnknown = input.source.kind === 'automatic' && summary.dataset === undefined;
			const isReturned = !error || (hasFailed && input.keepsPages && !isUnknown);
			return { summary, error, isReturned };
		};
		const ended = await endOutput(output, start, read, judge);
		const { summary, error, isReturned, records } = ended;
		const shown = toOutput({ ...summary, resume: ended.resume }, error);
		if (error && !isReturned) {
			const progress = output.done ? { ...summary, resume: ended.resume } : summary;
			return { items, ...withProgress(error, progress), records: [shown] };
		}
		finished.push({ itemIndex, summary });
		records.push(shown);
		return { items, records };
	} catch (thrown) {
		const error = toShownError(relabelError(context, itemIndex, thrown), context, itemIndex);
		return { items, error, records: [toOutput(NOTHING_READ, error)] };
	}
}

function toOutput(
	summary: Omit<RunSummary, 'resume'> & { resume: unknown },
	shown?: ReturnType<typeof toShownError>,
): OutputRecord {
	const { error: _, ...facts } = summary;
	const json = toRecord(facts);
	if (shown) json.error = { ...toErrorJson(shown), description: shown.description ?? '' };
	return { json, output: SUMMARY_OUTPUT };
}
