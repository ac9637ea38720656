import { groupsOf } from '../basics/lists';
import { countOf } from '../basics/text';
import { textsOf } from '../service/serviceError';
import type { FailedResult } from './operation';
import { describeRows, rangesOf } from './rowRanges';

/** @returns which row an error is about, unless its message or a note says so; n8n's editor counts items from 0 */
export function rowNote(
	{ items, note }: FailedResult,
	message: string,
	itemCount: number,
): string | undefined {
	const [item, ...others] = items;
	if (item === undefined || others.length > 0 || itemCount < 2) return undefined;
	if (/\brows? \d/.test(message + (note ?? ''))) return undefined;
	return `This is row ${item + 1} of ${itemCount}.`;
}

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
	const count = `${done.length} of ${countOf(itemCount, 'item')} ${done.length === 1 ? 'was' : 'were'}`;
	return `${count} processed (${describeRows(done, Infinity)}). If processing them again would create duplicates, remove them before you run the node again. To get their results, set On Error under Settings to Continue.`;
}

/** Max different errors of other items in a message, and ranges of rows; the others are only counted. */
const MAX_OTHERS = 5;

/**
 * @param first the error that is shown
 * @returns what else failed at the same time, a line for each different error
 */
export function othersNotes(first: unknown, others: FailedResult[] = []): string[] {
	const textOf = (error: unknown) => {
		const { message, description } = textsOf(error);
		return `${message.replace(/\.$/, '')}. ${description.slice(0, 1).join('')}`;
	};
	const groups = [...groupsOf(others, ({ error }) => textOf(error))];
	const notes = groups.slice(0, MAX_OTHERS).map(([text, alike]) => {
		const items = alike.flatMap((other) => other.items);
		const which = items.length > 0 ? describeRows(items) : countOf(alike.length, 'other request');
		const why = text === textOf(first) ? 'for the same reason.' : `too: ${text}`;
		return `${which.charAt(0).toUpperCase()}${which.slice(1)} failed ${why}`;
	});
	const more = groups.slice(MAX_OTHERS).flatMap(([, alike]) => alike).length;
	if (more > 0) notes.push(`${countOf(more, 'other item')} failed too.`);
	return notes;
}

/**
 * Describes which of several requests failed, for which items, and what was applied.
 *
 * @param index of the failed batch, counted from 0
 * @param applied indexes of the batches that were applied
 */
export function batchNote(
	index: number,
	count: number,
	items: number[],
	applied: number[],
): string {
	const advice =
		items.length > 1 ? 'To find the row at fault, set Batch Size under Options to 1. ' : '';
	return `${advice}This was batch ${index + 1} of ${count} (${describeRows(items, Infinity)}). Batches applied: ${rangesOf(applied).join(', ') || 'none'}.`;
}
