import type { INodeProperties } from 'n8n-workflow';

/**
 * Where the fields of a vendor come from. The specification names none of them, so the node knows
 * none: they go to the service as the user writes them.
 */
export const vendorFieldProperties: INodeProperties[] = [
	{
		displayName: 'Vendor Fields',
		name: 'fieldsFrom',
		type: 'options',
		options: [
			{
				name: 'From Input Item',
				value: 'input',
				description: 'All fields of the input item, under the names they have there',
			},
			{
				name: 'From Rows Below',
				value: 'rows',
				description: 'One row per field, with its name and value',
			},
			{ name: 'From JSON', value: 'json', description: 'A JSON object with names and values' },
		],
		default: 'input',
		description:
			'Where the fields of the vendor come from. Their names are those of the service, e.g. name or tprm_contract_end_date.',
	},
	{
		displayName: 'Fields to Leave Out',
		name: 'leaveOut',
		type: 'string',
		displayOptions: { show: { fieldsFrom: ['input'] } },
		default: 'id, action, requestId, responseTimeMs',
		placeholder: 'e.g. status, created_at, updated_at',
		description:
			'Fields of the input item that are not sent, separated by commas. Leave out those that the service sets itself.',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		displayOptions: { show: { fieldsFrom: ['rows'] } },
		placeholder: 'Add Field',
		default: {},
		options: [
			{
				displayName: 'Field',
				name: 'field',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. tprm_contract_end_date',
						description: 'Name of the field in the service',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. 2027-03-31',
						description:
							'Value of the field. An expression may give a number, a list or {{ null }}; dates may be in the format of your organization or ISO 8601.',
					},
				],
			},
		],
	},
	{
		displayName: 'Fields (JSON)',
		name: 'fieldsJson',
		type: 'json',
		displayOptions: { show: { fieldsFrom: ['json'] } },
		default: '{\n  "name": ""\n}',
		description: 'Names and values of the fields as a JSON object',
	},
];
