import { isDate, looksLikeDate } from '../organizationDates';
import { isEmpty } from './sameValue';

/** The kind of a text that is a date. */
export const A_DATE = 'a valid date (such as 2027-03-31)';

/**
 * @returns what a value is, in the words of a form and of a spreadsheet; who writes JSON reads an array
 *   where this says a list, see `describeKind`
 */
export function kindInWords(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'boolean') return 'true or false';
	if (typeof value === 'string') return isDate(value) ? A_DATE : 'text';
	return typeof value === 'number' ? 'a number' : 'an object';
}

/** @returns the kinds of many values, each once: whether a text is a date is asked only until one is */
export function kindsOf(values: readonly unknown[]): string[] {
	const kinds = new Set<string>();
	let hasDate = false;
	for (const value of values) {
		if (hasDate && typeof value === 'string' && looksLikeDate(value)) continue;
		const kind = kindInWords(value);
		hasDate ||= kind === A_DATE;
		kinds.add(kind);
	}
	return [...kinds];
}

/** @returns whether a value is of a kind; what a text stands for has its type by then, if that is certain */
export function isOfKind(value: unknown, kind: string): boolean {
	if (isEmpty(value ?? null) || kindInWords(value) === kind) return true;
	return kind === 'text' && typeof value === 'string';
}
