import { UserError } from 'n8n-workflow';

import { describeItems } from '../../../shared/node/batches';
import type { BatchEntry } from '../../../shared/node/types';
import { idKey } from '../../../shared/ids';

/** What an input item asks for. */
export interface AssignmentInput {
	controlId: string;
	/** Empty when the item has none. */
	scopeIds: string[];
	/** Why the item cannot be sent, although its control is known. */
	refusal?: UserError;
}

/** The items of one control, merged: one request item. */
export interface Assignment {
	controlId: string;
	/**
	 * Scopes by {@link idKey}: the id as given, and the indexes of the items that have it; none for a
	 * scope that the control has already.
	 */
	scopes: Map<string, { id: string; items: number[] }>;
	/** Indexes of all items that have the control. */
	items: number[];
}

/** Items that are not sent, with the reason. */
export interface Refusal {
	items: number[];
	error: UserError;
}

/**
 * Merges items with the same control (scoped-controls, Rules 3).
 *
 * A request replaces all scopes of a control. So a control is sent with the scopes of all its items,
 * or, when one of these items cannot be read, not at all: what that item meant to keep would be
 * removed.
 *
 * @param isReplacing whether scopes that no item names are removed
 * @returns one assignment per control in the order of the items, and the items that are left out
 */
export function mergeAssignments(
	entries: Array<BatchEntry<AssignmentInput>>,
	isReplacing: boolean,
): {
	assignments: Assignment[];
	refusals: Refusal[];
} {
	const byControl = new Map<string, Assignment>();
	const refused = new Map<string, number[]>();
	const refusals: Refusal[] = [];
	for (const { itemIndex, input } of entries) {
		const { controlId, scopeIds, refusal } = input;
		const key = idKey(controlId);
		const assignment: Assignment = byControl.get(key) ?? {
			controlId,
			scopes: new Map(),
			items: [],
		};
		byControl.set(key, assignment);
		if (refusal) {
			refusals.push({ items: [itemIndex], error: refusal });
			const causes = refused.get(key);
			if (causes) causes.push(itemIndex);
			else refused.set(key, [itemIndex]);
			continue;
		}
		assignment.items.push(itemIndex);
		for (const scopeId of scopeIds) {
			const scopeKey = idKey(scopeId);
			const scope = assignment.scopes.get(scopeKey);
			if (!scope) assignment.scopes.set(scopeKey, { id: scopeId, items: [itemIndex] });
			else if (scope.items.at(-1) !== itemIndex) scope.items.push(itemIndex);
		}
	}
	for (const [key, causes] of refused) {
		if (!isReplacing && byControl.get(key)?.items.length) continue;
		const { items, controlId } = byControl.get(key) ?? { items: [], controlId: key };
		byControl.delete(key);
		if (items.length > 0) refusals.push({ items, error: skipped(controlId, causes) });
	}
	return { assignments: [...byControl.values()], refusals };
}

function skipped(controlId: string, causes: number[]): UserError {
	return new UserError(
		`Control ${controlId} was skipped because of an error in ${describeItems(causes)}`,
		{
			description:
				'Correct that item first. Assigning replaces all scopes of a control, so the scopes of the faulty item would be removed.',
		},
	);
}
