import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { listControls } from '../../service/api/controls';
import { listScopes } from '../../service/api/scopes';
import { ServiceClient } from '../../service/client';

/** Entries per page of a list; n8n asks for the next page, and the service for all of them, as the user scrolls. */
const PAGE_SIZE = 1_000;

/** Words of one locator. */
type LocatorTexts = Pick<
	INodeProperties,
	'displayName' | 'name' | 'description' | 'required' | 'hint'
>;

/**
 * A parameter that takes one thing of the service, chosen from a searchable list or given by id.
 *
 * @param searchListMethod the node's method that fills the list
 * @param placeholder an example of an id
 * @param more.modes other ways to give it
 */
export function idLocator(
	texts: LocatorTexts,
	searchListMethod: string,
	placeholder: string,
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
				placeholder: 'Select from the list...',
				typeOptions: { searchListMethod, searchable: true },
			},
			...modes,
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
	};
}

/** A method of a node that fills a list; n8n passes the search term, and where the next page begins. */
type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/**
 * Makes a method of a node that fills a list.
 *
 * @param read returns all entries, in any order; called for each page of the list
 * @returns a method that shows only entries whose name contains the search term, in any letter case
 */
export function listSearch(
	read: (client: ServiceClient) => Promise<INodeListSearchItems[]>,
): ListSearch {
	return async function (filter = '', paginationToken = '0') {
		const wanted = filter.toLowerCase();
		const entries = (await read(new ServiceClient(this)))
			.filter(({ name }) => name.toLowerCase().includes(wanted))
			.sort((a, b) => a.name.localeCompare(b.name));
		const start = Number(paginationToken);
		const end = start + PAGE_SIZE;
		return {
			results: entries.slice(start, end),
			...(end < entries.length && { paginationToken: String(end) }),
		};
	};
}

/**
 * A parameter that takes one scope. The node that uses it has {@link searchScopes} among its
 * `methods.listSearch`.
 */
export function scopeLocator(texts: LocatorTexts): INodeProperties {
	return idLocator(texts, 'searchScopes', 'e.g. 3f2c8a9e-4b1d-4c7a-9f0e-2a6b8d5c1e47');
}

/** The scope that an operation is about. */
export function scopeField(description: string): INodeProperties {
	return scopeLocator({ displayName: 'Scope', name: 'scopeId', required: true, description });
}

/** Fills the list of one scope: every scope by its path. */
export const searchScopes = listSearch(async (client) =>
	(await listScopes(client)).records.map(toOption),
);

/** Fills the list of several scopes: active ones, since nothing can be assigned to the others. */
export async function getScopes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return (await listScopes(new ServiceClient(this), 'active')).records
		.map(toOption)
		.sort((a, b) => a.name.localeCompare(b.name));
}

/** @returns where a scope is, such as `EMEA / Germany`; its name if the service does not say it */
export function pathOf({ name, pathNames }: IDataObject): string {
	return Array.isArray(pathNames) ? pathNames.join(' / ') : String(name);
}

function toOption(scope: IDataObject): { name: string; value: string } {
	const { id, status } = scope;
	const path = pathOf(scope);
	return { name: status === 'archived' ? `${path} (archived)` : path, value: String(id) };
}

/**
 * A parameter that takes the owner of a scope. The node that uses it has {@link searchOwners} among
 * its `methods.listSearch`.
 */
export function ownerLocator(description: string, required = false): INodeProperties {
	const texts = { displayName: 'Owner', name: 'owner', description, required };
	return idLocator(texts, 'searchOwners', 'e.g. user-17');
}

/**
 * Fills the list of owners with those of the scopes there are: the specification shows no list of users,
 * and of an owner only the user ID (scoped-controls, `GET /v1/scopes`).
 */
export const searchOwners = listSearch(async (client) => {
	return [...new Set((await listScopes(client)).records.map(({ owner }) => owner))].flatMap(
		(owner) => (typeof owner === 'string' && owner !== '' ? { name: owner, value: owner } : []),
	);
});

/**
 * A parameter that takes one control: from a list, by its identifier (mode `identifier`) or by id. The
 * node that uses it has {@link searchControls} among its `methods.listSearch`.
 */
export function controlLocator(texts: LocatorTexts): INodeProperties {
	return idLocator(texts, 'searchControls', 'e.g. 9b1d4c7a-3f2c-4a9e-8f0e-1e472a6b8d5c', {
		modes: [
			{
				displayName: 'By Identifier',
				name: 'identifier',
				type: 'string',
				placeholder: 'e.g. AC-01',
			},
		],
	});
}

/** Fills the list of one control: identifier and name. */
export const searchControls = listSearch(async (client) =>
	(await listControls(client)).records.map(({ id, controlIdentifier, name }) => ({
		name: [controlIdentifier, name].filter(Boolean).join(' '),
		value: String(id),
	})),
);
