import { idKey } from '../../../../shared/ids';
import type { ExistingScopes } from './existingScopes';
import type { Place } from './levels';
import { looseFold } from './names';
import type { Creation, SyncPlan } from './plan';

/**
 * Finds new scopes whose name a person would take for that of another scope below the same parent.
 *
 * @returns the path of the other scope, by new scope
 */
export function findNearMatches(
	{ creations }: SyncPlan,
	existing: ExistingScopes,
): Map<Creation, string[]> {
	const newParents = new Map<Place, number>();
	const keyOf = (parent: string, names: string[]) =>
		`${parent}\u0000${looseFold(names.at(-1) ?? '')}`;
	const parentKey = (parent: Place | undefined): string => {
		if (!parent || parent.id !== undefined) return idKey(parent?.id ?? '');
		const number = newParents.get(parent) ?? newParents.size;
		newParents.set(parent, number);
		return `new ${number}`;
	};
	const seen = new Map(
		existing
			.all()
			.map(({ parentId, names }) => [keyOf(parentKey({ id: parentId ?? '' }), names), names]),
	);
	const nearMatches = new Map<Creation, string[]>();
	for (const creation of creations.flat()) {
		const key = keyOf(parentKey(creation.parent), creation.names);
		const other = seen.get(key);
		if (other) nearMatches.set(creation, other);
		else seen.set(key, creation.names);
	}
	return nearMatches;
}
