import type { INodeProperties } from 'n8n-workflow';

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
