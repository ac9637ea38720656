import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ServiceResponse } from '../call';
import type { Download } from '../download/downloadFile';
import { downloadFile } from '../download/downloadFile';
import type { ServiceClient } from '../send';
import { pathSegment } from '../send';
import type { RecordList } from './answers';
import { readList } from './answers';

const PATH = '/tprm-api/vendors';

/** Result of a search. */
export interface VendorList extends Omit<RecordList, 'records'> {
	vendors: IDataObject[];
}

/**
 * Searches vendors (third-party-risk, `POST /tprm-api/vendors/search`).
 *
 * @param filter sent as it is; an empty object lists all vendors, newest first
 * @throws ServiceError when the service refuses
 */
export async function searchVendors(
	client: ServiceClient,
	filter: IDataObject = {},
): Promise<VendorList> {
	const path = `${PATH}/search`;
	const response = await client.send({ method: 'POST', path, body: filter, reads: true });
	const { records: vendors, ...list } = readList(response, 'vendor');
	return { vendors, ...list };
}

/**
 * Creates a vendor (third-party-risk, `POST /tprm-api/vendors`).
 *
 * @param key `Idempotency-Key`: every repetition has it, so that repeating creates no second vendor
 * @param ifOpen what the user should do when the vendor may have been created, or not
 * @throws ServiceError when the service refuses
 */
export async function createVendor(
	client: ServiceClient,
	body: IDataObject,
	key: string,
	ifOpen: string,
): Promise<ServiceResponse> {
	const headers = { 'Idempotency-Key': key };
	return await client.send({ method: 'POST', path: PATH, body, headers, repeatable: true, ifOpen });
}

/**
 * Changes fields of a vendor (third-party-risk, PATCH of the vendor resource).
 *
 * @throws ServiceError when the service refuses
 */
export async function updateVendor(
	client: ServiceClient,
	id: string,
	body: IDataObject,
): Promise<ServiceResponse> {
	return await client.send({ method: 'PATCH', path: vendorPath(id), body });
}

/**
 * Replaces all fields of a vendor; those that are not sent are cleared (third-party-risk, PUT of the
 * vendor resource).
 *
 * @throws ServiceError when the service refuses
 */
export async function replaceVendor(
	client: ServiceClient,
	id: string,
	body: IDataObject,
): Promise<ServiceResponse> {
	return await client.send({ method: 'PUT', path: vendorPath(id), body });
}

/**
 * Archives a vendor, whose data is kept (third-party-risk, `POST /tprm-api/vendors/{id}/archive`).
 *
 * @throws ServiceError when the service refuses
 */
export async function archiveVendor(client: ServiceClient, id: string): Promise<ServiceResponse> {
	return await client.send({ method: 'POST', path: `${vendorPath(id)}/archive` });
}

/**
 * Removes a vendor for good (third-party-risk, `DELETE /tprm-api/vendors/{id}`).
 *
 * @throws ServiceError when the service refuses
 */
export async function deleteVendor(client: ServiceClient, id: string): Promise<ServiceResponse> {
	return await client.send({ method: 'DELETE', path: vendorPath(id) });
}

function vendorPath(id: string): string {
	return `${PATH}/${pathSegment(id)}`;
}

/** @returns the id of a vendor as text; `''` when it has none */
export function vendorId({ id }: IDataObject): string {
	return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

/**
 * Downloads a document into n8n's storage (third-party-risk,
 * `GET /tprm-api/downloads/document/{id}`).
 *
 * @param maxMegabytes largest size, in MB of 1,048,576 bytes
 * @throws ServiceError when the service refuses the file or it never arrives whole
 * @throws NodeOperationError when it is too large, or was compressed in an unknown way
 */
export async function downloadDocument(
	context: IExecuteFunctions,
	client: ServiceClient,
	id: string,
	maxMegabytes: number,
): Promise<Download> {
	const path = `/tprm-api/downloads/document/${pathSegment(id)}`;
	return await downloadFile(context, client, {
		path,
		maxMegabytes,
		fallbackName: `document-${id}`,
	});
}

/** Path of the list of event names; the credential is tested with it too. */
const WEBHOOK_EVENTS_PATH = '/tprm-api/manage/webhooks/events';

/** The events that an endpoint may subscribe to. */
interface EventList extends Omit<RecordList, 'records'> {
	events: IDataObject[];
}

/**
 * Lists the events that an endpoint may subscribe to (third-party-risk,
 * `GET /manage/webhooks/events`), whose shape the specification leaves open.
 *
 * @returns the entries of the list; a list of bare names gives entries with a `value`
 * @throws ServiceError when the service refuses
 */
export async function listWebhookEvents(client: ServiceClient): Promise<EventList> {
	const response = await client.send({ method: 'GET', path: WEBHOOK_EVENTS_PATH });
	const { records: events, ...list } = readList(response, 'event');
	return { events, ...list };
}
