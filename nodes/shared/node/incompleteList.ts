import type { UserError } from 'n8n-workflow';

import { switchField } from '../forms/fields';
import { userError } from '../n8n/nodeErrors';
import { switchOf } from './coerce';
import type { InputItem } from './inputItem';
import { addWarning } from './warnings';

/** The member of Options for every operation that writes on the strength of a list. */
export const incompleteListOption = switchField(
	'Allow Incomplete List',
	'allowIncompleteList',
	'Whether to continue if the service reports more records than it returned. Records that it did not return are treated as missing: they are not found by name, and may be created again.',
);

/**
 * Decides about a list that is not complete.
 *
 * @param doubt what is missing, to follow "The service" in a sentence
 * @throws UserError unless the item's Options allow it; then the output has a hint
 */
export function checkIncompleteList({ context, options }: InputItem, doubt: string): void {
	if (switchOf(options, incompleteListOption))
		return addWarning(
			context,
			`The service ${doubt}. Records that it did not return are treated as missing.`,
		);
	throw incompleteList(doubt, 'To continue anyway, turn on Allow Incomplete List under Options.');
}

/** @throws UserError whatever the Options say, where missing records would be lost */
export function refuseIncompleteList(doubt: string): never {
	throw incompleteList(
		doubt,
		'To assign without the list, use Mode: Replace and Table Layout: Pairs.',
	);
}

function incompleteList(doubt: string, about: string): UserError {
	return userError(
		`The service ${doubt}`,
		`Nothing was written. Check that the client ID in the credential has access to all of them, or read them with Paged HTTP. ${about}`,
	);
}

/** @returns what to say beside the output of a list that is not complete */
export function incompleteNote(doubt: string): string {
	return `The service ${doubt}. Use the Paged HTTP node to read the others.`;
}
