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
			'Max number of seconds that each request waits in total after the service was busy or limited the rate. If the service asks for a longer wait, the request fails at once, and so does what would be sent meanwhile.',
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
