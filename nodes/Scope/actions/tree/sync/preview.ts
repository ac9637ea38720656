import type { Fold } from '../../../../shared/ids';
import type { IExecuteFunctions } from 'n8n-workflow';

import { idKey } from '../../../../shared/ids';
import { addPlanHint, explainProblem } from '../../../../shared/node/dryRun';
import type { FailedResult, OperationResult } from '../../../../shared/node/types';
import type { ExistingScope, ExistingScopes } from './existingScopes';
import { pathText } from './existingScopes';
import type { Place } from './levels';
import type { Creation, SyncPlan } from './plan';
import { ARCHIVED, NOT_IN_INPUT, outputOf, unchangedItems } from './plan';

/** What a dry run shows besides the plan. */
interface Findings {
	existing: ExistingScopes;
	/** The scopes that would be archived. */
	archived: ExistingScope[];
	/** Everything that is wrong with the items, or would stop the run. */
	failures: FailedResult[];
	/** @returns the path of an input item, as far as it is known */
	namesOf: (itemIndex: number) => string[];
}

/**
 * Returns what a plan would do, and every problem as a row of its own. Sends nothing.
 *
 * @param findings what there is to say besides the plan
 */
export function* previewPlan(
	context: IExecuteFunctions,
	plan: SyncPlan,
	{ existing, archived, failures, namesOf }: Findings,
): Generator<OperationResult> {
	const nearMatches = findNearMatches(plan, existing);
	for (const creation of plan.creations.flat()) {
		const { itemIndex, names, owner, description, why } = creation;
		const near = nearMatches.get(creation);
		const warning = near && `Differs from "${pathText(near)}" only in letter case or spaces`;
		const record = { id: null, owner, description, ...(warning !== undefined && { warning }) };
		yield outputOf('created', why, names, [itemIndex], record);
	}
	for (const { itemIndex, scope, names, patch, why } of plan.changes) {
		yield outputOf('updated', why, names, [itemIndex], { ...scope.record, ...patch });
	}
	yield* unchangedItems(plan);
	for (const { names, record } of archived) {
		yield outputOf('archived', NOT_IN_INPUT, names, [], { ...record, ...ARCHIVED });
	}
	yield* previewFailures(context, failures, namesOf, nearMatches.size);
}

/**
 * Returns every problem as a row of its own.
 *
 * @param warnings how many rows of the plan have a warning
 */
export function* previewFailures(
	context: IExecuteFunctions,
	failures: FailedResult[],
	namesOf: Findings['namesOf'],
	warnings = 0,
): Generator<OperationResult> {
	let errors = 0;
	for (const { items, error } of failures) {
		const { why, ...rest } = explainProblem(error);
		// A failure that belongs to no item has one row too.
		for (const item of items.length > 0 ? items : [undefined]) {
			errors++;
			const place = item === undefined ? {} : { itemIndex: item };
			const names = item === undefined ? [] : namesOf(item);
			yield outputOf('error', why, names, Object.values(place), { ...rest, ...place });
		}
	}
	addPlanHint(context, errors, warnings);
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
