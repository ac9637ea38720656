import type { IHttpRequestHelper } from 'n8n-workflow';

import { Recent } from '../basics/values';
import type { GrcCredential } from './credential';
import type { ProofTerms } from './dpop/proof';
import type { DpopServer, ProofRefusal } from './dpop/server';
import { NONCE, readProofRefusal, serverAt } from './dpop/server';
import { authorize, sendOnce } from './outgoingRequest';
import type { AuthorizedRequest } from './types';

/** A read that every token may send: the answer is data, or 403 (third-party-risk, Webhooks). */
export const PROBE_PATH = '/tprm-api/manage/webhooks/events';

const TIMEOUT_MS = 30_000;

/**
 * What a request failed for, as far as the service can be asked: its token, its proof, or neither; or
 * the service accepts no nonce.
 */
export type Verdict = 'tokenRefused' | 'proofRefused' | 'nonceRefused' | 'good';

/** Asks once, with a proof on the given terms. */
type Ask = (terms: ProofTerms) => Promise<'tokenRefused' | ProofRefusal | 'good'>;

/** Tokens that the service has refused; it does not accept them again. */
const refused = new Recent<true>(500);

/** Questions in flight, by token and terms. */
const asked = new Map<string, Promise<Verdict>>();

/**
 * Asks the service whether it accepts a request like one that failed, with one cheap request (with
 * DPoP up to three). Concurrent callers share it, and no request is sent for a token that was refused
 * before.
 *
 * @returns `good` also without an answer: there is no reason to replace the token then
 */
export async function askAboutToken(
	http: IHttpRequestHelper['helpers'],
	credential: GrcCredential,
	{ token, target, terms, wasSent }: AuthorizedRequest & { wasSent: boolean },
): Promise<Verdict> {
	if (refused.has(token.value)) return 'tokenRefused';
	const probe = new URL(credential.baseUrl + PROBE_PATH);
	const server = serverAt(probe);
	// What another host expects of a proof says nothing here.
	const ownTerms = terms && (target.origin === probe.origin ? terms : server.terms);
	const subject = JSON.stringify([token.value, ownTerms, wasSent]);
	const running = asked.get(subject);
	if (running) return await running;

	const request = { token, target: probe, terms: undefined };
	const ask: Ask = async (proofTerms) =>
		await askOnce(http, credential, { ...request, terms: proofTerms });
	const question = ownTerms
		? askWithProof(ask, ownTerms, server, wasSent)
		: askOnce(http, credential, request).then((answer) =>
				answer === 'good' ? answer : 'tokenRefused',
			);
	asked.set(subject, question);
	const verdict = await question;
	asked.delete(subject);
	if (verdict === 'tokenRefused') refused.set(token.value, true);
	return verdict;
}

/**
 * Asks first on the terms of the request that failed, whatever others have learned meanwhile: only so
 * the answer says whether that request was refused for its nonce or its time.
 */
async function askWithProof(
	ask: Ask,
	terms: ProofTerms,
	server: DpopServer,
	wasSent: boolean,
): Promise<Verdict> {
	const first = await ask(terms);
	if (first === 'good' || first === 'tokenRefused') return first;

	const { nonce } = server.terms;
	const second = await ask(server.terms);
	if (second === NONCE) return 'nonceRefused';
	// A proof is also refused for a key that the token is not bound to.
	if (second !== 'good') return 'tokenRefused';
	if (terms.nonce === undefined || server.nonces.isShared) return 'proofRefused';
	// The answer has a nonce that nothing was sent with.
	if (!wasSent && server.terms.nonce !== nonce) return 'proofRefused';
	// A nonce for one request only was used up by the request: that the question is refused says nothing.
	await ask(server.terms);
	return server.nonces.isShared ? 'proofRefused' : 'good';
}

async function askOnce(
	http: IHttpRequestHelper['helpers'],
	credential: GrcCredential,
	authorized: AuthorizedRequest,
): ReturnType<Ask> {
	const request = {
		method: 'GET' as const,
		url: authorized.target.href,
		headers: { Accept: 'application/json', 'X-API-Version': credential.apiVersion },
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		timeout: TIMEOUT_MS,
	};
	const result = await sendOnce(http, authorize(request, authorized, credential));
	if (authorized.terms) serverAt(authorized.target).learn(result);
	if (result.kind === 'noAnswer' || result.status !== 401) return 'good';
	return readProofRefusal(result) ?? 'tokenRefused';
}
