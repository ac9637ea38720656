import type { INodeProperties } from 'n8n-workflow';

/** The default of the form, for a Limit without a value. */
export const DEFAULT_RECORD_LIMIT = 50;

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
