import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { InputItem } from '../inputItem';
import type { LocatorTexts } from './locator';
import { idLocator, searchPage } from './locator';
import { listScopes } from '../../service/api/scopes';
import { ServiceClient } from '../../service/send';

const PATH_SEPARATOR = ' / ';

/**
 * A parameter that takes one scope. The node that uses it has {@link searchScopes} among its
 * `methods.listSearch`.
 */
export function scopeLocator(texts: LocatorTexts): INodeProperties {
	return idLocator(texts, {
		searchListMethod: 'searchScopes',
		what: 'scope',
		placeholder: 'e.g. 3f2c8a9e-4b1d-4c7a-9f0e-2a6b8d5c1e47',
	});
}

/** @throws UserError when the item names no scope */
export function scopeOf(item: InputItem): string {
	return item.requiredText('scopeId', 'Scope');
}

/** Fills the list of one scope: every scope by its path. */
export async function searchScopes(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const read = async (client: ServiceClient) => (await listScopes(client)).map(toOption);
	return await searchPage(this, read, filter, paginationToken);
}

/** Fills the list of several scopes: active ones, since nothing can be assigned to the others. */
export async function getScopes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return (await listScopes(new ServiceClient(this), 'active'))
		.map(toOption)
		.sort((a, b) => a.name.localeCompare(b.name));
}

function toOption({ id, name, pathNames, status }: IDataObject): { name: string; value: string } {
	const path = Array.isArray(pathNames) ? pathNames.join(PATH_SEPARATOR) : String(name);
	return { name: status === 'archived' ? `${path} (archived)` : path, value: String(id) };
}
