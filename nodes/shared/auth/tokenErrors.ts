import { isMarkup } from '../basics/errorWords';
import { isRecord } from '../basics/guards';
import { wordsOfRefusal } from '../basics/refusal';
import { shorten, shortId } from '../basics/shorten';
import type { Answer, NoAnswer } from '../http/answer';
import { readErrorEnvelope } from '../http/envelope';
import { explainNoAnswer } from '../http/noAnswer';
import { redactor } from '../http/redact';
import { userError } from '../n8n/nodeErrors';
import { clientSecrets } from './clientCredentials';
import type { GrcCredential } from './credential';
import { type ProofFault, proofFaultIn } from './dpop/refusedProof';

/** The test of the credential shows the message alone. */
export function noAnswerError(outcome: NoAnswer, credential: GrcCredential): Error {
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
	return userError(whatToCheck(answer, credential), happened, ...codes);
}

/** The error code for a client that is unknown, or whose secret is wrong (RFC 6749, 5.2). */
export const INVALID_CLIENT = 'invalid_client';

/** What to do where the token endpoint refuses a proof. */
const CHECK_PROOF: Record<ProofFault, string> = {
	address: 'Check Base URL or Token URL: it must be the address that the service itself uses.',
	time: 'Check the clock of the n8n server.',
	other: 'Try again. If that does not help, contact the support team of the service.',
};

function whatToCheck(answer: Answer, { useDpop }: GrcCredential): string {
	const { status, headers, body } = answer;
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
			`The service did not accept the DPoP proof. ${CHECK_PROOF[proofFaultIn(answer)]}`,
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
			status === 404 || isMarkup(body),
			'There is no token endpoint at this address. Check Base URL and Token URL.',
		],
	];
	const [, advice] = cases.find(([applies]) => applies) ?? [];
	return (
		advice ??
		'The service rejected the request for a token. Check Client ID, Client Secret, and OAuth Scopes.'
	);
}
