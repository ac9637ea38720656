import type { IExecuteFunctions } from 'n8n-workflow';

import { InputItem } from '../../shared/node/inputItem';
import type { OutputRecord } from '../../shared/node/types';
import type { RunSummary } from '../types';
import type { BatchRun } from './batches';
import { toBatches } from './batches';
import { toFile } from './file';
import { toItems } from './items';
import type { RecordOutput } from './types';

/** The outputs by the value of the parameter Output. */
const OUTPUTS = new Map<
	unknown,
	(context: IExecuteFunctions, itemIndex: number, run: BatchRun) => RecordOutput
>([
	['batches', toBatches],
	['file', toFile],
	['items', toItems],
]);

/**
 * @returns where the records of an input item go
 * @throws UserError naming the field that is wrong
 */
export function createOutput(
	context: IExecuteFunctions,
	itemIndex: number,
	run: BatchRun,
): RecordOutput {
	const create = new InputItem(context, itemIndex).choice('output', 'Output', OUTPUTS, 'items');
	return create(context, itemIndex, run);
}

/** What is to be said of a run, and whether its records are returned. */
interface Verdict {
	summary: RunSummary;
	isReturned: boolean;
}

/** A verdict, what the Items output shows, and where the next run continues. */
export type Ended<V> = V & { records: OutputRecord[]; resume: unknown };

/**
 * Ends the output of a run that has ended.
 *
 * @param start what the run continued; null when it started from the beginning
 * @param judge called again when the end of the output fails, with a summary that says so
 */
export async function endOutput<V extends Verdict>(
	output: RecordOutput,
	start: unknown,
	read: RunSummary,
	judge: (read: RunSummary) => V,
): Promise<Ended<V>> {
	const end = (verdict: V, records: OutputRecord[]): Ended<V> => {
		// Without its records a run has to be made again.
		const { resume = verdict.isReturned ? read.resume : start, ...done } = output.done ?? {};
		const warnings = [...verdict.summary.warnings, ...(output.warnings?.() ?? [])];
		return { ...verdict, summary: { ...verdict.summary, ...done, warnings }, records, resume };
	};
	const verdict = judge(read);
	if (!verdict.isReturned || read.stopReason === 'cancelled') {
		return end(verdict, await output.discard());
	}
	try {
		return end(verdict, await output.end(read.resume));
	} catch (error) {
		const failed = judge({ ...read, stopReason: 'error', error, resume: null });
		// Of a file nothing is left then, but batches that are done stay done.
		const isReturned = failed.isReturned && output.done !== undefined;
		return end({ ...failed, isReturned }, await output.discard());
	}
}
