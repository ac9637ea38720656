import { isDate } from '../organizationDates';
import { FLAGS, isEmpty, NUMBER } from './sameValue';

/**
 * @returns what a value is, in the words of a form and of a spreadsheet; who writes JSON reads an array
 *   where this says a list, see `describeKind`
 */
export function kindInWords(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'boolean') return 'true or false';
	if (typeof value === 'string')
		return isDate(value) ? 'a valid date (such as 2027-03-31)' : 'text';
	return typeof value === 'number' ? 'a number' : 'an object';
}

/** @returns whether a value can be taken for one of a kind; text from a CSV file may stand for a number */
export function isOfKind(value: unknown, kind: string): boolean {
	if (isEmpty(value ?? null) || kindInWords(value) === kind) return true;
	const text = String(value).trim();
	if (kind === 'text') return typeof value === 'string';
	if (kind === 'a number') return NUMBER.test(text);
	return kind === 'true or false' && Object.hasOwn(FLAGS, text.toLowerCase());
}
