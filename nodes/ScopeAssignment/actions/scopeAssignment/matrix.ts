import type { IDataObject } from 'n8n-workflow';

import type { Directory, Listed } from '../../../shared/assignments/directory';
import { isControlColumn } from '../../../shared/assignments/matrixSheet';
import { describeKind } from '../../../shared/basics/describeKind';
import { isObject } from '../../../shared/basics/guards';
import { idKey } from '../../../shared/basics/ids';
import { INVISIBLE } from '../../../shared/basics/invisible';
import { memberOf } from '../../../shared/basics/members';
import { didYouMean } from '../../../shared/basics/misspelling';
import { memberFold } from '../../../shared/basics/nameFolds';
import { shorten } from '../../../shared/basics/shorten';
import { visible } from '../../../shared/basics/visible';
import { userError } from '../../../shared/n8n/nodeErrors';
import { readFlag } from '../../../shared/node/cells/flags';
import type { AssignmentRow, Mode } from './assignmentRows';

/** An input item of a table with a row for each control and a column for each scope. */
interface MatrixRow {
	itemIndex: number;
	/** The control as the item names it. */
	control: string;
	/** The item: `{ "Control": "AC-01", "Owner": "jane", "EMEA": "x", "APAC": "" }` */
	cells: IDataObject;
}

/** What a row says about scopes, by their ids as the service writes them. */
interface MatrixMarks {
	/** Those with a mark. */
	scopes: string[];
	/** Those that the control is not assigned to. In Replace, an empty cell says so; else only one such as `no`. */
	without: string[];
}

/** A table whose columns are read. */
interface Matrix {
	/** Columns that are no scope, in the order of the table. */
	ignored: string[];
	/** @throws UserError naming row and column when a cell is neither a mark nor empty, or two columns of a scope differ */
	marksOf: (row: MatrixRow) => MatrixMarks;
}

/** What a cell says: `x`, `no`, or nothing. */
type Mark = 'assigned' | 'none' | 'empty';

const MARKS = new Map<string, Mark>([
	...['x', '1', 'yes', 'true', '✓', '✔', '☑', '✅'].map((text) => [text, 'assigned'] as const),
	...['0', 'no', 'false', '-', '–', '—'].map((text) => [text, 'none'] as const),
	['', 'empty'],
]);

/** @returns `undefined` for a cell that is neither a mark nor empty */
function markOf(cell: unknown): Mark | undefined {
	if (cell === undefined || cell === null) return 'empty';
	if (isObject(cell)) return undefined;
	const text = String(cell);
	// Nearly all cells are written like this.
	const direct = MARKS.get(text);
	if (direct) return direct;
	// Check marks often have an invisible character that makes them colored.
	const plain = text.normalize('NFKC').replaceAll(INVISIBLE, '').trim().toLowerCase();
	const flag = readFlag(plain);
	return MARKS.get(plain) ?? (flag === undefined ? undefined : flag ? 'assigned' : 'none');
}

/** A column that is a scope. */
interface Column {
	name: string;
	scope: Listed;
}

/**
 * Reads the columns of rows that have some.
 *
 * @returns the columns that are no scope
 * @throws UserError when the columns cannot be read; what is wrong with a single row is its refusal
 */
export function resolveMatrix(rows: AssignmentRow[], mode: Mode, scopes: Directory): string[] {
	const matrixRows = rows.map((row) => ({ ...row, cells: row.cells ?? {} }));
	const { ignored, marksOf } = readMatrix(matrixRows, scopes, mode);
	for (const [index, matrixRow] of matrixRows.entries()) {
		const row = rows[index];
		if (!row) continue;
		try {
			Object.assign(row, marksOf(matrixRow));
		} catch (error) {
			row.refusal = error;
		}
	}
	return ignored;
}

/**
 * Reads the columns of a matrix. A column is a scope if its name is the ID, the path, or the name of one.
 *
 * @param rows of one run, with the cells as they are; a cell that a row does not have is empty
 * @param scopes of the service
 * @param mode what a mark does
 * @throws UserError when no column is a scope, several scopes have the name of a column, or a column that has only
 *   marks is nearly named like a scope
 */
function readMatrix(rows: readonly MatrixRow[], scopes: Directory, mode: Mode): Matrix {
	const columns: Column[] = [];
	const archived: string[] = [];
	const ignored: string[] = [];
	for (const name of columnsOf(rows)) {
		const title = visible(name);
		if (isControlColumn(title) || hasControls(rows, name)) continue;
		const found = scopes.matches(title);
		const [scope, ...others] = found;
		if (scope && others.length === 0 && (!scope.isArchived || mode === 'remove'))
			columns.push({ name, scope });
		else if (found.some(({ isArchived }) => !isArchived))
			columns.push({ name, scope: scopes.find(title, 'column') });
		else {
			if (hasOnlyMarks(rows, name)) {
				if (scope) archived.push(name);
				else refuseMisspelled(title, scopes);
			}
			ignored.push(title);
		}
	}
	if (columns.length === 0) throw noScopes(ignored);
	return {
		ignored,
		marksOf: (row) => {
			for (const name of archived)
				if (markIn(row, name) === 'assigned') scopes.find(visible(name), 'column');
			return readRow(row, columns, mode);
		},
	};
}

function columnsOf(rows: readonly MatrixRow[]): Set<string> {
	const names = new Set<string>();
	for (const { cells } of rows) for (const name of Object.keys(cells)) names.add(name);
	return names;
}

/** Whether it is the column that Control is read from. */
function hasControls(rows: readonly MatrixRow[], name: string): boolean {
	return rows.every(({ control, cells }) => {
		const cell = memberOf(cells, name);
		return !isObject(cell) && visible(String(cell ?? '')) === control;
	});
}

/** Whether each cell is a mark or empty, and one of them a mark: texts such as names of owners are not. */
function hasOnlyMarks(rows: readonly MatrixRow[], name: string): boolean {
	let isMarked = false;
	const isMarkOrEmpty = rows.every((row) => {
		const mark = markIn(row, name);
		isMarked ||= mark === 'assigned';
		return mark !== undefined;
	});
	return isMarkOrEmpty && isMarked;
}

function markIn({ cells }: MatrixRow, name: string): Mark | undefined {
	return markOf(memberOf(cells, name));
}

/** @throws UserError when there is a scope that the column may be meant for: its marks would be lost */
function refuseMisspelled(title: string, scopes: Directory): void {
	// A path can have another separator: `EMEA > Germany`.
	const isPath = ({ path }: Listed) => memberFold(path) === memberFold(title);
	const meant = scopes.similarTo(title) ?? scopes.usable.find(isPath)?.path;
	if (meant === undefined) return;
	throw userError(
		`The column "${shorten(title, MOST_OF_TITLE)}" has marks, but there is no scope with this ID, path, or name.${didYouMean(meant)}`,
		'Correct the name of the column, or remove the column. Nothing was written.',
	);
}

function noScopes(columns: string[]): Error {
	const named = columns.length > 0 ? ` It has: ${listed(columns, MOST_OF_NOTE)}.` : '';
	return userError(
		'The table has no column for a scope',
		`With Table Layout: Matrix, each scope is a column, named by its ID, path, or name.${named}`,
	);
}

function readRow(row: MatrixRow, columns: readonly Column[], mode: Mode): MatrixMarks {
	const marks = new Map<string, { id: string; mark: Mark; name: string }>();
	for (const { name, scope } of columns) {
		const read = markIn(row, name) ?? refuseCell(row, name);
		// Where marks are all that there is, an empty cell is one that is not assigned.
		const mark = read === 'empty' && mode === 'replace' ? 'none' : read;
		const key = idKey(scope.id);
		const other = marks.get(key);
		if (!other || other.mark === 'empty') marks.set(key, { id: scope.id, mark, name });
		else if (mark !== 'empty' && mark !== other.mark) {
			throw userError(
				`The columns "${other.name}" and "${name}" are the same scope, but differ in row ${row.itemIndex + 1}`,
				'Correct one of the two cells, or remove one of the columns.',
			);
		}
	}
	const all = [...marks.values()];
	const idsOf = (wanted: Mark) => all.filter(({ mark }) => mark === wanted).map(({ id }) => id);
	return { scopes: idsOf('assigned'), without: idsOf('none') };
}

function refuseCell({ itemIndex, cells }: MatrixRow, name: string): never {
	const cell = memberOf(cells, name);
	const shown = isObject(cell)
		? describeKind(cell)
		: `"${shorten(visible(String(cell)), MOST_OF_TITLE)}"`;
	throw userError(
		`The column "${visible(name)}" is ${shown} in row ${itemIndex + 1}, which is not a mark`,
		'Enter x, 1, yes, true, or a check mark to assign the control to this scope. Otherwise leave the cell empty, or enter 0, no, false, or -.',
	);
}

/** More of a name or a value would not be read. */
const MOST_OF_TITLE = 60;

/** Longest note, in characters. */
const MOST_OF_NOTE = 200;

/** @returns what to say about columns that are no scope, in 200 characters at most */
export function ignoredNote(columns: string[]): string {
	const start = 'Ignored columns, since no active scope has their name: ';
	return `${start}${listed(columns, MOST_OF_NOTE - start.length - 1)}.`;
}

/** @returns as many names as there is room for, and how many others there are */
function listed(names: readonly string[], most: number): string {
	const room = most - ' and 10000 more'.length;
	const shown: string[] = [];
	let length = 0;
	for (const name of names.map((each) => shorten(each, MOST_OF_TITLE))) {
		length += name.length + ', '.length;
		if (length > room) break;
		shown.push(name);
	}
	const left = names.length - shown.length;
	return left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(', ');
}
