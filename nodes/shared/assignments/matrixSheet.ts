/**
 * The sheet of controls by scopes, as GRC Control > Get Many writes it and GRC Scope Assignment > Assign reads it:
 *
 *     | id    | controlIdentifier | name            | EMEA | EMEA / Germany |
 *     | 9b1d… | AC-01             | Access policy   | x    | -              |
 */

/** Columns of the control itself, which are no scope even if there is one of the name. */
export const CONTROL_COLUMNS = ['id', 'controlIdentifier', 'name'] as const;

/** The cell of an assignment. */
export const ASSIGNED = 'x';

/**
 * The cell of a scope that the control is not assigned to. Not empty: n8n leaves empty cells out when it reads a
 * CSV or XLSX file, so that a column whose last mark was removed would not be there any more.
 */
export const NOT_ASSIGNED = '-';

const OWN = new Set<string>([...CONTROL_COLUMNS, '__proto__', '']);

/** @returns whether a column of this name is never one of a scope */
export function isControlColumn(name: string): boolean {
	return OWN.has(name);
}
