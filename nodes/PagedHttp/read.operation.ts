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
import { readRecords } from './readRecords';
import { PageSender } from './sender';
import { PageTrace } from './trace';
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
		const changes = all.changes && openChanges(context, done, all, all.changes);
		const input = changes?.input ?? all;
		const sender = new PageSender(context, itemIndex, input);
		const trace = input.traces ? new PageTrace(input.clean) : undefined;
		const send = trace?.watch(sender) ?? sender.send;
		const { records, summary: read } = await readRecords(context, input, send, trace);
		const isClean = read.stopReason !== 'error' && read.warnings.length === 0;
		const engineSummary = isClean ? read : relabelSummary(context, itemIndex, read, input.clean);
		const summary = {
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
		if (error && !(hasFailed && input.keepsPages && !isUnknown)) {
			// Nothing of this run is returned, so the next one has to start where this one did.
			const output = toOutput({ ...summary, resume: input.resume ?? null }, error);
			return { items, ...withProgress(error, summary), records: [output] };
		}
		changes?.finish();
		done.finished.push({ itemIndex, summary });
		records.push(toOutput(summary, error));
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
