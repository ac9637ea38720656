import type { IDataObject } from 'n8n-workflow';

import { toRecord } from '../../../shared/basics/guards';
import { isTool } from '../../../shared/n8n/tool';
import { toBoolean } from '../../../shared/node/coerce';
import type { InputItem } from '../../../shared/node/inputItem';
import type { BatchEntry } from '../../../shared/node/operation';
import { oncePerRun } from '../../../shared/node/oncePerRun';
import { addWarning } from '../../../shared/node/warnings';
import type { ServiceResponse } from '../../../shared/service/call';
import { readDates } from '../dateEvidence';
import type { OrganizationDates } from '../organizationDates';

/** @returns the vendor in an answer; what was sent where the answer has no body */
export function vendorIn({ body }: ServiceResponse, sent: IDataObject): IDataObject {
	return body === undefined ? sent : toRecord(body);
}

/**
 * Reads the Options about the output. An operation that writes does so before it writes.
 *
 * A model takes `04-01-2026` for April 1 wherever it comes from: as a tool, dates are converted unless the
 * option says otherwise.
 *
 * @throws UserError naming the option that is neither true nor false
 */
export function outputOptions({ options, context }: InputItem): {
	convertsDates: boolean;
	hasDetails: boolean;
} {
	return {
		convertsDates: toBoolean(options.convertDates, 'Convert Dates', isTool(context)),
		hasDetails: toBoolean(options.includeResponseDetails, 'Include Response Details'),
	};
}

/**
 * @param entries items of a run, of which each says whether dates are converted
 * @param known all vendors as the service returned them; none for an operation that reads none
 * @returns what brings the row of an item into the form that its Options ask for: the vendor and its changes
 * @throws UserError when the vendors show that the format of the organization is another one
 */
export function showsDates(
	entries: Array<BatchEntry<{ item: InputItem }>>,
	known: IDataObject[],
	dates: OrganizationDates,
): (row: IDataObject, itemIndex: number | undefined) => IDataObject {
	const asked = entries.filter(({ input: { item } }) => outputOptions(item).convertsDates);
	const [first] = asked;
	if (!first) return (row) => row;
	const converting = new Set(asked.map(({ itemIndex }) => itemIndex));
	const convert = conversionOf(first.input.item, known, dates);
	return (row, itemIndex) =>
		itemIndex !== undefined && converting.has(itemIndex) ? convert(row) : row;
}

/** @throws UserError as {@link showsDates} */
function conversionOf(
	{ context, options }: InputItem,
	records: IDataObject[],
	dates: OrganizationDates,
): (record: IDataObject) => IDataObject {
	const { problem, warning, convert } = readDates(records, dates);
	// Only whoever turned Convert Dates on gets an error: for a tool, dates of an unknown format are left alone.
	if (problem && options.convertDates !== undefined) throw problem;
	if (warning !== undefined) addWarning(context, warning);
	return convert;
}

/** Each list that a run has read is looked through once for the dates in it, however many items it is for. */
const conversions = new WeakMap<IDataObject[], (record: IDataObject) => IDataObject>();

/**
 * @param records all that the service returned
 * @returns what brings one of them into the form that the item's Options ask for
 * @throws UserError as {@link showsDates}
 */
export async function outputOf(
	item: InputItem,
	records: IDataObject[],
	{ headers }: ServiceResponse,
): Promise<(record: IDataObject) => IDataObject> {
	const { convertsDates, hasDetails } = outputOptions(item);
	const { 'x-request-id': requestId = null, 'x-response-time-ms': time } = headers;
	const details = { requestId, responseTimeMs: time === undefined ? null : Number(time) };
	let convert = (record: IDataObject) => record;
	if (convertsDates) {
		convert = conversions.get(records) ?? conversionOf(item, records, await datesOf(item));
		conversions.set(records, convert);
	}
	return (record) => ({ ...convert(record), ...(hasDetails && details) });
}

const datesOf = oncePerRun(async ({ client }) => await client.credential());
