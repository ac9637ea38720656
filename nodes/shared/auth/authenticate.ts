import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { assertAllowedTarget } from './allowedHosts';
import { assertOwnConnection } from './connection';
import { readCredential } from './credential';
import { TokenRenewalNeeded } from './credentialErrors';
import { authorize, resolveTarget } from './outgoingRequest';
import { credentialKey, tokens } from './tokenCache';
import { isAccepted } from './tokenProbe';
import { requestToken } from './tokenRequest';
import type { GrcCredential } from './types';

/**
 * What became of the last request with a credential's data: n8n passes one object to both hooks. Its
 * older request function runs `preAuthentication` after any error, and sends the request again if a
 * token is returned.
 */
const lastRequests = new WeakMap<ICredentialDataDecryptedObject, 'sent' | 'notSent'>();

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
	const { accessToken: rejected } = credential;
	const lastRequest = lastRequests.get(data);
	lastRequests.delete(data);
	if (lastRequest === 'notSent') return {};
	if (lastRequest === 'sent' && (await isAccepted(this.helpers, credential, rejected))) return {};

	const tokenIssuedFor = credentialKey(credential);
	const fetch = async () => await requestToken(this.helpers, credential);
	return { accessToken: await tokens.renew(tokenIssuedFor, rejected, fetch), tokenIssuedFor };
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

	const accessToken = usableToken(credential);
	if (accessToken === undefined) {
		lastRequests.delete(data);
		throw new TokenRenewalNeeded();
	}
	data.accessToken = accessToken;
	lastRequests.set(data, 'sent');
	return authorize(request, target, credential, accessToken);
}

/** A request to the base URL, which says nothing about its connection, needs no closer look. */
function checkedTarget(request: IHttpRequestOptions, credential: GrcCredential): URL {
	if (Object.keys(request).some((name) => ABOUT_CONNECTION.test(name)))
		assertOwnConnection(request, credential.ignoresSslIssues);
	const target = resolveTarget(request);
	return target?.origin === new URL(credential.baseUrl).origin
		? target
		: assertAllowedTarget(target, credential, request.url);
}

const ABOUT_CONNECTION = /proxy|agent|ssl|unauthorized|socket|lookup|transport/i;

/**
 * Starts watching whether the service accepts the token of a request.
 *
 * @returns to be called after a 401: the next request then renews the token, unless another one
 *   has done so in the meantime
 */
export function watchToken(credential: GrcCredential): () => void {
	const key = credentialKey(credential);
	const before = tokens.current(key);
	return () => tokens.refuse(key, before);
}

/**
 * The newest token of this process, else the one that n8n stored, which after a restart is the only
 * one, unless it was issued for other settings or is known to have expired.
 */
function usableToken(credential: GrcCredential): string | undefined {
	const { accessToken: stored, tokenIssuedFor } = credential;
	const key = credentialKey(credential);
	const isForOtherSettings = tokenIssuedFor !== '' && tokenIssuedFor !== key;
	const isStoredUsable = stored !== '' && !isForOtherSettings && !tokens.hasExpired(key);
	return tokens.current(key) ?? (isStoredUsable ? stored : undefined);
}
