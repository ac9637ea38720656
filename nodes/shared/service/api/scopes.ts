import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isDataObject, toRecord } from '../../json';
import type { ServiceClient } from '../send';
import { pathSegment } from '../send';
import type { BulkAnswer } from './bulkAnswer';
import { readBulkAnswer } from './bulkAnswer';
import type { OnDoubt, RecordList } from './completeList';
import { readList } from './completeList';
import { unusableList } from './unusableList';

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
	return (await fetchScopes(client, status)).records;
}

/** {@link listScopes}, with what says that these may not be all. */
export async function fetchScopes(client: ServiceClient, status?: string): Promise<RecordList> {
	return readList(await client.send({ method: 'GET', path: PATH, query: { status } }), 'scope');
}

/**
 * Lists all scopes for a decision that a wrong list would make wrong.
 *
 * @param onDoubt is called when the list is not complete, and throws unless that is accepted
 * @throws UserError when the answer is not a list, or a scope in it has no id or no path; what
 *   `onDoubt` throws
 * @throws ServiceError when the service refuses
 */
export async function listAllScopes(
	client: ServiceClient,
	onDoubt: OnDoubt,
): Promise<IDataObject[]> {
	const { records, isList, doubt } = await fetchScopes(client);
	const isUsable = ({ id, pathNames }: IDataObject) =>
		typeof id === 'string' && Array.isArray(pathNames);
	if (isList && records.every(isUsable)) {
		if (doubt !== undefined) onDoubt(doubt);
		return records;
	}
	throw unusableList(
		'scopes',
		'Check the output of Scope > Get Many: it must have all scopes, each with an id and pathNames.',
	);
}

/**
 * Creates a scope (scoped-controls, `POST /v1/scopes`).
 *
 * @param ifOpen what the user should do when the scope may have been created, or not
 * @returns the scope as the service answers it
 * @throws ServiceError when the service refuses
 */
export async function createScope(
	client: ServiceClient,
	scope: NewScope,
	ifOpen: string,
): Promise<IDataObject> {
	const call = { method: 'POST', path: PATH, body: { ...scope }, ifOpen } as const;
	return toRecord((await client.send(call)).body);
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
 * @returns the scopes, as far as the service answers with them, and what it reports as failed
 * @throws ServiceError when the service refuses
 */
export async function updateScopes(
	client: ServiceClient,
	scopeIds: string[],
	patch: IDataObject,
): Promise<BulkAnswer> {
	const { body } = await client.send({ method: 'PATCH', path: PATH, body: { scopeIds, patch } });
	return readBulkAnswer(body, MEMBER);
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
