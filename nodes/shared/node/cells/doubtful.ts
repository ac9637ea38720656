import { isPlaceholder } from './placeholder';
import { isRewrittenNumber } from './rewrittenNumber';

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
	return [];
}
