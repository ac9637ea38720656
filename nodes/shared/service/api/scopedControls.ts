import type { IDataObject } from 'n8n-workflow';

import { isDataObject, toRecord } from '../../basics/values';
import { reportedError } from '../../paging/response/reportedError';
import { userError } from '../errors';
import { pathSegment, type ServiceClient } from '../send';
import {
	type BulkAnswer,
	complete,
	doubtOf,
	fetchList,
	type OnDoubt,
	readBulkAnswer,
	type RecordList,
} from './answers';

const SCOPES = '/v1/scopes';

/**
 * Lists the scopes of the organization (scoped-controls, `GET /v1/scopes`).
 *
 * @param status only scopes in this status; `undefined` for all
 * @returns scopes with every field that the service sent, and what says that these may not be all
 * @throws ServiceError when the service refuses
 */
export async function listScopes(client: ServiceClient, status?: string): Promise<RecordList> {
	return await fetchList(client, { method: 'GET', path: SCOPES, query: { status } }, 'scope');
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
	const { body } = await client.send({ method: 'POST', path: SCOPES, body: scope, ifOpen });
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
		path: `${SCOPES}/${pathSegment(scopeId)}`,
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
	const { body } = await client.send({ method: 'PATCH', path: SCOPES, body: { scopeIds, patch } });
	return readBulkAnswer(body, 'scopes');
}

/** The hierarchy of scopes. */
export interface ScopeTree {
	/** With its children inside each other. */
	root: IDataObject;
	/** Why it may not be complete, to follow "The service" in a sentence. */
	doubt?: string;
}

/**
 * Reads the hierarchy of scopes (scoped-controls, `POST /v1/scopes/tree`, a POST that reads).
 *
 * @throws UserError when the answer has no root
 * @throws ServiceError when the service refuses, or reports an error and returns no root
 */
export async function getScopeTree(client: ServiceClient, onlyActive: boolean): Promise<ScopeTree> {
	const path = `${SCOPES}/tree`;
	const read = (body: unknown) => ({
		root: toRecord(body).scope,
		error: reportedError(body, 'scope'),
	});
	const hasFailed = (body: unknown) => {
		const { root, error } = read(body);
		return error !== undefined && !isDataObject(root);
	};
	const call = { method: 'POST', path, body: { onlyActive }, reads: true, hasFailed } as const;
	const { body } = await client.send(call);
	const { root, error } = read(body);
	if (isDataObject(root))
		return { root, ...(error !== undefined && { doubt: await doubtOf(client, 'a tree', error) }) };
	throw userError(
		'The service returned no scope tree',
		'Check Base URL in the credential. The response has no field "scope".',
	);
}

/**
 * Lays a scope tree out in rows, parents before their children.
 *
 * A root without names on its path stands for the organization, not for a scope, and gets no row.
 *
 * @param root the node that the service answers under `scope`
 * @returns rows with `id`, `name`, `depth` (0 at the top level), `path`, `parentId` (null at the
 *   top level), and every other field of the node
 */
export function flattenTree(root: IDataObject): IDataObject[] {
	const isOrganization = Array.isArray(root.pathNames) && root.pathNames.length === 0;
	return isOrganization
		? childrenOf(root).flatMap((child) => rows(child, null, []))
		: rows(root, null, []);
}

function rows(node: IDataObject, parentId: unknown, ancestors: string[]): IDataObject[] {
	const { children: _, ...fields } = node;
	const names = [...ancestors, String(node.name)];
	const row = {
		...fields,
		depth: ancestors.length,
		path: names.join(' / '),
		parentId: typeof parentId === 'string' ? parentId : null,
	};
	return [row, ...childrenOf(node).flatMap((child) => rows(child, node.id, names))];
}

function childrenOf({ children }: IDataObject): IDataObject[] {
	return Array.isArray(children) ? children.filter(isDataObject) : [];
}

const CONTROLS = '/v1/controls';

/** Which controls are listed; without a member that is left out, all are. */
interface ControlFilters {
	/** Adds scope-assigned controls, parents and child assignments. */
	expandScopes?: boolean;
	status?: string;
	/** Leaves only controls that the client can link to. */
	canLink?: boolean;
}

/** @returns whether a control is an assignment of another one to a scope */
export function isDerived({ controlType }: IDataObject): boolean {
	return controlType === 'scopeAssignment';
}

/**
 * @param child from a list in a control; the specification does not say under which name assignments are
 * @returns whether it is an assignment of that control
 */
export function isAssignment(child: IDataObject): boolean {
	return isDerived(child) || typeof child.scopeName === 'string';
}

/**
 * Lists controls (scoped-controls, `GET /v1/controls`).
 *
 * @returns controls with every field that the service sent, and what says that these may not be all
 * @throws ServiceError when the service refuses
 */
export async function listControls(
	client: ServiceClient,
	{ expandScopes = false, status = '', canLink = false }: ControlFilters = {},
): Promise<RecordList> {
	const query = {
		expandScopes: expandScopes ? 'true' : undefined,
		canLink: canLink ? 'true' : undefined,
		status: status || undefined,
	};
	return await fetchList(client, { method: 'GET', path: CONTROLS, query }, 'control');
}

/**
 * Lists all controls for a decision that a wrong list would make wrong.
 *
 * @param expandScopes adds scope-assigned controls, parents and child assignments
 * @param onDoubt is called when the list is not complete, and throws unless that is accepted
 * @throws UserError when the answer is not a list, or a control in it has no id; what `onDoubt` throws
 * @throws ServiceError when the service refuses
 */
export async function listAllControls(
	client: ServiceClient,
	expandScopes: boolean,
	onDoubt: OnDoubt,
): Promise<IDataObject[]> {
	return complete(
		await listControls(client, { expandScopes }),
		onDoubt,
		'controls',
		'GRC Control > Get Many: it must have all controls, each with an id.',
	).records;
}

/** All scopes of one control (scoped-controls, Scope assignment request item). */
export interface ScopeAssignment {
	controlId: string;
	/** Replaces whatever was assigned before. */
	scopeIds: string[];
}

/**
 * Assigns controls to scopes (scoped-controls, `POST /v1/scopeassignments`). Each assignment replaces
 * the whole set of its control, so that a repetition changes nothing.
 *
 * @returns the derived controls, as far as the service answers with them, and what it reports as failed
 * @throws ServiceError when the service refuses
 */
export async function assignScopes(
	client: ServiceClient,
	assignments: ScopeAssignment[],
): Promise<BulkAnswer> {
	const { body } = await client.send({
		method: 'POST',
		path: '/v1/scopeassignments',
		body: assignments.map(toRequestItem),
		repeatable: true,
	});
	return readBulkAnswer(body, 'controls');
}

/** @returns an assignment as it is sent (scoped-controls, Scope assignment request item) */
export function toRequestItem({ controlId, scopeIds }: ScopeAssignment): IDataObject {
	return { objectType: 'control', objectId: controlId, scopeIds };
}
