import type { IDataObject } from 'n8n-workflow';

import type { Fold } from '../../../../shared/ids';
import { idKey } from '../../../../shared/ids';
import type { BatchEntry, OperationResult } from '../../../../shared/node/types';
import type { Conflict } from '../../scope/bulkPatches';
import type { ExistingScope, ExistingScopes } from './existingScopes';
import { pathText } from './existingScopes';
import type { Level, Place } from './levels';
import { settleLevels } from './levels';
import type { Claim, ScopeInput } from './rows';

/** A scope to be created. */
export interface Creation {
	itemIndex: number;
	names: string[];
	place: Place;
	/** `undefined` at the top level. */
	parent: Place | undefined;
	/** The scope above, if it is to be reactivated first. */
	inactiveParent: ExistingScope | undefined;
	owner: string;
	description: string;
	why: string;
}

/** An existing scope that a row names. */
interface Unchanged {
	itemIndex: number;
	scope: ExistingScope;
	/** As they are after the run. */
	names: string[];
}

/** An existing scope to be changed. */
export interface Change extends Unchanged {
	patch: IDataObject;
	why: string;
}

/** Everything that a run will do, before it does any of it. */
export interface SyncPlan {
	/** New scopes by level, from the top down: those of one level do not depend on each other. */
	creations: Creation[][];
	changes: Change[];
	unchanged: Unchanged[];
	/** Active scopes that are on no path in the input. */
	unnamed: ExistingScope[];
	/** Items that cannot be synced, with the reason. */
	conflicts: Conflict[];
}

/**
 * Plans how the tree is made to match the items (scoped-controls, States and transitions).
 *
 * @param entries the input items in their order
 * @param claims the scopes of the items that cannot be used
 * @param existing the scopes that the service has now
 * @param fold returns the same text for names that are the same
 */
export function planSync(
	entries: Array<BatchEntry<ScopeInput>>,
	claims: Claim[],
	existing: ExistingScopes,
	fold: Fold,
): SyncPlan {
	const { levels, conflicts } = settleLevels(entries, claims, existing, fold);
	const plan: SyncPlan = { creations: [], changes: [], unchanged: [], unnamed: [], conflicts };
	for (const level of levels) {
		if (level.obstacle || !level.entry) continue;
		if (level.scope) planExisting(plan, level, level.scope, level.entry, fold);
		else (plan.creations[level.names.length - 1] ??= []).push(creation(level, level.entry));
	}
	// Levels on which nothing is new are holes, which a filter leaves out.
	plan.creations = plan.creations.filter((level) => level.length > 0);
	const onPath = new Set(levels.flatMap(({ scope }) => (scope ? [idKey(scope.id)] : [])));
	plan.unnamed = existing.all().filter(({ id, isActive }) => isActive && !onPath.has(idKey(id)));
	return plan;
}

function planExisting(
	plan: SyncPlan,
	{ wanted, names }: Level,
	scope: ExistingScope,
	{ itemIndex, input }: BatchEntry<ScopeInput>,
	fold: Fold,
): void {
	const isNamed = wanted.entries.length > 0;
	const patch = isNamed ? differences(wanted.name, input, scope, fold) : {};
	if (!scope.isActive) patch.status = 'active';
	if (Object.keys(patch).length > 0) {
		const why = scope.isActive
			? `${Object.keys(patch).join(' and ')} changed`
			: `was ${statusText(scope)}${isNamed ? '' : ', but is the parent of a scope in the input'}`;
		plan.changes.push({ itemIndex, scope, names, patch, why });
	} else if (isNamed) {
		plan.unchanged.push({ itemIndex, scope, names });
	}
}

function statusText({ record: { status } }: ExistingScope): string {
	return typeof status === 'string' && status !== '' ? status : 'not active';
}

function creation(
	{ wanted, names, place, parent }: Level,
	{ itemIndex, input }: BatchEntry<ScopeInput>,
): Creation {
	const isNamed = wanted.entries.length > 0;
	return {
		itemIndex,
		names,
		place,
		parent: parent?.place,
		inactiveParent: parent?.scope && !parent.scope.isActive ? parent.scope : undefined,
		owner: input.owner,
		description: isNamed ? (input.description ?? '') : '',
		why: isNamed ? 'new in the input' : 'parent of a scope in the input',
	};
}

/** A name differs only where the row names its scope by id. */
function differences(
	name: string,
	{ owner, description }: ScopeInput,
	scope: ExistingScope,
	fold: Fold,
): IDataObject {
	return {
		...(fold(name) !== fold(scope.names.at(-1) ?? '') && { name }),
		...(owner !== '' && owner !== scope.owner && { owner }),
		...(description !== undefined && description !== scope.description && { description }),
	};
}

/** What a run does with one scope, as shown in its output item; `error` in a dry run only. */
type Action = 'created' | 'updated' | 'unchanged' | 'archived' | 'error';

/** Why a scope is archived. */
export const NOT_IN_INPUT = 'not in the input';

/** The change that archives a scope. */
export const ARCHIVED = { status: 'archived' };

/** @returns the outputs of the scopes that are as they should be */
export function* unchangedItems({ unchanged }: SyncPlan): Generator<OperationResult> {
	for (const { itemIndex, scope, names } of unchanged) {
		yield outputOf('unchanged', 'already up to date', names, [itemIndex], scope.record);
	}
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
