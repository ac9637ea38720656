import type { IDataObject } from 'n8n-workflow';
import { UserError, deepCopy } from 'n8n-workflow';

import { visible } from '../../../shared/basics/text';
import { isDataObject, toRecord } from '../../../shared/basics/values';
import type { InputItem } from '../../../shared/node/inputItem';
import {
	readNames,
	refuseDamaged,
	toBoolean,
	toChoice,
	toJsonObject,
	toText,
} from '../../../shared/node/parameters';
import type { ServiceResponse } from '../../../shared/service/call';
import type { OrganizationDates } from '../organizationDates';
import { convertDates, isSameDate } from '../organizationDates';
import { ADDED } from './vendorFieldProperties';

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
	const source = toChoice(item.value('fieldsFrom', ''), 'Vendor Fields', SOURCES);
	const all: IDataObject = deepCopy(source.read(item));
	const body = { ...all };
	for (const name of source.excluded?.(item) ?? []) delete body[name];
	for (const [name, value] of Object.entries(body)) refuseDamaged(value, `The field ${name}`);
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
		excluded: ({ options }) => ['', ...readNames(options.leaveOut ?? ADDED, 'Fields to Exclude')],
		advice:
			'Check the output of the previous node. The input item only has fields that Fields to Exclude under Options leaves out.',
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
	throw new UserError('When used as a tool, the node has no vendor in its input item', {
		description:
			'Set Vendor Fields to From JSON or From Fields Below, and let the model define the values.',
	});
}

/** @returns the value of a field, also of one inside others (`contact.email`) */
export function fieldAt(record: IDataObject, path: string): unknown {
	const [holder, name] = placeOf(record, path) ?? [];
	return holder?.[name ?? ''];
}

/** @returns the object that has a field, and the name of the field there; `undefined` if there is none */
export function placeOf(
	record: IDataObject,
	path: string,
): [holder: IDataObject, name: string] | undefined {
	if (Object.hasOwn(record, path)) return [record, path];
	const [name = '', ...others] = path.split('.');
	const inner = record[name];
	return others.length > 0 && isDataObject(inner) ? placeOf(inner, others.join('.')) : undefined;
}

/**
 * @returns whether a vendor has these values, so that writing them would change nothing; a field that
 *   it does not show may have any value
 */
export function hasFields(
	vendor: IDataObject,
	fields: IDataObject,
	dates: OrganizationDates,
): boolean {
	return Object.entries(fields).every(
		([name, wanted]) =>
			wanted === undefined || (vendor[name] !== undefined && isSame(vendor[name], wanted, dates)),
	);
}

/** Compares by the type that the service returned: from CSV files and databases, all may be text. */
function isSame(present: unknown, wanted: unknown, dates: OrganizationDates): boolean {
	if (present === wanted || (isEmpty(present) && isEmpty(wanted))) return true;
	if (isObject(present) && isObject(wanted)) {
		const others = new Map(Object.entries(wanted));
		return (
			Array.isArray(present) === Array.isArray(wanted) &&
			Object.keys(present).length === others.size &&
			Object.entries(present).every(([name, value]) => isSame(value, others.get(name), dates))
		);
	}
	if (typeof wanted === 'object') return false;
	const text = String(wanted).normalize('NFC');
	const trimmed = visible(text);
	if (typeof present === 'number') return NUMBER.test(trimmed) && Number(trimmed) === present;
	if (typeof present === 'boolean') return FLAGS[trimmed.toLowerCase()] === present;
	if (typeof present !== 'string') return false;
	return [text, trimmed].includes(present.normalize('NFC')) || isSameDate(present, trimmed, dates);
}

/** An object or a list. */
function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}

/** No more digits than a number keeps. */
export const NUMBER = /^-?\d{1,15}(\.\d{1,9})?$/;

export const FLAGS: Record<string, boolean> = { true: true, 1: true, false: false, 0: false };

/** @returns whether a value clears a field */
export function isEmpty(value: unknown): boolean {
	return value === null || value === '' || (Array.isArray(value) && value.length === 0);
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

/** @returns the vendor in an answer; what was sent where the answer has no body */
export function vendorIn({ body }: ServiceResponse, sent: IDataObject): IDataObject {
	return body === undefined ? sent : toRecord(body);
}

/**
 * Reads the Options about the output. An operation that writes does so before it writes.
 *
 * @throws UserError naming the option that is neither true nor false
 */
export function outputOptions({ options }: InputItem) {
	return {
		convertsDates: toBoolean(options.convertDates, 'Convert Dates', false),
		hasDetails: toBoolean(options.includeResponseDetails, 'Include Response Details', false),
	};
}

/**
 * Brings records into the form that the item's Options ask for.
 *
 * @param records as the service sent them
 */
export async function toOutput(
	item: InputItem,
	records: IDataObject[],
	{ headers }: ServiceResponse,
): Promise<IDataObject[]> {
	const { convertsDates, hasDetails } = outputOptions(item);
	const dates = convertsDates ? await item.client.credential() : undefined;
	const { 'x-request-id': requestId = null, 'x-response-time-ms': time } = headers;
	const details = { requestId, responseTimeMs: time === undefined ? null : Number(time) };
	return records.map((record) => ({
		...(dates ? convertDates(record, dates) : record),
		...(hasDetails && details),
	}));
}

/** {@link toOutput} for one record. */
export async function toOutputVendor(
	item: InputItem,
	record: IDataObject,
	response: ServiceResponse,
): Promise<IDataObject> {
	const [output = record] = await toOutput(item, [record], response);
	return output;
}
