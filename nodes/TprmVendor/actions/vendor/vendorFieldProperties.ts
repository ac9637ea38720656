import type { INodeProperties } from 'n8n-workflow';

import { namedValues } from '../../../shared/auth/fields';
import { incompleteListOption } from '../../../shared/node/dryRun';
import {
	AS_TOOL,
	type Choice,
	concurrentRequestsOption,
	dryRunProperties,
	jsonField,
	listField,
	NOT_AS_TOOL,
	optionGroup,
	optionsCollection,
	switchField,
	textField,
} from '../../../shared/node/properties/fields';
import { idLocator } from '../../../shared/node/properties/locators';

/** The parameter that takes one vendor. */
export function vendorLocator(description: string): INodeProperties {
	return idLocator(
		{ displayName: 'Vendor', name: 'vendorId', required: true, description },
		'searchVendors',
		'e.g. vnd_5f0c2b7a91d34e68',
	);
}

const ENTERED: Choice[] = [
	[
		'From Field List',
		'map',
		'Enter values for the fields that the vendors of your organization have. Empty ones are not sent.',
	],
	['From Fields Below', 'rows', 'Enter the name and value of each field'],
	['From JSON', 'json', 'Enter a JSON object with names and values'],
];

const fieldsFrom = (byDefault: string, choices: Choice[], more: Partial<INodeProperties>) =>
	listField(
		'Vendor Fields',
		'fieldsFrom',
		byDefault,
		'Where the fields of the vendor come from. Use the field names of the service, e.g. name or tprm_contract_end_date. Dates can be in ISO 8601, e.g. 2027-03-31, or in the format of your organization, in which the service returns them.',
		choices,
		more,
	);

const fieldsJson = jsonField(
	'Fields (JSON)',
	'fieldsJson',
	'Field names and values as a JSON object, such as {"name": "Acme"}. In an agent tool, keep the expression; its value is empty until the model sets it.',
	{
		default: '{\n  "name": ""\n}',
		displayOptions: { show: { fieldsFrom: ['json'] }, hide: { '@tool': [true] } },
	},
);

/**
 * Where the fields of a vendor come from. The specification names none of them, so the node knows
 * none: they are sent as the user enters them. A tool of an agent has no vendor in its input item, so
 * there the model fills in JSON.
 *
 * @param mode `upsert` for an operation that finds vendors by one of the fields
 */
export function vendorFieldProperties(mode: 'add' | 'upsert' = 'add'): INodeProperties[] {
	return [
		fieldsFrom(
			'input',
			[['From Input Item', 'input', 'Send the fields of the input item'], ...ENTERED],
			NOT_AS_TOOL,
		),
		fieldsFrom('json', ENTERED, AS_TOOL),
		{
			displayName: 'Fields',
			name: 'fieldList',
			type: 'resourceMapper',
			noDataExpression: true,
			typeOptions: {
				loadOptionsDependsOn: ['operation'],
				resourceMapper: {
					resourceMapperMethod: 'getVendorFields',
					mode,
					fieldWords: { singular: 'field', plural: 'fields' },
					matchingFieldsLabels: { title: 'Match Field' },
					addAllFields: true,
					supportAutoMap: false,
					multiKeyMatch: false,
				},
			},
			displayOptions: { show: { fieldsFrom: ['map'] } },
			default: { mappingMode: 'defineBelow', value: null },
			required: true,
			description:
				'Values to send. Fields without a value are not sent; to clear a field, use From Fields Below or From JSON.',
		},
		namedValues({
			displayName: 'Fields',
			name: 'fields',
			displayOptions: { show: { fieldsFrom: ['rows'] } },
			default: {},
			entry: 'Field',
			nameField: {
				description: 'Name of the field in the service',
				placeholder: 'e.g. tprm_contract_end_date',
			},
			valueField: {
				description:
					'Value of the field. The expression {{ null }} clears it; others can also return a number or an array. Dates can be in the format of your organization or ISO 8601.',
				placeholder: 'e.g. 2027-03-31',
			},
		}),
		fieldsJson,
		{
			...fieldsJson,
			displayOptions: { show: { fieldsFrom: ['json'], '@tool': [true] } },
			default:
				"={{ $fromAI('vendorFields', 'Fields of the vendor as JSON text, with the field names that Get Many returns', 'string') }}",
		},
	];
}

/** What the nodes of this package, n8n's tables and forms, and Google Sheets add to an item. */
export const ADDED =
	'id, action, warning, requestId, responseTimeMs, row_number, createdAt, updatedAt, submittedAt, formMode';

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
function onceAdded(field: INodeProperties): INodeProperties {
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

/** The form of Create or Update. */
export const upsertProperties: INodeProperties[] = [
	textField(
		'Match Field',
		'matchField',
		'Field that identifies an existing vendor. Its value must be different for every vendor, including archived ones.',
		{
			default: 'name',
			required: true,
			displayOptions: { hide: { fieldsFrom: ['map'] } },
			placeholder: 'e.g. external_id',
			hint: 'If your rows have an ID of their own, such as external_id, use it instead of the name: otherwise, renamed vendors are created again. Get Many shows the fields.',
		},
	),
	...vendorFieldProperties('upsert'),
	...dryRunProperties,
	optionsCollection([
		incompleteListOption,
		concurrentRequestsOption,
		excludeOption,
		idempotencyOption,
		...vendorOutputOptions,
		onceAdded(
			switchField(
				'Allow New Match Field',
				'allowNewMatchField',
				'Whether to create vendors even if no existing vendor has the Match Field. Only needed for the first run with a new field.',
			),
		),
		onceAdded(
			switchField(
				'Ignore Case',
				'ignoreCase',
				'Whether a vendor also matches if the value differs in letter case, e.g. "ACME" and "Acme"',
			),
		),
	]),
];
