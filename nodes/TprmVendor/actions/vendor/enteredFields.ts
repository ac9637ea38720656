import type { IDataObject } from 'n8n-workflow';
import { deepCopy, UserError } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import { jsonValue, toText } from '../../../shared/node/parameters';
import { isDataObject } from '../../../shared/json';
import type { VendorFields } from './vendorFieldTypes';

/**
 * Reads the vendor fields that are entered in the form instead of taken from the input item.
 *
 * @param from value of Vendor Fields
 * @throws UserError naming the field when there is none or something cannot be read
 */
export function enteredFields(item: InputItem, from: string): VendorFields {
	const source = SOURCES[from];
	if (!source) {
		throw new UserError(`Unknown value for Vendor Fields: "${from}"`, {
			description: 'Set Vendor Fields to input, map, rows or json.',
		});
	}
	const all: IDataObject = deepCopy(source.read(item));
	const body = { ...all };
	if (from === 'map') delete body.id;
	if (Object.values(body).some((value) => value !== undefined)) return { all, body };
	throw new UserError('No fields to send', { description: source.advice });
}

/** Where fields can be entered, and what to do when there are none. */
const SOURCES: Record<string, { read: (item: InputItem) => IDataObject; advice: string }> = {
	map: {
		read: (item) => readMapping(item).filled,
		advice: 'Enter a value for at least one field under Fields.',
	},
	rows: {
		read: (item) => readRows(item.value('fields', {})),
		advice: 'Add at least one field under Fields.',
	},
	json: {
		read: (item) => readJson(item.value('fieldsJson', '{}')),
		advice: 'Enter at least one field under Fields (JSON), e.g. {"name": "Acme"}.',
	},
};

/**
 * @returns the field of Fields that existing vendors are found by
 * @throws UserError when none is selected
 */
export function mappedMatchField(item: InputItem): string {
	const [field] = readMapping(item).matchingColumns;
	if (field !== undefined) return field;
	throw new UserError('Match Field is empty', {
		description: 'Select or enter the field that identifies an existing vendor.',
	});
}

function readMapping(item: InputItem) {
	// n8n only checks and converts the values when they are read alone.
	const value = item.value('fieldList.value', {});
	const matchingColumns = item.value('fieldList.matchingColumns', []);
	const entered = isDataObject(value) ? Object.entries(value) : [];
	return {
		// The editor saves every field of the list, empty ones as null.
		filled: Object.fromEntries(entered.filter(([, given]) => given !== null && given !== '')),
		matchingColumns: Array.isArray(matchingColumns) ? matchingColumns.map(String) : [],
	};
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
