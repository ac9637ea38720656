import type { IDataObject } from 'n8n-workflow';

import { toRecord } from '../../../shared/basics/guards';
import { toBoolean } from '../../../shared/node/coerce';
import type { InputItem } from '../../../shared/node/inputItem';
import type { BatchEntry } from '../../../shared/node/operation';
import { oncePerRun } from '../../../shared/node/oncePerRun';
import type { ServiceResponse } from '../../../shared/service/call';
import { convertDates, type OrganizationDates } from '../organizationDates';

/** @returns the vendor in an answer; what was sent where the answer has no body */
export function vendorIn({ body }: ServiceResponse, sent: IDataObject): IDataObject {
	return body === undefined ? sent : toRecord(body);
}

/**
 * Reads the Options about the output. An operation that writes does so before it writes.
 *
 * @throws UserError naming the option that is neither true nor false
 */
export function outputOptions({ options }: InputItem): {
	convertsDates: boolean;
	hasDetails: boolean;
} {
	return {
		convertsDates: toBoolean(options.convertDates, 'Convert Dates'),
		hasDetails: toBoolean(options.includeResponseDetails, 'Include Response Details'),
	};
}

/**
 * @param entries items of a run, of which each says whether dates are converted
 * @returns what brings the row of an item into the form that its Options ask for: the vendor and its changes
 */
export function showsDates(
	entries: Array<BatchEntry<{ item: InputItem }>>,
	dates: OrganizationDates,
): (row: IDataObject, itemIndex: number | undefined) => IDataObject {
	const converting = new Set(
		entries.flatMap(({ itemIndex, input: { item } }) =>
			outputOptions(item).convertsDates ? [itemIndex] : [],
		),
	);
	return (row, itemIndex) =>
		itemIndex !== undefined && converting.has(itemIndex) ? convertDates(row, dates) : row;
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
