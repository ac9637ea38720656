import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { addWarning } from '../hints';
import type { InputItem } from '../inputItem';
import { toBoolean } from '../parameters';

/** The member of Options for every operation that writes on the strength of a list. */
export const incompleteListOption: INodeProperties = {
	displayName: 'Allow Incomplete List',
	name: 'allowIncompleteList',
	type: 'boolean',
	default: false,
	description:
		'Whether to continue if the service reports more records than it returned. Records that it did not return are treated as missing, so they may be created again.',
};

/**
 * Decides about a list that is not complete.
 *
 * @param doubt what is missing, to follow "The service" in a sentence
 * @throws UserError unless the item's Options allow it; then the output has a hint
 */
export function checkIncompleteList({ context, options }: InputItem, doubt: string): void {
	if (toBoolean(options.allowIncompleteList, 'Allow Incomplete List', false)) {
		return addWarning(
			context,
			`The service ${doubt}. Records that it did not return are treated as missing.`,
		);
	}
	throw incompleteList(doubt, 'To continue anyway, turn on Allow Incomplete List under Options.');
}

/** @throws UserError whatever the Options say, where missing records would be lost */
export function refuseIncompleteList(doubt: string): never {
	throw incompleteList(doubt, 'Allow Incomplete List does not apply here.');
}

function incompleteList(doubt: string, about: string): UserError {
	return new UserError(`The service ${doubt}`, {
		description: `Check that the client has access to all of them, or read them in pages with the Paged HTTP node. Nothing was written, because records that were not returned would be treated as missing. ${about}`,
	});
}

/** Says beside the output of a list that it is not complete. */
export function hintAtIncompleteList(context: IExecuteFunctions, doubt: string): void {
	addWarning(context, `The service ${doubt}. Use the Paged HTTP node to read the others.`);
}
