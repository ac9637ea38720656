import { isMarkup } from '../basics/errorWords';
import { isRecord } from '../basics/guards';
import { textOfRefusal, wordsOfRefusal } from '../basics/refusal';
import { shorten, shortId } from '../basics/shorten';
import type { Answer, NoAnswer } from '../http/answer';
import { readErrorEnvelope } from '../http/envelope';
import { explainNoAnswer, wasNeverSent } from '../http/noAnswer';
import { redactor } from '../http/redact';
import { InputError, userError } from '../n8n/nodeErrors';
import { clientSecrets } from './clientCredentials';
import { type GrcCredential, ISSUER_PATH } from './credential';
import { type ProofFault, proofFaultIn } from './dpop/refusedProof';

/** Why there is no token: the token endpoint got no request, since no connection could be established. */
class UnreachedError extends InputError {
	constructor(
		readonly outcome: NoAnswer,
		message: string,
		description: string,
	) {
		super(message, description);
	}
}

/**
 * @param error anything that n8n throws for a request with the shared credential
 * @returns why the token endpoint could not be reached; `undefined` where that is not the reason
 */
export function unreachedEndpoint(error: unknown): NoAnswer | undefined {
	if (error instanceof UnreachedError) return error.outcome;
	return isRecord(error) ? unreachedEndpoint(error.cause) : undefined;
}

/** The test of the credential shows the message alone. */
export function noAnswerError(outcome: NoAnswer, credential: GrcCredential): Error {
	const { tokenUrl } = credential;
	const message = shorten(redactor(clientSecrets(credential))(outcome.message));
	const { host } = new URL(tokenUrl);
	const field = fieldOf(credential);
	// Without the code: n8n replaces messages that have one.
	const isUntrusted = /CERT|SIGNATURE/.test(outcome.code);
	const whatToDo = isUntrusted
		? `Untrusted certificate: ${host}. Renew it, or turn on Ignore SSL Issues (Insecure).`
		: `Can't reach ${host}. Check ${field} and your network.`;
	const why = `No access token: ${tokenUrl} ${explainNoAnswer({ ...outcome, message })}.`;
	return wasNeverSent(outcome)
		? new UnreachedError({ ...outcome, message }, whatToDo, why)
		: userError(whatToDo, why);
}

/** @returns the field with the address that is requested */
function fieldOf({ tokenUrl, baseUrl }: GrcCredential): string {
	return tokenUrl === baseUrl + ISSUER_PATH ? 'Base URL' : 'Token URL';
}

/** The secrets of the credential are not in the error, even where the service repeats them. */
export function refusedError(answer: Answer, attempts: number, credential: GrcCredential): Error {
	const { status, headers, body } = answer;
	const clean = redactor(clientSecrets(credential));
	const { clientCode, requestId = headers['x-request-id'] } = readErrorEnvelope(body);
	const message = wordsOfRefusal(answer);
	const said = message ? ` (${shorten(clean(message))})` : '';
	const facts = [
		clientCode && `client_code: ${shortId(clean(clientCode))}`,
		requestId && `request_id: ${shortId(clean(requestId))}`,
		attempts > 1 && `attempts: ${attempts}`,
	].filter(Boolean);
	const happened = `No access token: ${credential.tokenUrl} returned status ${status}${said}.`;
	const codes = facts.length > 0 ? [facts.join(', ')] : [];
	return userError(whatToCheck(answer, credential, said), happened, ...codes);
}

/** An error for an answer of success that is a page: of a login, or of a proxy. */
export function pageError(answer: Answer, credential: GrcCredential): Error {
	return userError(
		noEndpoint(credential, ' (it returned a web page)'),
		`No access token: ${credential.tokenUrl} returned status ${answer.status} with a web page.`,
	);
}

/** The error code for a client that is unknown, or whose secret is wrong (RFC 6749, 5.2). */
export const INVALID_CLIENT = 'invalid_client';

/** What to do where the token endpoint refuses a proof. */
const CHECK_PROOF: Record<ProofFault, string> = {
	address: 'Check Base URL or Token URL: it must be the address that the service itself uses.',
	time: 'Check the clock of the n8n server.',
	other: 'Try again. If that does not help, contact the support team of the service.',
};

/** @param said the words of the answer in parentheses; `''` where it has none */
function whatToCheck(answer: Answer, credential: GrcCredential, said: string): string {
	const { useDpop } = credential;
	const { status, headers, body } = answer;
	const error = isRecord(body) ? body.error : undefined;
	const all = JSON.stringify([body, headers['www-authenticate']]);
	const cases: Array<[applies: boolean, advice: string]> = [
		[
			status >= 300 && status < 400,
			'Enter the final URL as Base URL or Token URL. This one redirects, and the client secret is not sent to another URL.',
		],
		[
			!useDpop && error !== INVALID_CLIENT && /dpop/i.test(all),
			'The service requires DPoP. Turn on Use DPoP in the credential.',
		],
		[
			// A client has no grant to present: what some servers miss is the proof.
			!useDpop && error === 'invalid_grant',
			'The service may require DPoP. Turn on Use DPoP in the credential, or ask an administrator of the service what it requires of this client.',
		],
		[
			error === 'invalid_dpop_proof',
			`The service did not accept the DPoP proof. ${CHECK_PROOF[proofFaultIn(answer)]}`,
		],
		[
			error === 'invalid_scope',
			'The service rejected the scopes. Check OAuth Scopes, or which ones the client may request.',
		],
		[
			status === 429 || status >= 500,
			'The service cannot issue tokens at the moment. Try again later.',
		],
		[isOther(answer), noEndpoint(credential, said)],
		[
			status === 401 || error === INVALID_CLIENT,
			'The service rejected the client ID or secret. Check both.',
		],
	];
	const [, advice] = cases.find(([applies]) => applies) ?? [];
	return (
		advice ??
		'The service rejected the request for a token. Check Client ID, Client Secret, and OAuth Scopes.'
	);
}

/** What is not found, or only for other methods: no endpoint that takes a POST for a token. */
const NO_ENDPOINT = [404, 405, 410];

/** Statuses of a refusal that may be about the client. */
const UNAUTHORIZED = [401, 403];

/** What a token endpoint says of a client that it does not accept: `{ "error": "invalid_client" }`. */
const CLIENT = /\b(?:clients?|secrets?|credentials?|passwords?)\b/;

/** What everything behind a sign-in says to a request without a token, `WWW-Authenticate: Bearer` included. */
const NO_TOKEN =
	/\b(?:tokens?|jwt|bearer|session|log ?in|sign ?in)\b|\bauthentication (?:is )?required\b|\bnot (?:authenticated|logged in|signed in)\b/;

/**
 * @returns whether an answer is certainly none of a token endpoint: a page, an unknown path, or the refusal of a
 *   request without a token, as `401 { "error": { "message": "The access token is missing" } }`
 */
function isOther(answer: Answer): boolean {
	const text = textOfRefusal(answer);
	if (CLIENT.test(text)) return false;
	const { status, body } = answer;
	if (NO_ENDPOINT.includes(status) || isMarkup(body)) return true;
	return UNAUTHORIZED.includes(status) && NO_TOKEN.test(text);
}

/** @param said by the server, in parentheses */
function noEndpoint(credential: GrcCredential, said: string): string {
	const field = fieldOf(credential);
	const { pathname } = new URL(credential.baseUrl);
	const isLong = field === 'Base URL' && pathname !== '/';
	const path = isLong ? ` It ends in ${pathname}, and is usually without a path.` : '';
	return `Check ${field}.${path} There is no token endpoint at ${credential.tokenUrl}${said}.`;
}
