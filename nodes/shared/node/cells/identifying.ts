import { userError } from '../../n8n/nodeErrors';
import { isPlaceholder } from './placeholder';
import { isRewrittenNumber } from './rewrittenNumber';

/**
 * Refuses what cannot identify a record: a placeholder, by which all rows without a value would be one record, and
 * a number that has lost digits.
 *
 * @param value of a cell that a record is found by, or named with
 * @param label of the field, at the start of the message
 * @param fix what to do about a placeholder
 * @throws UserError naming the field, the value, and what to do
 */
export function refuseInIdentity(
	value: unknown,
	label: string,
	fix = 'Enter the value in the table, or remove the row.',
): void {
	refuseRewritten(value, label);
	if (!isPlaceholder(value)) return;
	throw userError(`${label} is "${String(value).trim()}", a placeholder for a missing value`, fix);
}

/**
 * {@link refuseInIdentity} for a text that was read already.
 *
 * @returns the text; empty if it is
 */
export function identityText(text: string, label: string, fix?: string): string {
	refuseInIdentity(text, label, fix);
	return text;
}

/** {@link refuseInIdentity}, but for placeholders. */
export function refuseRewritten(value: unknown, label: string): void {
	if (!isRewrittenNumber(value)) return;
	throw userError(
		`${label} is ${String(value).trim()}, a number that has lost digits`,
		'Numbers keep about 15 digits. Format the column as text in the spreadsheet, or return the value as text.',
	);
}
