import type { INodeProperties } from 'n8n-workflow';

import type { InputItem } from '../inputItem';
import { toNumber } from '../parameters';

/** The Batch Size option of an operation that puts several input items into one request. */
export function batchSizeOption(defaultSize: number, what: string): INodeProperties {
	return {
		displayName: 'Batch Size',
		name: 'batchSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: defaultSize,
		description: `Max number of ${what} per request. Lower it if the service rejects large requests.`,
	};
}

/** @returns the Batch Size of an item; that of the first item counts for all items together */
export function readBatchSize({ options }: InputItem, defaultSize: number): number {
	const { batchSize } = options;
	return Math.floor(toNumber(batchSize, 'Batch Size', { fallback: defaultSize, min: 1 }));
}
