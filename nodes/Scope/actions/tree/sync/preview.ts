import type { Fold } from '../../../../shared/ids';
import type { OperationResult } from '../../../../shared/node/types';
import type { ExistingScope, ExistingScopes } from './existingScopes';
import { pathText } from './existingScopes';
import type { SyncPlan } from './plan';
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
	const seen = new Map(existing.all().map(({ names }) => [looseFold(pathText(names)), names]));
	for (const { itemIndex, level, owner, description, why } of plan.creations.flat()) {
		const { names } = level;
		const key = looseFold(pathText(names));
		const near = seen.get(key);
		seen.set(key, near ?? names);
		const warning = near && `Differs from "${pathText(near)}" only in letter case or spaces`;
		const record = { id: null, pathNames: names, owner, description, ...(warning && { warning }) };
		yield outputOf('created', why, names, [itemIndex], record);
	}
	for (const { itemIndex, scope, names, patch, why } of plan.changes) {
		yield outputOf('updated', why, names, [itemIndex], { ...scope.record, ...patch });
	}
	yield* plan.unchanged;
	for (const scope of archived) yield archivedOutput(scope);
}

/** The fold for paths that a person takes for the same: without letter case, spaces, and widths. */
const looseFold: Fold = (path) => path.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');
