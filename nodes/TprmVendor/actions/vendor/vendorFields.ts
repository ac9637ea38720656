import type { IDataObject } from 'n8n-workflow';
import { UserError, deepCopy } from 'n8n-workflow';

import { canonicalJson, isDataObject } from '../../../shared/json';
import type { InputItem } from '../../../shared/node/inputItem';
import { jsonValue, toText } from '../../../shared/node/parameters';
import { isSameDate, organizationDates } from '../organizationDates';

/** The fields of one item. */
interface VendorFields {
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
	const source = SOURCES[from];
	if (!source) {
		throw new UserError(`Unknown value for Vendor Fields: "${from}"`, {
			description: 'Set Vendor Fields to input, map, rows or json.',
		});
	}
	const all: IDataObject = deepCopy(source.read(item));
	const body = { ...all };
	for (const name of source.excluded?.(item) ?? []) delete body[name];
	if (Object.values(body).some((value) => value !== undefined)) return { all, body };
	throw new UserError('No fields to send', { description: source.advice });
}

/** Where fields come from. */
interface Source {
	read: (item: InputItem) => IDataObject;
	/** Names of fields that are not sent. */
	excluded?: (item: InputItem) => string[];
	/** What to do when there are none. */
	advice: string;
}

/** By the value of Vendor Fields. */
const SOURCES: Record<string, Source> = {
	input: {
		read: readItem,
		excluded: (item) =>
			item
				.text('leaveOut', 'Fields to Exclude')
				.split(',')
				.map((name) => name.trim()),
		advice:
			'Check the output of the previous node. The input item only has fields that are listed under Fields to Exclude.',
	},
	map: {
		read: (item) => readMapping(item).filled,
		excluded: () => ['id'],
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

function readItem({ json }: InputItem): IDataObject {
	// n8n passes the agent's own item to a tool, with the arguments and the id of the call in it.
	if (typeof json.toolCallId !== 'string') return json;
	throw new UserError('When used as a tool, the node has no vendor in its input item', {
		description:
			'Set Vendor Fields to From JSON or From Fields Below, and let the model define the values.',
	});
}

/** @returns the value of a field, also of one inside others (`contact.email`) */
export function fieldAt(record: IDataObject, path: string): unknown {
	if (Object.hasOwn(record, path)) return record[path];
	return path
		.split('.')
		.reduce<unknown>((value, name) => (isDataObject(value) ? value[name] : undefined), record);
}

/**
 * @returns whether a vendor has these values, so that writing them would change nothing; a field that
 *   it does not show may have any value
 */
export async function hasFields(
	item: InputItem,
	vendor: IDataObject,
	fields: IDataObject,
): Promise<boolean> {
	const others = Object.entries(fields).filter(
		([name, value]) =>
			value !== undefined &&
			(vendor[name] === undefined || canonicalJson(value) !== canonicalJson(vendor[name])),
	);
	const texts = others.flatMap(([name, wanted]) => {
		const present = vendor[name];
		return typeof present === 'string' && typeof wanted === 'string' ? [{ present, wanted }] : [];
	});
	// The service returns a date in the format of the organization, whatever was sent.
	if (texts.length < others.length) return false;
	if (texts.length === 0) return true;
	const dates = organizationDates(await item.client.credential());
	return texts.every(({ present, wanted }) => isSameDate(present, wanted, dates));
}

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
