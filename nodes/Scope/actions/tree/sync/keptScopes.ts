import { idKey } from '../../../../shared/basics/ids';
import { unknownKept } from '../../../../shared/writes/unknownKept';
import { type ExistingScope, type ExistingScopes, pathText } from './existingScopes';
import type { SyncSettings } from './treeRows';

/**
 * Leaves out the scopes that Keep names, with all scopes above and below them.
 *
 * @param scopes that would be archived
 * @throws UserError when Keep names a scope that does not exist: a misspelled one would be archived
 */
export function withoutKept(
	scopes: ExistingScope[],
	existing: ExistingScopes,
	{ keep, separator, fold }: Pick<SyncSettings, 'keep' | 'separator' | 'fold'>,
): ExistingScope[] {
	const kept = new Set<ExistingScope>();
	// Nothing can be below an archived scope.
	const above = new Set<ExistingScope>();
	const parentOf = ({ parentId }: ExistingScope) =>
		parentId === undefined ? undefined : existing.withId(parentId);
	const names = () =>
		existing.all().flatMap((scope) => [scope.names.at(-1) ?? '', pathText(scope.names)]);
	for (const text of keep) {
		const path = fold(pathText(text.split(separator).map((level) => level.trim())));
		const found = existing
			.all()
			.filter(
				({ id, names }) =>
					idKey(id) === idKey(text) ||
					fold(names.at(-1) ?? '') === fold(text) ||
					fold(pathText(names)) === path,
			);
		if (found.length === 0)
			throw unknownKept(text, 'scope', 'the ID, the path, or the name of a scope', names());
		for (const scope of found) {
			kept.add(scope);
			for (let next = parentOf(scope); next; next = parentOf(next)) above.add(next);
		}
	}
	const isKept = (scope: ExistingScope): boolean => {
		const parent = parentOf(scope);
		return kept.has(scope) || (parent !== undefined && isKept(parent));
	};
	return scopes.filter((scope) => !above.has(scope) && !isKept(scope));
}
