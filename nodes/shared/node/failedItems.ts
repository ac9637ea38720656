import type { INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { toErrorJson } from '../service/serviceError';
import type { FailedResult } from './operation';

/** An output item and the first input item it came from. */
export interface OrderedItem {
	order: number;
	item: INodeExecutionData;
}

/** One item per input item that failed, or a single one when the error belongs to none of them. */
export function failedItems(
	{ items, note, source }: FailedResult,
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
