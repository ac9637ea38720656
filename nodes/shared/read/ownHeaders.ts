import { isRecord, toRecord } from '../basics/guards';
import { headerFault, isSecretHeader } from '../http/headers';
import { userError } from '../n8n/nodeErrors';
import { toText } from '../node/coerce';
import type { SignIn } from './types';

/**
 * Reads the option Headers, as the form stores it:
 *
 *     { "header": [{ "name": "Accept", "value": "application/vnd.api+json" }] }
 *
 * A row without a name is one that was added and not filled in.
 *
 * @returns the values by the names that the user entered
 * @throws UserError when a name or value is not text
 */
export function readHeaders(option: unknown): Record<string, string> {
	const rows = toRecord(option).header;
	if (!Array.isArray(rows)) return {};
	const pairs = rows
		.filter(isRecord)
		.map(({ name, value }) => [toText(name, 'Header Name'), toText(value, 'Header Value')]);
	return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}

/**
 * Refuses headers that cannot be sent, and those that belong in a credential: the parameters of a node
 * are stored in the workflow and in every execution.
 *
 * @param headers from the option Headers
 * @throws UserError naming the header, and what to use instead
 */
export function checkHeaders(
	headers: Readonly<Record<string, string>>,
	{ hasCredential, ownHeaders }: SignIn,
): void {
	for (const [name, value] of Object.entries(headers)) {
		const isSet = ownHeaders.includes(name.toLowerCase());
		const fault =
			headerFault(name, value) ?? (isSet ? 'is already set by the credential' : undefined);
		if (fault !== undefined)
			throw userError(`Headers: ${name} ${fault}`, 'Correct or remove it under Options > Headers.');
		// Besides the credential's own secret, an API may expect a key that says who calls it.
		if (!isSecretHeader(name, hasCredential)) continue;
		throw userError(
			`Headers: ${name} usually contains a secret, but the option Headers is not encrypted`,
			'Remove it under Options > Headers. Select Paged HTTP API under Authentication, and enter it there.',
		);
	}
}
