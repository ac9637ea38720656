import type { IDataObject } from 'n8n-workflow';

import { idKey } from '../basics/ids';
import { groupsOf } from '../basics/lists';
import { KnownNames } from '../basics/misspelling';
import { nameFold } from '../basics/nameFolds';
import { textsIn } from '../service/bulk';

/** A scope or a control. */
export interface Named {
	id: string;
	/** Name of a scope, identifier of a control; `''` when it has none or it is not known. */
	name: string;
	isArchived?: boolean;
	/** Names of all levels of a scope. */
	path?: string;
}

/** Scopes or controls by id and by name. */
export class NamedIndex<Entry extends Named> {
	private readonly byId: Map<string, Entry>;
	private readonly byName: Map<string, Entry[]>;
	private known: KnownNames | undefined;

	constructor(private readonly entries: Entry[]) {
		this.byId = new Map(entries.map((entry) => [idKey(entry.id), entry]));
		const usable = entries.filter(({ name, isArchived }) => name !== '' && !isArchived);
		this.byName = groupsOf(usable, ({ name }) => sameName(name));
	}

	get(id: string): Entry | undefined {
		return this.byId.get(idKey(id));
	}

	/** @returns the only one with this name that is not archived */
	only(name: string): Entry | undefined {
		const [entry, ...others] = this.byName.get(sameName(name)) ?? [];
		return others.length === 0 ? entry : undefined;
	}

	/** @returns the name, or the path, that a text may be a misspelling of; not one of an archived entry */
	similarTo(text: string): string | undefined {
		this.known ??= new KnownNames(
			this.entries
				.filter(({ isArchived }) => !isArchived)
				.flatMap(({ name, path = '' }) => [name, path].filter(Boolean)),
		);
		return this.known.meantBy(text);
	}

	/** @returns those whose id or only name is among the texts */
	among(texts: Iterable<string>): Entry[] {
		return [...texts].flatMap((text) => this.get(text) ?? this.only(text) ?? []);
	}

	/** @returns the one that a record has the id of, in any field, or else the only one with the name */
	meantBy(record: IDataObject, name: unknown): Entry | undefined {
		const byId = [...new Set(textsIn(record).flatMap((text) => this.get(text) ?? []))];
		if (byId.length === 0) return this.only(String(name));
		const named = byId.filter((entry) => byId.length === 1 || entry.name === name);
		return named.length === 1 ? named[0] : undefined;
	}
}

/** Names are the same in the same letter case. */
export const sameName = nameFold(false);

/** Names are the same in any letter case. */
export const foldCase = nameFold(true);
