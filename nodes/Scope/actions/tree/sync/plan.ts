import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { describeItems } from '../../../../shared/node/batches';
import type { BatchEntry } from '../../../../shared/node/types';
import type { Conflict } from '../../scope/bulkPatches';
import type { ExistingScope, ExistingScopes } from './existingScopes';
import type { Fold } from './scopePath';
import { pathKey } from './scopePath';

/** One input item: a scope as it should be. */
export interface ScopeInput {
	/** From the top level down. */
	names: string[];
	/** `''` keeps the owner. */
	owner: string;
	/** `undefined` keeps the description, `''` clears it. */
	description?: string;
	/** Nothing is to be written. */
	dryRun: boolean;
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
	/** Active scopes that are on no path in the input. */
	unnamed: ExistingScope[];
	/** Items that cannot be synced, with the reason. */
	conflicts: Conflict[];
	/** Ids of the existing scopes on the paths of the input, by path. */
	ids: Map<string, string>;
}

/**
 * Plans how the tree is made to match the items (scoped-controls, States and transitions).
 *
 * @param entries the input items
 * @param existing the scopes that the service has now
 * @param fold returns the same text for names that are the same
 */
export function planSync(
	entries: Array<BatchEntry<ScopeInput>>,
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
	const settled: Settled = new Map();
	const blocked = new Set(
		entries
			.filter(({ itemIndex }) => plan.conflicts.some(({ items }) => items.includes(itemIndex)))
			.map(({ input }) => pathKey(input.names, fold)),
	);

	// Shallow paths first, so that parents are planned before their children.
	const ordered = [...entries].sort((a, b) => a.input.names.length - b.input.names.length);
	for (const { itemIndex, input } of ordered) {
		const keys = input.names.map((_, level) => pathKey(input.names.slice(0, level + 1), fold));
		const ownKey = keys.at(-1) ?? '';
		if (blocked.has(ownKey)) continue;

		const blockedLevel = keys.findIndex((key) => blocked.has(key));
		const steps =
			blockedLevel >= 0
				? blockedAbove(input.names.slice(0, blockedLevel + 1))
				: planPath(existing, settled, { itemIndex, input, keys });
		if (steps instanceof UserError) {
			blocked.add(ownKey);
			plan.conflicts.push({ items: [itemIndex], error: steps });
			continue;
		}
		for (const step of steps) addStep(plan, settled, step);
	}
	const wanted = new Set(plan.ids.values());
	plan.unnamed = existing.active().filter(({ id }) => !wanted.has(id));
	return plan;
}

/** Levels that are planned already: the scope that is there, or `null` for one to be created. */
type Settled = Map<string, ExistingScope | null>;

/** The plan for one level of a path. */
interface Step {
	itemIndex: number;
	input: ScopeInput;
	/** Names down to this level. */
	names: string[];
	key: string;
	parentKey: string | undefined;
	scope: ExistingScope | null;
}

/** @returns the levels of a path that are not planned yet, or why the item cannot be synced */
function planPath(
	existing: ExistingScopes,
	settled: Settled,
	{ itemIndex, input, keys }: { itemIndex: number; input: ScopeInput; keys: string[] },
): Step[] | UserError {
	const steps: Step[] = [];
	let parent: ExistingScope | null | undefined;
	for (const [level, key] of keys.entries()) {
		const known = settled.get(key);
		if (known !== undefined) {
			parent = known;
			continue;
		}
		const names = input.names.slice(0, level + 1);
		// Below a scope that is to be created there is nothing yet.
		const found =
			parent === null ? undefined : existing.child(parent?.id, input.names[level] ?? '');
		if (Array.isArray(found)) return ambiguous(names, found);
		if (!found && input.owner === '') return ownerless(names);
		parent = found ?? null;
		steps.push({ itemIndex, input, names, key, parentKey: keys[level - 1], scope: parent });
	}
	return steps;
}

function addStep(plan: SyncPlan, settled: Settled, step: Step): void {
	settled.set(step.key, step.scope);
	if (step.scope) planChange(plan, step.scope, step);
	else plan.creations.push(creation(step));
}

function planChange(
	plan: SyncPlan,
	scope: ExistingScope,
	{ itemIndex, input, names, key }: Step,
): void {
	const isOwnLevel = names.length === input.names.length;
	plan.ids.set(key, scope.id);
	const patch = isOwnLevel ? differences(input, scope) : {};
	if (scope.isArchived) patch.status = 'active';
	if (Object.keys(patch).length > 0) {
		const why = scope.isArchived
			? `was archived${isOwnLevel ? '' : ', but is the parent of a scope in the input'}`
			: `${Object.keys(patch).join(' and ')} changed`;
		plan.changes.push({ itemIndex, scope, patch, why });
	} else if (isOwnLevel) {
		plan.unchanged.push({ itemIndex, scope });
	}
}

function creation({ itemIndex, input, names, key, parentKey }: Step): Creation {
	const isOwnLevel = names.length === input.names.length;
	return {
		itemIndex,
		names,
		key,
		...(parentKey !== undefined && { parentKey }),
		owner: input.owner,
		description: isOwnLevel ? (input.description ?? '') : '',
		why: isOwnLevel ? 'new in the input' : 'parent of a scope in the input',
	};
}

function differences({ owner, description }: ScopeInput, scope: ExistingScope): IDataObject {
	return {
		...(owner !== '' && owner !== scope.owner && { owner }),
		...(description !== undefined && description !== scope.description && { description }),
	};
}

/** Two items with one path are a mistake even if they are equal: results could not be paired. */
function findDuplicates(entries: Array<BatchEntry<ScopeInput>>, fold: Fold): Conflict[] {
	const byKey = new Map<string, Array<BatchEntry<ScopeInput>>>();
	for (const entry of entries) {
		const key = pathKey(entry.input.names, fold);
		const same = byKey.get(key) ?? [];
		same.push(entry);
		byKey.set(key, same);
	}
	return [...byKey.values()]
		.filter((same) => same.length > 1)
		.map((same) => {
			const items = same.map(({ itemIndex }) => itemIndex);
			const owners = new Set(same.map(({ input }) => input.owner));
			const path = same[0]?.input.names.join(' / ') ?? '';
			const difference =
				owners.size > 1 ? `, with different owners (${[...owners].join(', ')})` : '';
			return {
				items,
				error: new UserError(
					`The path "${path}" appears more than once (${describeItems(items)})${difference}`,
					{
						description: 'Remove all but one of these items, or change their paths.',
					},
				),
			};
		});
}

function ownerless(names: string[]): UserError {
	return new UserError(`Owner is required to create "${names.join(' / ')}"`, {
		description:
			'Enter the user ID of the owner. It can only be empty for scopes that already exist.',
	});
}

function ambiguous(names: string[], scopes: ExistingScope[]): UserError {
	return new UserError(`Found ${scopes.length} scopes at the path "${names.join(' / ')}"`, {
		description: `Rename or archive all but one of them in the service: ${scopes.map(({ id }) => id).join(', ')}.`,
	});
}

function blockedAbove(names: string[]): UserError {
	return new UserError(`Skipped: its parent "${names.join(' / ')}" could not be synced`, {
		description: 'Correct the item for the parent scope first.',
	});
}
