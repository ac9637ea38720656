import { UserError } from 'n8n-workflow';

import type { Fold } from '../../../../shared/ids';
import { idKey } from '../../../../shared/ids';
import { describeItems, groupsOf } from '../../../../shared/node/batches';
import type { BatchEntry } from '../../../../shared/node/types';
import type { Conflict } from '../../scope/bulkPatches';
import type { ExistingScope, ExistingScopes } from './existingScopes';
import { pathText } from './existingScopes';
import type { Claim, ScopeInput } from './rows';

/** A scope as the table wants it: one that a row names, or a level above one. */
export interface WantedScope {
	name: string;
	/** From the top level down. */
	names: string[];
	/** `undefined` at the top level. */
	parent: WantedScope | undefined;
	/** The rows that name it: none for a level above, and several by mistake. */
	entries: Array<BatchEntry<ScopeInput>>;
}

/**
 * Lays the rows out as a tree.
 *
 * @param fold returns the same text for names that are the same
 * @returns every level of every path once, parents before their children
 */
export function wantedScopes(entries: Array<BatchEntry<ScopeInput>>, fold: Fold): WantedScope[] {
	const byKey = new Map<string, { scope: WantedScope; number: number }>();
	for (const entry of entries) {
		const { names } = entry.input;
		let parent: { scope: WantedScope; number: number } | undefined;
		for (const [level, name] of names.entries()) {
			const key = `${parent?.number ?? ''}\u0000${fold(name)}`;
			let found = byKey.get(key);
			if (!found) {
				const path = names.slice(0, level + 1);
				const scope = { name, names: path, parent: parent?.scope, entries: [] };
				found = { scope, number: byKey.size };
				byKey.set(key, found);
			}
			parent = found;
		}
		parent?.scope.entries.push(entry);
	}
	return [...byKey.values()].map(({ scope }) => scope);
}

/** Finds which scope of the service is the one that the table wants: by the id of its row, or by name. */
export class Matching {
	/** The rows of the ids in the table: a scope that a row names by its id is not found by its old name. */
	private readonly rows: Map<string, BatchEntry<ScopeInput>>;
	/** The same for rows that cannot be used. */
	private readonly claims: Map<string, Claim>;

	/**
	 * @param table its rows, and the scopes of those that cannot be used
	 * @param fold returns the same text for names that are the same
	 */
	constructor(
		{ entries, claims }: { entries: Array<BatchEntry<ScopeInput>>; claims: Claim[] },
		private readonly existing: ExistingScopes,
		private readonly fold: Fold,
	) {
		this.claims = new Map(claims.map((claim) => [idKey(claim.scopeId), claim]));
		this.rows = new Map();
		for (const entry of entries) {
			const key = idKey(entry.input.scopeId);
			if (key !== '' && !this.rows.has(key)) this.rows.set(key, entry);
		}
	}

	/**
	 * @param parent the scope above; `null` for one that is to be created, `undefined` at the top level
	 * @returns the scope, `null` if it is to be created, or why the rows that need it cannot be synced
	 */
	find(
		wanted: WantedScope,
		parent: ExistingScope | null | undefined,
	): ExistingScope | null | UserError {
		const scopeId = wanted.entries[0]?.input.scopeId ?? '';
		if (scopeId !== '') return this.findById(scopeId, wanted, parent);
		// Below a scope that is to be created there is nothing yet.
		if (parent === null) return null;
		const found = this.findByName(wanted, parent);
		if (Array.isArray(found)) return ambiguous(wanted, found);
		if (found?.isActive) return found;
		const named = this.namedById(wanted, parent);
		if (!named) return found ?? null;
		return new UserError(`There is already a scope "${pathText(wanted.names)}"`, {
			description: this.inTwoRuns(named),
		});
	}

	/** @returns the active scope with the name, where it is left that another row has its id */
	private namedById({ name }: WantedScope, parent: ExistingScope | undefined) {
		return this.existing.activeAt(parent?.id, name)[0];
	}

	/** Changes are sent together, so that a name is free only after the run that renames its scope. */
	private inTwoRuns({ id }: ExistingScope): string {
		const row = this.rows.get(idKey(id));
		const claim = this.claims.get(idKey(id));
		const path = pathText(row?.input.names ?? claim?.names ?? []);
		const item = `Item ${row?.itemIndex ?? claim?.itemIndex} has its ID ${id}${path && ` and the path "${path}"`}.`;
		return `${item} Rename in two runs: first without this item, then with it.`;
	}

	private findById(
		scopeId: string,
		wanted: WantedScope,
		parent: ExistingScope | null | undefined,
	): ExistingScope | UserError {
		const scope = this.existing.withId(scopeId);
		if (!scope) return unknownId(scopeId);
		const isBelowParent =
			parent !== null && idKey(scope.parentId ?? '') === idKey(parent?.id ?? '');
		if (!isBelowParent) return moved(scope, this.namesAbove(scope));
		if (!this.isRenamed(wanted, scope)) return scope;
		const other = this.findByName(wanted, parent);
		const isTaken = Array.isArray(other) || other?.isActive;
		const named = isTaken ? undefined : this.namedById(wanted, parent);
		if (!isTaken && !named) return scope;
		const path = pathText(wanted.names);
		return new UserError(
			`"${pathText(scope.names)}" cannot be renamed: there is already a scope "${path}"`,
			{
				description: named
					? this.inTwoRuns(named)
					: `Enter another name, or rename or archive the scope "${path}" in the service.`,
			},
		);
	}

	/** @returns the names above a scope: those in the table, if the row of its parent has its id */
	private namesAbove({ parentId, names }: ExistingScope): string[] {
		const row = this.rows.get(idKey(parentId ?? ''));
		return row ? row.input.names : names.slice(0, -1);
	}

	private findByName(wanted: WantedScope, parent: ExistingScope | undefined) {
		return this.existing.child(
			parent?.id,
			wanted.name,
			({ id }) => !this.rows.has(idKey(id)) && !this.isClaimed(id, wanted),
		);
	}

	/** A row that cannot be used has its scope for itself; the rows below the path of both may find it. */
	private isClaimed(id: string, { names, entries }: WantedScope): boolean {
		const claim = this.claims.get(idKey(id));
		if (!claim) return false;
		const isSamePath =
			claim.names.length === names.length &&
			names.every((name, level) => this.fold(name) === this.fold(claim.names[level] ?? ''));
		return entries.length > 0 || !isSamePath;
	}

	/** @returns whether the name of a scope is another one than in the table */
	isRenamed({ name }: WantedScope, { names }: ExistingScope): boolean {
		return this.fold(name) !== this.fold(names.at(-1) ?? '');
	}
}

/** @returns the rows with an id that another row has too; those that cannot be used have an error already */
export function findDuplicateIds(
	entries: Array<BatchEntry<ScopeInput>>,
	claims: Claim[],
): Conflict[] {
	const rows = entries.map(({ itemIndex, input }) => ({ itemIndex, scopeId: input.scopeId }));
	const named = [...rows, ...claims].filter(({ scopeId }) => scopeId !== '');
	const byId = groupsOf(named, ({ scopeId }) => idKey(scopeId));
	const unusable = new Set(claims.map(({ itemIndex }) => itemIndex));
	return [...byId]
		.map(([id, same]) => {
			const items = same.map(({ itemIndex }) => itemIndex);
			return { id, items, usable: items.filter((item) => !unusable.has(item)) };
		})
		.filter(({ items, usable }) => items.length > 1 && usable.length > 0)
		.map(({ id, items, usable }) => ({
			items: usable,
			error: new UserError(`The ID ${id} appears more than once (${describeItems(items)})`, {
				description: 'Remove all but one of these items, or correct their IDs.',
			}),
		}));
}

function ambiguous({ names }: WantedScope, scopes: ExistingScope[]): UserError {
	return new UserError(`Found ${scopes.length} scopes at the path "${pathText(names)}"`, {
		description: `Rename or archive all but one of them in the service: ${scopes.map(({ id }) => id).join(', ')}.`,
	});
}

function unknownId(id: string): UserError {
	return new UserError(`There is no scope with the ID "${id}"`, {
		description: 'Correct the ID, or leave it empty to create the scope.',
	});
}

function moved({ names }: ExistingScope, above: string[]): UserError {
	const place = above.length === 0 ? 'at the top level' : `below "${pathText(above)}"`;
	return new UserError(`The scope "${pathText(names)}" cannot be moved to another parent`, {
		description: `The service cannot change the parent of a scope. Keep it ${place}, or leave its ID empty to create a new scope. The old scope keeps its control assignments until you archive it.`,
	});
}
