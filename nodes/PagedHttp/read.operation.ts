import type { IExecuteFunctions } from 'n8n-workflow';

import { toRecord } from '../shared/json';
import type { Operation, OperationResult, OutputRecord } from '../shared/node/types';
import { toErrorJson } from '../shared/service/errors';
import { explain, NOTHING_READ, toIncompleteError, toShownError, withProgress } from './failure';
import type { ItemChanges } from './changes/runChanges';
import { RunChanges } from './changes/runChanges';
import type { ChangeSettings } from './changes/settings';
import type { FinishedRun } from './hints';
import { INCOMPLETE, toHints } from './hints';
import { readInput } from './input';
import { relabelError, relabelSummary } from './labels';
import { createOutput, endOutput, isInBatches } from './output/output';
import { readRecords } from './readRecords';
import { PageSender } from './sender';
import { traceOf } from './trace';
import type { ReadInput, RunSummary } from './types';

/** Index of the output with one summary per input item. */
const SUMMARY_OUTPUT = 1;

/** Reads all pages for each input item, one input item after the other. */
export const readOperation: Pick<Operation, 'run'> = {
	run: async function* (context, itemCount) {
		const done: DoneInRun = { finished: [] };
		for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
			yield await readItem(context, itemIndex, done);
		}
		const { finished, changes } = done;
		if (changes) context.addExecutionHints(...changes.end());
		if (finished.some(needsHint)) context.addExecutionHints(...toHints(finished));
	},
};

/** What was done for the input items of a run. */
interface DoneInRun {
	finished: FinishedRun[];
	/** Present when one of them has read New and Changed. */
	changes?: RunChanges;
}

function needsHint({ summary }: FinishedRun): boolean {
	return summary.warnings.length > 0 || summary.stopReason in INCOMPLETE;
}

async function readItem(
	context: IExecuteFunctions,
	itemIndex: number,
	done: DoneInRun,
): Promise<OperationResult> {
	const items = [itemIndex];
	try {
		const all = await readInput(context, itemIndex);
		const changes =
			all.changes &&
			openChanges(context, done, all, {
				...all.changes,
				isDoneAtOnce: all.changes.isDoneAtOnce || isInBatches(context, itemIndex),
			});
		const input = changes?.input ?? all;
		const sender = new PageSender(context, itemIndex, input);
		const trace = input.traces ? traceOf(context, itemIndex, input) : undefined;
		const send = trace?.watch(sender) ?? sender.send;
		const start = input.resume ?? null;
		const output = createOutput(context, itemIndex, {
			resume: start,
			...(changes && { onDone: changes.onDone }),
		});
		const read = await readRecords(context, input, send, trace, output);
		const judge = (run: RunSummary) => {
			const isClean = run.stopReason !== 'error' && run.warnings.length === 0;
			const engineSummary = isClean ? run : relabelSummary(context, itemIndex, run, input.clean);
			const summary: RunSummary = {
				...engineSummary,
				...(changes && { changes: { ...changes.counts } }),
				...(trace && { trace: trace.rows }),
			};
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
		// Of batches, what is done was noted with each of them; a run that failed has taken more.
		const isWhole = summary.stopReason !== 'cancelled' && !(error && output.done);
		if (isWhole) changes?.finish();
		done.finished.push({ itemIndex, summary });
		records.push(shown);
		return { items, records };
	} catch (thrown) {
		const error = toShownError(relabelError(context, itemIndex, thrown), context, itemIndex);
		return { items, error, records: [toOutput(NOTHING_READ, error)] };
	}
}

/** Items of one run may read the same, and what they leave open is noted once. */
function openChanges(
	context: IExecuteFunctions,
	done: DoneInRun,
	input: ReadInput,
	settings: ChangeSettings,
): ItemChanges {
	done.changes ??= new RunChanges(context);
	return done.changes.open(input, settings);
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
