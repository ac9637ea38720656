import { UserError } from 'n8n-workflow';

import { idKey } from '../../../../shared/ids';
import { describeItems } from '../../../../shared/node/batches';
import type { BatchEntry } from '../../../../shared/node/types';
import type { Conflict } from '../../scope/bulkPatches';
import type { ExistingScope, ExistingScopes } from './existingScopes';
import type { Fold } from '../../../../shared/ids';
import { pathText } from './names';
import type { Claim, ScopeInput } from './rows';
import type { WantedScope } from './wanted';

/** Finds which scope of the service is the one that the table wants: by the id of its row, or by name. */
export class Matching {
	/** The rows of the ids in the table: a scope that a row names by its id is not found by its old name. */
	private readonly rows: Map<string, ScopeInput>;
	/** The same for rows that cannot be used. */
	private readonly claims: Map<string, Claim>;

	/**
	 * @param table its rows, and the scopes of those that cannot be used
	 * @param fold returns the same text for names that are the same
	 * @param staying keys of the ids in the table whose scopes are known to keep their names
	 */
	constructor(
		{ entries, claims }: { entries: Array<BatchEntry<ScopeInput>>; claims: Claim[] },
		private readonly existing: ExistingScopes,
		private readonly fold: Fold,
		private readonly staying: ReadonlySet<string>,
	) {
		this.claims = new Map(claims.map((claim) => [idKey(claim.scopeId), claim]));
		this.rows = new Map();
		for (const { input } of entries) {
			const key = idKey(input.scopeId);
			if (input.scopeId !== '' && !this.rows.has(key)) this.rows.set(key, input);
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
		if (found) return Array.isArray(found) ? ambiguous(wanted, found) : found;
		const present = this.stayingAt(wanted, parent);
		return present ? stillPresent(wanted, present) : null;
	}

	/** @returns the active scopes that must have another name before the table's scope can have this one */
	occupants(
		{ name }: WantedScope,
		parent: ExistingScope | null | undefined,
		scope: ExistingScope | null,
	): ExistingScope[] {
		if (parent === null) return [];
		return this.existing.activeAt(parent?.id, name).filter((other) => other !== scope);
	}

	private stayingAt({ name }: WantedScope, parent: ExistingScope | undefined) {
		const present = this.existing.activeAt(parent?.id, name);
		return present.find(({ id }) => this.staying.has(idKey(id)));
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
		if (isTaken) return taken(scope, wanted);
		const present = this.stayingAt(wanted, parent);
		return present ? taken(scope, wanted, present) : scope;
	}

	/** @returns the names above a scope: those in the table, if the row of its parent has its id */
	private namesAbove({ parentId, names }: ExistingScope): string[] {
		const row = this.rows.get(idKey(parentId ?? ''));
		return parentId !== undefined && row ? row.names : names.slice(0, -1);
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
	const byId = new Map<string, number[]>();
	const rows = entries.map(({ itemIndex, input }) => ({ itemIndex, scopeId: input.scopeId }));
	for (const { itemIndex, scopeId } of [...rows, ...claims]) {
		if (scopeId === '') continue;
		const same = byId.get(idKey(scopeId));
		if (same) same.push(itemIndex);
		else byId.set(idKey(scopeId), [itemIndex]);
	}
	const unusable = new Set(claims.map(({ itemIndex }) => itemIndex));
	return [...byId]
		.map(([id, items]) => ({ id, items, usable: items.filter((item) => !unusable.has(item)) }))
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

function stillPresent({ names }: WantedScope, { id }: ExistingScope): UserError {
	return new UserError(`There is already a scope "${pathText(names)}"`, {
		description: correctFirst(id),
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

/** @param present the scope with the name, if its id is in another item */
function taken({ names }: ExistingScope, wanted: WantedScope, present?: ExistingScope): UserError {
	const path = pathText(wanted.names);
	return new UserError(
		`"${pathText(names)}" cannot be renamed: there is already a scope "${path}"`,
		{
			description: present
				? correctFirst(present.id)
				: `Enter another name, or rename or archive the scope "${path}" in the service.`,
		},
	);
}

function correctFirst(id: string): string {
	return `Its ID ${id} is in another item, which cannot be synced as it is. Correct that item first.`;
}
