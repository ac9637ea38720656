import type { IDataObject } from 'n8n-workflow';

import type { Fold } from '../../../../shared/basics/nameFolds';
import { visible } from '../../../../shared/basics/visible';
import type { Action } from '../../../../shared/writes/evidence';
import type { ExistingScope, ExistingScopes } from './existingScopes';
import { isRenamed, type Level, matchRows, wantedName } from './matchRows';
import { newScopeWarnings } from './newScopes';
import type { TreeRow } from './treeRows';

/** What a run does with one scope of the table. */
export interface SyncStep {
	level: Level;
	itemIndex: number;
	action: Extract<Action, 'created' | 'updated' | 'reactivated' | 'unchanged'>;
	why: string;
	/** What the user should check, a sentence each. */
	warnings: string[];
	/** What is sent besides the parent of a new scope; of an existing one, what changes. */
	fields: IDataObject;
}

/** Everything that a run will do, before it does any of it. */
export interface SyncPlan {
	/** Parents before their children. */
	steps: SyncStep[];
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
export function planSync(rows: TreeRow[], existing: ExistingScopes, fold: Fold): SyncPlan {
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
	const warningsOf = newScopeWarnings(existing, leftOut, fold);
	return { steps: levels.flatMap((level) => stepOf(level, warningsOf)), unnamed, leftOut };
}

/** @returns nothing for a level that cannot be synced, or that only leads to others */
function stepOf(
	level: Level,
	warningsOf: (level: Level, owner: string) => string[],
): SyncStep | [] {
	const { scope, row, names } = level;
	if (level.obstacle || !row) return [];
	const { itemIndex, owner, description = '' } = row;
	const isNamed = level.rows.length > 0;
	if (!scope) {
		const why = isNamed ? 'new in the input' : 'parent of a scope in the input';
		const fields = { name: names.at(-1), owner, description: isNamed ? description : '' };
		const warnings = warningsOf(level, owner);
		return { level, itemIndex, action: 'created', why, warnings, fields };
	}
	const fields = {
		...(isNamed && differences(level, row, scope)),
		...(!scope.isActive && { status: 'active' }),
	};
	if (Object.keys(fields).length > 0) {
		const why = whyReactivated(scope, isNamed);
		const action = scope.isActive ? 'updated' : 'reactivated';
		return { level, itemIndex, action, why, warnings: [], fields };
	}
	return isNamed
		? { level, itemIndex, action: 'unchanged', why: 'already up to date', warnings: [], fields }
		: [];
}

/** Of an active scope, the changes say it. */
function whyReactivated({ isActive, record }: ExistingScope, isNamed: boolean): string {
	if (isActive) return '';
	return `was ${String(record.status || 'not active')}${isNamed ? '' : ', but is the parent of a scope in the input'}`;
}

/** A name differs only where the row names its scope by id. */
function differences(
	level: Level,
	{ owner, description }: TreeRow,
	scope: ExistingScope,
): IDataObject {
	return {
		...(isRenamed(level, scope) && { name: wantedName(level) }),
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
