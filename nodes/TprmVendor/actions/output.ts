import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { CREDENTIAL_NAME, readCredential } from '../../shared/auth/credential';
import { convertDates } from './vendor/organizationDates';
import { collectionParameter } from '../../shared/node/parameters';
import { toRecord } from '../../shared/json';
import type { ServiceResponse } from '../../shared/service/request';

/** Adds the ids that support asks for (third-party-risk, Endpoints: rule 3). */
export const detailsOption: INodeProperties = {
	displayName: 'Include Response Details',
	name: 'includeResponseDetails',
	type: 'boolean',
	default: true,
	description:
		'Whether to add requestId (to quote to support) and responseTimeMs (time inside the service) to each output item',
};

/** Members of Options for every operation that hands out vendors. */
export const vendorOutputOptions: INodeProperties[] = [
	{
		displayName: 'Convert Dates',
		name: 'convertDates',
		type: 'boolean',
		default: true,
		description:
			'Whether to turn dates from the format and time zone of your organization, as set in the credential, into ISO 8601, so that other nodes understand them. Every text that is exactly such a date is converted, whatever its field.',
	},
	detailsOption,
];

/**
 * Brings vendors into the form that the item's Options ask for.
 *
 * @param records as the service sent them
 * @throws UserError when the credential's time zone does not exist
 */
export async function finish(
	context: IExecuteFunctions,
	itemIndex: number,
	records: IDataObject[],
	response: ServiceResponse,
): Promise<IDataObject[]> {
	const details = responseDetails(context, itemIndex, response);
	if (!isOn(context, itemIndex, 'convertDates'))
		return records.map((record) => ({ ...record, ...details }));

	const credential = readCredential(await context.getCredentials(CREDENTIAL_NAME));
	const dates = {
		timeZone: credential.organizationTimeZone,
		dateFormat: credential.organizationDateFormat,
	};
	return records.map((record) => ({ ...convertDates(record, dates), ...details }));
}

/** {@link finish} for an answer about one vendor; `fallback` stands for an answer without a body. */
export async function finishOne(
	context: IExecuteFunctions,
	itemIndex: number,
	response: ServiceResponse,
	fallback: IDataObject,
): Promise<IDataObject> {
	const record = response.body === undefined ? fallback : toRecord(response.body);
	const [finished = record] = await finish(context, itemIndex, [record], response);
	return finished;
}

/** @returns what Include Response Details adds; nothing when it is off */
export function responseDetails(
	context: IExecuteFunctions,
	itemIndex: number,
	{ headers }: ServiceResponse,
): IDataObject {
	if (!isOn(context, itemIndex, 'includeResponseDetails')) return {};
	const time = headers['x-response-time-ms'];
	return {
		requestId: headers['x-request-id'] ?? null,
		responseTimeMs: time === undefined ? null : Number(time),
	};
}

/** An expression may give the switch as text. */
function isOn(context: IExecuteFunctions, itemIndex: number, name: string): boolean {
	return String(collectionParameter(context, 'options', itemIndex)[name]) === 'true';
}
