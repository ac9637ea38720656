import type { IDataObject } from 'n8n-workflow';

import { toRecord } from '../../basics/guards';
import { type BulkAnswer, readBulkAnswer } from '../bulk';
import { pathSegment } from '../call';
import type { ServiceClient } from '../client';
import { complete, fetchList, type OnDoubt, type RecordList } from '../recordList';

/** Address of the list of scopes, and of what creates or changes them. */
export const SCOPES_PATH = '/v1/scopes';

/**
 * Lists the scopes of the organization (scoped-controls, `GET /v1/scopes`).
 *
 * @param status only scopes in this status; `undefined` for all
 * @returns scopes with every field that the service sent, and what says that these may not be all
 * @throws ServiceError when the service refuses
 */
export async function listScopes(client: ServiceClient, status?: string): Promise<RecordList> {
	return await fetchList(client, { method: 'GET', path: SCOPES_PATH, query: { status } }, 'scope');
}

/**
 * Lists all scopes for a decision that a wrong list would make wrong.
 *
 * @param onDoubt is called when the list is not complete, and throws unless that is accepted
 * @param status only scopes in this status; `undefined` for all
 * @throws UserError when the answer is not a list, or a scope in it has no id or no path; what
 *   `onDoubt` throws
 * @throws ServiceError when the service refuses
 */
export async function listAllScopes(
	client: ServiceClient,
	onDoubt: OnDoubt,
	status?: string,
): Promise<IDataObject[]> {
	const list = await listScopes(client, status);
	const hasPaths = list.records.every(({ pathNames }) => Array.isArray(pathNames));
	const needs = 'GRC Scope > Get Many: it must have all scopes, each with an id and pathNames.';
	return complete({ ...list, isList: list.isList && hasPaths }, onDoubt, 'scopes', needs).records;
}

/**
 * Creates a scope (scoped-controls, `POST /v1/scopes`).
 *
 * @param scope name, owner, description, and `parentId` unless it is at the top level
 * @param ifOpen what the user should do when the scope may have been created, or not
 * @returns the scope as the service answers it
 * @throws ServiceError when the service refuses
 */
export async function createScope(
	client: ServiceClient,
	scope: IDataObject,
	ifOpen: string,
): Promise<IDataObject> {
	const { body } = await client.send({ method: 'POST', path: SCOPES_PATH, body: scope, ifOpen });
	return toRecord(body);
}

/**
 * Changes one scope (scoped-controls, `PATCH /v1/scopes/{scopeId}`).
 *
 * @param changes the fields to change
 * @returns the scope as the service answers it; id and changes where it answers nothing
 * @throws ServiceError when the service refuses
 */
export async function updateScope(
	client: ServiceClient,
	scopeId: string,
	changes: IDataObject,
): Promise<IDataObject> {
	const { body } = await client.send({
		method: 'PATCH',
		path: `${SCOPES_PATH}/${pathSegment(scopeId)}`,
		body: changes,
	});
	return body === undefined ? { id: scopeId, ...changes } : toRecord(body);
}

/**
 * Changes several scopes alike (scoped-controls, `PATCH /v1/scopes`).
 *
 * @param patch the fields to change
 * @returns the scopes, as far as the service answers with them, and what it reports as failed
 * @throws ServiceError when the service refuses
 */
export async function updateScopes(
	client: ServiceClient,
	scopeIds: string[],
	patch: IDataObject,
): Promise<BulkAnswer> {
	const { body } = await client.send({
		method: 'PATCH',
		path: SCOPES_PATH,
		body: { scopeIds, patch },
	});
	return readBulkAnswer(body, 'scopes');
}
