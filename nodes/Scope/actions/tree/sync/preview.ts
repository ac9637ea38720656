import type { Fold } from '../../../../shared/ids';
import { idKey } from '../../../../shared/ids';
import type { OperationResult } from '../../../../shared/node/types';
import type { ExistingScope, ExistingScopes } from './existingScopes';
import { pathText } from './existingScopes';
import type { Level } from './match';
import type { Creation, SyncPlan } from './plan';
import { archivedOutput, outputOf } from './plan';

/**
 * Returns what a plan would do, and sends nothing.
 *
 * @param archived the scopes that would be archived
 */
export function* previewPlan(
	plan: SyncPlan,
	existing: ExistingScopes,
	archived: ExistingScope[],
): Generator<OperationResult> {
	const nearMatches = findNearMatches(plan, existing);
	for (const creation of plan.creations.flat()) {
		const { itemIndex, level, owner, description, why } = creation;
		const near = nearMatches.get(creation);
		const warning = near && `Differs from "${pathText(near)}" only in letter case or spaces`;
		const record = { id: null, pathNames: level.names, owner, description };
		yield outputOf('created', why, level.names, [itemIndex], {
			...record,
			...(warning !== undefined && { warning }),
		});
	}
	for (const { itemIndex, scope, names, patch, why } of plan.changes) {
		yield outputOf('updated', why, names, [itemIndex], { ...scope.record, ...patch });
	}
	yield* plan.unchanged;
	for (const scope of archived) yield archivedOutput(scope);
}

/** The fold for names that a person takes for the same: without letter case, spaces, and widths. */
const looseFold: Fold = (name) => name.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');

/**
 * Finds new scopes whose name a person would take for that of another scope below the same parent.
 *
 * @returns the path of the other scope, by new scope
 */
function findNearMatches(
	{ creations }: SyncPlan,
	existing: ExistingScopes,
): Map<Creation, string[]> {
	const keyOf = (parent: string | Level | undefined, names: string[]) => {
		const key = typeof parent === 'object' ? (parent.id ?? parent.names) : parent;
		const name = looseFold(names.at(-1) ?? '');
		return JSON.stringify([typeof key === 'string' ? idKey(key) : key, name]);
	};
	const seen = new Map(
		existing.all().map(({ parentId, names }) => [keyOf(parentId, names), names]),
	);
	const nearMatches = new Map<Creation, string[]>();
	for (const creation of creations.flat()) {
		const { parent, names } = creation.level;
		const key = keyOf(parent, names);
		const other = seen.get(key);
		if (other) nearMatches.set(creation, other);
		else seen.set(key, names);
	}
	return nearMatches;
}
