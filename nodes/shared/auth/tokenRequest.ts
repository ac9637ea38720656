import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { sleep, UserError } from 'n8n-workflow';
import { IANAZone } from 'luxon';

import type { RetryEnvironment, RetryResult, SendResult } from '../http/answer';
import { failureOf } from '../http/envelope';
import { sendWithRetry } from '../http/retry';
import { isRecord, Recent } from '../basics/values';
import { type BasicForm, basicCredentials, type GrcCredential } from './credential';
import { createKey, createProof, type DpopKey, keyOf } from './dpop/proof';
import { serverAt } from './dpop/server';
import { certificateOptions, sendOnce } from './outgoingRequest';
import type { IssuedToken } from './types';
import { credentialKey } from './tokenCache';
import {
	INVALID_CLIENT,
	noAnswerError,
	noTokenError,
	notBoundError,
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
	const empty = clientId === '' ? 'Client ID' : clientSecret === '' ? 'Client Secret' : undefined;
	if (empty) {
		throw new UserError(`${empty} is empty`, {
			description: `Enter the ${empty} in the credential. An administrator of the service issues it.`,
		});
	}
	// Only nodes that convert dates need it, but a mistake is best found when it is saved.
	if (!IANAZone.isValidZone(zone)) {
		throw new UserError(`Organization Time Zone does not exist: ${zone}`, {
			description: 'Change it in the credential to a name like Europe/Berlin or America/New_York.',
		});
	}
	const dpopKey = credential.useDpop ? (keyOf(credential) ?? createKey()) : undefined;
	const request = async (form: BasicForm) => {
		const options = toHttpOptions(credential, form);
		return await sendWithRetry(
			async () => await (dpopKey ? sendWithProof(http, options, dpopKey) : sendOnce(http, options)),
			{ repeatable: true, maxWaitMs: MAX_WAIT_MS },
			environment,
		);
	};
	const { outcome, attempts } = await inEitherForm(credential, request);
	if (outcome.kind === 'noAnswer' || outcome.status < 200 || outcome.status > 299) {
		const error =
			outcome.kind === 'noAnswer'
				? noAnswerError(outcome, credential)
				: refusedError(outcome, attempts, credential);
		throw Object.assign(error, { failure: failureOf(outcome) });
	}
	const body = isRecord(outcome.body) ? outcome.body : {};
	const { access_token: value, expires_in: lifetime, token_type: type } = body;
	if (typeof value !== 'string' || value === '') throw noTokenError(tokenUrl, outcome);
	if (dpopKey && !/^dpop$/i.test(String(type))) throw notBoundError(tokenUrl);
	const usableUntil = environment.now() + usableMs(Number(lifetime));
	return { value, dpopKey, usableUntil };
}

/**
 * Clients whose server does not decode what RFC 6749 has encoded, by {@link credentialKey}; forgetting
 * one costs a request.
 */
const plainClients = new Recent<true>(500);

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
	if (other === 'plain') plainClients.set(key, true);
	return second;
}

function refusesClient(outcome: SendResult): boolean {
	if (outcome.kind !== 'answer') return false;
	const { status, body } = outcome;
	return status === 401 || (isRecord(body) && body.error === INVALID_CLIENT);
}

/** One for the answer that has a nonce, and one for the answer that shows the time of the server. */
const MAX_PROOFS = 3;

/** Sends a request for a token with a proof, so that the token is bound to the key (RFC 9449, 5). */
async function sendWithProof(
	http: IHttpRequestHelper['helpers'],
	request: IHttpRequestOptions,
	key: DpopKey,
): Promise<SendResult> {
	const { method, headers } = request;
	const target = new URL(request.url);
	const server = serverAt(target, 'tokenEndpoint');
	return await server.repeat(async () => {
		const DPoP = createProof(key, { method, target }, server.terms, Date.now());
		return await sendOnce(http, { ...request, headers: { ...headers, DPoP } });
	}, MAX_PROOFS);
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

/** @returns how long a token is used, in milliseconds; `Infinity` when its lifetime is unknown */
function usableMs(lifetimeSeconds: number): number {
	if (!(lifetimeSeconds > 0)) return Infinity;
	const lifetimeMs = lifetimeSeconds * 1000;
	return lifetimeMs - Math.min(MARGIN_MS, lifetimeMs * MARGIN_SHARE);
}
