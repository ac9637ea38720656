import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';

import { countOf } from '../../count';
import { listScopes } from '../../service/api/scopes';
import type { ServiceClient } from '../../service/send';
import type { LocatorTexts } from './locator';
import { idLocator, searchPage } from './locator';

/**
 * A parameter that takes the owner of a scope. The node that uses it has {@link searchOwners} among
 * its `methods.listSearch`.
 */
export function ownerLocator(texts: LocatorTexts): INodeProperties {
	return idLocator(texts, {
		searchListMethod: 'searchOwners',
		what: 'owner',
		placeholder: 'e.g. user-17',
	});
}

/**
 * Fills the list of owners with those of the scopes there are: the specification shows no list of users,
 * and of an owner only the user ID (scoped-controls, `GET /v1/scopes`).
 */
export async function searchOwners(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchPage(this, readOwners, filter, paginationToken);
}

async function readOwners(client: ServiceClient): Promise<INodeListSearchItems[]> {
	const scopesOf = new Map<string, number>();
	for (const { owner } of await listScopes(client)) {
		if (typeof owner !== 'string' || owner === '') continue;
		scopesOf.set(owner, (scopesOf.get(owner) ?? 0) + 1);
	}
	return [...scopesOf].map(([value, count]) => ({
		name: `${value} (${countOf(count, 'scope')})`,
		value,
	}));
}
