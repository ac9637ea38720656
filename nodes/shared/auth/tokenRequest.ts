import { type IHttpRequestHelper, type IHttpRequestOptions, sleep } from 'n8n-workflow';

import type { RetryEnvironment } from '../basics/clock';
import { isMarkup } from '../basics/errorWords';
import { isRecord } from '../basics/guards';
import { isHeaderValue } from '../basics/headerValue';
import { Recent } from '../basics/recent';
import type { SendResult } from '../http/answer';
import { failureOf } from '../http/n8nFailure';
import { type RetryResult, sendWithRetry } from '../http/retry';
import { userError } from '../n8n/nodeErrors';
import type { IssuedToken } from './accessToken';
import { basicCredentials, type BasicForm } from './clientCredentials';
import { certificateOptions } from './connection';
import { credentialKey, type GrcCredential, MOST_CREDENTIALS } from './credential';
import { createKey, dpopKeyOf } from './dpop/key';
import { serverAt } from './dpop/nonce';
import { createProof } from './dpop/proof';
import { sendOnce } from './sendOnce';
import { INVALID_CLIENT, noAnswerError, pageError, refusedError } from './tokenErrors';

/** A token is replaced this long before it expires, so that it does not expire in transit. */
const MARGIN_MS = 30_000;

/** Maximum margin of short-lived tokens, as a share of their lifetime. */
const MARGIN_SHARE = 0.1;

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
	const { clientId, clientSecret, tokenUrl } = credential;
	const empty = clientId === '' ? 'Client ID' : clientSecret === '' ? 'Client Secret' : undefined;
	if (empty) {
		throw userError(
			`${empty} is empty`,
			`Enter the ${empty} in the credential. An administrator of the service issues it.`,
		);
	}
	const dpopKey = credential.useDpop ? (dpopKeyOf(credential) ?? createKey()) : undefined;
	const request = async (form: BasicForm) => {
		const options = toTokenRequest(credential, form);
		const send = async () => {
			if (!dpopKey) return await sendOnce(http, options);
			// With a proof, the token is bound to the key (RFC 9449, 5).
			const target = new URL(tokenUrl);
			const server = serverAt(target, 'tokenEndpoint');
			return await server.exchange(async () => {
				const subject = { method: 'POST', target, nonce: server.nonce };
				const headers = { ...options.headers, DPoP: createProof(dpopKey, subject) };
				return await sendOnce(http, { ...options, headers });
			});
		};
		// n8n does not say who waits: it may be a person who tests the credential.
		const policy = { repeatable: true, isAwaited: true, maxWaitMs: MAX_WAIT_MS };
		return await sendWithRetry(send, policy, environment);
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
	if (typeof value !== 'string' || value === '' || !isHeaderValue(value)) {
		if (isMarkup(outcome.body)) throw pageError(outcome, credential);
		const what =
			typeof value === 'string' && value !== ''
				? 'with a token that cannot be sent'
				: 'without a token';
		throw userError(
			'The service issued no token. Check Base URL and Token URL.',
			`${tokenUrl} returned status ${outcome.status} ${what}. The address must be the token endpoint of the service.`,
		);
	}
	if (dpopKey && !/^dpop$/i.test(String(type))) {
		throw userError(
			`No DPoP token: ${tokenUrl} ignored the proof and issued a token that is not bound to a key`,
			'Turn off Use DPoP in the credential, or ask an administrator of the service to turn on DPoP for this client.',
		);
	}
	return { value, dpopKey, usableUntil: environment.now() + usableMs(Number(lifetime)) };
}

/** Clients whose server does not decode what RFC 6749 has encoded; forgetting one costs a request. */
const plainClients = new Recent<true>(MOST_CREDENTIALS);

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
	const isPlain = plainClients.has(key);
	const first = await request(isPlain ? 'plain' : 'formEncoded');
	if (isSame || !refusesClient(first.outcome)) return first;
	const second = await request(isPlain ? 'formEncoded' : 'plain');
	// What is wrong, if both are, is better said of the usual form.
	if (refusesClient(second.outcome)) return first;
	if (isPlain) plainClients.delete(key);
	else plainClients.set(key, true);
	return second;
}

function refusesClient(outcome: SendResult): boolean {
	if (outcome.kind !== 'answer') return false;
	const { status, body } = outcome;
	return status === 401 || (isRecord(body) && body.error === INVALID_CLIENT);
}

/** RFC 6749, 4.4.2. */
function toTokenRequest(credential: GrcCredential, basicForm: BasicForm) {
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
	} satisfies IHttpRequestOptions;
}

/** @returns how long a token is used, in milliseconds; `Infinity` when its lifetime is unknown */
function usableMs(lifetimeSeconds: number): number {
	if (!(lifetimeSeconds > 0)) return Infinity;
	const lifetimeMs = lifetimeSeconds * 1000;
	return lifetimeMs - Math.min(MARGIN_MS, lifetimeMs * MARGIN_SHARE);
}
