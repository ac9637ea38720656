import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { RequestLimits } from '../../service/request';
import { DEFAULT_LIMITS } from '../../service/request';
import { collectionParameter, toNumber } from '../parameters';

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

/**
 * @returns the limits that the item's Options hold, in milliseconds, or the defaults
 * @throws UserError when one of them is no usable number
 */
export function readLimits(context: IExecuteFunctions, itemIndex: number): RequestLimits {
	const { maxWait, timeout } = collectionParameter(context, 'options', itemIndex);
	return {
		maxWaitMs:
			toNumber(maxWait, 'Max Wait', { fallback: DEFAULT_LIMITS.maxWaitMs / 1000, min: 0 }) * 1000,
		timeoutMs: toNumber(timeout, 'Timeout', { fallback: DEFAULT_LIMITS.timeoutMs, min: 1 }),
	};
}
