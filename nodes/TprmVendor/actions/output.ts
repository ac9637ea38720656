import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { toRecord } from '../../shared/basics/values';
import type { InputItem } from '../../shared/node/inputItem';
import { toBoolean } from '../../shared/node/parameters';
import type { ServiceResponse } from '../../shared/service/call';
import { convertDates } from './organizationDates';

/**
 * Brings vendors into the form that the item's Options ask for.
 *
 * @param records as the service sent them
 * @throws UserError when the credential's time zone does not exist
 */
export async function toOutput(
	item: InputItem,
	records: IDataObject[],
	response: ServiceResponse,
): Promise<IDataObject[]> {
	const details = responseDetails(item, response);
	if (!outputOptions(item).convertsDates)
		return records.map((record) => ({ ...record, ...details }));

	const dates = await item.client.credential();
	return records.map((record) => ({ ...convertDates(record, dates), ...details }));
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

/** {@link toOutput} for one vendor. */
export async function toOutputVendor(
	item: InputItem,
	record: IDataObject,
	response: ServiceResponse,
): Promise<IDataObject> {
	const [output = record] = await toOutput(item, [record], response);
	return output;
}

/** @returns the vendor in an answer; what was sent where the answer has no body */
export function vendorIn({ body }: ServiceResponse, sent: IDataObject): IDataObject {
	return body === undefined ? sent : toRecord(body);
}

/** @returns the members that Include Response Details adds; `{}` when it is off */
export function responseDetails(item: InputItem, { headers }: ServiceResponse): IDataObject {
	if (!outputOptions(item).hasDetails) return {};
	const time = headers['x-response-time-ms'];
	return {
		requestId: headers['x-request-id'] ?? null,
		responseTimeMs: time === undefined ? null : Number(time),
	};
}

/** Adds the ids that support asks for (third-party-risk, Endpoints: rule 3). */
export const detailsOption: INodeProperties = {
	displayName: 'Include Response Details',
	name: 'includeResponseDetails',
	type: 'boolean',
	default: true,
	description:
		'Whether to add requestId (for support requests) and responseTimeMs (processing time of the service) to each output item',
};

/** Members of Options for every operation that returns vendors. */
export const vendorOutputOptions: INodeProperties[] = [
	{
		displayName: 'Convert Dates',
		name: 'convertDates',
		type: 'boolean',
		default: true,
		description:
			'Whether to convert dates from the format and time zone of your organization, as set in the credential, to ISO 8601. This applies to every text that is exactly such a date, in any field.',
	},
	detailsOption,
];
