import { groupsOf } from '../../../../shared/basics/lists';
import { type Fold, looseFold } from '../../../../shared/basics/nameFolds';
import { type ExistingScope, type ExistingScopes, pathText } from './existingScopes';
import type { Level } from './matchRows';

/** What paths of other tools have between their levels. */
const OTHER_SEPARATOR = /.[>\\|»→]./;

/** Scopes at one place that are not in the input, of which each may have been renamed. */
const MOST_RENAMED = 3;

/** Says what is doubtful about a scope that is to be created, a sentence each. */
type NewScopeWarnings = (level: Level, owner: string) => string[];

/**
 * @param leftOut scopes that the input should have had
 */
export function newScopeWarnings(
	existing: ExistingScopes,
	leftOut: ExistingScope[],
	fold: Fold,
): NewScopeWarnings {
	const seen = new Map(existing.all().map(({ names }) => [looseFold(pathText(names)), names]));
	const owners = new Set(existing.all().map(({ owner }) => owner));
	const byName = groupsOf(leftOut, ({ names }) => fold(names.at(-1) ?? ''));
	const byParent = groupsOf(leftOut, ({ parentId }) => parentId);
	return ({ names, parent }, owner) => {
		const name = names.at(-1) ?? '';
		const key = looseFold(pathText(names));
		const near = seen.get(key);
		seen.set(key, near ?? names);
		const [moved, ...more] = byName.get(fold(name)) ?? [];
		const beside = (parent?.scope !== null && byParent.get(parent?.id)) || [];
		return [
			near && `Differs from "${pathText(near)}" only in letter case, spaces, or leading zeros.`,
			OTHER_SEPARATOR.test(name) &&
				'Treated as one name. Only Path is split into levels, at Path Separator.',
			moved && more.length === 0
				? `There is also "${pathText(moved.names)}", which is not in the input. The service cannot move scopes.`
				: !near &&
					beside.length > 0 &&
					beside.length <= MOST_RENAMED &&
					`Missing from the input: ${beside.map(({ id, names: path }) => `"${pathText(path)}" (ID ${id})`).join(', ')}. Is this row a new name for one? If not, ignore this. If so, set Find Existing Scopes By to Scope ID, and add its ID to this row; if the new scope already exists, first archive it and all scopes below it.`,
			owners.size > 0 &&
				!owners.has(owner) &&
				'No other scope has this owner. Check that it is a user ID, not a name or an email address.',
		].filter((text) => typeof text === 'string');
	};
}
