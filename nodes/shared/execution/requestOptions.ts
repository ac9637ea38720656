import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { RequestLimits } from '../transport/request';
import { DEFAULT_LIMITS } from '../transport/request';
import { collectionParameter } from './parameters';

/**
 * The Options collection of an operation.
 *
 * @param own members besides Max Wait and Timeout, which every operation has
 */
export function optionsCollection(own: INodeProperties[] = []): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [...own, ...requestOptions].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

const requestOptions: INodeProperties[] = [
	{
		displayName: 'Max Wait',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 120,
		description:
			'How many seconds a request may wait in total when the service is busy or limits the rate. A longer wait that the service asks for ends the request at once.',
	},
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60000,
		description: 'How many milliseconds the service may take for one answer',
	},
];

/** @returns the limits that the item's Options hold, in milliseconds, or the defaults */
export function readLimits(context: IExecuteFunctions, itemIndex: number): RequestLimits {
	const { maxWait, timeout } = collectionParameter(context, 'options', itemIndex);
	return {
		maxWaitMs: typeof maxWait === 'number' ? maxWait * 1000 : DEFAULT_LIMITS.maxWaitMs,
		timeoutMs: typeof timeout === 'number' ? timeout : DEFAULT_LIMITS.timeoutMs,
	};
}
