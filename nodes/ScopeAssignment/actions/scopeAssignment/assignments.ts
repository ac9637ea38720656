import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { describeItems } from '../../../shared/node/batches';
import type { BatchEntry } from '../../../shared/node/types';
import { isRecord } from '../../../shared/json';

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
	/** Scopes by {@link idKey}: the id as given, and the indexes of the items that have it. */
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
 * @returns one assignment per control in the order of the items, and the items that are left out
 */
export function mergeAssignments(entries: Array<BatchEntry<AssignmentInput>>): {
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
			const causes = refused.get(key) ?? [];
			causes.push(itemIndex);
			refused.set(key, causes);
			continue;
		}
		assignment.items.push(itemIndex);
		for (const scopeId of scopeIds) {
			const scope = assignment.scopes.get(idKey(scopeId));
			if (!scope) assignment.scopes.set(idKey(scopeId), { id: scopeId, items: [itemIndex] });
			else if (scope.items.at(-1) !== itemIndex) scope.items.push(itemIndex);
		}
	}
	for (const [key, causes] of refused) {
		const { items, controlId } = byControl.get(key) ?? { items: [], controlId: key };
		byControl.delete(key);
		if (items.length > 0) refusals.push({ items, error: skipped(controlId, causes) });
	}
	return { assignments: [...byControl.values()], refusals };
}

/** UUIDs are the same in either letter case (RFC 9562, 4); other ids may not be. */
export function idKey(id: string): string {
	return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id.toLowerCase() : id;
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

/**
 * Finds the input items that a derived control results from.
 *
 * The specification does not say which field leads back to control and scope, so any field that
 * contains the id of a control of the request does, and likewise for its scopes.
 *
 * @param byControl the assignments of the request by control id
 * @returns the items that named control and scope; where no scope id is answered, those that named
 *   the control; where no control id is answered either, all items of the request
 */
export function itemsBehind(derived: IDataObject, byControl: Map<string, Assignment>): number[] {
	const ids = idsIn(derived);
	const assignment = ids.map((id) => byControl.get(idKey(id))).find((found) => found !== undefined);
	if (!assignment) return [...byControl.values()].flatMap(({ items }) => items);
	const named = ids
		.map((id) => assignment.scopes.get(idKey(id))?.items)
		.find((items) => items !== undefined);
	return named ?? assignment.items;
}

/** Texts of a record and of the records right inside it. */
function idsIn(record: IDataObject): string[] {
	return Object.values(record)
		.flatMap((value): unknown[] => (isRecord(value) ? Object.values(value) : [value]))
		.filter((value) => typeof value === 'string');
}
