import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { findList, isDataObject, toRecord, unwrapList } from '../../json';
import type { ServiceClient } from '../client';
import { pathSegment } from '../client';

const PATH = '/v1/scopes';

/** Name of the list in an answer that has several. */
const MEMBER = 'scopes';

/** What a scope is created from (scoped-controls, `POST /v1/scopes`). */
export interface NewScope {
	name: string;
	/** User id. */
	owner: string;
	description: string;
	/** Id of the scope above; a scope without one is at the top level. */
	parentId?: string;
}

/**
 * Lists the scopes of the organization (scoped-controls, `GET /v1/scopes`).
 *
 * @param status only scopes in this status; `undefined` for all
 * @returns scopes with every field that the service sent
 * @throws ServiceError when the service refuses
 */
export async function listScopes(client: ServiceClient, status?: string): Promise<IDataObject[]> {
	return unwrapList(await fetchScopes(client, status), MEMBER);
}

/**
 * Lists all scopes for a decision that a wrong list would make wrong.
 *
 * @throws UserError when the answer is not a list, or a scope in it has no id or no path
 * @throws ServiceError when the service refuses
 */
export async function listAllScopes(client: ServiceClient): Promise<IDataObject[]> {
	const scopes = findList(await fetchScopes(client), MEMBER)?.map(toRecord);
	if (scopes?.every(({ id, pathNames }) => typeof id === 'string' && Array.isArray(pathNames))) {
		return scopes;
	}
	throw new UserError('The service returned a list of scopes that cannot be used', {
		description:
			'Check the output of Scope > Get Many: each scope needs an id and pathNames. Nothing was written.',
	});
}

async function fetchScopes(client: ServiceClient, status?: string): Promise<unknown> {
	return (await client.send({ method: 'GET', path: PATH, query: { status } })).body;
}

/**
 * Creates a scope (scoped-controls, `POST /v1/scopes`).
 *
 * @returns the scope as the service answers it
 * @throws ServiceError when the service refuses
 */
export async function createScope(client: ServiceClient, scope: NewScope): Promise<IDataObject> {
	return toRecord((await client.send({ method: 'POST', path: PATH, body: { ...scope } })).body);
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
	const path = `${PATH}/${pathSegment(scopeId)}`;
	const { body } = await client.send({ method: 'PATCH', path, body: changes });
	return body === undefined ? { id: scopeId, ...changes } : toRecord(body);
}

/**
 * Changes several scopes alike (scoped-controls, `PATCH /v1/scopes`).
 *
 * @param patch the fields to change
 * @returns the scopes by id, as far as the service answers with them
 * @throws ServiceError when the service refuses
 */
export async function updateScopes(
	client: ServiceClient,
	scopeIds: string[],
	patch: IDataObject,
): Promise<Map<string, IDataObject>> {
	const { body } = await client.send({ method: 'PATCH', path: PATH, body: { scopeIds, patch } });
	return new Map(unwrapList(body, MEMBER).map((scope) => [String(scope.id), scope]));
}

/**
 * Reads the hierarchy of scopes (scoped-controls, `POST /v1/scopes/tree`, a POST that reads).
 *
 * @returns the root with its children inside each other
 * @throws UserError when the answer has no root
 * @throws ServiceError when the service refuses
 */
export async function getScopeTree(
	client: ServiceClient,
	onlyActive: boolean,
): Promise<IDataObject> {
	const path = `${PATH}/tree`;
	const { body } = await client.send({ method: 'POST', path, body: { onlyActive }, reads: true });
	const { scope: root } = toRecord(body);
	if (isDataObject(root)) return root;
	throw new UserError('The service returned no scope tree', {
		description: 'Check Base URL in the credential. The response has no field "scope".',
	});
}
