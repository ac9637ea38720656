import type { IExecuteFunctions } from 'n8n-workflow';

import { toItemJson, toRecord } from '../shared/json';
import type { Operation, OperationResult, OutputRecord } from '../shared/node/types';
import { toChoice } from '../shared/node/parameters';
import { NOTHING_READ, toIncompleteError, toShownError } from '../shared/read/failure';
import { readInput } from '../shared/read/input';
import { relabelError, relabelSummary } from '../shared/read/labels';
import { readRecords } from '../shared/read/read';
import { createSender } from '../shared/read/sender';
import type { RunSummary } from '../shared/read/types';
import { toErrorJson } from '../shared/service/errors';
import { RunChanges } from './changes/runChanges';
import { toBatches } from './output/batches';
import { toFile } from './output/file';
import type { RecordOutput } from './output/types';
import type { FinishedRun } from './report';
import { toHints, withProgress } from './report';
import { PageTrace } from './trace';

/** Index of the output with one summary per input item. */
const SUMMARY_OUTPUT = 1;

/** What was done for the input items of a run. */
interface DoneInRun {
	finished: FinishedRun[];
	/** Present when one of them has read New and Changed: what they leave open is noted once. */
	changes?: RunChanges;
}

/** The outputs by the value of the parameter Output. */
const OUTPUTS = { batches: toBatches, file: toFile, items: toItems };

/** Reads all pages for each input item, one input item after the other. */
export const readOperation: Pick<Operation, 'run'> = {
	run: async function* (context, itemCount) {
		const done: DoneInRun = { finished: [] };
		for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
			yield await readItem(context, itemIndex, done);
		}
		const { finished, changes } = done;
		if (changes) context.addExecutionHints(...changes.end());
		context.addExecutionHints(...toHints(finished));
	},
};

async function readItem(
	context: IExecuteFunctions,
	itemIndex: number,
	done: DoneInRun,
): Promise<OperationResult> {
	try {
		const run = await prepareRun(context, itemIndex, done);
		const { input, send, trace, output } = run;
		const read = await readRecords(context, input, {
			send: trace?.watch(send) ?? send,
			...(trace && { onRead: trace.onRead }),
			take: async (page) => await output.add(page),
		});
		return await endRun(run, read, done);
	} catch (thrown) {
		const error = toShownError(relabelError(context, itemIndex, thrown), context, itemIndex);
		return { items: [itemIndex], error, records: [toOutput(NOTHING_READ, error)] };
	}
}

/** The read of one input item, ready to begin. */
type ItemRun = Awaited<ReturnType<typeof prepareRun>>;

async function prepareRun(context: IExecuteFunctions, itemIndex: number, done: DoneInRun) {
	const all = await readInput(context, itemIndex);
	const changes = all.changes && (done.changes ??= new RunChanges(context)).open(all, all.changes);
	const input = changes?.input ?? all;
	const { resume = null, traces } = input;
	const send = createSender(context, itemIndex, input);
	const trace = traces ? new PageTrace(context, itemIndex, input) : undefined;
	const createOutput = toChoice(
		context.getNodeParameter('output', itemIndex, 'items'),
		'Output',
		OUTPUTS,
	);
	const output: RecordOutput = createOutput(context, itemIndex, {
		resume,
		onDone: changes?.onDone,
	});
	return { context, itemIndex, input, changes, send, trace, output };
}

/** One item per record. */
function toItems(): RecordOutput {
	const records: OutputRecord[] = [];
	return {
		add({ items }) {
			for (const item of items) records.push({ json: toItemJson(item) });
		},
		end: () => records,
		discard: () => records,
	};
}

/**
 * Ends the output of a run that has ended, and says how it went.
 *
 * @throws what keeps New and Changed from noting what was returned
 */
async function endRun(run: ItemRun, read: RunSummary, done: DoneInRun): Promise<OperationResult> {
	const { context, itemIndex, input, changes, trace, output } = run;
	const shown: RunSummary = {
		...relabelSummary(context, itemIndex, read, input.clean),
		...(changes && { changes: { ...changes.counts } }),
		...(trace && { trace: trace.rows }),
	};
	const error = errorOf(run, shown);
	const isKept = !shown.keeps || (shown.keeps === 'done' && output.done !== undefined);
	const isReturned = !error || (shown.stopReason === 'error' && input.keepsPages && isKept);
	let records: OutputRecord[];
	if (isReturned && !shown.keeps && shown.stopReason !== 'cancelled') {
		try {
			records = await output.end(read.resume);
		} catch (thrown) {
			const failed = { error: thrown, stopReason: 'error', resume: null, keeps: 'done' } as const;
			return await endRun(run, { ...read, ...failed }, done);
		}
	} else {
		records = await output.discard();
	}
	// Without its records a run has to be made again.
	const { resume = isReturned ? read.resume : (input.resume ?? null), ...progress } =
		output.done ?? {};
	const warnings = [...shown.warnings, ...(output.warnings?.() ?? [])];
	const summary = { ...shown, ...progress, warnings };
	// With New and Changed, the next run finds out by itself what is left.
	const resumable = { ...summary, resume: changes ? null : resume };
	const items = [itemIndex];
	const item = toOutput(resumable, error);
	if (error && !isReturned) {
		return {
			items,
			...withProgress(error, output.done ? resumable : summary),
			records: [item],
		};
	}
	// Of batches, what is done was noted with each of them; a run that failed has taken more.
	const isWhole = summary.stopReason !== 'cancelled' && !(error && output.done);
	if (isWhole) changes?.finish();
	done.finished.push({ itemIndex, summary });
	return { items, records: [...records, item] };
}

/** @returns what has ended the run, or what it may lack where the user wants an error then */
function errorOf({ context, itemIndex, input }: ItemRun, summary: RunSummary) {
	if (summary.stopReason === 'error') return toShownError(summary.error, context, itemIndex);
	return input.failsIfIncomplete ? toIncompleteError(summary, context, itemIndex) : undefined;
}

function toOutput(summary: RunSummary, shown?: ReturnType<typeof toShownError>): OutputRecord {
	const { error: _error, keeps: _keeps, ...facts } = summary;
	const json = toRecord(facts);
	if (shown) json.error = { ...toErrorJson(shown), description: shown.description ?? '' };
	return { json, output: SUMMARY_OUTPUT };
}
