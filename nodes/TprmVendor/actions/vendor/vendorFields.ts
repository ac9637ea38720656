import { randomUUID } from 'crypto';

import { deepCopy, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { canonicalJson } from '../../../shared/basics/json';
import { hashOf, isDataObject, setMember, toRecord, visible } from '../../../shared/basics/values';
import { type InputItem, oncePerRun } from '../../../shared/node/operation';
import {
	readNames,
	refuseDamaged,
	toBoolean,
	toChoice,
	toJsonObject,
	toText,
} from '../../../shared/node/parameters';
import { type ServiceResponse, userError } from '../../../shared/service/errors';
import { convertDates } from '../organizationDates';
import { ADDED } from './vendorFieldProperties';

/**
 * Reads the vendor fields of an item.
 *
 * @returns copies, with dates as the JSON text that they become: all fields of the item, and the body to send
 * @throws UserError naming the field when there is nothing to send or something cannot be read
 */
export function readVendorFields(item: InputItem) {
	const source = toChoice(item.value('fieldsFrom', ''), 'Vendor Fields', SOURCES);
	const all: IDataObject = deepCopy(source.read(item));
	const body: IDataObject = { ...all };
	for (const name of source.excluded?.(item) ?? []) delete body[name];
	for (const [name, value] of Object.entries(body)) refuseDamaged(value, `The field ${name}`);
	if (Object.values(body).some((value) => value !== undefined)) return { all, body };
	throw userError('No fields to send', source.advice);
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
			'Check the output of the previous node. All fields of the input item are listed in Fields to Exclude under Options.',
	},
	map: {
		read: readMapping,
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

function readRows(value: unknown): IDataObject {
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

/**
 * Makes the keys of a run (third-party-risk, Endpoints: rules 1 and 2). No custom key is used for two
 * vendors, of which only the first would be created.
 *
 * @returns a function that returns the `Idempotency-Key` of an item and what it creates: the same when n8n runs
 *   the node again within the same execution; for From Content the same for equal bodies. It throws a UserError when
 *   a custom key is missing, cannot be sent, or is that of another vendor
 */
export function idempotencyKeys(context: IExecuteFunctions) {
	const uses = new Map<string, { row: number; content: string }>();
	// The same for all items; finding it out takes n8n as long as all else for one.
	const run = runOf(context);
	return (item: InputItem, body: IDataObject): string => {
		const setting = settingOf(item);
		// Without the body, which an expression such as `$now` makes another one in a repetition; and without
		// an execution's ID, two executions would look alike.
		if (setting === 'automatic')
			return `n8n-${run ? hashOf(canonicalJson([...run, item.index]), KEY_LENGTH) : randomUUID()}`;
		const content = canonicalJson(body);
		if (setting === 'content') return `content-${hashOf(content, KEY_LENGTH)}`;
		const key = toText(item.options.ownIdempotencyKey, 'Custom Idempotency Key');
		if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
			throw userError(
				`Custom Idempotency Key ${key === '' ? 'is empty' : 'cannot be sent'}`,
				'Under Options > Idempotency, enter up to 255 unaccented letters, digits and common symbols, usually as an expression that identifies the item. The key is sent in a header.',
			);
		}
		const row = item.index + 1;
		const before = uses.get(key) ?? { row, content };
		uses.set(key, before);
		if (before.content === content) return key;
		throw userError(
			`Rows ${before.row} and ${row} are different vendors with the same idempotency key`,
			'Use an expression under Custom Idempotency Key that differs between rows. The service would treat the second vendor as a repetition of the first and not create it.',
		);
	};
}

/** Long enough that no two keys are the same by chance. */
const KEY_LENGTH = 32;

const KEYS = { automatic: 'automatic', content: 'content', own: 'own' } as const;

export function settingOf({ options }: InputItem): keyof typeof KEYS {
	return toChoice(options.idempotency ?? 'automatic', 'Idempotency', KEYS);
}

/** @returns what tells the run of a node from others; `undefined` if n8n has no id for the execution */
function runOf(context: IExecuteFunctions): unknown[] | undefined {
	const execution = context.getExecutionId();
	if (!execution) return undefined;
	const { id, name } = context.getNode();
	const workflow = context.getWorkflow().id ?? '';
	const { $runIndex } = context.getWorkflowDataProxy(0);
	return [context.getInstanceId(), workflow, execution, id || name, $runIndex];
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
		convertsDates: toBoolean(options.convertDates, 'Convert Dates'),
		hasDetails: toBoolean(options.includeResponseDetails, 'Include Response Details'),
	};
}

const datesOf = oncePerRun(async ({ client }) => await client.credential());

/**
 * Brings a record into the form that the item's Options ask for.
 *
 * @param record as the service sent it
 */
export async function toOutput(
	item: InputItem,
	record: IDataObject,
	{ headers }: ServiceResponse,
): Promise<IDataObject> {
	const { convertsDates, hasDetails } = outputOptions(item);
	const { 'x-request-id': requestId = null, 'x-response-time-ms': time } = headers;
	const details = { requestId, responseTimeMs: time === undefined ? null : Number(time) };
	return {
		...(convertsDates ? convertDates(record, await datesOf(item)) : record),
		...(hasDetails && details),
	};
}
