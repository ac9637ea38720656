import type { IDataObject } from 'n8n-workflow';

import { isDataObject, toRecord } from '../../basics/guards';
import { userError } from '../../n8n/nodeErrors';
import { errorInstead, reportedError } from '../../paging/response/reportedError';
import type { ServiceClient } from '../client';
import { doubtOf } from '../recordList';
import { SCOPES_PATH } from './scopes';

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
	const path = `${SCOPES_PATH}/tree`;
	const read = (body: unknown) => ({
		root: toRecord(body).scope,
		error: reportedError(body, 'scope'),
	});
	const errorIn = (body: unknown) =>
		isDataObject(toRecord(body).scope) ? undefined : errorInstead(body, 'scope');
	const call = { method: 'POST', path, body: { onlyActive }, reads: true, errorIn } as const;
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
