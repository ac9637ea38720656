import type { IExecuteFunctions } from 'n8n-workflow';

import { toRecord } from '../shared/json';
import type { Operation, OperationResult, OutputRecord } from '../shared/node/types';
import { toErrorJson } from '../shared/service/errors';
import type { ItemChanges } from './changes/runChanges';
import { RunChanges } from './changes/runChanges';
import type { ChangeSettings } from '../shared/read/changeSettings';
import {
	explain,
	NOTHING_READ,
	toIncompleteError,
	toShownError,
	withProgress,
} from '../shared/read/failure';
import type { FinishedRun } from '../shared/read/hints';
import { toHints, UNREAD } from '../shared/read/hints';
import { readInput } from '../shared/read/input';
import { relabelError, relabelSummary } from '../shared/read/labels';
import { createOutput, endOutput } from './output/output';
import type { Ended } from './output/types';
import { readRecords } from '../shared/read/readRecords';
import type { DoneInRun, ItemRun } from './runTypes';
import { PageSender, SentResponse } from '../shared/read/sender';
import { traceOf } from './trace';
import type { ReadInput, RunSummary } from '../shared/read/types';

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

function needsHint({ summary }: FinishedRun): boolean {
	return summary.warnings.length > 0 || summary.stopReason in UNREAD;
}

async function readItem(
	context: IExecuteFunctions,
	itemIndex: number,
	done: DoneInRun,
): Promise<OperationResult> {
	try {
		const run = await prepareRun(context, itemIndex, done);
		const { input, sender, trace, output } = run;
		const read = await readRecords(context, input, {
			send: trace?.watch(sender) ?? sender.send,
			...(trace && { onRead: trace.onRead }),
			take: async (page) => await output.add(page),
		});
		const start = input.resume ?? null;
		return toResult(run, await endOutput(output, start, read, (ended) => judge(run, ended)), done);
	} catch (thrown) {
		const error = toShownError(relabelError(context, itemIndex, thrown), context, itemIndex);
		return { items: [itemIndex], error, records: [toOutput(NOTHING_READ, error)] };
	}
}

async function prepareRun(
	context: IExecuteFunctions,
	itemIndex: number,
	done: DoneInRun,
): Promise<ItemRun> {
	const all = await readInput(context, itemIndex);
	const changes = all.changes && openChanges(context, done, all, all.changes);
	const input = changes?.input ?? all;
	const { resume = null, traces } = input;
	const onDone = changes?.onDone;
	return {
		...{ context, itemIndex, input },
		...(changes && { changes }),
		sender: new PageSender(context, itemIndex, input),
		...(traces && { trace: traceOf(context, itemIndex, input) }),
		output: createOutput(context, itemIndex, { resume, ...(onDone && { onDone }) }),
	};
}

/** @returns the summary as it is shown, the error of the run, and whether its records are returned */
function judge({ context, itemIndex, input, changes, trace }: ItemRun, read: RunSummary) {
	const isClean = read.stopReason !== 'error' && read.warnings.length === 0;
	const engineSummary = isClean ? read : relabelSummary(context, itemIndex, read, input.clean);
	const summary: RunSummary = {
		...engineSummary,
		...(changes && { changes: { ...changes.counts } }),
		...(trace && { trace: trace.rows }),
	};
	if (summary.stopReason === 'error') {
		const error = explain(summary.error, SentResponse.sentFor, context, itemIndex);
		return { summary, error, isReturned: input.keepsPages && !summary.keepsNothing };
	}
	const error = input.failsIfIncomplete
		? toIncompleteError(summary, context, itemIndex)
		: undefined;
	return { summary, error, isReturned: !error };
}

function toResult(
	{ itemIndex, changes, output }: ItemRun,
	{ summary, error, isReturned, records, ...ended }: Ended<ReturnType<typeof judge>>,
	done: DoneInRun,
): OperationResult {
	const items = [itemIndex];
	// With New and Changed, the next run finds out by itself what is left.
	const resume = changes ? null : ended.resume;
	const shown = toOutput({ ...summary, resume }, error);
	if (error && !isReturned) {
		const progress = output.done ? { ...summary, resume } : summary;
		return { items, ...withProgress(error, progress), records: [shown] };
	}
	// Of batches, what is done was noted with each of them; a run that failed has taken more.
	const isWhole = summary.stopReason !== 'cancelled' && !(error && output.done);
	if (isWhole) changes?.finish();
	done.finished.push({ itemIndex, summary });
	return { items, records: [...records, shown] };
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
	const { error: _error, keepsNothing: _keepsNothing, ...facts } = summary;
	const json = toRecord(facts);
	if (shown) json.error = { ...toErrorJson(shown), description: shown.description ?? '' };
	return { json, output: SUMMARY_OUTPUT };
}
