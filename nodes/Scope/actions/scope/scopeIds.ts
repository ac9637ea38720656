import type { IDataObject } from 'n8n-workflow';

import { isUuid } from '../../../shared/basics/ids';
import { nameFold } from '../../../shared/basics/nameFolds';
import { pathOf } from '../../../shared/node/properties/locators';

const fold = nameFold(true);

/**
 * Says what to do where a name was entered for an ID, as IDs of scopes are UUIDs (scoped-controls, Scope).
 *
 * @param text that no scope has as its ID
 * @param scopes that exist
 * @returns the ID of the scope that is meant, or where to find it; nothing to say about what has the form of an ID
 */
export function noIdNote(text: string, scopes: Iterable<IDataObject>): string[] {
	if (isUuid(text)) return [];
	const wanted = fold(text);
	const isMeant = (scope: IDataObject) =>
		fold(String(scope.name)) === wanted || fold(pathOf(scope)) === wanted;
	const [meant, ...others] = [...scopes].filter(isMeant);
	return meant && others.length === 0
		? [`That is a name, and not an ID. The ID of "${pathOf(meant)}" is ${String(meant.id)}.`]
		: [
				'That is not an ID, which looks like 3f2c8a9e-4b1d-4c7a-9f0e-2a6b8d5c1e47. GRC Scope > Get Many returns the IDs.',
			];
}
