import type { IDataObject } from 'n8n-workflow';

import type { ServiceResponse } from '../call';
import type { ServiceClient } from '../send';
import { pathSegment } from '../send';
import type { RecordList } from './completeList';
import { readList } from './completeList';

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
