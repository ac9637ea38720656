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
			'Total time in seconds that a request can wait for a busy service or a rate limit before it is sent again. Once the time is used up, the request fails. If the service asks for a longer wait, the request fails at once, and so do the requests that would be sent during that wait.',
	},
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 0.1 },
		default: 60,
		description: 'Max number of seconds to wait for a response',
	},
];
