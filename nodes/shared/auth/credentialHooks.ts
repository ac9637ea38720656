import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { userError } from '../n8n/nodeErrors';
import { TokenRenewalNeeded } from '../n8n/tokenRenewal';
import type { AccessToken } from './accessToken';
import { authorize, type AuthorizedRequest } from './authorizedRequest';
import { credentialKey, readCredential } from './credential';
import { serverAt } from './dpop/nonce';
import { checkedTarget } from './hosts';
import { tokens, usableToken } from './tokenCache';
import { askAboutToken } from './tokenProbe';
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
	const toStored = ({ value: accessToken, dpopKey }: AccessToken) => ({
		accessToken,
		tokenIssuedFor,
		// Only a key that was made here: a key of the user's own is stored already.
		...(dpopKey && credential.privateKey === '' && { dpopPrivateKey: dpopKey.stored }),
	});
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
