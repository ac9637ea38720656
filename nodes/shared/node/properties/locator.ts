import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';

import { Recent } from '../../basics/values';
import { ServiceClient } from '../../service/send';

/** Entries per page of a list; the next page is loaded as the user scrolls. */
const PAGE_SIZE = 200;

/** Words of one locator. */
export type LocatorTexts = Pick<
	INodeProperties,
	'displayName' | 'name' | 'description' | 'required'
>;

/**
 * A parameter that takes one thing of the service, chosen from a searchable list or given by id.
 *
 * @param searchListMethod the node's method that fills the list
 * @param what the thing in words, such as `scope`
 * @param more.modes other ways to give it
 */
export function idLocator(
	texts: LocatorTexts,
	{
		searchListMethod,
		what,
		placeholder,
	}: Record<'searchListMethod' | 'what' | 'placeholder', string>,
	{ modes = [] }: Pick<INodeProperties, 'modes'> = {},
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
			...modes,
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
	};
}

/** Lists that are open in editors at once, of one kind. */
const OPEN_LISTS = 10;

/**
 * Makes a method of a node that fills a list. n8n requests each page of it separately; the service is
 * asked once, when the list is opened or its search term changes, and the further pages are cut from
 * that answer.
 *
 * @param read returns all entries, in any order
 * @returns a method that shows only entries whose name contains the search term, in any letter case
 */
export function listSearch(read: (client: ServiceClient) => Promise<INodeListSearchItems[]>) {
	const open = new Recent<INodeListSearchItems[]>(OPEN_LISTS);
	return async function (
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken = '0',
	): Promise<INodeListSearchResult> {
		const client = new ServiceClient(this);
		const owner = await ownerOf(client, filter);
		const start = Number(paginationToken);
		const kept = start > 0 ? open.get(owner) : undefined;
		const entries = kept ?? matching(await read(client), filter);
		const end = start + PAGE_SIZE;
		const results = entries.slice(start, end);
		open.delete(owner);
		if (end >= entries.length) return { results };
		open.set(owner, entries);
		return { results, paginationToken: String(end) };
	};
}

/** An open list belongs to the users of one credential, as long as its service and client stay the same. */
async function ownerOf(client: ServiceClient, filter: string): Promise<string> {
	const { baseUrl, clientId } = await client.credential();
	const { credentials = {} } = client.context.getNode();
	const ids = Object.values(credentials).map(({ id }) => id);
	return JSON.stringify([ids, baseUrl, clientId, filter]);
}

function matching(entries: INodeListSearchItems[], filter: string): INodeListSearchItems[] {
	const wanted = filter.toLowerCase();
	return entries
		.filter(({ name }) => name.toLowerCase().includes(wanted))
		.sort((a, b) => a.name.localeCompare(b.name));
}
