import { deepCopy, type IDataObject } from 'n8n-workflow';

import { isDataObject } from '../../../shared/basics/guards';
import { memberOf, setMember } from '../../../shared/basics/members';
import { visible } from '../../../shared/basics/visible';
import { userError } from '../../../shared/n8n/nodeErrors';
import { isBlankCell } from '../../../shared/node/cells/blank';
import { refuseDamaged } from '../../../shared/node/cells/damaged';
import { withLists } from '../../../shared/node/cells/flattened';
import { refuseInIdentity } from '../../../shared/node/cells/identifying';
import { readNames, toChoice, toJsonObject, toText } from '../../../shared/node/coerce';
import type { InputItem } from '../../../shared/node/inputItem';
import { separatorError } from '../../../shared/node/separators';
import { clearsEmptyCells } from '../../../shared/node/properties/emptyCells';
import { isSetByService } from './sentBody';
import { ADDED } from './vendorOptions';

/**
 * Reads the vendor fields of an item.
 *
 * @param options.mayBeEmpty whether all of its fields may be empty cells, which leave a vendor as it is
 * @returns copies, with dates as the JSON text that they become: all fields of the item, and the body to send
 * @throws UserError naming the field when there is nothing to send or something cannot be read
 */
export function readVendorFields(
	item: InputItem,
	{ mayBeEmpty = false } = {},
): { all: IDataObject; body: IDataObject } {
	const source = toChoice(item.value('fieldsFrom', ''), 'Vendor Fields', SOURCES);
	const all: IDataObject = deepCopy(source.read(item));
	// A Mac writes an accent as a letter of its own, which a search in the service would not find.
	for (const [name, value] of Object.entries(all))
		if (typeof value === 'string') setMember(all, name, value.normalize('NFC'));
	const body: IDataObject = { ...all };
	for (const name of source.excluded?.(item) ?? []) delete body[name];
	const isFilled = Object.values(body).some((value) => value !== undefined);
	for (const [name, value] of Object.entries(body)) refuseDamaged(value, `The field ${name}`);
	refuseInIdentity(memberOf(body, 'name'), 'The field name');
	if (source.hasCells === true && !clearsEmptyCells(item.options)) {
		for (const [name, value] of Object.entries(body)) if (isBlankCell(value)) delete body[name];
	}
	const hasFields = mayBeEmpty
		? isFilled
		: Object.values(body).some((value) => value !== undefined);
	if (hasFields) return { all, body };
	throw userError('No fields to send', source.advice);
}

/** Where fields come from. */
interface FieldSource {
	read: (item: InputItem) => IDataObject;
	/** Names of fields that are not sent. */
	excluded?: (item: InputItem) => string[];
	/** Whether its values are cells of a table, of which an empty one means nothing. */
	hasCells?: boolean;
	/** What to do when there are none. */
	advice: string;
}

/** By the value of Vendor Fields. */
const SOURCES: Record<string, FieldSource> = {
	input: {
		read: readItem,
		excluded: ({ options, json }) => [
			...['', ...readNames(options.leaveOut ?? ADDED, 'Fields to Exclude')],
			// A list that Get Many has returned has them, and the service refuses to be told.
			...Object.keys(json).map(visible).filter(isSetByService),
		],
		hasCells: true,
		advice:
			'Check the output of the previous node: all fields of the input item are empty, or listed in Fields to Exclude under Options.',
	},
	map: {
		read: readMapping,
		excluded: () => ['id'],
		advice: 'Enter a value for at least one field under Fields.',
	},
	rows: {
		read: readNamedValues,
		advice: 'Add at least one field under Fields.',
	},
	json: {
		read: (item) =>
			toJsonObject(item.value('fieldsJson', '{}'), 'Fields (JSON)', '{"name": "Acme"}'),
		advice: 'Enter at least one field under Fields (JSON), e.g. {"name": "Acme"}.',
	},
};

function readItem({ json }: InputItem): IDataObject {
	// Its columns are the fields: a service that accepts any would store a field with the whole row.
	const cause = separatorError(Object.keys(json));
	if (cause) throw cause;
	// What cannot be seen in a spreadsheet was not meant.
	const named = Object.entries(json).map(([name, value]) => [
		visible(name),
		typeof value === 'string' ? visible(value) : value,
	]);
	// n8n passes the agent's own item to a tool, with the arguments and the id of the call in it.
	if (typeof json.toolCallId !== 'string') return withLists(Object.fromEntries(named));
	throw userError(
		'When used as a tool, the node has no vendor in its input item',
		'Set Vendor Fields to From JSON or From Names and Values, and let the model define the values.',
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

/** A field that an expression leaves without a value has an empty cell, unless it says `{{ null }}`. */
function readNamedValues(item: InputItem): IDataObject {
	const clears = clearsEmptyCells(item.options);
	const written = rowsOf(item.value('fields', {}, { rawExpressions: true }));
	const fields: IDataObject = {};
	for (const [index, row] of rowsOf(item.value('fields', {})).entries()) {
		const name = toText(row.name, 'Name');
		if (name === '') {
			throw userError(
				'A field under Fields has no name',
				'Enter the name of the field in the service, or remove it.',
			);
		}
		const isCell = isBlankCell(row.value) && !CLEARED.test(String(written[index]?.value));
		if (!isCell || clears) setMember(fields, name, row.value);
	}
	return fields;
}

/** What a user writes to clear a field: `{{ null }}`, `{{ "" }}`. */
const CLEARED = /^=\{\{\s*(?:null|""|'')\s*\}\}$/;

function rowsOf(value: unknown): IDataObject[] {
	const rows = isDataObject(value) && Array.isArray(value.field) ? value.field : [];
	return rows.filter(isDataObject);
}
