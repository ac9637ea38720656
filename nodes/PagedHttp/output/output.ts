import type { IExecuteFunctions } from 'n8n-workflow';

import { toItemJson } from '../../shared/json';
import type { OutputRecord } from '../../shared/node/types';
import { toChoice } from '../../shared/read/formInput';
import type { RunSummary } from '../../shared/read/types';
import type { BatchRun } from './batches';
import { toBatches } from './batches';
import { toFile } from './file';
import type { Ended, RecordOutput, Verdict } from './types';

/** The outputs by the value of the parameter Output. */
const OUTPUTS = new Map<
	unknown,
	(context: IExecuteFunctions, itemIndex: number, run: BatchRun) => RecordOutput
>([
	['batches', toBatches],
	['file', toFile],
	['items', toItems],
]);

/** One item per record. */
export function toItems(): RecordOutput {
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
 * @returns where the records of an input item go
 * @throws UserError naming the field that is wrong
 */
export function createOutput(
	context: IExecuteFunctions,
	itemIndex: number,
	run: BatchRun,
): RecordOutput {
	const create = toChoice(
		context.getNodeParameter('output', itemIndex, 'items'),
		'Output',
		OUTPUTS,
	);
	return create(context, itemIndex, run);
}

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
