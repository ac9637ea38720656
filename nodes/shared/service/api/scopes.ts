import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { toRecord } from '../../json';
import { findList, unwrapList } from './list';
import type { RequestContext, RequestLimits } from '../request';
import { serviceRequest } from '../request';

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
	return unwrapList(await fetchScopes(context, status, limits, itemIndex), MEMBER);
}

/**
 * Lists all scopes for a decision that a wrong list would make wrong.
 *
 * @throws UserError when the answer is not a list, or a scope in it has no id or no path
 * @throws ServiceError when the service does not give the list
 */
export async function listAllScopes(
	context: RequestContext,
	limits: RequestLimits,
	itemIndex: number,
): Promise<IDataObject[]> {
	const list = findList(await fetchScopes(context, undefined, limits, itemIndex), MEMBER);
	const scopes = list?.map(toRecord);
	if (scopes?.every(({ id, pathNames }) => typeof id === 'string' && Array.isArray(pathNames))) {
		return scopes;
	}
	throw new UserError('The service did not answer with a list of scopes that can be relied on', {
		description:
			'Nothing was written. Look at the answer with Scope > Get Many: each scope needs an id and pathNames.',
	});
}

const MEMBER = 'scopes';

async function fetchScopes(
	context: RequestContext,
	status: string | undefined,
	limits: RequestLimits | undefined,
	itemIndex: number | undefined,
): Promise<unknown> {
	const request = { method: 'GET', path: '/v1/scopes', query: { status } } as const;
	return (await serviceRequest(context, request, limits, itemIndex)).body;
}
