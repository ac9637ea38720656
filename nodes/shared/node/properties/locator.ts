import { randomUUID } from 'crypto';

import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';

import { ServiceClient } from '../../service/send';

/** The bounds of what is kept; times in milliseconds. */
interface OpenListBounds {
	maxLists: number;
	maxIdleMs: number;
	now: () => number;
}

/** Long enough to scroll to the end, short enough that the list is still current. */
const DEFAULT_BOUNDS: OpenListBounds = { maxLists: 10, maxIdleMs: 2 * 60 * 1000, now: Date.now };

/**
 * Lists that are open in editors, in the memory of this process: a list is read once, and its further
 * pages are cut from what was read.
 */
export class OpenLists<T> {
	/** Least recently used first. */
	private readonly byId = new Map<string, { owner: string; entries: T[]; usedAt: number }>();

	constructor(private readonly bounds = DEFAULT_BOUNDS) {}

	/**
	 * @param owner who may ask for further pages; contains no secret
	 * @returns the id to ask for them with
	 */
	open(owner: string, entries: T[]): string {
		this.removeIdle();
		const id = randomUUID();
		this.byId.set(id, { owner, entries, usedAt: this.bounds.now() });
		const [oldest] = this.byId.keys();
		if (this.byId.size > this.bounds.maxLists && oldest !== undefined) this.byId.delete(oldest);
		return id;
	}

	/** @returns the list; `undefined` if it is not kept any longer, or is someone else's */
	get(id: string, owner: string): T[] | undefined {
		this.removeIdle();
		const list = this.byId.get(id);
		if (list?.owner !== owner) return undefined;
		this.byId.delete(id);
		this.byId.set(id, { ...list, usedAt: this.bounds.now() });
		return list.entries;
	}

	/** Forgets a list whose last page was returned. */
	close(id: string): void {
		this.byId.delete(id);
	}

	private removeIdle(): void {
		const earliest = this.bounds.now() - this.bounds.maxIdleMs;
		for (const [id, { usedAt }] of this.byId) if (usedAt < earliest) this.byId.delete(id);
	}
}

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
 * Fills one page of a list. n8n requests each page separately; the service is asked once, when the list is
 * opened or its search term changes, and the further pages are cut from that answer.
 *
 * @param read returns all entries, in any order
 * @param filter shows only entries whose name contains it, in any letter case
 * @param paginationToken from the page before; without it, the list is read again
 */
export async function searchPage(
	context: ILoadOptionsFunctions,
	read: (client: ServiceClient) => Promise<INodeListSearchItems[]>,
	filter = '',
	paginationToken = '',
): Promise<INodeListSearchResult> {
	const client = new ServiceClient(context);
	const owner = await ownerOf(client, filter);
	const [listId = '', from = '0'] = paginationToken.split(':');
	const kept = openLists.get(listId, owner);
	const entries = kept ?? matching(await read(client), filter);
	const start = Number(from);
	const end = start + PAGE_SIZE;
	const results = entries.slice(start, end);
	if (end >= entries.length) {
		openLists.close(listId);
		return { results };
	}
	const id = kept ? listId : openLists.open(owner, entries);
	return { results, paginationToken: `${id}:${end}` };
}

const openLists = new OpenLists<INodeListSearchItems>();

/** The list belongs to the users of one credential, as long as its service and client stay the same. */
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
