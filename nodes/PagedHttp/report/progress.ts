import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { toRecord } from '../../shared/basics/guards';
import { countOf } from '../../shared/basics/countOf';
import type { RunSummary } from '../../shared/read/types';

/** @returns how far a run came, for messages: `3 pages with 250 records were read` */
export function progressOf({ pages, items }: RunSummary): string {
	return `${countOf(pages, 'page')} with ${countOf(items, 'record')} ${pages === 1 ? 'was' : 'were'} read`;
}

/**
 * Adds how far a run came to its error: for error workflows, which see only the error, and as a
 * note for the user once a page was read. An error workflow finds it in the context of the error:
 *
 *     "paging": { "pages": 3, "items": 250, "resume": { "version": 1, … } }
 *
 * @param error is changed
 * @param advice what the next run does, where it is known
 * @returns the error, and a note that belongs below its description
 */
export function withProgress<E extends NodeApiError | NodeOperationError>(
	error: E,
	summary: RunSummary,
	advice?: string,
): { error: E; note?: string } {
	const { pages, items, batches, resume, stopReason, changes } = summary;
	error.context.paging = toRecord({ pages, items, batches, resume });
	if (pages === 0) return { error, ...(advice !== undefined && { note: advice }) };
	const read = `${progressOf(summary)} before the error.`;
	const keep = 'set On Error under Options to Keep';
	if (batches) {
		const processed = `Batches processed before the error: ${batches}, with ${countOf(items, 'record')}.`;
		if (advice !== undefined) return { error, note: `${processed} ${advice}` };
		if (stopReason !== 'error') return { error, note: processed };
		const next = resume
			? `To continue after them, ${keep}, and pass the resume object of the summary to Resume in the next run.`
			: 'The next run returns the other records.';
		return { error, note: `${processed} ${next}` };
	}
	if (advice !== undefined) return { error, note: `${read} ${advice}` };
	// The error of an incomplete run comes after its last page, and On Error is about pages.
	if (stopReason !== 'error' || !resume) return { error, note: read };
	const point = changes ? '' : ', and a resume object';
	return { error, note: `To get the pages that were read${point}, ${keep}. ${read}` };
}
