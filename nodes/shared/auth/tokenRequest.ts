import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { IANAZone } from 'luxon';

import type { SendResult } from '../http/answer';
import { toNoAnswer } from '../http/answer';
import type { RetryEnvironment } from '../http/retryTypes';
import { sendWithRetry } from '../http/retry';
import { isRecord, normalizeHeaders } from '../json';
import { basicCredentials } from './credential';
import { emptyFieldError, timeZoneError } from './credentialErrors';
import { bindTokenTo } from './dpop/token';
import { certificateOptions } from './outgoingRequest';
import type { GrcCredential, IssuedToken } from './types';
import { noAnswerError, noTokenError, notBoundError, refusedError } from './tokenErrors';

/** A token is replaced this long before it expires, so that it does not expire in transit. */
const MARGIN_MS = 30_000;

/** Maximum margin of short-lived tokens, as a share of their lifetime. */
const MARGIN_SHARE = 0.1;

const TIMEOUT_MS = 30_000;

/** Maximum total wait for a token endpoint that answers 429 or 503. */
const MAX_WAIT_MS = 60_000;

/**
 * Exchanges client ID and secret for an access token (third-party-risk, Authentication 1).
 *
 * Lost or rejected requests are repeated where that can help: requesting a token twice does no harm,
 * since an unused token expires.
 *
 * @param http n8n's request helpers
 * @param environment clock, random numbers and sleep of the retries; tests pass their own
 * @throws UserError that says which address answered what and which field to check; it contains
 *   neither the secret nor the token
 */
export async function requestToken(
	http: IHttpRequestHelper['helpers'],
	credential: GrcCredential,
	environment: RetryEnvironment = { now: Date.now, random: Math.random, sleep },
): Promise<IssuedToken> {
	const { clientId, clientSecret, tokenUrl, organizationTimeZone: zone } = credential;
	if (clientId === '') throw emptyFieldError('Client ID');
	if (clientSecret === '') throw emptyFieldError('Client Secret');
	// Only nodes that convert dates need it, but a mistake is best found when it is saved.
	if (!IANAZone.isValidZone(zone)) throw timeZoneError(zone);

	const send = async (request: IHttpRequestOptions) => await sendOnce(http, request);
	const dpop = credential.useDpop ? bindTokenTo(credential, send) : undefined;
	const { outcome, attempts } = await sendWithRetry(
		async () => await (dpop?.sendWithProof ?? send)(toHttpOptions(credential)),
		{ repeatable: true, maxWaitMs: MAX_WAIT_MS },
		environment,
	);
	if (outcome.kind === 'noAnswer') throw noAnswerError(outcome, credential);
	if (outcome.status < 200 || outcome.status > 299) {
		throw refusedError(outcome, attempts, credential);
	}
	const body = isRecord(outcome.body) ? outcome.body : {};
	const { access_token: value, expires_in: lifetime, token_type: type } = body;
	if (typeof value !== 'string' || value === '') throw noTokenError(tokenUrl, outcome);
	if (dpop && !/^dpop$/i.test(String(type))) throw notBoundError(credential, type);
	const usableUntil = environment.now() + usableMs(Number(lifetime));
	return { value, dpopKey: dpop?.key, usableUntil };
}

/** RFC 6749: 4.4.2 for the form, 2.3.1 for the encoding of ID and secret. */
function toHttpOptions(credential: GrcCredential) {
	const { scope, tokenUrl } = credential;
	const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) });
	return {
		method: 'POST',
		url: tokenUrl,
		headers: {
			Authorization: `Basic ${basicCredentials(credential)}`,
			'Content-Type': 'application/x-www-form-urlencoded',
			Accept: 'application/json',
		},
		body: form.toString(),
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// The secret must not be sent to the target of a redirect.
		disableFollowRedirect: true,
		...certificateOptions(credential),
		timeout: TIMEOUT_MS,
	} satisfies IHttpRequestOptions;
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

/** @returns how long a token is used, in milliseconds; `Infinity` when its lifetime is unknown */
function usableMs(lifetimeSeconds: number): number {
	if (!(lifetimeSeconds > 0)) return Infinity;
	const lifetimeMs = lifetimeSeconds * 1000;
	return lifetimeMs - Math.min(MARGIN_MS, lifetimeMs * MARGIN_SHARE);
}
