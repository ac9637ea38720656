import type { IDataObject } from 'n8n-workflow';

import type { RemovedAssignment } from '../../../../shared/assignments/presentAssignments';
import { idKey } from '../../../../shared/basics/ids';
import { groupsOf } from '../../../../shared/basics/lists';
import { storedText } from '../../../../shared/basics/visible';
import type { Action } from '../../../../shared/writes/evidence';
import type { ExistingScope, ExistingScopes } from './existingScopes';
import { isRenamed, type Level, matchRows, wantedName } from './matchRows';
import { ownerWarnings } from '../../scope/ownerWarnings';
import { movedWarning, newScopeWarnings } from './newScopes';
import { type PossibleRename, possibleRenames, refuseRenames } from './possibleRenames';
import type { RowKeyMemory } from './rowKeyMemory';
import type { SyncSettings, TreeRow } from './treeRows';

/** What becomes of the control assignments of a unit that has moved. */
export interface Move {
	/** Of its old scopes; `undefined` where they are not known. */
	former: RemovedAssignment[] | undefined;
	/** Those of them that its new scope gets, each for another control; none without Copy Assignments. */
	copied: RemovedAssignment[];
	/** Whether that is done, or there is nothing to do. */
	isDone: boolean;
}

/** What a run does with one scope of the table. */
export interface SyncStep {
	level: Level;
	itemIndex: number;
	action: Extract<Action, 'created' | 'updated' | 'reactivated' | 'assigned' | 'unchanged'>;
	why: string;
	/** What the user should check, a sentence each. */
	warnings: string[];
	/** What is sent besides the parent of a new scope; of an existing one, what changes. */
	fields: IDataObject;
	/** Of a unit that was another scope: what is said, and done, about the control assignments of that one. */
	move?: Move;
}

/** Everything that a run will do, before it does any of it. */
export interface SyncPlan {
	/** Parents before their children. */
	steps: SyncStep[];
	/** Active scopes that are on no path in the input. */
	unnamed: ExistingScope[];
	/** Those of them whose parent is in the input, or at the top level. */
	leftOut: ExistingScope[];
	/** Whether the table has all that is at the top of the tree; a table of a single branch has not. */
	isWhole: boolean;
	/** Rows that are new scopes, but may have been scopes with a new name. */
	asked: PossibleRename[];
}

/**
 * Plans how the tree is made to match the items (scoped-controls, States and transitions). Rows that
 * cannot be synced get a problem.
 *
 * @param rows the input items in their order
 * @param existing the scopes that the service has now
 * @param memory of earlier runs
 */
export function planSync(
	rows: TreeRow[],
	existing: ExistingScopes,
	memory: RowKeyMemory,
	settings: Pick<
		SyncSettings,
		'fold' | 'separator' | 'table' | 'createsRenamed' | 'copiesAssignments'
	>,
): SyncPlan {
	const { fold, createsRenamed } = settings;
	const levels = matchRows(rows, existing, settings);
	const onPath = new Set(levels.map(({ scope }) => scope));
	const notNamed = existing.all().filter((scope) => scope.isActive && !onPath.has(scope));
	// A table without the parent of a scope may well leave the scope out.
	const ids = new Set([undefined, ...levels.map(({ scope }) => scope?.id)]);
	const isExpected = ({ parentId }: ExistingScope) => ids.has(parentId);
	const pathKey = ({ names }: { names: string[] }) => JSON.stringify(names.map(fold));
	const refused = new Set(rows.flatMap((row) => (row.problem ? [pathKey(row)] : [])));
	const missing = notNamed.filter((scope) => isExpected(scope) && !refused.has(pathKey(scope)));
	const asked = possibleRenames(levels, rows, missing, memory);
	if (!createsRenamed) refuseRenames(levels, asked);
	// A scope whose row is not part of the plan only looks unnamed.
	const isComplete = rows.every(({ problem }) => !problem);
	const unnamed = notNamed.filter(() => isComplete);
	const leftOut = unnamed.filter(isExpected);
	const warnings: Warnings = {
		ofNew: newScopeWarnings({ existing, levels, leftOut, fold, settings }),
		ofOwner: ownerWarnings(existing.all()),
		ofMoved: (level) => movedWarning(level, settings),
	};
	return {
		steps: levels.flatMap((level) => stepOf(level, warnings)),
		...{ unnamed, leftOut, asked },
		isWhole: topOf(existing).every((scope) => onPath.has(scope)),
	};
}

/** @returns the active scopes from which the tree branches: those at the top, or below a single one at the top */
function topOf(existing: ExistingScopes): ExistingScope[] {
	const below = groupsOf(
		existing.all().filter(({ isActive }) => isActive),
		({ parentId }) => parentId && idKey(parentId),
	);
	let top = below.get(undefined) ?? [];
	for (let [only] = top; only && top.length === 1; [only] = top) {
		const next = below.get(idKey(only.id));
		if (!next) break;
		top = next;
	}
	return top;
}

/** What is doubtful about a row, a sentence each. */
interface Warnings {
	/** Of a scope that is to be created. */
	ofNew: (level: Level) => string[];
	/** Of an owner that a scope has not had before. */
	ofOwner: (owner: string) => string[];
	/** Of a scope whose unit was another one. */
	ofMoved: (level: Level) => string[];
}

/** @returns nothing for a level that cannot be synced, or that only leads to others */
function stepOf(level: Level, { ofNew, ofOwner, ofMoved }: Warnings): SyncStep | [] {
	const { scope, row, names } = level;
	if (level.obstacle || !row) return [];
	const { itemIndex, owner, description = '' } = row;
	const isNamed = level.rows.length > 0;
	if (!scope) {
		const why = isNamed ? 'new in the input' : 'parent of a scope in the input';
		const fields = { name: names.at(-1), owner, description: isNamed ? description : '' };
		const doubts = isNamed ? (row.doubts ?? []) : [];
		const warnings = [...ofNew(level), ...doubts, ...ofOwner(owner)];
		return { level, itemIndex, action: 'created', why, warnings, fields };
	}
	const fields: IDataObject = {
		...(isNamed && differences(level, row, scope)),
		...(!scope.isActive && { status: 'active' }),
	};
	if (Object.keys(fields).length > 0) {
		const why = whyReactivated(scope, isNamed);
		const action = scope.isActive ? 'updated' : 'reactivated';
		const warnings = [
			...ofMoved(level),
			...(typeof fields.owner === 'string' ? ofOwner(fields.owner) : []),
		];
		return { level, itemIndex, action, why, warnings, fields };
	}
	// A level that only leads to others is told of if there is something to copy to it.
	if (!isNamed && level.former.length === 0) return [];
	const why = 'already up to date';
	return { level, itemIndex, action: 'unchanged', why, warnings: ofMoved(level), fields };
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

/** A service may store text in another encoding than a file has it, or with invisible characters. */
function isSameText(wanted: string, present: string): boolean {
	return storedText(wanted) === storedText(present);
}
