import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { Recent } from '../basics/values';
import { TokenRenewalNeeded, userError } from '../n8n/workarounds';
import { type GrcCredential, readCredential } from './credential';
import { keyOf, needsNonce, serverAt } from './dpop';
import {
	type AccessToken,
	authorize,
	type AuthorizedRequest,
	checkedTarget,
	sendOnce,
} from './outgoingRequest';
import { credentialKey, tokens } from './tokenCache';
import { requestToken } from './tokenRequest';

/**
 * The last request with a credential's data: n8n passes one object to both hooks. Its older request
 * function runs `preAuthentication` after any error, and sends the request again if a token is returned.
 */
const lastRequests = new WeakMap<ICredentialDataDecryptedObject, AuthorizedRequest | 'notSent'>();

/**
 * n8n's `preAuthentication` hook: runs when no token is stored, after a 401, and after other errors.
 *
 * @param data the decrypted credential; its `accessToken` is the one in question
 * @returns the members that n8n merges into the credential and stores; none when the error was not
 *   about the token, so that n8n does not send the request again
 * @throws UserError when the credential is incomplete or the service issues no token
 */
export async function renewToken(
	this: IHttpRequestHelper,
	data: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	const credential = readCredential(data);
	const lastRequest = lastRequests.get(data);
	lastRequests.delete(data);
	if (lastRequest === 'notSent') return {};
	const tokenIssuedFor = credentialKey(credential);
	const toStored = ({ value: accessToken, dpopKey }: AccessToken) => {
		const isMade = dpopKey && credential.privateKey === '';
		return { accessToken, tokenIssuedFor, ...(isMade && { dpopPrivateKey: dpopKey.stored }) };
	};
	if (lastRequest) {
		const verdict = await askAboutToken(this.helpers, credential, lastRequest);
		if (verdict === 'good') return {};
		if (verdict === 'nonceReplaced') return toStored(lastRequest.token);
		if (verdict === 'nonceUnknown') {
			throw userError(
				'The service expects another DPoP nonce',
				'Use Paged HTTP instead of HTTP Request, which cannot read the nonce that the service expects next.',
			);
		}
	}
	const fetch = async () => await requestToken(this.helpers, credential);
	return toStored(await tokens.renew(tokenIssuedFor, credential.accessToken, fetch));
}

/**
 * n8n's `authenticate` hook: adds the token to a request, after checking where and how it is sent
 * (third-party-risk, Authentication 2).
 *
 * @param data the decrypted credential; its `accessToken` is updated, so that a renewal after a 401
 *   knows which token was refused
 * @param request what is about to be sent; not modified
 * @returns a copy with the checked address as the only one, the token, and no redirects
 * @throws UserError when the token must not be sent this way, or has to be renewed first
 */
export async function authenticateRequest(
	data: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const credential = readCredential(data);
	lastRequests.set(data, 'notSent');
	const target = checkedTarget(request, credential);

	const token = usableToken(credential);
	if (token === undefined) {
		lastRequests.delete(data);
		throw new TokenRenewalNeeded();
	}
	data.accessToken = token.value;
	const authorized = { token, target, nonce: token.dpopKey && serverAt(target).nonce };
	lastRequests.set(data, authorized);
	return authorize(request, authorized, credential);
}

/**
 * Starts watching the token of a request, for when the service does not accept it.
 *
 * @returns `isCurrent`: whether there is no other token yet, and `refuse`: the next request renews
 *   the token, unless another one has done so in the meantime
 */
export function watchToken(credential: GrcCredential) {
	const key = credentialKey(credential);
	const before = tokens.current(key)?.value;
	return {
		isCurrent: () => tokens.current(key)?.value === before && !tokens.hasExpired(key),
		refuse: () => tokens.refuse(key, before),
	};
}

/**
 * The newest token of this process, else the one that n8n stored, which after a restart is the only
 * one, unless it was issued for other settings, is known to have expired, or lacks its key.
 */
function usableToken(credential: GrcCredential): AccessToken | undefined {
	const { accessToken: value, tokenIssuedFor, useDpop } = credential;
	const key = credentialKey(credential);
	const known = tokens.current(key);
	if (known || value === '' || tokens.hasExpired(key)) return known;
	if (tokenIssuedFor !== '' && tokenIssuedFor !== key) return undefined;
	const dpopKey = useDpop ? keyOf(credential) : undefined;
	return useDpop && !dpopKey ? undefined : { value, dpopKey };
}

/** A read that every token may send: the answer is data, or 403 (third-party-risk, Webhooks). */
export const PROBE_PATH = '/tprm-api/manage/webhooks/events';

/** What a request failed for, as far as the service can be asked: its token, its nonce, or neither. */
type Verdict = 'tokenRefused' | 'nonceReplaced' | 'nonceUnknown' | 'good';

/** Tokens that the service has refused; it does not accept them again. */
const refused = new Recent<true>(500);

/** Questions in flight, by token and nonce. */
const asked = new Map<string, Promise<Verdict>>();

/**
 * Asks the service whether it accepts a request like one that failed, with one cheap request (with
 * DPoP up to three). Concurrent callers share it, and no request is sent for a token that was refused
 * before.
 *
 * @returns `good` also without an answer: there is no reason to replace the token then
 */
async function askAboutToken(
	http: IHttpRequestHelper['helpers'],
	credential: GrcCredential,
	{ token, target, nonce }: AuthorizedRequest,
): Promise<Verdict> {
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
): Promise<Verdict> {
	const server = serverAt(failed.target);
	const { dpopKey } = failed.token;
	const isAccepted = async (nonce: string | undefined) => {
		const request = {
			method: 'GET' as const,
			url: failed.target.href,
			headers: { Accept: 'application/json', 'X-API-Version': credential.apiVersion },
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			timeout: 30_000,
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
