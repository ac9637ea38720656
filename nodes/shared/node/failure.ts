import type { INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { countOf } from '../basics/text';
import { asHtml } from '../n8n/workarounds';
import { toErrorJson, toNodeError } from '../service/errors';
import { describeRows } from './batches';
import type { FailedResult, OrderedItem } from './types';

/** One item per input item that failed, or a single one when the error belongs to none of them. */
export function failedItems(
	{ items, note, source }: Pick<FailedResult, 'items' | 'note' | 'source'>,
	error: NodeApiError | NodeOperationError,
	itemCount: number,
): OrderedItem[] {
	const texts = { ...toErrorJson(error), ...(note && { note }) };
	if (items.length === 0)
		return [{ order: Infinity, item: { json: { error: texts }, pairedItem: [] } }];
	// Inside the error: n8n takes an item with other fields beside it for a successful one.
	return items.map((item) => ({
		order: item,
		item: {
			json: { error: { ...texts, ...(itemCount > 1 && { row: item + 1 }), ...source?.(item) } },
			pairedItem: { item },
		},
	}));
}

/** @returns which row an error is about, unless its message or a note says so; n8n's editor counts items from 0 */
export function rowNote({ items, note }: FailedResult, message: string, itemCount: number) {
	const [item, ...others] = items;
	if (item === undefined || others.length > 0 || itemCount < 2) return undefined;
	if (note !== undefined || /\brows? \d/.test(message)) return undefined;
	return `This is row ${item + 1} of ${itemCount}.`;
}

/**
 * A node that stops returns nothing, but what was done is not undone: say so.
 *
 * @param done indexes of the items that were processed, counted from 0
 */
export function progressNote(
	done: number[],
	_failed: FailedResult,
	itemCount: number,
): string | undefined {
	if (done.length === 0) return undefined;
	const count = `${done.length} of ${countOf(itemCount, 'item')} ${done.length === 1 ? 'was' : 'were'}`;
	return `Before running the node again, remove items that must not be processed twice: ${count} processed (${describeRows(done)}). To get their results, set On Error under Settings to Continue.`;
}

/** Max errors of other items in a message; the others are only counted. */
const MAX_OTHERS = 5;

/** @returns what else failed at the same time, one error per line */
export function othersNote(others: FailedResult[] = [], node: INode): string | undefined {
	const notes = others.slice(0, MAX_OTHERS).map(({ items, error }) => {
		const { message, description } = toNodeError(error, node);
		const [whatToDo = ''] = (description ?? '').split('\n');
		const which = describeRows(items);
		return `${which.charAt(0).toUpperCase()}${which.slice(1)} failed too: ${message}. ${whatToDo}`;
	});
	const more = others.length - MAX_OTHERS;
	if (more > 0) notes.push(`${countOf(more, 'other item')} failed too.`);
	return notes.join('\n') || undefined;
}

/**
 * Lays an error out for n8n's editor, which shows a description as HTML, where a line break alone
 * would only be a space.
 *
 * @returns the error with the notes under its description, and every line on a line of its own
 */
export function forEditor<E extends { description: string | null | undefined }>(
	error: E,
	...notes: Array<string | undefined>
): E {
	const text = [error.description, ...notes].filter(Boolean).join('\n');
	error.description = asHtml(text).replaceAll('\n', '<br>\n');
	return error;
}
