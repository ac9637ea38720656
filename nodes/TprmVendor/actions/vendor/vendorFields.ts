import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { deepCopy, UserError } from 'n8n-workflow';

import { jsonValue, textParameter, toText } from '../../../shared/node/parameters';
import { isDataObject } from '../../../shared/json';

/**
 * Where the fields of a vendor come from. The specification names none of them, so the node knows
 * none: they go to the service as the user writes them.
 */
export const vendorFields: INodeProperties[] = [
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

/** The fields of one item. */
export interface VendorFields {
	/** All that the item has. */
	all: IDataObject;
	/** What goes to the service. */
	body: IDataObject;
}

/**
 * Reads the vendor fields of an item.
 *
 * @returns copies, with dates as the JSON text that they become
 * @throws UserError naming the field when there is nothing to send or something cannot be read
 */
export function readVendorFields(context: IExecuteFunctions, itemIndex: number): VendorFields {
	const from = textParameter(context, 'fieldsFrom', 'Vendor Fields', itemIndex);
	const read = READERS[from];
	if (!read) {
		throw new UserError(`Vendor fields cannot come from "${from}"`, {
			description: 'Set Vendor Fields to input, rows or json.',
		});
	}
	const all: IDataObject = deepCopy(read(context, itemIndex));
	const body = { ...all };
	if (from === 'input') {
		const names = textParameter(context, 'leaveOut', 'Fields to Leave Out', itemIndex);
		for (const name of names.split(',')) delete body[name.trim()];
	}
	if (Object.values(body).every((value) => value === undefined)) {
		throw new UserError('There is no field to send', { description: ADVICE[from] });
	}
	return { all, body };
}

const READERS: Record<string, (context: IExecuteFunctions, itemIndex: number) => IDataObject> = {
	input: (context, itemIndex) => readItem(context.getInputData()[itemIndex]?.json ?? {}),
	rows: (context, itemIndex) => readRows(context.getNodeParameter('fields', itemIndex, {})),
	json: (context, itemIndex) => readJson(context.getNodeParameter('fieldsJson', itemIndex, '{}')),
};

const ADVICE: Record<string, string> = {
	input:
		'The input item has no field besides those under Fields to Leave Out. Check what the node before hands on.',
	rows: 'Add at least one row under Fields.',
	json: 'Enter at least one field under Fields (JSON), e.g. {"name": "Acme"}.',
};

function readItem(item: IDataObject): IDataObject {
	// n8n hands a tool the agent's own item, with the arguments and the id of the call in it.
	if (typeof item.toolCallId !== 'string') return item;
	throw new UserError('As a tool of an agent, the node has no vendor in its input item', {
		description:
			'Set Vendor Fields to From JSON or From Rows Below, and let the model define the values there.',
	});
}

function readRows(value: unknown): IDataObject {
	const rows = isDataObject(value) && Array.isArray(value.field) ? value.field : [];
	const fields: IDataObject = {};
	for (const row of rows.filter(isDataObject)) {
		const name = toText(row.name, 'Name');
		if (name === '') {
			throw new UserError('A row under Fields has no name', {
				description: 'Enter the name of the field in the service, or remove the row.',
			});
		}
		if (Object.hasOwn(fields, name)) {
			throw new UserError(`Fields has "${name}" twice`, {
				description: 'Remove one of the rows: a field has one value.',
			});
		}
		fields[name] = row.value;
	}
	return fields;
}

function readJson(value: unknown): IDataObject {
	const fields = jsonValue(value, 'Fields (JSON)');
	if (isDataObject(fields)) return fields;
	throw new UserError('Fields (JSON) is not a JSON object', {
		description: 'Enter an object with the name and value of each field, e.g. {"name": "Acme"}.',
	});
}
