import type { IDataObject } from 'n8n-workflow';

import type { ServiceResponse } from '../call';
import { pathSegment, type ServiceClient } from '../send';
import { complete, type OnDoubt, readList, type RecordList } from './answers';

const PATH = '/tprm-api/vendors';

/**
 * Searches vendors (third-party-risk, `POST /tprm-api/vendors/search`).
 *
 * @param filter sent as it is; an empty object lists all vendors, newest first
 * @throws ServiceError when the service refuses
 */
export async function searchVendors(
	client: ServiceClient,
	filter: IDataObject = {},
): Promise<RecordList> {
	const path = `${PATH}/search`;
	const call = { method: 'POST', path, body: filter, reads: true } as const;
	return readList(await client.send(call), 'vendor');
}

/**
 * Searches all vendors for a decision that a wrong list would make wrong.
 *
 * @param onDoubt is called when the list is not complete, and throws unless that is accepted
 * @throws UserError when the answer is not a list, or a vendor in it has no id; what `onDoubt` throws
 * @throws ServiceError when the service refuses
 */
export async function searchAllVendors(
	client: ServiceClient,
	onDoubt: OnDoubt,
): Promise<RecordList> {
	const needs = 'Vendor > Get Many: it must have all vendors, each with an id.';
	return complete(await searchVendors(client), onDoubt, 'vendors', needs);
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
 * @returns a call that concerns one vendor, and sends a body if the method has one
 * @throws ServiceError when the service refuses
 */
function vendorCall(method: 'PATCH' | 'PUT' | 'POST' | 'DELETE', below = '') {
	return async (client: ServiceClient, id: string, body?: IDataObject): Promise<ServiceResponse> =>
		await client.send({
			method,
			path: `${PATH}/${pathSegment(id)}${below}`,
			...(body && { body }),
		});
}

/** Changes fields of a vendor (third-party-risk, PATCH of the vendor resource). */
export const updateVendor = vendorCall('PATCH');

/**
 * Replaces all fields of a vendor; those that are not sent are cleared (third-party-risk, PUT of the
 * vendor resource).
 */
export const replaceVendor = vendorCall('PUT');

/** Archives a vendor, whose data is kept (third-party-risk, `POST /tprm-api/vendors/{id}/archive`). */
export const archiveVendor = vendorCall('POST', '/archive');

/** Removes a vendor for good (third-party-risk, `DELETE /tprm-api/vendors/{id}`). */
export const deleteVendor = vendorCall('DELETE');

/** @returns the id of a vendor as text; `''` when it has none */
export function vendorId({ id }: IDataObject): string {
	return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

/** Path of the list of event names; the credential is tested with it too. */
const WEBHOOK_EVENTS_PATH = '/tprm-api/manage/webhooks/events';

/**
 * Lists the events that an endpoint may subscribe to (third-party-risk,
 * `GET /manage/webhooks/events`), whose shape the specification leaves open.
 *
 * @returns the entries of the list; a list of bare names gives entries with a `value`
 * @throws ServiceError when the service refuses
 */
export async function listWebhookEvents(client: ServiceClient): Promise<RecordList> {
	return readList(await client.send({ method: 'GET', path: WEBHOOK_EVENTS_PATH }), 'event');
}
