import type { IDataObject } from 'n8n-workflow';

import { type Fold, groupsOf, looseFold, visible } from '../../../../shared/basics/values';
import { whatChanges } from '../../../../shared/node/failure';
import type { OperationResult } from '../../../../shared/node/operation';
import { type ExistingScope, type ExistingScopes, pathText } from './existingScopes';
import { type Level, matchRows } from './match';
import type { Row } from './rows';

/** What a run does with one scope of the table. */
export interface Step {
	level: Level;
	itemIndex: number;
	action: 'created' | 'updated' | 'unchanged';
	why: string;
	/** What the user should check. */
	warning?: string;
	/** What is sent besides the parent of a new scope; of an existing one, what changes. */
	fields: IDataObject;
}

/** Everything that a run will do, before it does any of it. */
export interface SyncPlan {
	/** Parents before their children. */
	steps: Step[];
	/** Active scopes that are on no path in the input. */
	unnamed: ExistingScope[];
	/** Those of them whose parent is in the input, or at the top level. */
	leftOut: ExistingScope[];
}

/**
 * Plans how the tree is made to match the items (scoped-controls, States and transitions). Rows that
 * cannot be synced get a problem.
 *
 * @param rows the input items in their order
 * @param existing the scopes that the service has now
 * @param fold returns the same text for names that are the same
 */
export function planSync(rows: Row[], existing: ExistingScopes, fold: Fold): SyncPlan {
	const levels = matchRows(rows, existing, fold);
	const onPath = new Set(levels.map(({ scope }) => scope));
	// A scope whose row is not part of the plan only looks unnamed.
	const isComplete = rows.every(({ problem }) => !problem);
	const unnamed = existing
		.all()
		.filter((scope) => isComplete && scope.isActive && !onPath.has(scope));
	// A table without the parent of a scope may well leave the scope out.
	const ids = new Set([undefined, ...levels.map(({ scope }) => scope?.id)]);
	const leftOut = unnamed.filter(({ parentId }) => ids.has(parentId));
	const warningOf = newScopeWarnings(existing, leftOut, fold);
	return { steps: levels.flatMap((level) => stepOf(level, fold, warningOf)), unnamed, leftOut };
}

/** @returns nothing for a level that cannot be synced, or that only leads to others */
function stepOf(
	level: Level,
	fold: Fold,
	warningOf: (level: Level, owner: string) => string,
): Step | [] {
	const { scope, row, names } = level;
	if (level.obstacle || !row) return [];
	const { itemIndex, owner, description = '' } = row;
	const isNamed = level.rows.length > 0;
	if (!scope) {
		const why = isNamed ? 'new in the input' : 'parent of a scope in the input';
		const fields = { name: names.at(-1), owner, description: isNamed ? description : '' };
		return { level, itemIndex, action: 'created', why, warning: warningOf(level, owner), fields };
	}
	const fields = {
		...(isNamed && differences(level, row, scope, fold)),
		...(!scope.isActive && { status: 'active' }),
	};
	if (Object.keys(fields).length > 0) {
		const why = whyChanged(fields, scope, isNamed);
		return { level, itemIndex, action: 'updated', why, fields };
	}
	return isNamed
		? { level, itemIndex, action: 'unchanged', why: 'already up to date', fields }
		: [];
}

/** What paths of other tools have between their levels. */
const OTHER_SEPARATOR = /.[>\\|»→]./;

/** Scopes at one place that are not in the input, of which each may have been renamed. */
const MOST_RENAMED = 3;

/**
 * @param leftOut scopes that the input should have had
 * @returns a function that says what is doubtful about a scope that is to be created
 */
function newScopeWarnings(existing: ExistingScopes, leftOut: ExistingScope[], fold: Fold) {
	const seen = new Map(existing.all().map(({ names }) => [looseFold(pathText(names)), names]));
	const owners = new Set(existing.all().map(({ owner }) => owner));
	const byName = groupsOf(leftOut, ({ names }) => fold(names.at(-1) ?? ''));
	const byParent = groupsOf(leftOut, ({ parentId }) => parentId);
	return ({ names, parent }: Level, owner: string): string => {
		const name = names.at(-1) ?? '';
		const key = looseFold(pathText(names));
		const near = seen.get(key);
		seen.set(key, near ?? names);
		const [moved, ...more] = byName.get(fold(name)) ?? [];
		const beside = (parent?.scope !== null && byParent.get(parent?.id)) || [];
		return [
			near && `Differs from "${pathText(near)}" only in letter case, spaces, or leading zeros.`,
			OTHER_SEPARATOR.test(name) &&
				'Treated as one name. Only Path is split into levels, at Path Separator.',
			moved && more.length === 0
				? `There is also "${pathText(moved.names)}", which is not in the input. The service cannot move scopes.`
				: !near &&
					beside.length > 0 &&
					beside.length <= MOST_RENAMED &&
					`Missing from the input: ${beside.map(({ id, names: path }) => `"${pathText(path)}" (ID ${id})`).join(', ')}. Is this row a new name for one? If not, ignore this. If so, set Find Existing Scopes By to Scope ID, and add its ID to this row; if the new scope already exists, first archive it and all scopes below it.`,
			owners.size > 0 &&
				!owners.has(owner) &&
				'No other scope has this owner. Check that it is a user ID, not a name or an email address.',
		]
			.filter(Boolean)
			.join('\n');
	};
}

function whyChanged(patch: IDataObject, scope: ExistingScope, isNamed: boolean) {
	const { isActive, record, names, owner, description } = scope;
	if (isActive) return whatChanges({ name: names.at(-1), owner, description }, Object.keys(patch));
	return `was ${String(record.status || 'not active')}${isNamed ? '' : ', but is the parent of a scope in the input'}`;
}

/** A name differs only where the row names its scope by id. */
function differences(
	{ path }: Level,
	{ owner, description }: Row,
	scope: ExistingScope,
	fold: Fold,
): IDataObject {
	const name = path.at(-1) ?? '';
	return {
		...(fold(name) !== fold(scope.names.at(-1) ?? '') && { name }),
		...(owner !== '' && !isSameText(owner, scope.owner) && { owner }),
		...(description !== undefined &&
			!isSameText(description, scope.description) && { description }),
	};
}

const sameText: Fold = (text) => visible(text).normalize('NFC');

/** A service may store text in another encoding than a file has it, or with invisible characters. */
function isSameText(wanted: string, present: string): boolean {
	return sameText(wanted) === sameText(present);
}

/** The change that archives a scope. */
export const ARCHIVED = { status: 'archived' };

/** @returns the output of a scope that is, or would be, archived */
export function archivedOutput(
	{ names, record }: ExistingScope,
	after: IDataObject = { ...record, ...ARCHIVED },
): OperationResult {
	return outputOf(names, { action: 'archived', why: 'not in the input' }, [], after);
}

/**
 * @param record the scope as it is after the run; by default as an existing one is going to be
 * @returns the output of a scope of the table
 */
export function stepOutput(
	{ level: { scope, names }, itemIndex, action, why, warning, fields }: Step,
	record: IDataObject = { ...scope?.record, ...fields },
): OperationResult {
	return outputOf(names, { action, why, ...(warning && { warning }) }, [itemIndex], record);
}

function outputOf(
	names: string[],
	end: IDataObject,
	items: number[],
	record: IDataObject,
): OperationResult {
	// First, since a table shows the first columns, and last, since the record may not replace it.
	const summary = { path: pathText(names), ...end };
	return { items, records: [{ json: { ...summary, ...record, ...summary } }] };
}

/**
 * Returns what a plan would do, and sends nothing.
 *
 * @param archived the scopes that would be archived
 */
export function* previewPlan(
	{ steps }: SyncPlan,
	archived: ExistingScope[],
): Generator<OperationResult> {
	for (const step of steps) {
		const isNew = step.action === 'created';
		yield stepOutput(
			step,
			isNew ? { id: null, pathNames: step.level.names, ...step.fields } : undefined,
		);
	}
	for (const scope of archived) yield archivedOutput(scope);
}
