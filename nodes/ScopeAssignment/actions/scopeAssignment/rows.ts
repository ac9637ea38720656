import type { IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { idKey, isUuid } from '../../../shared/ids';
import { describeItems } from '../../../shared/node/batches';
import { readIdList, toBoolean, toText } from '../../../shared/node/parameters';
import type { InputItem } from '../../../shared/node/inputItem';
import { ParameterColumn } from '../../../shared/node/parameterColumn';
import type { BatchEntry } from '../../../shared/node/types';
import type { Lists } from './directory';

/** What the listed scopes mean for those that a control has now. */
export const MODES = ['replace', 'add', 'remove'] as const;
export type Mode = (typeof MODES)[number];

/** What an input item says, before names are resolved. */
export interface Row {
	/** Id of the control, or its identifier. */
	control: string;
	/** Ids, paths or names. */
	scopes: string[];
	/** Why the item cannot be sent, although its control is known. */
	refusal?: UserError;
}

/** The mode of Control in which the user enters identifiers. */
const BY_IDENTIFIER = 'identifier';

/** @returns a function that reads one item; it throws when the item does not say which control */
export function rowReader(context: IExecuteFunctions, mode: Mode): (item: InputItem) => Row {
	const controls = new ParameterColumn(context, 'controlId');
	const scopeIds = new ParameterColumn(context, 'scopeIds', []);
	const options = new ParameterColumn(context, 'options', {});
	return ({ index }) => {
		const control = toText(controls.read(index), 'Control');
		if (control === '') throw noControl();
		try {
			const scopes = readIdList(scopeIds.read(index), 'Scope Names or IDs');
			const { allowRemovingAll } = options.members(index);
			const canBeEmpty =
				toBoolean(allowRemovingAll, 'Allow Removing All Assignments', false) && mode === 'replace';
			if (scopes.length > 0 || canBeEmpty) return { control, scopes };
			return { control, scopes, refusal: noScopes(control, mode) };
		} catch (error) {
			return { control, scopes: [], refusal: toUserError(error) };
		}
	};
}

/**
 * Replaces identifiers, paths and names by ids. The lists that this needs are fetched once, and only
 * if an item has something else than ids.
 *
 * @returns the items whose control is known, and the others with the reason
 */
export async function resolveRows(
	context: IExecuteFunctions,
	rows: Array<BatchEntry<Row>>,
	lists: Lists,
): Promise<{ entries: Array<BatchEntry<AssignmentInput>>; refusals: Refusal[] }> {
	const entries: Array<BatchEntry<AssignmentInput>> = [];
	const refusals: Refusal[] = [];
	const isByIdentifier = new ParameterColumn(context, 'controlId').mode === BY_IDENTIFIER;
	const controls = isByIdentifier ? await lists.controls() : undefined;
	const hasNames = rows.some(({ input }) => !input.scopes.every(isUuid));
	const scopes = hasNames ? await lists.scopes() : undefined;
	for (const { itemIndex, input } of rows) {
		const { control, refusal } = input;
		try {
			const controlId = controls ? controls.find(control) : control;
			const entry = { controlId, scopeIds: input.scopes, ...(refusal && { refusal }) };
			entries.push({ itemIndex, input: entry });
			if (scopes) entry.scopeIds = input.scopes.map((text) => scopes.find(text).id);
		} catch (error) {
			const entry = entries.at(-1);
			if (entry?.itemIndex === itemIndex) entry.input.refusal ??= toUserError(error);
			else refusals.push({ items: [itemIndex], error: toUserError(error) });
		}
	}
	return { entries, refusals };
}

function noControl(): UserError {
	return new UserError('Control is empty', {
		description:
			'Enter a value for Control. If it is an expression, it returned nothing for this item.',
	});
}

function noScopes(control: string, mode: Mode): UserError {
	const description =
		mode === 'replace'
			? 'Enter at least one scope, or turn on Allow Removing All Assignments under Options. The item was not sent, because it would remove all assignments of the control.'
			: 'Enter at least one scope, or remove the item.';
	return new UserError(`No scopes are listed for the control ${control}`, { description });
}

function toUserError(error: unknown): UserError {
	if (error instanceof UserError) return error;
	return new UserError(error instanceof Error ? error.message : String(error));
}

/** What an input item asks for. */
interface AssignmentInput {
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
