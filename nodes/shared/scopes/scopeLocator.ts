import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';

import { listScopes } from './listScopes';

const PATH_SEPARATOR = ' / ';

/** So many scopes are handed to the list at once; the next ones follow as the user scrolls. */
const PAGE_SIZE = 200;

/**
 * A parameter that takes one scope, chosen from a list that shows its path or given by id.
 *
 * The node that uses it has {@link searchScopes} among its `methods.listSearch`.
 */
export function scopeLocator(texts: {
	displayName: string;
	name: string;
	description: string;
	required?: boolean;
}): INodeProperties {
	return {
		...texts,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a scope...',
				typeOptions: { searchListMethod: 'searchScopes', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 3f2c8a9e-4b1d-4c7a-9f0e-2a6b8d5c1e47',
			},
		],
	};
}

/**
 * Fills the scope list: every scope whose path contains the filter in any letter case.
 *
 * @param paginationToken index of the first scope to show, as text
 */
export async function searchScopes(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const wanted = (filter ?? '').toLowerCase();
	const start = Number(paginationToken ?? 0);
	const matches = (await listScopes(this))
		.map(({ id, name, pathNames, status }) => {
			const path = Array.isArray(pathNames) ? pathNames.join(PATH_SEPARATOR) : String(name);
			return { name: status === 'archived' ? `${path} (archived)` : path, value: String(id) };
		})
		.filter(({ name }) => name.toLowerCase().includes(wanted))
		.sort((a, b) => a.name.localeCompare(b.name));
	const end = start + PAGE_SIZE;
	return {
		results: matches.slice(start, end),
		...(end < matches.length && { paginationToken: String(end) }),
	};
}
