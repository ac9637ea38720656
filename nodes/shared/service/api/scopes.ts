import type { IDataObject } from 'n8n-workflow';

import { toRecord } from '../../basics/guards';
import { type BulkAnswer, readBulkAnswer } from '../bulk';
import { pathSegment, type ServiceResponse } from '../call';
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
 * @returns the scope as the service answers it, and the response
 * @throws ServiceError when the service refuses
 */
export async function createScope(
	client: ServiceClient,
	scope: IDataObject,
	ifOpen: string,
): Promise<ScopeAnswer> {
	const call = { method: 'POST', path: SCOPES_PATH, body: scope, ifOpen } as const;
	const response = await client.send(call);
	return { record: toRecord(response.body), response };
}

/** A scope in an answer. */
interface ScopeAnswer {
	record: IDataObject;
	response: ServiceResponse;
}

/**
 * Changes one scope (scoped-controls, `PATCH /v1/scopes/{scopeId}`).
 *
 * @param changes the fields to change
 * @param expected the scope as it should be afterwards
 * @returns the scope as the service answers it, or as it should be where it answers nothing, and the response
 * @throws ServiceError when the service refuses
 */
export async function updateScope(
	client: ServiceClient,
	scopeId: string,
	changes: IDataObject,
	expected: IDataObject,
): Promise<ScopeAnswer> {
	const response = await client.send({
		method: 'PATCH',
		path: `${SCOPES_PATH}/${pathSegment(scopeId)}`,
		body: changes,
	});
	const { body } = response;
	return { record: body === undefined ? expected : toRecord(body), response };
}

/**
 * Changes several scopes alike (scoped-controls, `PATCH /v1/scopes`).
 *
 * @param patch the fields to change
 * @returns the scopes, as far as the service answers with them, what it reports as failed, and the response
 * @throws ServiceError when the service refuses
 */
export async function updateScopes(
	client: ServiceClient,
	scopeIds: string[],
	patch: IDataObject,
): Promise<{ answer: BulkAnswer; response: ServiceResponse }> {
	const response = await client.send({
		method: 'PATCH',
		path: SCOPES_PATH,
		body: { scopeIds, patch },
	});
	return { answer: readBulkAnswer(response.body, 'scopes'), response };
}
