import { UserError } from 'n8n-workflow';

import type { Answer, NoAnswer } from '../http/answer';
import { explainNoAnswer } from '../http/answer';
import { isPage, readErrorEnvelope } from '../http/envelope';
import { redactor } from '../http/redact';
import { isRecord } from '../basics/values';
import { shorten, shortId } from '../basics/text';
import { clientSecrets, type GrcCredential } from './credential';
import { INVALID } from './dpop/server';

/** @returns the error for a token endpoint that did not answer; the test of the credential shows the message alone */
export function noAnswerError(outcome: NoAnswer, credential: GrcCredential): UserError {
	const { tokenUrl, baseUrl } = credential;
	const message = shorten(redactor(clientSecrets(credential))(outcome.message));
	const { host, origin } = new URL(tokenUrl);
	const field = origin === baseUrl ? 'Base URL' : 'Token URL';
	// Without the code: n8n replaces messages that have one.
	const isUntrusted = /CERT|SIGNATURE/.test(outcome.code);
	const whatToDo = isUntrusted
		? `The certificate of ${host} is not trusted. Renew it, or turn on Ignore SSL Issues.`
		: `Can't reach ${host}. Check ${field} and your network.`;
	return new UserError(whatToDo, {
		description: `No access token: ${tokenUrl} ${explainNoAnswer({ ...outcome, message })}.`,
	});
}

/** @returns the error for a 2xx answer that contains no token */
export function noTokenError(tokenUrl: string, { status, body }: Answer): UserError {
	return new UserError('The service issued no token. Check Base URL and Token URL.', {
		description: `${tokenUrl} answered ${status} ${isPage(body) ? 'with a web page' : 'without a token'}. The address must be the token endpoint of the service.`,
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
	const said = message ? ` (${shorten(clean(message))})` : '';
	return new UserError(whatToCheck(answer, credential), {
		description: [
			`No access token: ${credential.tokenUrl} answered ${status}${said}.`,
			facts.join(', '),
		]
			.filter(Boolean)
			.join('\n'),
	});
}

function whatToCheck({ status, headers, body }: Answer, { useDpop }: GrcCredential): string {
	if (status >= 300 && status < 400) {
		return 'Enter the final address as Base URL or Token URL. This one redirects, and the client secret is not sent to another address.';
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
	if (error === 'invalid_scope') {
		return 'The service rejected the scopes. Check OAuth Scopes, or which ones the client may request.';
	}
	if (status === 401 || error === INVALID_CLIENT) {
		return 'The service rejected the client ID or secret. Check both.';
	}
	if (status === 403) {
		return 'The service rejected the client. Check Client ID, Client Secret, and OAuth Scopes.';
	}
	if (status === 429 || status >= 500) {
		return 'The service cannot issue tokens at the moment. Try again later.';
	}
	if (status === 404 || isPage(body)) {
		return 'There is no token endpoint at this address. Check Base URL and Token URL.';
	}
	return 'The service rejected the request for a token. Check Client ID, Client Secret, and OAuth Scopes.';
}

/** The error code for a client that is unknown, or whose secret is wrong (RFC 6749, 5.2). */
export const INVALID_CLIENT = 'invalid_client';

/** @returns the error code of RFC 6749 (5.2): services in front of this one may answer in that form */
function oauthError(body: unknown): string | undefined {
	const error = isRecord(body) ? body.error : undefined;
	return typeof error === 'string' ? error : undefined;
}
