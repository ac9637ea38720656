import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import { unwrapList } from '../../shared/transport/list';
import { pathSegment } from '../../shared/transport/pathSegment';
import type {
	RequestContext,
	RequestLimits,
	ServiceResponse,
} from '../../shared/transport/request';
import { serviceRequest } from '../../shared/transport/request';

export const VENDORS_PATH = '/tprm-api/vendors';

/** @returns the path of one vendor (third-party-risk, Endpoints) */
export function vendorPath(vendorId: string): string {
	return `${VENDORS_PATH}/${pathSegment(vendorId)}`;
}

/** What a search gave. */
export interface VendorList {
	vendors: IDataObject[];
	/** How many there are in all, where the service says more than it sent. */
	incompleteTotal?: number;
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
		{ method: 'POST', path: `${VENDORS_PATH}/search`, body: filter, repeatable: true },
		limits,
		itemIndex,
	);
	const vendors = unwrapList(response.body);
	const total = isRecord(response.body) ? response.body.total : undefined;
	const isIncomplete = typeof total === 'number' && total > vendors.length;
	return { vendors, response, ...(isIncomplete && { incompleteTotal: total }) };
}

/** @returns the id of a vendor as text; `''` when it has none */
export function vendorId({ id }: IDataObject): string {
	return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}
