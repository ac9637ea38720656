import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../json';
import { findList, unwrapList } from './list';
import { pathSegment } from './pathSegment';
import type { RequestContext, RequestLimits, ServiceResponse } from '../request';
import { serviceRequest } from '../request';

export const VENDORS_PATH = '/tprm-api/vendors';

/** @returns the path of one vendor (third-party-risk, Endpoints) */
export function vendorPath(vendorId: string): string {
	return `${VENDORS_PATH}/${pathSegment(vendorId)}`;
}

/** What a search gave. */
export interface VendorList {
	vendors: IDataObject[];
	/** Why these may not be all vendors that match, in words after "The service". */
	doubt?: string;
	response: ServiceResponse;
}

/**
 * Searches vendors (third-party-risk, `POST /tprm-api/vendors/search`).
 *
 * @param filter sent as it is; an empty object lists all vendors, newest first
 * @throws ServiceError when the service does not give the list
 */
export async function searchVendors(
	context: RequestContext,
	filter: IDataObject,
	limits?: RequestLimits,
	itemIndex?: number,
): Promise<VendorList> {
	const response = await serviceRequest(
		context,
		{ method: 'POST', path: `${VENDORS_PATH}/search`, body: filter, reads: true },
		limits,
		itemIndex,
	);
	const vendors = unwrapList(response.body, MEMBER);
	const doubt = findList(response.body, MEMBER)
		? doubtAbout(response.body, vendors.length)
		: 'did not answer with a list of vendors';
	return { vendors, response, ...(doubt !== undefined && { doubt }) };
}

const MEMBER = 'vendors';

/** The specification shows no paging of the search; a service that pages all the same says so somehow. */
function doubtAbout(body: unknown, count: number): string | undefined {
	if (!isRecord(body)) return undefined;
	const nested = Object.values(body).filter(isRecord);
	for (const [name, value] of [body, ...nested].flatMap((record) => Object.entries(record))) {
		if (/total/i.test(name) && Number(value) > count)
			return `sent ${count} of ${Number(value)} vendors`;
		const saysNext = /^next/i.test(name) && Boolean(value);
		if ((/^has_?more$/i.test(name) && value === true) || saysNext) {
			return `sent ${count} vendors and says that there are more`;
		}
	}
	return undefined;
}

/** @returns the id of a vendor as text; `''` when it has none */
export function vendorId({ id }: IDataObject): string {
	return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}
