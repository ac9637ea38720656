import { jsonText } from '../basics/json';
import { shorten } from '../basics/shorten';

/** One field before and after; without `previous` when the value before is not known. */
export interface FieldChange {
	previous?: unknown;
	current: unknown;
}

/** By field: `{ "notes": { "previous": "old", "current": null } }`, as the service's own `vendor.updated` has them. */
export type Changes = Record<string, FieldChange>;

/** Characters of an old value that are shown. */
const MOST_OF_OLD = 60;

/**
 * @param isSent whether a field was sent; one that was not is cleared because it was left out
 * @returns which fields of a record change, in words, with their values before it
 */
export function whatChanges(changes: Changes, isSent = (_field: string): boolean => true): string {
	return Object.entries(changes)
		.map(([field, { previous, current }]) => {
			const done = isBlank(current) ? 'cleared' : 'changed';
			const because = isSent(field) ? '' : ' because it was not sent';
			return `${field} ${done}${because}${was(previous)}`;
		})
		.join('; ');
}

/** @returns the value before, in words: text in quotes, a list as `["gdpr"]`; `''` when it is not known */
function was(previous: unknown): string {
	if (previous === undefined) return '';
	if (isBlank(previous)) return ', was empty';
	return typeof previous === 'object'
		? `, was ${shorten(jsonText(previous), MOST_OF_OLD)}`
		: `, was "${shorten(String(previous), MOST_OF_OLD)}"`;
}

/** @returns names of the fields that had a value, and have none afterwards */
export function clearedIn(changes: Changes): string[] {
	return Object.entries(changes).flatMap(([field, { previous = null, current }]) =>
		isBlank(current) && !isBlank(previous) ? [field] : [],
	);
}

/** @returns a sentence with the fields that are cleared; none for none */
export function clearedWarning(changes: Changes): string[] {
	const fields = clearedIn(changes);
	return fields.length === 0 ? [] : [`Clears ${fields.join(', ')}.`];
}

function isBlank(value: unknown): boolean {
	return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
