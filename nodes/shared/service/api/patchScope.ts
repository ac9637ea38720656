import type { IDataObject } from 'n8n-workflow';

import { toRecord } from '../../json';
import { pathSegment } from './pathSegment';
import type { RequestContext, RequestLimits } from '../request';
import { serviceRequest } from '../request';

/**
 * Changes one scope (scoped-controls, `PATCH /v1/scopes/{scopeId}`).
 *
 * @param changes the fields to change
 * @returns the scope as the service answers it; id and changes where it answers nothing
 * @throws ServiceError when the service refuses the change
 */
export async function patchScope(
	context: RequestContext,
	scopeId: string,
	changes: IDataObject,
	limits: RequestLimits,
	itemIndex: number,
): Promise<IDataObject> {
	const { body } = await serviceRequest(
		context,
		{ method: 'PATCH', path: `/v1/scopes/${pathSegment(scopeId)}`, body: changes },
		limits,
		itemIndex,
	);
	return body === undefined ? { id: scopeId, ...changes } : toRecord(body);
}
