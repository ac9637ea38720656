import { visible } from '../../basics/visible';

/** @returns whether a cell has no value: it is empty, missing, null from a database, or has blanks only */
export function isBlankCell(value: unknown): boolean {
	if (typeof value === 'string') return visible(value) === '';
	return value === null || value === undefined;
}
