import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { toErrorJson } from '../service/errors';
import type { OperationResult, OrderedItem } from './types';

/** One item per input item that failed, or a single one when the error belongs to none of them. */
export function failedItems(
	{ items, note }: OperationResult & { note?: string },
	error: NodeApiError | NodeOperationError,
): OrderedItem[] {
	const json = { error: { ...toErrorJson(error), ...(note && { note }) } };
	if (items.length === 0) return [{ order: Infinity, item: { json, pairedItem: [] } }];
	return items.map((item) => ({ order: item, item: { json, pairedItem: { item } } }));
}

/** What was done before stays done, though a node that stops returns nothing: say so. */
export function progressNote(doneItems: number, itemCount: number): string | undefined {
	if (doneItems === 0) return undefined;
	return `${doneItems} of ${itemCount} items were done before this one and stay done. Set On Error under Settings to continue to get their results; before running again, take out items that must not be done twice.`;
}

/** @returns the error with more lines under its description */
export function withNotes<E extends { description: string | null | undefined }>(
	error: E,
	...notes: Array<string | undefined>
): E {
	error.description = [error.description, ...notes].filter(Boolean).join('\n');
	return error;
}
