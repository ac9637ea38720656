import type { INodeProperties } from 'n8n-workflow';

import { listField, switchField, textField } from '../../../shared/forms/fields';
import { optionGroup } from '../../../shared/forms/groups';

/** What the nodes of this package, n8n's tables and forms, and Google Sheets add to an item. */
export const ADDED =
	'id, action, why, fix, warning, row, changes, record, requestId, responseTimeMs, writtenAt, dryRun, plan, row_number, createdAt, updatedAt, submittedAt, formMode';

/** The member of Options for every operation that sends the fields of the input item. */
export const excludeOption = textField(
	'Fields to Exclude',
	'leaveOut',
	'Fields of the input item to leave out of the request, separated by commas. The default lists fields added by n8n, its tables and forms, and this node. Also list those that the service sets itself.',
	{
		displayOptions: { show: { '/fieldsFrom': ['input'] } },
		default: ADDED,
		placeholder: 'e.g. status, created_at, updated_at',
	},
);

/** An option that is off until it is added: whoever adds it wants it on. */
export function onceAdded(field: INodeProperties): INodeProperties {
	return { ...field, default: true };
}

/** Adds the ids that support asks for (third-party-risk, Endpoints: rule 3). */
export const detailsOption = onceAdded(
	switchField(
		'Include Response Details',
		'includeResponseDetails',
		'Whether to add requestId (for support requests) and responseTimeMs (processing time of the service) to each output item',
	),
);

/** Members of Options for every operation that returns vendors. */
export const vendorOutputOptions = [
	onceAdded(
		switchField(
			'Convert Dates',
			'convertDates',
			'Whether to convert dates from the format and time zone of your organization, as set in the credential, to ISO 8601. This applies to any field whose whole value is such a date.',
		),
	),
	detailsOption,
];

/** The member of Options for every operation that creates vendors. */
export const idempotencyOption = optionGroup('Idempotency', 'idempotencyKey', [
	listField(
		'Idempotency',
		'idempotency',
		'automatic',
		'How the service recognizes a repeated request. It then returns the existing vendor instead of creating another one.',
		[
			[
				'Automatic',
				'automatic',
				"Prevents duplicates when a request or the node is repeated within one execution, such as by Retry On Fail. If you run Create again, or use n8n's Retry button, another vendor is created.",
			],
			[
				'From Content',
				'content',
				'Prevents duplicates when the same vendor is sent again within 24 hours, in any execution. Two identical input items create one vendor.',
			],
			[
				'Custom Key',
				'own',
				'Prevents duplicates with a key that you enter under Custom Idempotency Key. Within 24 hours, a key creates one vendor.',
			],
		],
	),
	textField(
		'Custom Idempotency Key',
		'ownIdempotencyKey',
		'Sent unchanged. It must be different for each vendor, so use an expression that identifies the item.',
		{
			displayOptions: { show: { idempotency: ['own'] } },
			placeholder: 'e.g. intake-{{ $json.requestNumber }}',
		},
	),
]);
