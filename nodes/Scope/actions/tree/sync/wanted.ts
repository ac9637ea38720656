import type { BatchEntry } from '../../../../shared/node/types';
import type { ScopeInput } from './rows';
import type { Fold } from '../../../../shared/ids';

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
