import { type IHttpRequestHelper, type IHttpRequestOptions, sleep } from 'n8n-workflow';
import { IANAZone } from 'luxon';

import {
	type Answer,
	explainNoAnswer,
	type NoAnswer,
	type RetryEnvironment,
	type RetryResult,
	type SendResult,
} from '../http/answer';
import { failureOf, isPage, readErrorEnvelope } from '../http/envelope';
import { redactor } from '../http/redact';
import { sendWithRetry } from '../http/retry';
import { userError } from '../n8n/shownErrors';
import { isRecord, Recent, shorten, shortId } from '../basics/values';
import {
	basicCredentials,
	type BasicForm,
	clientSecrets,
	credentialKey,
	type GrcCredential,
} from './credential';
import { createKey, createProof, keyOf, serverAt } from './dpop';
import { certificateOptions, type IssuedToken, sendOnce } from './outgoingRequest';

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
		throw userError(
			`${empty} is empty`,
			`Enter the ${empty} in the credential. An administrator of the service issues it.`,
		);
	}
	// Only nodes that convert dates need it, but a mistake is best found when it is saved.
	if (!IANAZone.isValidZone(zone)) {
		throw userError(
			`Organization Time Zone is not a time zone: ${zone}`,
			'Change it in the credential to a name like Europe/Berlin or America/New_York.',
		);
	}
	const dpopKey = credential.useDpop ? (keyOf(credential) ?? createKey()) : undefined;
	const request = async (form: BasicForm) => {
		const options = toHttpOptions(credential, form);
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
		return await sendWithRetry(send, { repeatable: true, maxWaitMs: MAX_WAIT_MS }, environment);
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
	if (typeof value !== 'string' || value === '') {
		const what = isPage(outcome.body) ? 'with a web page' : 'without a token';
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

/** The test of the credential shows the message alone. */
function noAnswerError(outcome: NoAnswer, credential: GrcCredential): Error {
	const { tokenUrl, baseUrl } = credential;
	const message = shorten(redactor(clientSecrets(credential))(outcome.message));
	const { host, origin } = new URL(tokenUrl);
	const field = origin === baseUrl ? 'Base URL' : 'Token URL';
	// Without the code: n8n replaces messages that have one.
	const isUntrusted = /CERT|SIGNATURE/.test(outcome.code);
	const whatToDo = isUntrusted
		? `Untrusted certificate: ${host}. Renew it, or turn on Ignore SSL Issues (Insecure).`
		: `Can't reach ${host}. Check ${field} and your network.`;
	return userError(
		whatToDo,
		`No access token: ${tokenUrl} ${explainNoAnswer({ ...outcome, message })}.`,
	);
}

/** The secrets of the credential are not in the error, even where the service repeats them. */
function refusedError(answer: Answer, attempts: number, credential: GrcCredential): Error {
	const { status, headers, body } = answer;
	const clean = redactor(clientSecrets(credential));
	const { clientCode, message, requestId = headers['x-request-id'] } = readErrorEnvelope(body);
	const said = message ? ` (${shorten(clean(message))})` : '';
	const facts = [
		clientCode && `client_code: ${shortId(clean(clientCode))}`,
		requestId && `request_id: ${shortId(clean(requestId))}`,
		attempts > 1 && `attempts: ${attempts}`,
	].filter(Boolean);
	const happened = `No access token: ${credential.tokenUrl} returned status ${status}${said}.`;
	const codes = facts.length > 0 ? [facts.join(', ')] : [];
	return userError(whatToCheck(answer, credential), happened, ...codes);
}

/** The error code for a client that is unknown, or whose secret is wrong (RFC 6749, 5.2). */
const INVALID_CLIENT = 'invalid_client';

function whatToCheck({ status, headers, body }: Answer, { useDpop }: GrcCredential): string {
	const error = isRecord(body) ? body.error : undefined;
	const said = JSON.stringify([body, headers['www-authenticate']]);
	const cases: Array<[applies: boolean, advice: string]> = [
		[
			status >= 300 && status < 400,
			'Enter the final URL as Base URL or Token URL. This one redirects, and the client secret is not sent to another URL.',
		],
		[
			!useDpop && error !== INVALID_CLIENT && /dpop/i.test(said),
			'The service requires DPoP. Turn on Use DPoP in the credential.',
		],
		[
			// A client has no grant to present: what some servers miss is the proof.
			!useDpop && error === 'invalid_grant',
			'The service may require DPoP. Turn on Use DPoP in the credential, or ask an administrator of the service what it requires of this client.',
		],
		[
			error === 'invalid_dpop_proof',
			'The service did not accept the DPoP proof. Check the clock of the n8n server.',
		],
		[
			error === 'invalid_scope',
			'The service rejected the scopes. Check OAuth Scopes, or which ones the client may request.',
		],
		[
			status === 401 || error === INVALID_CLIENT,
			'The service rejected the client ID or secret. Check both.',
		],
		[
			status === 429 || status >= 500,
			'The service cannot issue tokens at the moment. Try again later.',
		],
		[
			status === 404 || isPage(body),
			'There is no token endpoint at this address. Check Base URL and Token URL.',
		],
	];
	const [, advice] = cases.find(([applies]) => applies) ?? [];
	return (
		advice ??
		'The service rejected the request for a token. Check Client ID, Client Secret, and OAuth Scopes.'
	);
}
