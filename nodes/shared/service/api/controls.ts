import type { IDataObject } from 'n8n-workflow';

import { unwrapList } from './list';
import type { RequestContext, RequestLimits } from '../request';
import { serviceRequest } from '../request';

/** What the listing can be narrowed by; members that are `undefined` are not sent. */
export interface ControlFilters {
	/** `'true'` adds scope-assigned controls, parents and child assignments. */
	expandScopes?: string;
	status?: string;
	/** `'true'` leaves only controls that the client can link to. */
	canLink?: string;
}

/**
 * Lists controls (scoped-controls, `GET /v1/controls`).
 *
 * @returns controls with every field that the service sent
 * @throws ServiceError when the service does not give the list
 */
export async function listControls(
	context: RequestContext,
	filters: ControlFilters = {},
	limits?: RequestLimits,
	itemIndex?: number,
): Promise<IDataObject[]> {
	const { body } = await serviceRequest(
		context,
		{ method: 'GET', path: '/v1/controls', query: { ...filters } },
		limits,
		itemIndex,
	);
	return unwrapList(body, 'controls');
}
