import type { IDataObject } from 'n8n-workflow';

import { isDataObject } from '../../../shared/json';

const PATH_SEPARATOR = ' / ';

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
		path: names.join(PATH_SEPARATOR),
		parentId: typeof parentId === 'string' ? parentId : null,
	};
	return [row, ...childrenOf(node).flatMap((child) => rows(child, node.id, names))];
}

function childrenOf({ children }: IDataObject): IDataObject[] {
	return Array.isArray(children) ? children.filter(isDataObject) : [];
}
