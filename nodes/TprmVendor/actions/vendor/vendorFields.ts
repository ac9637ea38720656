import { deepCopy, type IDataObject } from 'n8n-workflow';

import { isDataObject } from '../../../shared/basics/guards';
import { setMember } from '../../../shared/basics/members';
import { visible } from '../../../shared/basics/visible';
import { userError } from '../../../shared/n8n/nodeErrors';
import { refuseDamaged } from '../../../shared/node/cells/damaged';
import { readNames, toChoice, toJsonObject, toText } from '../../../shared/node/coerce';
import type { InputItem } from '../../../shared/node/inputItem';
import { ADDED } from './vendorOptions';

/**
 * Reads the vendor fields of an item.
 *
 * @returns copies, with dates as the JSON text that they become: all fields of the item, and the body to send
 * @throws UserError naming the field when there is nothing to send or something cannot be read
 */
export function readVendorFields(item: InputItem): { all: IDataObject; body: IDataObject } {
	const source = toChoice(item.value('fieldsFrom', ''), 'Vendor Fields', SOURCES);
	const all: IDataObject = deepCopy(source.read(item));
	const body: IDataObject = { ...all };
	for (const name of source.excluded?.(item) ?? []) delete body[name];
	for (const [name, value] of Object.entries(body)) refuseDamaged(value, `The field ${name}`);
	if (Object.values(body).some((value) => value !== undefined)) return { all, body };
	throw userError('No fields to send', source.advice);
}

/** Where fields come from. */
interface FieldSource {
	read: (item: InputItem) => IDataObject;
	/** Names of fields that are not sent. */
	excluded?: (item: InputItem) => string[];
	/** What to do when there are none. */
	advice: string;
}

/** By the value of Vendor Fields. */
const SOURCES: Record<string, FieldSource> = {
	input: {
		read: readItem,
		excluded: ({ options }) => ['', ...readNames(options.leaveOut ?? ADDED, 'Fields to Exclude')],
		advice:
			'Check the output of the previous node. All fields of the input item are listed in Fields to Exclude under Options.',
	},
	map: {
		read: readMapping,
		excluded: () => ['id'],
		advice: 'Enter a value for at least one field under Fields.',
	},
	rows: {
		read: (item) => readNamedValues(item.value('fields', {})),
		advice: 'Add at least one field under Fields.',
	},
	json: {
		read: (item) =>
			toJsonObject(item.value('fieldsJson', '{}'), 'Fields (JSON)', '{"name": "Acme"}'),
		advice: 'Enter at least one field under Fields (JSON), e.g. {"name": "Acme"}.',
	},
};

function readItem({ json }: InputItem): IDataObject {
	// What cannot be seen in a spreadsheet was not meant.
	const named = Object.entries(json).map(([name, value]) => [
		visible(name),
		typeof value === 'string' ? visible(value) : value,
	]);
	// n8n passes the agent's own item to a tool, with the arguments and the id of the call in it.
	if (typeof json.toolCallId !== 'string') return Object.fromEntries(named);
	throw userError(
		'When used as a tool, the node has no vendor in its input item',
		'Set Vendor Fields to From JSON or From Fields Below, and let the model define the values.',
	);
}

/**
 * @returns the field of Fields that existing vendors are found by
 * @throws UserError when none is selected
 */
export function mappedMatchField(item: InputItem): string {
	const [field] = [item.value('fieldList.matchingColumns', [])].flat();
	if (typeof field === 'string') return field;
	throw userError('Match Field is empty', 'Select the field that identifies an existing vendor.');
}

function readMapping(item: InputItem): IDataObject {
	// n8n only checks and converts the values when they are read alone.
	const value = item.value('fieldList.value', {});
	const entered = isDataObject(value) ? Object.entries(value) : [];
	// The editor saves every field of the list, empty ones as null.
	return Object.fromEntries(entered.filter(([, given]) => given !== null && given !== ''));
}

function readNamedValues(value: unknown): IDataObject {
	const rows = isDataObject(value) && Array.isArray(value.field) ? value.field : [];
	const fields: IDataObject = {};
	for (const row of rows.filter(isDataObject)) {
		const name = toText(row.name, 'Name');
		if (name === '') {
			throw userError(
				'A field under Fields has no name',
				'Enter the name of the field in the service, or remove it.',
			);
		}
		setMember(fields, name, row.value);
	}
	return fields;
}
