import type { IHttpRequestHelper } from 'n8n-workflow';

import { Recent } from '../basics/recent';
import { authorize, type AuthorizedRequest } from './authorizedRequest';
import { type GrcCredential, MOST_CREDENTIALS } from './credential';
import { needsNonce, serverAt } from './dpop/nonce';
import { sendOnce } from './sendOnce';

/** A read that every token may send: the answer is data, or 403 (third-party-risk, Webhooks). */
export const PROBE_PATH = '/tprm-api/manage/webhooks/events';

/** What a request failed for, as far as the service can be asked: its token, its nonce, or neither. */
type TokenVerdict = 'tokenRefused' | 'nonceReplaced' | 'nonceUnknown' | 'good';

/** Tokens that the service has refused, one for each credential: it does not accept them again. */
const refused = new Recent<true>(MOST_CREDENTIALS);

/** Questions in flight, by token and nonce. */
const asked = new Map<string, Promise<TokenVerdict>>();

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
	{ token, target, nonce }: AuthorizedRequest,
): Promise<TokenVerdict> {
	if (refused.has(token.value)) return 'tokenRefused';
	const probe = new URL(credential.baseUrl + PROBE_PATH);
	// What another host expects of a proof says nothing here.
	const own = target.origin === probe.origin ? nonce : token.dpopKey && serverAt(probe).nonce;
	const subject = JSON.stringify([token.value, own]);
	const question =
		asked.get(subject) ?? ask(http, credential, { token, target: probe, nonce: own });
	asked.set(subject, question);
	const verdict = await question.finally(() => asked.delete(subject));
	if (verdict === 'tokenRefused') refused.set(token.value, true);
	return verdict;
}

/**
 * Asks first with the nonce of the request that failed, whatever others have learned meanwhile: only so
 * the answer says whether that request was refused for it.
 */
async function ask(
	http: IHttpRequestHelper['helpers'],
	credential: GrcCredential,
	failed: AuthorizedRequest,
): Promise<TokenVerdict> {
	const server = serverAt(failed.target);
	const { dpopKey } = failed.token;
	const isAccepted = async (nonce: string | undefined) => {
		const request = {
			method: 'GET' as const,
			url: failed.target.href,
			headers: { Accept: 'application/json', 'X-API-Version': credential.apiVersion },
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
		};
		const result = await sendOnce(http, authorize(request, { ...failed, nonce }, credential));
		if (dpopKey) server.learn(result);
		if (result.kind === 'noAnswer' || result.status !== 401) return true;
		return dpopKey && needsNonce(result) ? 'not with this nonce' : false;
	};
	const first = await isAccepted(failed.nonce);
	if (typeof first === 'boolean') return first ? 'good' : 'tokenRefused';

	const second = await isAccepted(server.nonce);
	if (second === false) return 'tokenRefused';
	if (second !== true) return 'nonceUnknown';
	// Without a nonce, the request cannot have been accepted. A nonce for one request only was used up
	// by the request: that the question is refused says nothing then.
	if (failed.nonce !== undefined && !server.isShared) await isAccepted(server.nonce);
	return failed.nonce === undefined || server.isShared ? 'nonceReplaced' : 'nonceUnknown';
}
