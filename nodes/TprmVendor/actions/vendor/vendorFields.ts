import type { IDataObject } from 'n8n-workflow';
import { deepCopy, UserError } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import { jsonValue, toText } from '../../../shared/node/parameters';
import { isDataObject } from '../../../shared/json';

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
export function readVendorFields(item: InputItem): VendorFields {
	const from = item.text('fieldsFrom', 'Vendor Fields');
	const read = READERS[from];
	if (!read) {
		throw new UserError(`Vendor fields cannot come from "${from}"`, {
			description: 'Set Vendor Fields to input, rows or json.',
		});
	}
	const all: IDataObject = deepCopy(read(item));
	const body = { ...all };
	if (from === 'input') {
		const names = item.text('leaveOut', 'Fields to Leave Out');
		for (const name of names.split(',')) delete body[name.trim()];
	}
	if (Object.values(body).every((value) => value === undefined)) {
		throw new UserError('There is no field to send', { description: ADVICE[from] });
	}
	return { all, body };
}

const READERS: Record<string, (item: InputItem) => IDataObject> = {
	input: ({ json }) => readItem(json),
	rows: (item) => readRows(item.value('fields', {})),
	json: (item) => readJson(item.value('fieldsJson', '{}')),
};

const ADVICE: Record<string, string> = {
	input:
		'The input item has no field besides those under Fields to Leave Out. Check what the node before returns.',
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
