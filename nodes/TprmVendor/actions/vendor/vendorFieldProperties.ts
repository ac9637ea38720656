import type { INodeProperties } from 'n8n-workflow';

import { type Choice, jsonField, listField } from '../../../shared/forms/fields';
import { namedValues } from '../../../shared/forms/namedValues';
import { idLocator } from '../../../shared/node/properties/locators';
import { AS_TOOL, NOT_AS_TOOL } from '../../../shared/node/properties/asTool';

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
		'From Known Fields',
		'map',
		'Enter values for the fields that the vendors of your organization have. Empty ones are not sent.',
	],
	['From Names and Values', 'rows', 'Enter the name and value of each field'],
	['From JSON', 'json', 'Enter a JSON object with names and values'],
];

const fieldsFrom = (byDefault: string, choices: Choice[], more: Partial<INodeProperties>) =>
	listField(
		'Vendor Fields',
		'fieldsFrom',
		byDefault,
		'Where the fields of the vendor come from. They have the names of the service, e.g. tprm_contract_end_date. Dates can be in ISO 8601, or as your organization writes them.',
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
			[
				[
					'From Input Item',
					'input',
					'Send the fields of the input item. Empty ones are not sent, unless Empty Cells under Options says so.',
				],
				...ENTERED,
			],
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
				'Values to send. Fields without a value are not sent; to clear a field, use From Names and Values or From JSON.',
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
					'Value of the field. {{ null }} clears it; an expression that returns nothing leaves it as it is. Others can return a number or an array.',
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
