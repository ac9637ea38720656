import type { IDataObject } from 'n8n-workflow';

import { pathSegment, type ServiceResponse } from '../call';
import type { ServiceClient } from '../client';
import { complete, fetchList, type OnDoubt, type RecordList } from '../recordList';

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
	return await fetchList(
		client,
		{ method: 'POST', path: `${PATH}/search`, body: filter, reads: true },
		'vendor',
	);
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
	return complete(
		await searchVendors(client),
		onDoubt,
		'vendors',
		'Vendor > Get Many: it must have all vendors, each with an id.',
	);
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
