import type { INodeProperties } from 'n8n-workflow';

import type { InputItem } from '../inputItem';
import { toNumber } from '../parameters';

/** As the lint rule wants it written in the parameter itself. */
const DEFAULT_LIMIT = 50;

/** Return All and Limit, as every Get Many operation has them. */
export const limitProperties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		displayOptions: { show: { returnAll: [false] } },
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
	},
];

/**
 * @returns how many records to return at most; `Infinity` with Return All
 * @throws UserError when Limit is no number of 1 or more
 */
export function readLimit(item: InputItem): number {
	if (item.boolean('returnAll', 'Return All')) return Infinity;
	const options = { fallback: DEFAULT_LIMIT, min: 1 };
	return Math.floor(toNumber(item.value('limit', ''), 'Limit', options));
}
