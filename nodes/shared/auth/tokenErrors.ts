import { UserError } from 'n8n-workflow';

import type { Answer, NoAnswer } from '../http/answer';
import { explainNoAnswer } from '../http/answer';
import { isPage, readErrorEnvelope } from '../http/envelope';
import { isRecord } from '../json';

/** @returns the error for a field of the credential that is needed and empty */
export function emptyFieldError(field: string): UserError {
	return new UserError(`${field} is empty`, {
		description: `Enter the ${field} in the credential. An administrator of the service issues it.`,
	});
}

/** @returns the error for a token endpoint that did not answer */
export function noAnswerError(tokenUrl: string, outcome: NoAnswer): UserError {
	return new UserError(`No access token: ${tokenUrl} ${explainNoAnswer(outcome)}`, {
		description:
			'Check Base URL and Token URL in the credential, and that this n8n can reach the address.',
	});
}

/** @returns the error for a 2xx answer that contains no token */
export function noTokenError(tokenUrl: string, { status, body }: Answer): UserError {
	return new UserError(`No access token: ${tokenUrl} answered ${status} without a token`, {
		description: `${isPage(body) ? 'It answered with a web page. ' : ''}Check Base URL and Token URL in the credential: the address must be the token endpoint of the service.`,
	});
}

/**
 * Builds the error for a token endpoint that refused the request.
 *
 * @param answer with any status but 2xx
 * @param attempts times the request was sent
 * @param secrets texts that must not be in the error, even where the service repeats them
 */
export function refusedError(
	tokenUrl: string,
	{ status, headers, body }: Answer,
	attempts: number,
	secrets: string[],
): UserError {
	const { clientCode, message = oauthMessage(body), requestId } = readErrorEnvelope(body);
	const id = requestId ?? headers['x-request-id'];
	const facts = [
		clientCode && `client_code: ${clientCode}`,
		id && `request_id: ${id}`,
		attempts > 1 && `attempts: ${attempts}`,
	].filter(Boolean);
	return new UserError(
		`No access token: ${tokenUrl} answered ${status}${message ? ` (${withoutSecrets(message, secrets)})` : ''}`,
		{
			description: [whatToCheck(status, body), withoutSecrets(facts.join(', '), secrets)]
				.filter(Boolean)
				.join('\n'),
		},
	);
}

function whatToCheck(status: number, body: unknown): string {
	if (status >= 300 && status < 400) {
		return 'The address redirects, and the client secret is not sent to another address. Enter the final address as Base URL or Token URL in the credential.';
	}
	if (status === 401 || status === 403) {
		return 'Check Client ID and Client Secret in the credential. If Scope is set, check that the client is allowed to request it.';
	}
	if (status === 429 || status >= 500) {
		return 'The service cannot issue tokens at the moment. Run the workflow again later.';
	}
	if (status === 404 || isPage(body)) {
		return 'Check Base URL and Token URL in the credential: there is no token endpoint at this address.';
	}
	return 'Check Client ID, Client Secret and Scope in the credential.';
}

/** RFC 6749, 5.2: services in front of this one may answer in the standard form. */
function oauthMessage(body: unknown): string | undefined {
	if (!isRecord(body)) return undefined;
	const { error, error_description: description } = body;
	if (typeof description === 'string') return description;
	return typeof error === 'string' ? error : undefined;
}

function withoutSecrets(text: string, secrets: string[]): string {
	return secrets.reduce((result, secret) => result.split(secret).join('***'), text);
}
