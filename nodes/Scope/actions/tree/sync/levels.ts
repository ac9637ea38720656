import { UserError } from 'n8n-workflow';

import { describeItems } from '../../../../shared/node/batches';
import type { BatchEntry } from '../../../../shared/node/types';
import type { Conflict } from '../../scope/bulkPatches';
import type { ExistingScope, ExistingScopes } from './existingScopes';
import { pathText } from './existingScopes';
import type { WantedScope } from './matching';
import { Matching, findDuplicateIds, wantedScopes } from './matching';
import type { Fold } from '../../../../shared/ids';
import type { Claim, ScopeInput } from './rows';
import { SkippedError } from './rows';

/** Where a scope is found by those below it: an id as soon as it exists. */
export interface Place {
	id?: string;
}

/** A scope as the table wants it, and what it is in the service. */
export interface Level {
	wanted: WantedScope;
	parent: Level | undefined;
	/** `null` for one to be created. */
	scope: ExistingScope | null;
	/** From the top level down, as they are in the service after the run. */
	names: string[];
	place: Place;
	/** Its own row, or else the first row below it; `undefined` when none of them can be synced. */
	entry: BatchEntry<ScopeInput> | undefined;
	/** Why the rows at and below it cannot be synced. */
	obstacle: UserError | undefined;
}

/**
 * Finds out what each level of the table is in the service.
 *
 * @param entries the rows in their order
 * @param claims the scopes of the rows that cannot be used
 * @returns the levels, parents before their children, and the rows that cannot be synced
 */
export function settleLevels(
	entries: Array<BatchEntry<ScopeInput>>,
	claims: Claim[],
	existing: ExistingScopes,
	fold: Fold,
): { levels: Level[]; conflicts: Conflict[] } {
	const wanted = wantedScopes(entries, fold);
	const duplicates = [...findDuplicatePaths(wanted), ...findDuplicateIds(entries, claims)];
	const matching = new Matching({ entries, claims }, existing, fold);
	const conflicts = [...duplicates];
	const refused = new Set(conflicts.flatMap(({ items }) => items));
	const levels = new Map<WantedScope, Level>();
	const ownerless: Level[] = [];

	for (const scope of wanted) {
		const parent = scope.parent && levels.get(scope.parent);
		const level = settle(scope, parent, matching);
		levels.set(scope, level);
		const items = scope.entries
			.map(({ itemIndex }) => itemIndex)
			.filter((item) => !refused.has(item));
		const isRefused = items.length < scope.entries.length;
		if (level.obstacle) {
			if (items.length > 0) conflicts.push({ items, error: level.obstacle });
		} else if (!isRefused) {
			if (level.scope || scope.entries[0]?.input.owner !== '') continue;
			ownerless.push(level);
		}
		for (const item of items) refused.add(item);
		// The rows below a refused row name that row; those below a skipped one name its cause.
		const isCause = scope.entries.length > 0 && !parent?.obstacle;
		if (isCause) level.obstacle = new SkippedError(scope.names);
	}
	const all = [...levels.values()];
	chooseEntries(all, entries, refused);
	for (const level of ownerless) {
		const items = level.wanted.entries.map(({ itemIndex }) => itemIndex);
		conflicts.push({ items, error: ownerlessError(level) });
	}
	return { levels: all, conflicts };
}

function settle(wanted: WantedScope, parent: Level | undefined, matching: Matching): Level {
	const found = parent?.obstacle ?? matching.find(wanted, parent && parent.scope);
	const obstacle = found instanceof UserError ? found : undefined;
	const scope = found instanceof UserError ? null : found;
	const keepsName = scope && !matching.isRenamed(wanted, scope);
	const name = (keepsName && scope.names.at(-1)) || wanted.name;
	return {
		wanted,
		parent,
		scope,
		names: [...(parent?.names ?? []), name],
		place: scope ? { id: scope.id } : {},
		entry: undefined,
		obstacle,
	};
}

/** A level belongs to its own row; one without to the first row below it, in the order of the table. */
function chooseEntries(
	levels: Level[],
	entries: Array<BatchEntry<ScopeInput>>,
	refused: Set<number>,
): void {
	const byItem = new Map<number, Level>();
	for (const level of levels) {
		for (const { itemIndex } of level.wanted.entries) byItem.set(itemIndex, level);
	}
	for (const entry of entries) {
		if (refused.has(entry.itemIndex)) continue;
		let level = byItem.get(entry.itemIndex);
		while (level && !level.entry) {
			level.entry = level.wanted.entries[0] ?? entry;
			level = level.parent;
		}
	}
}

/** Two rows with one path are a mistake even if they are equal: results could not be paired. */
function findDuplicatePaths(wanted: WantedScope[]): Conflict[] {
	return wanted
		.filter(({ entries }) => entries.length > 1)
		.map(({ names, entries }) => {
			const items = entries.map(({ itemIndex }) => itemIndex);
			const owners = new Set(entries.map(({ input }) => input.owner));
			const difference =
				owners.size > 1 ? `, with different owners (${[...owners].join(', ')})` : '';
			return {
				items,
				error: new UserError(
					`The path "${pathText(names)}" appears more than once (${describeItems(items)})${difference}`,
					{
						description: 'Remove all but one of these items, or change their paths.',
					},
				),
			};
		});
}

/** Names the uppermost level that is missing an owner. */
function ownerlessError(level: Level): UserError {
	let top = level;
	while (top.parent?.scope === null && !top.parent.entry) top = top.parent;
	return new UserError(`Owner is required to create "${pathText(top.names)}"`, {
		description:
			'Enter the user ID of the owner. It can only be empty for scopes that already exist.',
	});
}
