import type { INodeProperties } from 'n8n-workflow';

/**
 * Where the fields of a vendor come from. The specification names none of them, so the node knows
 * none: they are sent as the user enters them.
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
				description: 'Send the fields of the input item',
			},
			{
				name: 'From Fields Below',
				value: 'rows',
				description: 'Enter the name and value of each field',
			},
			{
				name: 'From JSON',
				value: 'json',
				description: 'Enter a JSON object with names and values',
			},
		],
		default: 'input',
		description:
			'Where the fields of the vendor come from. Use the field names of the service, e.g. name or tprm_contract_end_date.',
	},
	{
		displayName: 'Fields to Exclude',
		name: 'leaveOut',
		type: 'string',
		displayOptions: { show: { fieldsFrom: ['input'] } },
		default: 'id, action, requestId, responseTimeMs',
		placeholder: 'e.g. status, created_at, updated_at',
		description:
			'Fields of the input item that are not sent, separated by commas. Exclude fields that the service sets itself.',
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
							'Value of the field. An expression can also return a number, an array or {{ null }}. Dates can be in the format of your organization or ISO 8601.',
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
		description: 'Field names and values as a JSON object',
	},
];
