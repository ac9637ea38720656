import type { INodeProperties } from 'n8n-workflow';

/** Members of Options for every operation that creates vendors. */
export const idempotencyOptions: INodeProperties[] = [
	{
		displayName: 'Idempotency',
		name: 'idempotency',
		type: 'options',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description:
					"Prevents duplicates when a request or the node is repeated within one execution, such as by Retry On Fail. Running the workflow again, or using n8n's Retry button, creates another vendor.",
			},
			{
				name: 'From Content',
				value: 'content',
				description:
					'Prevents duplicates when the same vendor is sent again within 24 hours, in any execution. Two identical input items create one vendor.',
			},
			{
				name: 'Custom Key',
				value: 'own',
				description:
					'Prevents duplicates with a key that you enter under Custom Idempotency Key. Within 24 hours, a key creates one vendor.',
			},
		],
		default: 'automatic',
		description:
			'How the service recognizes a repeated request. It then returns the existing vendor instead of creating another one.',
	},
	{
		displayName: 'Custom Idempotency Key',
		name: 'ownIdempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. intake-{{ $json.requestNumber }}',
		description:
			'Sent unchanged. It must be different for each vendor, so use an expression that identifies the item.',
	},
];
