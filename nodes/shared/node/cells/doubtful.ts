import { isPlaceholder } from './placeholder';
import { isRewrittenNumber } from './rewrittenNumber';

/** Codes for characters, of web pages and of spreadsheet files: `&amp;`, `&#39;`, `_x000D_`. */
const CODE =
	/&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos|nbsp|[aeiou]uml|szlig|[aeiou](?:acute|grave|circ)|ccedil|ntilde|[mn]dash|[lr][sd]quo|euro|copy|reg);|_x[\da-f]{4}_/i;

/** The days that programs count from: they write them where there is no date. */
const FIRST_DAYS =
	/^(?:(?:1899-12-3[01]|1900-01-0[01]|1970-01-01|0000-00-00)|(?:3[01][-./]12|12[-./]3[01])[-./]1899|0?[01][-./]0?[01][-./]1900|0?1[-./]0?1[-./]1970)(?:[T ]|$)/;

/**
 * @param value of a cell that identifies nothing
 * @param label of the field, at the start of the sentence
 * @returns what a person should look at; nothing for most values
 */
export function doubtOf(value: unknown, label: string): string[] {
	if (isPlaceholder(value))
		return [
			`${label} is "${String(value).trim()}", which looks like a placeholder for a missing value.`,
		];
	if (isRewrittenNumber(value))
		return [`${label} is ${String(value).trim()}, which looks like a number that has lost digits.`];
	if (typeof value !== 'string') return [];
	const [code] = CODE.exec(value) ?? [];
	if (code !== undefined)
		return [`${label} contains "${code}", which looks like the code of another character.`];
	if (FIRST_DAYS.test(value.trim()))
		return [`${label} is ${value.trim()}, which programs write where there is no date.`];
	return [];
}
