import type { IDataObject } from 'n8n-workflow';

import { findList, isRecord, unwrapList } from '../../json';
import { countOf } from '../../count';
import type { ServiceResponse } from '../call';
import type { ServiceClient } from '../client';
import { pathSegment } from '../client';

const PATH = '/tprm-api/vendors';

/** Name of the list in an answer that has several. */
const MEMBER = 'vendors';

/** Result of a search. */
export interface VendorList {
	vendors: IDataObject[];
	/** Why these may not be all vendors that match, to follow "The service" in a sentence. */
	doubt?: string;
	response: ServiceResponse;
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
	const vendors = unwrapList(response.body, MEMBER);
	const doubt = findList(response.body, MEMBER)
		? doubtAbout(response.body, vendors.length)
		: 'did not return a list of vendors';
	return { vendors, response, ...(doubt !== undefined && { doubt }) };
}

/** The specification shows no paging of the search; a service that pages anyway reports it somewhere. */
function doubtAbout(body: unknown, count: number): string | undefined {
	if (!isRecord(body)) return undefined;
	const nested = Object.values(body).filter(isRecord);
	for (const [name, value] of [body, ...nested].flatMap((record) => Object.entries(record))) {
		if (/total/i.test(name) && Number(value) > count)
			return `returned ${count} of ${countOf(Number(value), 'vendor')}`;
		const saysNext = /^next/i.test(name) && Boolean(value);
		if ((/^has_?more$/i.test(name) && value === true) || saysNext) {
			return `returned ${countOf(count, 'vendor')} and reported that there are more`;
		}
	}
	return undefined;
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
