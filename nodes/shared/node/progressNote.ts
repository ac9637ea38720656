import { countOf } from '../basics/countOf';
import type { FailedResult } from './operation';
import { describeRows } from './rowRanges';

/**
 * A node that stops returns nothing, but what was done is not undone: say so.
 *
 * @param done indexes of the items that were processed, counted from 0
 * @param result the error that stops the node, with those beside it
 */
export function progressNote(
	done: number[],
	itemCount: number,
	{ items, others, note }: FailedResult,
): string | undefined {
	if (done.length === 0) {
		// Where items share a request, it may have done something for those that have no result.
		if (!others || note !== undefined || items.length === 0) return undefined;
		const failed = [items, ...others.map((other) => other.items)].flat();
		const left = itemCount - failed.length;
		return left > 0 ? `Not processed: ${countOf(left, 'other item')}.` : undefined;
	}
	return `${doneText(done, itemCount)} ${RESULTS}`;
}

/** What happens to rows that were written when they are in the input once more. */
export type Repetition = keyof typeof REPETITIONS;

const REPETITIONS = {
	unchanged: 'You can run the node again with all rows: these stay as they are now.',
	created: 'Remove these rows before you run the node again: they would be created a second time.',
	notFound: 'Remove these rows before you run the node again: they would not be found.',
};

/** @returns a {@link progressNote} of an operation that writes */
export function writingNote(repetition: Repetition): NonNullable<FailedResult['progressNote']> {
	return (done, itemCount, failed) =>
		done.length === 0
			? progressNote(done, itemCount, failed)
			: `${doneText(done, itemCount)} ${REPETITIONS[repetition]} ${RESULTS}`;
}

function doneText(done: number[], itemCount: number): string {
	const count = `${done.length} of ${countOf(itemCount, 'item')} ${done.length === 1 ? 'was' : 'were'}`;
	return `${count} processed (${describeRows(done, Infinity)}).`;
}

const RESULTS = 'To get their results, set On Error under Settings to Continue.';
