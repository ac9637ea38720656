import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { RequestLimits, ServiceResponse } from '../request';
import { serviceRequest } from '../request';
import { vendorPath, VENDORS_PATH } from './vendors';

/**
 * Creates a vendor (third-party-risk, `POST /tprm-api/vendors`).
 *
 * @param key every repetition carries it, so that repeating creates no second vendor
 * @throws ServiceError when the service refuses it
 */
export async function createVendor(
	context: IExecuteFunctions,
	body: IDataObject,
	key: string,
	limits: RequestLimits,
	itemIndex: number,
): Promise<ServiceResponse> {
	const headers = { 'Idempotency-Key': key };
	return await serviceRequest(
		context,
		{ method: 'POST', path: VENDORS_PATH, body, headers, repeatable: true },
		limits,
		itemIndex,
	);
}

/**
 * Changes fields of a vendor, or replaces all of them (third-party-risk, PATCH and PUT of the
 * vendor resource).
 *
 * @throws ServiceError when the service refuses it
 */
export async function changeVendor(
	context: IExecuteFunctions,
	method: 'PATCH' | 'PUT',
	vendorId: string,
	body: IDataObject,
	limits: RequestLimits,
	itemIndex: number,
): Promise<ServiceResponse> {
	const path = vendorPath(vendorId);
	return await serviceRequest(context, { method, path, body }, limits, itemIndex);
}
