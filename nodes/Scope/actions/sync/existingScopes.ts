import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Fold } from './scopePath';
import { pathKey } from './scopePath';

/** A scope that the service has. */
export interface ExistingScope {
	id: string;
	key: string;
	names: string[];
	owner: string;
	description: string;
	isArchived: boolean;
	/** As the service sent it. */
	record: IDataObject;
}

/** Scopes by path. Of several at one path the active one counts, if there is just one. */
export class ExistingScopes {
	private readonly byKey = new Map<string, ExistingScope[]>();

	/** @throws UserError when the service answers scopes that no tree can hold */
	constructor(
		records: IDataObject[],
		private readonly fold: Fold,
	) {
		for (const record of records) {
			const scope = readScope(record, fold);
			const others = this.byKey.get(scope.key) ?? [];
			others.push(scope);
			this.byKey.set(scope.key, others);
		}
	}

	/** @returns the scope at a path, all candidates when it cannot be told which, or nothing */
	at(names: string[]): ExistingScope | ExistingScope[] | undefined {
		const all = this.byKey.get(pathKey(names, this.fold)) ?? [];
		const active = all.filter(({ isArchived }) => !isArchived);
		const candidates = active.length > 0 ? active : all;
		return candidates.length > 1 ? candidates : candidates[0];
	}

	active(): ExistingScope[] {
		return [...this.byKey.values()].flat().filter(({ isArchived }) => !isArchived);
	}
}

function readScope(record: IDataObject, fold: Fold): ExistingScope {
	const { id, name, owner, description, pathIds, pathNames, status } = record;
	const ids = Array.isArray(pathIds) ? pathIds : [];
	if (new Set(ids).size < ids.length) {
		throw new UserError(`The scope "${text(name)}" is its own ancestor`, {
			description: `Nothing was written. Correct the parents of the scope ${text(id)} in the service first.`,
		});
	}
	const names = Array.isArray(pathNames) ? pathNames.map(text) : [text(name)];
	return {
		id: text(id),
		key: pathKey(names, fold),
		names,
		owner: text(owner),
		description: text(description),
		isArchived: status === 'archived',
		record,
	};
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : String(value ?? '');
}
