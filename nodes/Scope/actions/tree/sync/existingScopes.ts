import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { idKey } from '../../../../shared/ids';
import type { Fold } from './scopePath';

/** A scope that exists in the service. */
export interface ExistingScope {
	id: string;
	/** `undefined` at the top level. */
	parentId?: string;
	names: string[];
	owner: string;
	description: string;
	isArchived: boolean;
	/** As the service sent it. */
	record: IDataObject;
}

/** The scopes of the service by parent and name. */
export class ExistingScopes {
	private readonly byPlace = new Map<string, ExistingScope[]>();

	/**
	 * @param fold returns the same text for names that are the same
	 * @throws UserError when the service returns scopes that do not form a tree
	 */
	constructor(
		records: IDataObject[],
		private readonly fold: Fold,
	) {
		const ids = new Set(records.map(({ id }) => idKey(text(id))));
		for (const record of records) {
			const scope = readScope(record);
			if (scope.parentId !== undefined && !ids.has(idKey(scope.parentId))) throw incomplete(scope);
			const place = this.place(scope.parentId, scope.names.at(-1) ?? '');
			const others = this.byPlace.get(place) ?? [];
			others.push(scope);
			this.byPlace.set(place, others);
		}
	}

	/**
	 * Finds a scope by its name. Of several, the active one is used if there is only one.
	 *
	 * @param parentId the scope directly above; `undefined` at the top level
	 * @returns the scope, all candidates when the name is ambiguous, or nothing
	 */
	child(parentId: string | undefined, name: string): ExistingScope | ExistingScope[] | undefined {
		const all = this.byPlace.get(this.place(parentId, name)) ?? [];
		const active = all.filter(({ isArchived }) => !isArchived);
		const candidates = active.length > 0 ? active : all;
		return candidates.length > 1 ? candidates : candidates[0];
	}

	active(): ExistingScope[] {
		return [...this.byPlace.values()].flat().filter(({ isArchived }) => !isArchived);
	}

	private place(parentId: string | undefined, name: string): string {
		return `${idKey(parentId ?? '')}\u0000${this.fold(name)}`;
	}
}

function readScope(record: IDataObject): ExistingScope {
	const { id, name, owner, description, parentId, pathIds, pathNames, status } = record;
	const ids = Array.isArray(pathIds) ? pathIds.map(text) : [];
	if (new Set(ids).size < ids.length) {
		throw new UserError(`The scope "${text(name)}" is its own ancestor`, {
			description: `Correct the parent of the scope ${text(id)} in the service, then run the node again. Nothing was written.`,
		});
	}
	const parent = text(parentId) || ids.at(-2);
	return {
		id: text(id),
		...(parent !== undefined && { parentId: parent }),
		names: Array.isArray(pathNames) ? pathNames.map(text) : [text(name)],
		owner: text(owner),
		description: text(description),
		isArchived: status === 'archived',
		record,
	};
}

function incomplete({ names }: ExistingScope): UserError {
	return new UserError(`The parent of "${names.join(' / ')}" is missing from the list of scopes`, {
		description:
			'Check that the client can read all scopes. Nothing was written, because scopes that are missing from the list would be created again.',
	});
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : String(value ?? '');
}
