import type { IDataObject } from 'n8n-workflow';

import type { Directory } from '../../../shared/assignments/directory';
import type { Lists } from '../../../shared/assignments/lists';
import { readNameList } from '../../../shared/assignments/nameList';
import type { Assignment } from '../../../shared/assignments/pairing';
import { idKey, isUuid } from '../../../shared/basics/ids';
import { groupsOf } from '../../../shared/basics/lists';
import { switchField } from '../../../shared/forms/fields';
import { userError } from '../../../shared/n8n/nodeErrors';
import { identityText } from '../../../shared/node/cells/identifying';
import { switchOf } from '../../../shared/node/coerce';
import type { InputItem } from '../../../shared/node/inputItem';
import type { FailedResult } from '../../../shared/node/operation';
import { describeRows } from '../../../shared/node/rowRanges';

/** What the listed scopes mean for those that a control has now. */
export const MODES = { add: 'add', remove: 'remove', replace: 'replace' } as const;

/** How the input says what is assigned: a list of scopes in each item, or a column for each scope. */
export const LAYOUTS = { pairs: 'pairs', matrix: 'matrix' } as const;

/** The layout of a table of assignments. */
type Layout = keyof typeof LAYOUTS;

/** What Assign does with the scopes that a control has: keeps them, removes some, or replaces all. */
export type Mode = keyof typeof MODES;

/** The switch for items without scopes. */
export const allowRemovingAll = switchField(
	'Allow Removing All Assignments',
	'allowRemovingAll',
	'Whether Replace accepts items without scopes. If no item lists a scope for a control, all of its assignments are removed.',
	// A row of a matrix without marks says what it means.
	{ displayOptions: { show: { '/tableLayout': ['pairs'] } } },
);

/** What an input item says. */
export interface AssignmentRow {
	itemIndex: number;
	/** Id of the control, or its identifier until that is resolved; `''` when it is not known. */
	control: string;
	/** Ids, at first perhaps paths or names. */
	scopes: string[];
	/** The list of scopes as text, until it is resolved: a name may have a comma in it. */
	listed?: string;
	/** Ids of the scopes that the row of a matrix does not assign the control to; of a pair, nothing is known. */
	without?: string[];
	/** The columns of a matrix, until they are read. */
	cells?: IDataObject;
	/** Why the item cannot be sent. */
	refusal?: unknown;
}

/** @throws UserError when the item does not say which control */
export function readAssignmentRow(item: InputItem, mode: Mode, layout: Layout): AssignmentRow {
	const row: AssignmentRow = {
		itemIndex: item.index,
		control: identityText(item.requiredText('controlId', 'Control'), 'Control'),
		scopes: [],
	};
	if (layout === 'matrix') return { ...row, cells: item.json };
	try {
		const given = item.value('scopeIds', []);
		const scopes = readNameList(given, SCOPES);
		if (typeof given === 'string' && scopes.length > 1) row.listed = given;
		const canBeEmpty = switchOf(item.options, allowRemovingAll) && mode === 'replace';
		if (scopes.length === 0 && !canBeEmpty) {
			throw userError(
				`No scopes are listed for the control ${row.control}`,
				mode === 'replace'
					? 'Enter at least one scope, or turn on Allow Removing All Assignments under Options. The item was not sent, because it would remove all assignments of the control.'
					: 'Enter at least one scope, or remove the item.',
			);
		}
		row.scopes = scopes;
	} catch (error) {
		row.refusal = error;
	}
	return row;
}

const SCOPES = 'Scope Names or IDs';

/**
 * Replaces identifiers, paths and names by ids.
 *
 * @param lists the list of scopes is fetched, and that of controls if an item has something else than ids
 * @throws ServiceError or UserError when a list cannot be read that an item needs
 */
export async function resolveRows(rows: AssignmentRow[], mode: Mode, lists: Lists): Promise<void> {
	const hasIdentifiers = !rows.every(({ control }) => isUuid(control));
	const controls = hasIdentifiers ? await lists.controls() : undefined;
	const hasNames = rows.some((row) => !row.scopes.every(isUuid));
	const scopes = await readScopes(lists, mode === 'replace' && !hasNames);
	for (const row of rows) {
		const { control } = row;
		try {
			row.control = '';
			row.control = controls?.find(control).id ?? control;
			if (scopes)
				row.scopes = unlessOneName(row, scopes).map((text) => scopeOf(text, mode, scopes));
		} catch (error) {
			row.refusal ??= error;
		}
	}
}

/**
 * @returns what the list of a row names: itself, where a scope has it as its name, such as `Legal, Risk`
 * @throws UserError when its parts are scopes as well
 */
function unlessOneName({ listed, scopes: parts }: AssignmentRow, scopes: Directory): string[] {
	if (listed === undefined || scopes.matches(listed).length === 0) return parts;
	if (parts.some((part) => scopes.matches(part).length === 0)) return [listed];
	throw userError(
		`"${listed}" is the name of a scope, and a list of others`,
		'Use the ID of the scope, or an expression that returns an array, e.g. {{ [$json.scope] }}.',
	);
}

/** @param canDoWithout whether all items have ids, which Replace can send as they are */
async function readScopes(lists: Lists, canDoWithout: boolean): Promise<Directory | undefined> {
	const scopes = lists.scopes();
	return await (canDoWithout ? scopes.catch(() => undefined) : scopes);
}

/** @throws UserError when there is no such scope, or it is archived, so that nothing can be assigned to it */
function scopeOf(text: string, mode: Mode, scopes: Directory): string {
	// The service knows best about an ID; and an archived scope may well be removed.
	const { id, isArchived } = scopes.get(text) ?? {};
	if (isUuid(text) && (id === undefined || !isArchived || mode === 'remove')) return id ?? text;
	return scopes.find(text).id;
}

/** The items of one control, merged: one request item. */
export interface MergedAssignment extends Assignment {
	/**
	 * Scopes by {@link idKey} that a matrix does not assign the control to; those that it has no column of are
	 * in neither list. Nothing for pairs, which Replace takes for all scopes of the control.
	 */
	without?: ReadonlySet<string>;
}

/**
 * Merges items with the same control (scoped-controls, Rules 3).
 *
 * A request replaces all scopes of a control. So a control is sent with the scopes of all its items,
 * or, when one of these items cannot be read, not at all: what that item meant to keep would be
 * removed.
 *
 * @param isReplacing whether scopes that no item names are removed
 * @param pathOf how an error names a scope
 * @returns one assignment per control in the order of the items, and the items that are left out
 */
export function mergeAssignments(
	rows: AssignmentRow[],
	isReplacing: boolean,
	pathOf: (scopeId: string) => string,
): { assignments: MergedAssignment[]; refusals: FailedResult[] } {
	const refusals: FailedResult[] = rows.flatMap(({ itemIndex, refusal }) =>
		refusal === undefined ? [] : [{ items: [itemIndex], error: refusal }],
	);
	const assignments: MergedAssignment[] = [];
	const known = rows.filter(({ control }) => control !== '');
	for (const same of groupsOf(known, ({ control }) => idKey(control)).values()) {
		const [{ control: controlId } = { control: '' }] = same;
		const sound = same.filter(({ refusal }) => refusal === undefined);
		const items = sound.map(({ itemIndex }) => itemIndex);
		if (items.length === 0) continue;
		if (isReplacing && sound.length < same.length) {
			const causes = same.filter((row) => !sound.includes(row));
			const rows = describeRows(causes.map(({ itemIndex }) => itemIndex));
			const error = userError(
				`Control ${controlId} was skipped because of an error in ${rows}`,
				'Correct that row first. Replace sets all assignments of a control, so those in the faulty row would be removed.',
			);
			refusals.push({ items, error });
			continue;
		}
		const scopes: Assignment['scopes'] = new Map();
		for (const row of sound) {
			for (const id of row.scopes) {
				const scope = scopes.get(idKey(id)) ?? { id, items: [] };
				scopes.set(idKey(id), scope);
				if (scope.items.at(-1) !== row.itemIndex) scope.items.push(row.itemIndex);
			}
		}
		const isMatrix = sound.some((row) => row.without);
		const without = new Set(sound.flatMap((row) => row.without ?? []).map(idKey));
		const both = [...scopes].find(([key]) => without.has(key));
		if (both) {
			const [key, { id, items: marked }] = both;
			const others = sound.filter((row) => row.without?.some((each) => idKey(each) === key));
			const clash = [...marked, ...others.map(({ itemIndex }) => itemIndex)];
			const error = userError(
				`The cells of the control ${controlId} and the scope "${pathOf(id)}" differ in ${describeRows(clash)}`,
				'These rows are the same control. Correct one of them, or remove it.',
			);
			refusals.push({ items, error });
			continue;
		}
		assignments.push({ controlId, scopes, items, ...(isMatrix && { without }) });
	}
	return { assignments, refusals };
}
