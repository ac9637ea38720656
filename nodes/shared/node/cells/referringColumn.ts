import type { IDataObject } from 'n8n-workflow';

import { visible } from '../../basics/visible';

/**
 * Finds the column that refers to other rows, such as `{ "Unit": "Berlin", "Reports To": "EMEA" }`, where a row is
 * known by `Unit`.
 *
 * @param rows the input as the table has it, column names as names
 * @param references what each row is known by, in their order; `''` where it is known by nothing
 * @returns the name of the first column that has values, each of which is what another row is known by
 */
export function referringColumn(
	rows: readonly IDataObject[],
	references: readonly string[],
): string | undefined {
	const known = new Set(references.filter(Boolean));
	const columns = new Map<string, boolean>();
	for (const [index, row] of rows.entries()) {
		for (const [name, value] of Object.entries(row)) {
			const text = typeof value === 'object' ? '' : visible(String(value ?? ''));
			if (text === '' || columns.get(name) === false) continue;
			columns.set(name, known.has(text) && text !== references[index]);
		}
	}
	return [...columns].find(([, isReference]) => isReference)?.[0];
}
