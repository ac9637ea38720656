import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { GrcCredential } from './credential';
import { readCredential } from './credential';
import { TokenRenewalNeeded } from '../n8n/workarounds';
import { keyOf } from './dpop/proof';
import { serverAt } from './dpop/server';
import { authorize, checkedTarget } from './outgoingRequest';
import { credentialKey, tokens } from './tokenCache';
import { askAboutToken } from './tokenProbe';
import { requestToken } from './tokenRequest';
import type { AccessToken, LastRequest, OutgoingRequest } from './types';

/**
 * What became of the last request with a credential's data: n8n passes one object to both hooks. Its
 * older request function runs `preAuthentication` after any error, and sends the request again if a
 * token is returned.
 */
const lastRequests = new WeakMap<ICredentialDataDecryptedObject, LastRequest>();

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
	if (typeof lastRequest === 'object') {
		const verdict = await askAboutToken(this.helpers, credential, lastRequest);
		if (verdict === 'nonceRefused') {
			throw new UserError('The service accepted no DPoP nonce', {
				description:
					'Use Paged HTTP instead of HTTP Request, which cannot read the nonce that the service expects next.',
			});
		}
		if (verdict === 'good' && lastRequest.wasSent) return {};
		if (verdict !== 'tokenRefused') {
			lastRequests.set(data, 'asked');
			return toStored(lastRequest.token);
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
	const wasAsked = lastRequests.get(data) === 'asked';
	lastRequests.set(data, 'notSent');
	const target = checkedTarget(request, credential);

	const token = usableToken(credential);
	if (token === undefined) {
		lastRequests.delete(data);
		throw new TokenRenewalNeeded();
	}
	data.accessToken = token.value;
	const server = token.dpopKey && serverAt(target);
	const terms = server?.terms;
	const wasSent = wasAsked || !server?.nonces.isSpent || !isPaged(request, target, credential);
	lastRequests.set(data, { token, target, terms, wasSent });
	if (!wasSent) throw new TokenRenewalNeeded();
	// The nodes of the package see all their answers; n8n's own keep them to themselves.
	if (request.returnFullResponse !== true) server?.nonces.give();
	return authorize(request, { token, target, terms }, credential);
}

/**
 * n8n's HTTP Request node does not show the nonce of one page to the request for the next. It makes its
 * requests this way when it pages and with Never Error, and no other host can be asked for a nonce.
 */
function isPaged(
	{ simple }: OutgoingRequest,
	{ origin }: URL,
	{ baseUrl }: GrcCredential,
): boolean {
	return simple === false && origin === new URL(baseUrl).origin;
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
