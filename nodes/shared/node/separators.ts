import type { UserError } from 'n8n-workflow';

import { shorten } from '../basics/shorten';
import { userError } from '../n8n/nodeErrors';

/** What separates the columns of a CSV file, besides a comma. */
const SEPARATORS = { ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' };

/** Each of them, as it is entered in Delimiter. */
type Separator = keyof typeof SEPARATORS;

/**
 * Finds out whether a CSV file was read with a comma although its columns are separated by something else:
 *
 *     { "name;external_id;owner_email": "Acme;V-1;pat@example.com" }
 *
 * Where a name has a comma, the header is more than one column, but fewer than its separators make.
 *
 * @param names of the columns of an input item
 * @returns what separates the columns in truth; `undefined` where they are read right
 */
export function wrongSeparator(names: readonly string[]): Separator | undefined {
	const separators: Separator[] = [';', '\t', '|'];
	return separators.find((separator) => {
		const parts = names.flatMap((name) => name.split(separator));
		const filled = parts.filter((part) => part.trim() !== '');
		return names[0]?.includes(separator) === true && filled.length >= 2 * names.length;
	});
}

/** @returns an error that names the cause; `undefined` where the columns are read right */
export function separatorError(names: readonly string[]): UserError | undefined {
	const separator = wrongSeparator(names);
	if (separator === undefined) return undefined;
	const [first = ''] = names;
	return userError(
		`The file is separated by ${SEPARATORS[separator]}`,
		`In Extract from File, add the option Delimiter, and enter ${separator === '\t' ? '{{ "\\t" }} as an expression' : separator}. All columns were read as one: "${shorten(first)}".`,
	);
}
