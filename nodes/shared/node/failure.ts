import type { INode, NodeApiError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { countOf } from '../count';
import { toErrorJson } from '../service/errors';
import type { FailedResult, OrderedItem } from './types';

/** Resource and Operation can be expressions, so that they may have any value. */
export function unknownOperation(node: INode, resource: string, name: string): NodeOperationError {
	return new NodeOperationError(
		node,
		`Unknown operation "${name}" for the resource "${resource}"`,
		{ description: 'Select Resource and Operation from their lists.' },
	);
}

/** One item per input item that failed, or a single one when the error belongs to none of them. */
export function failedItems(
	{ items, note, source }: Pick<FailedResult, 'items' | 'note' | 'source'>,
	error: NodeApiError | NodeOperationError,
): OrderedItem[] {
	const texts = { ...toErrorJson(error), ...(note && { note }) };
	if (items.length === 0)
		return [{ order: Infinity, item: { json: { error: texts }, pairedItem: [] } }];
	// Inside the error: n8n takes an item with other fields beside it for a successful one.
	return items.map((item) => ({
		order: item,
		item: { json: { error: { ...texts, ...source?.(item) } }, pairedItem: { item } },
	}));
}

/** A node that stops returns nothing, but what was done before is not undone: say so. */
export function progressNote(doneItems: number, itemCount: number): string | undefined {
	if (doneItems === 0) return undefined;
	const done = `${doneItems} of ${countOf(itemCount, 'item')} ${doneItems === 1 ? 'was' : 'were'}`;
	return `Before running the node again, remove items that must not be processed twice: ${done} processed before this one. To get their results, set On Error under Settings to Continue.`;
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
	const lines = [error.description, ...notes].filter(Boolean).join('\n').split('\n');
	error.description = lines.join('<br>\n');
	return error;
}
