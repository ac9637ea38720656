import { DateTime } from 'luxon';

import { FLAGS, isEmpty, NUMBER } from './sameValue';

/** As services write dates and moments, and nothing else. */
const DATE = /^\d{2,4}-\d\d-\d{2,4}(?:[T ]\d\d:\d\d\S*)?$/;

/** An administrator of the service chooses one. */
const DAYS = ['yyyy-MM-dd', 'dd-MM-yyyy', 'MM-dd-yyyy'];

/** @returns whether a text is a date, with a day that exists */
function isDate(text: string): boolean {
	const [day = ''] = text.split(/[T ]/);
	return DATE.test(text) && DAYS.some((format) => DateTime.fromFormat(day, format).isValid);
}

/** @returns what a value is, as people say it */
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
