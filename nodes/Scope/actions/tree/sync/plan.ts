import type { IDataObject } from 'n8n-workflow';

import type { Fold } from '../../../../shared/ids';
import { nameFold } from '../../../../shared/ids';
import type { OperationResult } from '../../../../shared/node/types';
import type { ExistingScope, ExistingScopes } from './existingScopes';
import { pathText } from './existingScopes';
import type { Level } from './match';
import { matchRows } from './match';
import type { Row } from './rows';

/** A scope to be created. */
export interface Creation {
	itemIndex: number;
	level: Level;
	owner: string;
	description: string;
	why: string;
}

/** An existing scope to be changed. */
export interface Change {
	itemIndex: number;
	scope: ExistingScope;
	/** As they are after the run. */
	names: string[];
	patch: IDataObject;
	why: string;
}

/** Everything that a run will do, before it does any of it. */
export interface SyncPlan {
	/** New scopes by level, from the top down: those of one level do not depend on each other. */
	creations: Creation[][];
	changes: Change[];
	/** The outputs of the scopes that are as they should be. */
	unchanged: OperationResult[];
	/** Active scopes that are on no path in the input. */
	unnamed: ExistingScope[];
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
	const plan: SyncPlan = { creations: [], changes: [], unchanged: [], unnamed: [] };
	for (const level of levels) {
		const { scope, row, names } = level;
		if (level.obstacle || !row) continue;
		const { itemIndex } = row;
		const isNamed = level.rows.length > 0;
		if (!scope) {
			const { owner, description = '' } = row;
			const named = isNamed
				? { description, why: 'new in the input' }
				: { description: '', why: 'parent of a scope in the input' };
			(plan.creations[names.length - 1] ??= []).push({ itemIndex, level, owner, ...named });
			continue;
		}
		const patch = isNamed ? differences(level, row, scope, fold) : {};
		if (!scope.isActive) patch.status = 'active';
		if (Object.keys(patch).length > 0) {
			const why = whyChanged(patch, scope, isNamed);
			plan.changes.push({ itemIndex, scope, names, patch, why });
		} else if (isNamed) {
			const { record } = scope;
			const why = 'already up to date';
			plan.unchanged.push(outputOf('unchanged', why, names, [itemIndex], record));
		}
	}
	// Levels on which nothing is new are holes, which a filter leaves out.
	plan.creations = plan.creations.filter((level) => level.length > 0);
	const onPath = new Set(levels.map(({ scope }) => scope));
	plan.unnamed = existing.all().filter((scope) => scope.isActive && !onPath.has(scope));
	return plan;
}

function whyChanged(patch: IDataObject, { isActive, record }: ExistingScope, isNamed: boolean) {
	if (isActive) return `${Object.keys(patch).join(' and ')} changed`;
	const { status } = record;
	const was = typeof status === 'string' && status !== '' ? status : 'not active';
	return `was ${was}${isNamed ? '' : ', but is the parent of a scope in the input'}`;
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

const sameText = nameFold(true);

/** A service may store text in another encoding than a file has it, or with blanks around it. */
function isSameText(wanted: string, present: string): boolean {
	return sameText(wanted) === sameText(present);
}

/** What a run does with one scope, as shown in its output item. */
type Action = 'created' | 'updated' | 'unchanged' | 'archived';

/** The change that archives a scope. */
export const ARCHIVED = { status: 'archived' };

/** @returns the output of a scope that is, or would be, archived */
export function archivedOutput(
	{ names, record }: ExistingScope,
	after: IDataObject = { ...record, ...ARCHIVED },
) {
	return outputOf('archived', 'not in the input', names, [], after);
}

/**
 * @param items indexes of the input items that it comes from, counted from 0
 * @param record the scope as it is after the run
 */
export function outputOf(
	action: Action,
	why: string,
	names: string[],
	items: number[],
	record: IDataObject,
): OperationResult {
	// First, since a table shows the first columns, and last, since the record may not replace it.
	const summary = { path: pathText(names), action, why };
	return { items, records: [{ json: { ...summary, ...record, ...summary } }] };
}
