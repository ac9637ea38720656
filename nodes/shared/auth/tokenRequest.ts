import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { IANAZone } from 'luxon';

import type { SendResult } from '../http/answer';
import { toNoAnswer } from '../http/answer';
import type { RetryEnvironment, RetryResult } from '../http/retryTypes';
import { sendWithRetry } from '../http/retry';
import { isRecord, normalizeHeaders } from '../json';
import { type BasicForm, basicCredentials } from './credential';
import { emptyFieldError, timeZoneError } from './credentialErrors';
import { bindTokenTo } from './dpop/token';
import { certificateOptions } from './outgoingRequest';
import type { GrcCredential, IssuedToken } from './types';
import { credentialKey } from './tokenCache';
import {
	INVALID_CLIENT,
	noAnswerError,
	noTokenError,
	notBoundError,
	oauthError,
	refusedError,
} from './tokenErrors';

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
	const request = async (form: BasicForm) =>
		await sendWithRetry(
			async () => await (dpop?.sendWithProof ?? send)(toHttpOptions(credential, form)),
			{ repeatable: true, maxWaitMs: MAX_WAIT_MS },
			environment,
		);
	const { outcome, attempts } = await inEitherForm(credential, request);
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

/** Clients whose server does not decode what RFC 6749 has encoded, by {@link credentialKey}. */
const plainClients = new Set<string>();

/** So many are remembered; forgetting one costs a request. */
const MAX_CLIENTS = 500;

/**
 * Requests a token with ID and secret encoded as RFC 6749 says. Many servers compare them without
 * decoding: where that makes a difference, a refused client is tried once the other way, which is
 * remembered.
 */
async function inEitherForm(
	credential: GrcCredential,
	request: (form: BasicForm) => Promise<RetryResult>,
): Promise<RetryResult> {
	const isSame = basicCredentials(credential) === basicCredentials(credential, 'plain');
	const key = credentialKey(credential);
	const [usual, other]: BasicForm[] =
		!isSame && plainClients.has(key) ? ['plain', 'formEncoded'] : ['formEncoded', 'plain'];
	const first = await request(usual ?? 'formEncoded');
	if (isSame || !other || !refusesClient(first.outcome)) return first;
	const second = await request(other);
	// What is wrong, if both are, is better said of the usual form.
	if (refusesClient(second.outcome)) return first;
	plainClients.delete(key);
	if (other === 'plain') {
		if (plainClients.size >= MAX_CLIENTS) plainClients.clear();
		plainClients.add(key);
	}
	return second;
}

function refusesClient(outcome: SendResult): boolean {
	if (outcome.kind !== 'answer') return false;
	return outcome.status === 401 || oauthError(outcome.body) === INVALID_CLIENT;
}

/** RFC 6749, 4.4.2. */
function toHttpOptions(credential: GrcCredential, basicForm: BasicForm) {
	const { scope, tokenUrl } = credential;
	const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) });
	return {
		method: 'POST',
		url: tokenUrl,
		headers: {
			Authorization: `Basic ${basicCredentials(credential, basicForm)}`,
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
