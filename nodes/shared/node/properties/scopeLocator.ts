import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { countOf } from '../../basics/text';
import { listScopes } from '../../service/api/scopedControls';
import { ServiceClient } from '../../service/send';
import type { InputItem } from '../inputItem';
import type { LocatorTexts } from './locator';
import { idLocator, listSearch } from './locator';

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

/** The scope that an operation is about. */
export function scopeField(description: string): INodeProperties {
	return scopeLocator({ displayName: 'Scope', name: 'scopeId', required: true, description });
}

/** @throws UserError when the item names no scope */
export function scopeOf(item: InputItem): string {
	return item.requiredText('scopeId', 'Scope');
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
	return Array.isArray(pathNames) ? pathNames.join(PATH_SEPARATOR) : String(name);
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
export const searchOwners = listSearch(async (client) => {
	const scopesOf = new Map<string, number>();
	for (const { owner } of (await listScopes(client)).records) {
		if (typeof owner !== 'string' || owner === '') continue;
		scopesOf.set(owner, (scopesOf.get(owner) ?? 0) + 1);
	}
	return [...scopesOf].map(([value, count]) => ({
		name: `${value} (${countOf(count, 'scope')})`,
		value,
	}));
});
