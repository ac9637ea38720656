import { UserError } from 'n8n-workflow';

import { headerFault } from '../../http/headerRules';
import { isSecretHeader, isSignInHeader } from '../../secretNames';
import type { SignIn } from './types';

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
		const fault = headerFault(name, value);
		if (fault) throw headerError(name, fault, 'Correct or remove it under Options > Headers.');
		if (ownHeaders.includes(name.toLowerCase())) {
			throw headerError(
				name,
				'is already set by the credential',
				'Remove it under Options > Headers.',
			);
		}
		// Besides the credential's own secret, an API may expect a key that says who calls it.
		if (hasCredential ? isSignInHeader(name) : isSecretHeader(name)) {
			throw headerError(
				name,
				'contains a secret, and Headers is not kept secret',
				`Remove it under Options > Headers. Select Paged HTTP API under Authentication, and enter it there as ${/^auth/i.test(name) ? 'Bearer Token, Basic Auth, or Key in Header' : 'Key in Header'}.`,
			);
		}
	}
}

function headerError(name: string, fault: string, description: string): UserError {
	return new UserError(`Headers: ${name} ${fault}`, { description });
}
