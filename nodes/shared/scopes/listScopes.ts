import type { IDataObject } from 'n8n-workflow';

import { unwrapList } from '../transport/list';
import type { RequestContext, RequestLimits } from '../transport/request';
import { serviceRequest } from '../transport/request';

/**
 * Lists the scopes of the organization (scoped-controls, `GET /v1/scopes`).
 *
 * @param status only scopes in this status; `undefined` for all
 * @returns scopes with every field that the service sent
 * @throws ServiceError when the service does not give the list
 */
export async function listScopes(
	context: RequestContext,
	status?: string,
	limits?: RequestLimits,
	itemIndex?: number,
): Promise<IDataObject[]> {
	const { body } = await serviceRequest(
		context,
		{ method: 'GET', path: '/v1/scopes', query: { status } },
		limits,
		itemIndex,
	);
	return unwrapList(body);
}
