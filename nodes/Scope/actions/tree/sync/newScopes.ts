import { groupsOf } from '../../../../shared/basics/lists';
import { didYouMean, KnownNames } from '../../../../shared/basics/misspelling';
import { duplicateFold, type Fold } from '../../../../shared/basics/nameFolds';
import { doubtOf } from '../../../../shared/node/cells/doubtful';
import { type ExistingScope, type ExistingScopes, pathText } from './existingScopes';
import type { Level } from './matchRows';
import { pathTable } from './pathTables';
import type { SyncSettings } from './treeRows';

/** What paths of other tools have between their levels. */
const OTHER_SEPARATOR = /.(->|=>|::|[>\\|»→›])./;

/** Scopes at one place that are not in the input, of which each may have been renamed. */
const MOST_RENAMED = 3;

/** At a place with more scopes, names are similar by chance. */
const MOST_SIBLINGS = 300;

/** What warnings of new scopes are made by. */
interface Plan {
	existing: ExistingScopes;
	/** Of the table. */
	levels: readonly Level[];
	/** Scopes that the input should have had. */
	leftOut: readonly ExistingScope[];
	fold: Fold;
	settings: Pick<SyncSettings, 'separator' | 'table' | 'copiesAssignments'>;
}

/** @returns what is doubtful about a scope that is to be created, a sentence each */
export function newScopeWarnings(plan: Plan): (level: Level) => string[] {
	const { existing, leftOut, fold, settings } = plan;
	const seen = new Map(existing.all().map(({ names }) => [placeKey(names), names]));
	const byName = groupsOf(leftOut, ({ names }) => fold(names.at(-1) ?? ''));
	const byParent = groupsOf(leftOut, ({ parentId }) => parentId);
	const similarTo = similarSiblings(plan);
	return (level) => {
		const { names, parent, former } = level;
		const name = names.at(-1) ?? '';
		const key = placeKey(names);
		const near = seen.get(key);
		seen.set(key, near ?? names);
		const meant = near ? undefined : similarTo(level);
		const [moved, ...more] = byName.get(fold(name)) ?? [];
		const beside = (parent?.scope !== null && byParent.get(parent?.id)) || [];
		return [
			near &&
				`Differs from "${pathText(near)}" only in letter case, spaces, punctuation, or leading zeros.`,
			meant !== undefined &&
				`There is a similar name at the same place.${didYouMean(meant)} If not, ignore this.`,
			otherSeparator(name, settings),
			...doubtOf(name, 'Name'),
			...movedWarning(level, settings),
			former.length === 0 && moved && more.length === 0
				? `There is also "${pathText(moved.names)}", which is not in the input. The service cannot move scopes.`
				: !near && beside.length <= MOST_RENAMED && renamed(beside),
		].filter((text) => typeof text === 'string');
	};
}

/** @returns what a person should know of a unit that was at another place, as an earlier run remembers it */
export function movedWarning(
	{ former }: Level,
	{ copiesAssignments }: Pick<SyncSettings, 'copiesAssignments'>,
): string[] {
	const end = copiesAssignments
		? 'its control assignments are copied to this scope, and the old scope stays until it is archived.'
		: 'the old scope keeps its control assignments until it is archived. To copy them, turn on Copy Assignments under Options.';
	return former.map(
		({ id, names }) =>
			`This unit was "${pathText(names)}" (ID ${id}). The service cannot move scopes: ${end}`,
	);
}

/** @returns the same text for paths that a person may take for the same */
function placeKey(names: readonly string[]): string {
	return JSON.stringify(names.map(duplicateFold));
}

function otherSeparator(name: string, { separator, table }: Plan['settings']): string | undefined {
	const [, found] = OTHER_SEPARATOR.exec(name) ?? [];
	if (found === undefined) return undefined;
	const isPath = table === pathTable && found !== separator.trim();
	return isPath
		? `Treated as one name. To split it into levels, set Path Separator to "${found}" under Options.`
		: 'Treated as one name. Only Path is split into levels, at Path Separator.';
}

function renamed(beside: readonly ExistingScope[]): string | undefined {
	if (beside.length === 0) return undefined;
	const missing = beside.map(({ id, names }) => `"${pathText(names)}" (ID ${id})`).join(', ');
	return `Missing from the input: ${missing}. If this row is a new name for one, set Find Existing Scopes By to Scope ID, and add its ID to this row.`;
}

/**
 * A misspelled level of a path becomes a scope of its own, with everything below it.
 *
 * @returns the name beside a new scope that may be meant: of an existing one; or of another one of the table, unless
 *   a row is about the new scope itself
 */
function similarSiblings({ existing, levels }: Plan): (level: Level) => string | undefined {
	const ofTable = groupsOf(levels, ({ parent }) => parent);
	const weights = weightsOf(levels);
	const weightOf = (level: Level) => weights.get(level) ?? 0;
	const ofService = groupsOf(
		existing.all().filter(({ isActive }) => isActive),
		({ parentId }) => parentId,
	);
	const present = siblingNames((level) =>
		level.parent?.scope === null
			? []
			: (ofService.get(level.parent?.id) ?? []).map(({ names }) => names.at(-1) ?? ''),
	);
	const listed = siblingNames(({ parent }) =>
		(ofTable.get(parent) ?? []).map(({ names }) => names.at(-1) ?? ''),
	);
	return (level) => {
		const name = level.names.at(-1) ?? '';
		const meant = present(level)?.similarTo(name);
		if (meant !== undefined || level.rows.length > 0) return meant;
		const names = listed(level);
		if (!names) return undefined;
		// Of two that only lead to others, the one with fewer rows is the misspelled one, else the later one.
		const beside = ofTable.get(level.parent) ?? [];
		const place = beside.indexOf(level);
		const lighter = beside.filter((other, at) => {
			const more = weightOf(level) - weightOf(other);
			return other.rows.length === 0 && (more > 0 || (more === 0 && at > place));
		});
		return names.similarTo(name, new Set(lighter.map(({ names }) => names.at(-1) ?? '')));
	};
}

/** @returns how many rows are at a level, or below it */
function weightsOf(levels: readonly Level[]): Map<Level, number> {
	const weights = new Map<Level, number>();
	for (const level of levels.toReversed()) {
		const own = (weights.get(level) ?? 0) + level.rows.length;
		weights.set(level, own);
		if (level.parent) weights.set(level.parent, (weights.get(level.parent) ?? 0) + own);
	}
	return weights;
}

/** @returns the names at the place of a level, read once for each place; nothing where there are many */
function siblingNames(
	namesBeside: (level: Level) => string[],
): (level: Level) => KnownNames | undefined {
	const places = new Map<Level | undefined, KnownNames | undefined>();
	return (level) => {
		const { parent } = level;
		if (!places.has(parent)) {
			const names = namesBeside(level);
			places.set(parent, names.length > MOST_SIBLINGS ? undefined : new KnownNames(names));
		}
		return places.get(parent);
	};
}
