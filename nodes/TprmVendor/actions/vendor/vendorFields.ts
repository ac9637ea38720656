import type { IDataObject } from 'n8n-workflow';
import { deepCopy, UserError } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import { jsonValue, toText } from '../../../shared/node/parameters';
import { isDataObject } from '../../../shared/json';

/** The fields of one item. */
export interface VendorFields {
	/** All fields of the item. */
	all: IDataObject;
	/** Sent to the service. */
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
		throw new UserError(`Unknown value for Vendor Fields: "${from}"`, {
			description: 'Set Vendor Fields to input, rows or json.',
		});
	}
	const all: IDataObject = deepCopy(read(item));
	const body = { ...all };
	if (from === 'input') {
		const names = item.text('leaveOut', 'Fields to Exclude');
		for (const name of names.split(',')) delete body[name.trim()];
	}
	if (Object.values(body).every((value) => value === undefined)) {
		throw new UserError('No fields to send', { description: ADVICE[from] });
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
		'Check the output of the previous node. The input item only has fields that are listed under Fields to Exclude.',
	rows: 'Add at least one field under Fields.',
	json: 'Enter at least one field under Fields (JSON), e.g. {"name": "Acme"}.',
};

function readItem(item: IDataObject): IDataObject {
	// n8n passes the agent's own item to a tool, with the arguments and the id of the call in it.
	if (typeof item.toolCallId !== 'string') return item;
	throw new UserError('When used as a tool, the node has no vendor in its input item', {
		description:
			'Set Vendor Fields to From JSON or From Fields Below, and let the model define the values.',
	});
}

function readRows(value: unknown): IDataObject {
	const rows = isDataObject(value) && Array.isArray(value.field) ? value.field : [];
	const fields: IDataObject = {};
	for (const row of rows.filter(isDataObject)) {
		const name = toText(row.name, 'Name');
		if (name === '') {
			throw new UserError('A field under Fields has no name', {
				description: 'Enter the name of the field in the service, or remove it.',
			});
		}
		if (Object.hasOwn(fields, name)) {
			throw new UserError(`"${name}" is listed twice under Fields`, {
				description: 'Remove one of them: a field can only have one value.',
			});
		}
		fields[name] = row.value;
	}
	return fields;
}

function readJson(value: unknown): IDataObject {
	const fields = jsonValue(value, 'Fields (JSON)');
	if (isDataObject(fields)) return fields;
	throw new UserError('Fields (JSON) must be a JSON object', {
		description: 'Enter the name and value of each field, e.g. {"name": "Acme"}.',
	});
}
