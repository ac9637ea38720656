import { createHash } from 'crypto';
import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { sleep, UserError } from 'n8n-workflow';

import type { Answer, SendResult } from '../http/answer';
import { explainNoAnswer, normalizeHeaders, toNoAnswer } from '../http/answer';
import { isRecord } from '../json';
import { isPage, readErrorEnvelope } from '../http/envelope';
import type { RetryResult } from '../http/retry';
import { sendWithRetry } from '../http/retry';
import type { GrcCredential } from './credential';
import type { IssuedToken } from './tokenCache';

/** A token is replaced this long before its end, so that it does not expire on its way. */
const MARGIN_MS = 30_000;

/** Short-lived tokens lose at most this share of their life to the margin. */
const MARGIN_SHARE = 0.1;

const TIMEOUT_MS = 30_000;

/** Total wait for a token endpoint that answers 429 or 503. */
const MAX_WAIT_MS = 60_000;

/**
 * Identifies the settings that decide which token a client gets. A token issued for other settings
 * is not used, so a changed base URL or secret takes effect with the next request.
 *
 * @returns a hash; n8n stores it in the encrypted credential, beside the settings themselves
 */
export function credentialKey(credential: GrcCredential): string {
	const { baseUrl, tokenUrl, clientId, clientSecret, scope } = credential;
	return createHash('sha256')
		.update(JSON.stringify([baseUrl, tokenUrl, clientId, clientSecret, scope]))
		.digest('hex');
}

/**
 * Exchanges client id and secret for an access token (third-party-risk, Authentication 1).
 *
 * A refused or lost request is repeated as every other one: asking twice does no harm, since a
 * token that nobody uses runs out by itself.
 *
 * @throws UserError that says which address answered what and which field to check; the secret and
 *   the token are in none of its texts
 */
export async function requestToken(
	http: IHttpRequestHelper['helpers'],
	credential: GrcCredential,
): Promise<IssuedToken> {
	for (const [field, value] of [
		['Client ID', credential.clientId],
		['Client Secret', credential.clientSecret],
	] as const) {
		if (value === '') {
			throw new UserError(`${field} is empty`, {
				description: `Enter the ${field} in the credential. An administrator of the service issues it.`,
			});
		}
	}

	const result = await sendWithRetry(
		async () => await sendOnce(http, tokenRequest(credential)),
		{ repeatable: true, maxWaitMs: MAX_WAIT_MS },
		{ now: Date.now, random: Math.random, sleep },
	);
	return readToken(result, credential);
}

/** RFC 6749: 4.4.2 for the form, 2.3.1 for the encoding of id and secret. */
function tokenRequest({ clientId, clientSecret, scope, tokenUrl }: GrcCredential) {
	const basic = Buffer.from(`${formEncode(clientId)}:${formEncode(clientSecret)}`);
	const form = new URLSearchParams({ grant_type: 'client_credentials' });
	if (scope) form.set('scope', scope);
	return {
		method: 'POST',
		url: tokenUrl,
		headers: {
			Authorization: `Basic ${basic.toString('base64')}`,
			'Content-Type': 'application/x-www-form-urlencoded',
			Accept: 'application/json',
		},
		body: form.toString(),
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// The secret must not follow a redirect to wherever it leads.
		disableFollowRedirect: true,
		timeout: TIMEOUT_MS,
	} satisfies IHttpRequestOptions;
}

function formEncode(value: string): string {
	return new URLSearchParams({ value }).toString().slice('value='.length);
}

async function sendOnce(
	http: IHttpRequestHelper['helpers'],
	request: IHttpRequestOptions,
): Promise<SendResult> {
	try {
		const { statusCode, headers, body } = await http.httpRequest(request);
		return { kind: 'answer', status: statusCode, headers: normalizeHeaders(headers), body };
	} catch (error) {
		return toNoAnswer(error);
	}
}

function readToken({ outcome, attempts }: RetryResult, credential: GrcCredential): IssuedToken {
	const { tokenUrl } = credential;
	if (outcome.kind === 'noAnswer') {
		throw new UserError(`No access token: ${tokenUrl} ${explainNoAnswer(outcome)}`, {
			description:
				'Check Base URL and Token URL in the credential, and that this n8n can reach the address.',
		});
	}
	if (outcome.status < 200 || outcome.status > 299) {
		throw refused(outcome, attempts, credential);
	}
	const { body } = outcome;
	const value = isRecord(body) ? body.access_token : undefined;
	if (!isRecord(body) || typeof value !== 'string' || value === '') {
		throw new UserError(`No access token: ${tokenUrl} answered ${outcome.status} without a token`, {
			description: `${isPage(body) ? 'It answered with a web page. ' : ''}Check Base URL and Token URL in the credential: the address must be the token endpoint of the service.`,
		});
	}
	return { value, usableUntil: usableUntil(Number(body.expires_in)) };
}

function usableUntil(expiresInSeconds: number): number {
	if (!(expiresInSeconds > 0)) return Infinity;
	const lifeMs = expiresInSeconds * 1000;
	return Date.now() + lifeMs - Math.min(MARGIN_MS, lifeMs * MARGIN_SHARE);
}

function refused({ status, headers, body }: Answer, attempts: number, credential: GrcCredential) {
	const { clientCode, message, requestId } = readErrorEnvelope(body);
	const words = message ?? oauthMessage(body);
	const facts = [
		clientCode && `client_code: ${clientCode}`,
		(requestId ?? headers['x-request-id']) && `request_id: ${requestId ?? headers['x-request-id']}`,
		attempts > 1 && `attempts: ${attempts}`,
	].filter(Boolean);
	return new UserError(
		`No access token: ${credential.tokenUrl} answered ${status}${words ? ` (${withoutSecret(words, credential)})` : ''}`,
		{ description: [whatToCheck(status, body), facts.join(', ')].filter(Boolean).join('\n') },
	);
}

function whatToCheck(status: number, body: unknown): string {
	if (status >= 300 && status < 400) {
		return 'The address redirects, and the client secret is not sent on. Enter the final address as Base URL or Token URL in the credential.';
	}
	if (status === 401 || status === 403) {
		return 'Check Client ID and Client Secret in the credential. If Scope is set, check that the client may have it.';
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

/** A service that repeats what it was sent must not carry the secret into a message. */
function withoutSecret(text: string, { clientSecret }: GrcCredential): string {
	return text.split(clientSecret).join('***');
}
