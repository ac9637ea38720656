import { UserError } from 'n8n-workflow';

import type { Answer, NoAnswer } from '../http/answer';
import { explainNoAnswer } from '../http/answer';
import { isPage, readErrorEnvelope } from '../http/envelope';
import { redactor } from '../http/redact';
import { isRecord } from '../json';
import { shorten, shortId } from '../shorten';
import { clientSecrets, type GrcCredential } from './credential';
import { INVALID } from './dpop/server';

/** @returns the error for a token endpoint that did not answer */
export function noAnswerError(outcome: NoAnswer, credential: GrcCredential): UserError {
	const message = shorten(redactor(clientSecrets(credential))(outcome.message));
	return new UserError(
		`No access token: ${credential.tokenUrl} ${explainNoAnswer({ ...outcome, message })}`,
		{
			description:
				'Check Base URL and Token URL in the credential, and that this n8n can reach the address.',
		},
	);
}

/** @returns the error for a 2xx answer that contains no token */
export function noTokenError(tokenUrl: string, { status, body }: Answer): UserError {
	return new UserError(`No access token: ${tokenUrl} answered ${status} without a token`, {
		description: `${isPage(body) ? 'It answered with a web page. ' : ''}Check Base URL and Token URL in the credential: the address must be the token endpoint of the service.`,
	});
}

/** @returns the error for a token that is not bound to the key, although that was asked for */
export function notBoundError(tokenUrl: string): UserError {
	return new UserError(
		`No DPoP token: ${tokenUrl} ignored the proof and issued a token that is not bound to a key`,
		{
			description:
				'Turn off Use DPoP in the credential, or ask an administrator of the service to turn on DPoP for this client.',
		},
	);
}

/**
 * Builds the error for a token endpoint that refused the request.
 *
 * @param answer with any status but 2xx
 * @param attempts times the request was sent
 * @param credential its secrets are not in the error, even where the service repeats them
 */
export function refusedError(
	answer: Answer,
	attempts: number,
	credential: GrcCredential,
): UserError {
	const { status, headers, body } = answer;
	const clean = redactor(clientSecrets(credential));
	const { clientCode, message, requestId } = readErrorEnvelope(body);
	const id = requestId ?? headers['x-request-id'];
	const facts = [
		clientCode && `client_code: ${shortId(clean(clientCode))}`,
		id && `request_id: ${shortId(clean(id))}`,
		attempts > 1 && `attempts: ${attempts}`,
	].filter(Boolean);
	return new UserError(
		`No access token: ${credential.tokenUrl} answered ${status}${message ? ` (${shorten(clean(message))})` : ''}`,
		{
			description: [whatToCheck(answer, credential), facts.join(', ')].filter(Boolean).join('\n'),
		},
	);
}

function whatToCheck({ status, headers, body }: Answer, { useDpop }: GrcCredential): string {
	if (status >= 300 && status < 400) {
		return 'The address redirects, and the client secret is not sent to another address. Enter the final address as Base URL or Token URL in the credential.';
	}
	const error = oauthError(body);
	const said = JSON.stringify([body, headers['www-authenticate']]);
	if (!useDpop && error !== INVALID_CLIENT && /dpop/i.test(said)) {
		return 'The service requires DPoP. Turn on Use DPoP in the credential.';
	}
	// A client has no grant to present: what some servers miss is the proof.
	if (!useDpop && error === 'invalid_grant') {
		return 'The service may require DPoP. Turn on Use DPoP in the credential, or ask an administrator of the service what it requires of this client.';
	}
	if (error === INVALID) {
		return 'The service did not accept the proof of DPoP. Check that the clock of this n8n is right.';
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

/** The error code for a client that is unknown, or whose secret is wrong (RFC 6749, 5.2). */
export const INVALID_CLIENT = 'invalid_client';

/** @returns the error code of RFC 6749 (5.2): services in front of this one may answer in that form */
function oauthError(body: unknown): string | undefined {
	const error = isRecord(body) ? body.error : undefined;
	return typeof error === 'string' ? error : undefined;
}
