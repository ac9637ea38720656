import { idKey } from '../../../../shared/basics/ids';
import { groupsOf } from '../../../../shared/basics/lists';
import { type Fold, nameFold } from '../../../../shared/basics/nameFolds';
import { userError } from '../../../../shared/n8n/nodeErrors';
import { describeRows } from '../../../../shared/node/rowRanges';
import { type ExistingScope, type ExistingScopes, pathText } from './existingScopes';
import { noIdNote } from '../../scope/scopeIds';
import { SkippedError, type SyncSettings, type TreeRow } from './treeRows';

/** A scope as the table wants it, one that a row names or a level above one, and what it is in the service. */
export interface Level {
	/** As the table has it, from the top level down. */
	path: string[];
	parent: Level | undefined;
	/** The rows that name it: none for a level above, and several by mistake. */
	rows: TreeRow[];
	/** `null` for one to be created. */
	scope: ExistingScope | null;
	/** The active scopes that its unit was at another place: the service cannot move one. */
	former: ExistingScope[];
	/** Known as soon as the scope exists. */
	id?: string;
	/** From the top level down, as they are in the service after the run. */
	names: string[];
	/** Its own row, or else the first row below it; none when none of them can be synced. */
	row?: TreeRow;
	/** Why the rows below it cannot be synced. */
	obstacle?: unknown;
}

/**
 * Finds out what each level of the table is in the service. Rows that cannot be synced get a problem.
 *
 * @param rows in their order, also those that have a problem already
 * @returns the levels, parents before their children
 */
export function matchRows(
	rows: TreeRow[],
	existing: ExistingScopes,
	{ fold, copiesAssignments }: Pick<SyncSettings, 'fold' | 'copiesAssignments'>,
): Level[] {
	const usable = rows.filter(({ problem }) => !problem);
	const withId = rows.filter(({ scopeId }) => scopeId !== '');
	const rowsById = groupsOf(withId, ({ scopeId }) => idKey(scopeId));
	const withMemory = rows.filter(({ scopeId, rememberedId }) => scopeId === '' && rememberedId);
	const rowsByMemory = groupsOf(withMemory, ({ rememberedId = '' }) => idKey(rememberedId));
	const named = new Map([...rowsByMemory, ...rowsById]);
	const matching = new Matching(named, existing, fold, copiesAssignments);
	const levels = levelsOf(usable, matching.pathKey);
	// Two rows with one path are a mistake even if they are equal: results could not be paired.
	for (const { path, rows } of levels.values()) refuseAllOf(rows, `path "${pathText(path)}"`);
	for (const [id, rows] of rowsById) refuseAllOf(rows, `ID ${id}`);
	for (const level of levels.values()) {
		const { parent, path } = level;
		level.obstacle = parent?.obstacle;
		level.names = [...(parent?.names ?? []), wantedName(level)];
		try {
			if (!level.obstacle) matching.settle(level);
		} catch (error) {
			level.obstacle = error;
		}
		for (const row of level.rows) row.problem ??= level.obstacle;
		// Rows below a refused row name that row; rows below a skipped one name the row that it was skipped for.
		const isCause = level.rows.some(({ problem }) => problem);
		if (isCause && !parent?.obstacle) level.obstacle = new SkippedError(path);
	}
	// A level belongs to its own row; one without to the first row below it, in the order of the table.
	for (const row of usable) {
		let level = levels.get(matching.pathKey(row.names));
		for (; level && !level.row && !level.obstacle; level = level.parent)
			level.row = level.rows[0] ?? row;
	}
	return [...levels.values()];
}

/** @returns every level of every path once, parents before their children */
function levelsOf(rows: TreeRow[], pathKey: (names: string[]) => string): Map<string, Level> {
	const levels = new Map<string, Level>();
	for (const row of rows) {
		let level: Level | undefined;
		for (const index of row.names.keys()) {
			const path = row.names.slice(0, index + 1);
			const key = pathKey(path);
			const parent: Level | undefined = level;
			level = levels.get(key) ?? { path, parent, rows: [], scope: null, names: path, former: [] };
			levels.set(key, level);
		}
		level?.rows.push(row);
	}
	return levels;
}

function refuseAllOf(rows: TreeRow[], what: string): void {
	if (rows.length < 2) return;
	const problem = userError(
		`The ${what} appears more than once (${describeRows(rows.map(({ itemIndex }) => itemIndex))})`,
		'Remove all but one of these rows, or correct them so that each one is different.',
	);
	for (const row of rows) row.problem ??= problem;
}

/** Finds which scope of the service is the one that the table wants: by the id of its row, or by name. */
class Matching {
	/**
	 * @param rowsById a scope that a row names by its id, or is remembered by, is not found by its old name
	 * @param canMove whether a row with the id of a scope at another place is that unit, which has moved
	 */
	constructor(
		private readonly rowsById: Map<string, TreeRow[]>,
		private readonly existing: ExistingScopes,
		private readonly fold: Fold,
		private readonly canMove: boolean,
	) {}

	/** @returns the same text for paths that are the same */
	readonly pathKey = (names: string[]): string => JSON.stringify(names.map(this.fold));

	/** @throws UserError when it is not clear which scope it is, or the scope cannot become what it should */
	settle(level: Level): void {
		const [row] = level.rows;
		level.former = (row?.copyFrom ?? []).flatMap((id) => this.active(id) ?? []);
		const own = row?.scopeId ? this.byId(row.scopeId, level) : this.remembered(level);
		if (!own && level.former.length === 0) level.former = this.movedWithParent(level);
		const scope = own ?? this.byName(level);
		if (!scope && row?.owner === '') {
			throw userError(
				`Owner is required to create "${pathText(level.names)}"`,
				'Enter the user ID of the owner. It can only be empty for scopes that already exist. If cells are merged, only the first row has the value.',
			);
		}
		if (!scope) return;
		level.scope = scope;
		level.id = scope.id;
		if (!isRenamed(level, scope)) level.names.splice(-1, 1, scope.names.at(-1) ?? '');
	}

	/** @returns the scope that the unit of a row was, unless the unit has moved */
	private remembered(level: Level): ExistingScope | undefined {
		const [row] = level.rows;
		const scope = row?.rememberedId ? this.active(row.rememberedId) : undefined;
		const rows = scope ? (this.rowsById.get(idKey(scope.id)) ?? []) : [];
		// A row with the ID of the scope has it for itself.
		if (!scope || rows.length !== 1 || rows[0] !== row) return undefined;
		if (isBelowParent(scope, level)) return this.unlessTaken(scope, level);
		level.former.unshift(scope);
		return undefined;
	}

	/** @returns the scope that a unit without an own memory was below the old scope of its parent */
	private movedWithParent(level: Level): ExistingScope[] {
		const { parent, path } = level;
		return (parent?.former ?? [])
			.flatMap(({ id }) => this.existing.at(id, path.at(-1) ?? ''))
			.filter(({ id, isActive }) => isActive && !this.isLeftToRow(id, level));
	}

	private byName(level: Level): ExistingScope | undefined {
		// Below a scope that is to be created there is nothing yet.
		if (level.parent?.scope === null) return undefined;
		const all = this.withName(level);
		const free = all.filter(({ id }) => !this.isLeftToRow(id, level));
		const active = free.filter(({ isActive }) => isActive);
		const candidates = active.length > 0 ? active : free;
		const [found] = candidates;
		if (candidates.length > 1) {
			const ids = candidates.map(({ id }) => id).join(', ');
			throw userError(
				`Found ${candidates.length} scopes at the path "${pathText(level.path)}"`,
				`Rename or archive all but one of them in the service: ${ids}.`,
			);
		}
		const kept = all.find((scope) => scope.isActive && !free.includes(scope));
		if (!kept || found?.isActive) return found;
		throw userError(`There is already a scope "${pathText(level.path)}"`, this.howToFree(kept));
	}

	private byId(scopeId: string, level: Level): ExistingScope | undefined {
		const scope = this.existing.withId(scopeId);
		if (!scope) {
			const records = this.existing.all().map(({ record }) => record);
			throw userError(
				`There is no scope with the ID "${scopeId}"`,
				...noIdNote(scopeId, records),
				'Correct the ID, or leave it empty to create the scope.',
			);
		}
		if (isBelowParent(scope, level)) return this.unlessTaken(scope, level);
		if (this.canMove) {
			if (scope.isActive) level.former.unshift(scope);
			return undefined;
		}
		const above = scope.names.slice(0, -1);
		const place = above.length === 0 ? 'at the top level' : `below "${pathText(above)}"`;
		throw userError(
			`The scope "${pathText(scope.names)}" cannot be moved to another parent`,
			`The service cannot change a parent. Keep it ${place}, or turn on Options > Copy Assignments: it creates a new scope with the same assignments. Archive Scopes Not in Input archives the old one.`,
		);
	}

	/** @throws UserError when another scope has the name that the scope is to get */
	private unlessTaken(scope: ExistingScope, level: Level): ExistingScope {
		const taken = this.withName(level).find(({ id, isActive }) => isActive && id !== scope.id);
		if (!taken || !isRenamed(level, scope)) return scope;
		throw userError(
			`"${pathText(scope.names)}" cannot be renamed: there is already a scope "${pathText(level.path)}"`,
			this.howToFree(taken),
		);
	}

	private active(id: string): ExistingScope | undefined {
		const scope = this.existing.withId(id);
		return scope?.isActive ? scope : undefined;
	}

	private withName({ parent, path }: Level): ExistingScope[] {
		return this.existing.at(parent?.id, path.at(-1) ?? '');
	}

	/** A row that cannot be used has its scope for itself, too; the rows below the path of both may find it. */
	private isLeftToRow(id: string, { rows, path }: Level): boolean {
		const key = this.pathKey(path);
		const named = this.rowsById.get(idKey(id)) ?? [];
		return named.some(({ names }) => rows.length > 0 || this.pathKey(names) !== key);
	}

	/** Changes are sent together, so that a name is free only after the run that renames its scope. */
	private howToFree({ id, names }: ExistingScope): string {
		const [row] = this.rowsById.get(idKey(id)) ?? [];
		if (!row)
			return `Enter another name, or rename or archive the scope "${pathText(names)}" in the service.`;
		return `Row ${row.itemIndex + 1} is about that scope, ${id}, and has the path "${pathText(row.names)}". Sync twice: first without the row that failed, then with it.`;
	}
}

function isBelowParent({ parentId = '' }: ExistingScope, { parent }: Level): boolean {
	return parent?.scope !== null && idKey(parentId) === idKey(parent?.id ?? '');
}

/** @returns the name as the row of a level has it: that of a row below it may differ in letter case */
export function wantedName({ path, rows }: Level): string {
	return rows[0]?.names.at(-1) ?? path.at(-1) ?? '';
}

/**
 * @returns whether a scope gets another name. A row with its ID says how it is written: Ignore Case is for finding a
 *   scope by its name, and one that was found by it has that name.
 */
export function isRenamed(level: Level, { id, names }: ExistingScope): boolean {
	const [row] = level.rows;
	const own = [row?.scopeId, row?.rememberedId].map((known) => idKey(known ?? ''));
	if (!row || !own.includes(idKey(id))) return false;
	return exactly(wantedName(level)) !== exactly(names.at(-1) ?? '');
}

const exactly = nameFold(false);
