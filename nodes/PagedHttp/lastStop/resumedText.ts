import { countOf } from '../../shared/basics/countOf';
import type { ResumedRun } from '../../shared/read/types';

/** @returns where a run has continued, as a sentence without a period */
export function resumedText({ execution, batches, ...run }: ResumedRun): string {
	const where = `Continued at page ${run.pages + 1} of execution ${execution}`;
	const records = countOf(run.items, 'record');
	if (run.recordsReturned) return `${where}, with its ${records}`;
	if (batches === undefined) return `${where}, after its ${records}`;
	return `${where}, after its ${batches === 1 ? '1 batch' : `${batches} batches`}`;
}
