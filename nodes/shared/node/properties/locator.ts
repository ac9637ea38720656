import type { INodeListSearchItems, INodeListSearchResult, INodeProperties } from 'n8n-workflow';

/** Entries per page of a list; the next page is loaded as the user scrolls. */
const PAGE_SIZE = 200;

/** Words of one locator. */
export interface LocatorTexts {
	displayName: string;
	name: string;
	description: string;
	required?: boolean;
}

/**
 * A parameter that takes one thing of the service, chosen from a searchable list or given by id.
 *
 * @param searchListMethod the node's method that fills the list
 * @param what the thing in words, such as `scope`
 */
export function idLocator(
	texts: LocatorTexts,
	{
		searchListMethod,
		what,
		placeholder,
	}: Record<'searchListMethod' | 'what' | 'placeholder', string>,
): INodeProperties {
	return {
		...texts,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${what}...`,
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
	};
}

/**
 * Cuts a page out of the entries whose name contains the filter in any letter case.
 *
 * @param paginationToken index of the first entry to show, as text
 */
export function searchPage(
	entries: INodeListSearchItems[],
	filter = '',
	paginationToken = '0',
): INodeListSearchResult {
	const wanted = filter.toLowerCase();
	const matches = entries
		.filter(({ name }) => name.toLowerCase().includes(wanted))
		.sort((a, b) => a.name.localeCompare(b.name));
	const start = Number(paginationToken);
	const end = start + PAGE_SIZE;
	return {
		results: matches.slice(start, end),
		...(end < matches.length && { paginationToken: String(end) }),
	};
}
