import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { BatchEntry } from '../../../shared/execution/operation';
import type { Conflict } from '../bulkPatches';
import type { ExistingScope, ExistingScopes } from './existingScopes';
import type { Fold } from './scopePath';
import { pathKey } from './scopePath';

/** What an input item says about a scope. */
export interface Wish {
	/** From the top level down. */
	names: string[];
	/** `''` leaves the owner as it is. */
	owner: string;
	/** `undefined` leaves the description as it is, `''` clears it. */
	description?: string;
}

/** A scope to be created. */
export interface Creation {
	itemIndex: number;
	names: string[];
	key: string;
	/** Key of the parent's path; `undefined` at the top level. */
	parentKey?: string;
	owner: string;
	description: string;
	why: string;
}

/** An existing scope to be changed. */
export interface Change {
	itemIndex: number;
	scope: ExistingScope;
	patch: IDataObject;
	why: string;
}

/** Everything that a run will do, before it does any of it. */
export interface SyncPlan {
	/** Parents before their children. */
	creations: Creation[];
	changes: Change[];
	unchanged: Array<{ itemIndex: number; scope: ExistingScope }>;
	/** Active scopes that no item names, nor any path through them. */
	unnamed: ExistingScope[];
	/** Items that cannot be carried out, with the reason. */
	conflicts: Conflict[];
	/** Ids of the existing scopes on the wanted paths, by path. */
	ids: Map<string, string>;
}

/**
 * Works out how the tree becomes what the items say (scoped-controls, States and transitions).
 *
 * @param entries what each input item wants
 * @param existing the scopes that the service has now
 * @param fold tells which names are the same
 */
export function planSync(
	entries: Array<BatchEntry<Wish>>,
	existing: ExistingScopes,
	fold: Fold,
): SyncPlan {
	const plan: SyncPlan = {
		creations: [],
		changes: [],
		unchanged: [],
		unnamed: [],
		conflicts: findDuplicates(entries, fold),
		ids: new Map(),
	};
	const named = new Set<string>();
	const settled = new Set<string>();
	const blocked = new Set(
		plan.conflicts.flatMap(({ items }) =>
			entries
				.filter(({ itemIndex }) => items.includes(itemIndex))
				.map(({ input }) => pathKey(input.names, fold)),
		),
	);

	// Shallow paths first, so that parents are planned before their children.
	const ordered = [...entries].sort((a, b) => a.input.names.length - b.input.names.length);
	for (const { itemIndex, input } of ordered) {
		const keys = input.names.map((_, level) => pathKey(input.names.slice(0, level + 1), fold));
		for (const key of keys) named.add(key);
		const ownKey = keys.at(-1) ?? '';
		if (blocked.has(ownKey)) continue;

		const obstacle = planPath(
			plan,
			existing,
			{ itemIndex, wish: input, keys },
			{
				blocked,
				settled,
			},
		);
		if (obstacle) {
			blocked.add(ownKey);
			plan.conflicts.push({ items: [itemIndex], error: obstacle });
		}
	}
	plan.unnamed = existing.active().filter(({ key }) => !named.has(key));
	return plan;
}

/** @returns why the item cannot be carried out, if it cannot */
function planPath(
	plan: SyncPlan,
	existing: ExistingScopes,
	{ itemIndex, wish, keys }: { itemIndex: number; wish: Wish; keys: string[] },
	{ blocked, settled }: { blocked: Set<string>; settled: Set<string> },
): UserError | undefined {
	const blockedLevel = keys.findIndex((key) => blocked.has(key));
	if (blockedLevel >= 0) return blockedAbove(wish.names.slice(0, blockedLevel + 1));

	for (const [level, key] of keys.entries()) {
		if (settled.has(key)) continue;
		const names = wish.names.slice(0, level + 1);
		const scope = existing.at(names);
		if (Array.isArray(scope)) return ambiguous(names, scope);
		if (!scope && wish.owner === '') return ownerless(names);

		if (scope)
			planChange(plan, scope, { itemIndex, wish, key, isOwnLevel: level === keys.length - 1 });
		else plan.creations.push(creation(wish, names, { itemIndex, key, parentKey: keys[level - 1] }));
		settled.add(key);
	}
	return undefined;
}

function planChange(
	plan: SyncPlan,
	scope: ExistingScope,
	at: { itemIndex: number; wish: Wish; key: string; isOwnLevel: boolean },
): void {
	const { itemIndex, wish, key, isOwnLevel } = at;
	plan.ids.set(key, scope.id);
	const patch = isOwnLevel ? differences(wish, scope) : {};
	if (scope.isArchived) patch.status = 'active';
	if (Object.keys(patch).length > 0) {
		const why = scope.isArchived
			? `was archived${isOwnLevel ? '' : ', but has scopes below it now'}`
			: `${Object.keys(patch).join(' and ')} changed`;
		plan.changes.push({ itemIndex, scope, patch, why });
	} else if (isOwnLevel) {
		plan.unchanged.push({ itemIndex, scope });
	}
}

function creation(
	{ names: allNames, owner, description }: Wish,
	names: string[],
	{ itemIndex, key, parentKey }: { itemIndex: number; key: string; parentKey: string | undefined },
): Creation {
	const isOwnLevel = names.length === allNames.length;
	return {
		itemIndex,
		names,
		key,
		...(parentKey !== undefined && { parentKey }),
		owner,
		description: isOwnLevel ? (description ?? '') : '',
		why: isOwnLevel ? 'no scope at this path yet' : 'level above a scope of the input',
	};
}

function differences({ owner, description }: Wish, scope: ExistingScope): IDataObject {
	return {
		...(owner !== '' && owner !== scope.owner && { owner }),
		...(description !== undefined && description !== scope.description && { description }),
	};
}

/** Two items at one path are a mistake even where they agree: which one is meant to go on? */
function findDuplicates(entries: Array<BatchEntry<Wish>>, fold: Fold): Conflict[] {
	const byKey = new Map<string, Array<BatchEntry<Wish>>>();
	for (const entry of entries) {
		const key = pathKey(entry.input.names, fold);
		byKey.set(key, [...(byKey.get(key) ?? []), entry]);
	}
	return [...byKey.values()]
		.filter((same) => same.length > 1)
		.map((same) => {
			const items = same.map(({ itemIndex }) => itemIndex);
			const owners = new Set(same.map(({ input }) => input.owner));
			const path = same[0]?.input.names.join(' / ') ?? '';
			const quarrel =
				owners.size > 1 ? ` and disagree about its owner (${[...owners].join(', ')})` : '';
			return {
				items,
				error: new UserError(`Items ${items.join(', ')} name the same scope "${path}"${quarrel}`, {
					description: 'Leave one of them, or change its path.',
				}),
			};
		});
}

function ownerless(names: string[]): UserError {
	return new UserError(`Owner is empty, and "${names.join(' / ')}" has to be created`, {
		description: 'Enter the user ID of the owner. Only scopes that exist already can go without.',
	});
}

function ambiguous(names: string[], scopes: ExistingScope[]): UserError {
	return new UserError(`There are ${scopes.length} scopes at the path "${names.join(' / ')}"`, {
		description: `It cannot be told which is meant: ${scopes.map(({ id }) => id).join(', ')}. Rename or archive all but one in the service.`,
	});
}

function blockedAbove(names: string[]): UserError {
	return new UserError(`Not done, since the scope above it, "${names.join(' / ')}", cannot be`, {
		description: 'Correct the item for that scope first.',
	});
}
