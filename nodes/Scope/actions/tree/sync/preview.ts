import type { IExecuteFunctions } from 'n8n-workflow';

import type { Fold } from '../../../../shared/ids';
import { idKey } from '../../../../shared/ids';
import { addPlanHint, problemRows } from '../../../../shared/node/dryRun';
import type { FailedResult, OperationResult } from '../../../../shared/node/types';
import type { ExistingScope, ExistingScopes } from './existingScopes';
import { pathText } from './existingScopes';
import type { Level } from './match';
import type { Creation, SyncPlan } from './plan';
import { archivedOutput, outputOf } from './plan';
import type { Row } from './rows';

/** What a dry run shows besides the plan. */
interface Findings {
	existing: ExistingScopes;
	/** The scopes that would be archived. */
	archived: ExistingScope[];
	/** Everything that is wrong with the items, or would stop the run. */
	failures: FailedResult[];
	/** All input items. */
	rows: Row[];
}

/**
 * Returns what a plan would do, and every problem as a row of its own. Sends nothing.
 *
 * @param findings what there is to say besides the plan
 */
export function* previewPlan(
	context: IExecuteFunctions,
	plan: SyncPlan,
	{ existing, archived, failures, rows }: Findings,
): Generator<OperationResult> {
	const nearMatches = findNearMatches(plan, existing);
	for (const creation of plan.creations.flat()) {
		const { itemIndex, level, owner, description, why } = creation;
		const near = nearMatches.get(creation);
		const warning = near && `Differs from "${pathText(near)}" only in letter case or spaces`;
		const record = { id: null, owner, description, ...(warning !== undefined && { warning }) };
		yield outputOf('created', why, level.names, [itemIndex], record);
	}
	for (const { itemIndex, scope, names, patch, why } of plan.changes) {
		yield outputOf('updated', why, names, [itemIndex], { ...scope.record, ...patch });
	}
	yield* plan.unchanged;
	for (const scope of archived) yield archivedOutput(scope);
	yield* previewFailures(context, failures, rows, nearMatches.size);
}

/**
 * Returns every problem as a row of its own.
 *
 * @param warnings how many rows of the plan have a warning
 */
export function* previewFailures(
	context: IExecuteFunctions,
	failures: FailedResult[],
	rows: Row[],
	warnings = 0,
): Generator<OperationResult> {
	const place = (item = -1) => ({ path: pathText(rows[item]?.names ?? []) });
	const problems = failures.flatMap((failure) => problemRows(failure, place));
	yield* problems;
	addPlanHint(context, problems.length, warnings);
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
