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
					"Protects from doubles when a request or the node is repeated within one execution, such as by Retry On Fail. Running the workflow again, also with n8n's Retry button, creates again.",
			},
			{
				name: 'From Content',
				value: 'content',
				description:
					'Protects from doubles when the same vendor is sent again within 24 hours, in whatever execution. Two equal input items give one vendor.',
			},
			{
				name: 'Own Key',
				value: 'own',
				description:
					'Protects from doubles as far as your key does: within 24 hours a key stands for one vendor. Enter it under Own Idempotency Key.',
			},
		],
		default: 'automatic',
		description:
			'How the service recognizes a repeated creation, which then gives the vendor that is already there',
	},
	{
		displayName: 'Own Idempotency Key',
		name: 'ownIdempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. intake-{{ $json.requestNumber }}',
		description:
			'Sent as it is. It has to differ between vendors, so use an expression with something that identifies the item.',
	},
];
