import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { assertAllowedTarget, targetOf } from './allowedHosts';
import type { GrcCredential } from './types';
import { readCredential } from './credential';
import { credentialKey, TokenCache } from './tokenCache';
import { requestToken } from './tokenRequest';

/** One for the process: n8n loads this module once for all nodes and workflows. */
const tokens = new TokenCache();

/**
 * n8n renews a credential when a request is answered with 401. Thrown before sending, this triggers
 * the same renewal without wasting a request on a token that is known to be invalid.
 */
class TokenRenewalNeeded extends UserError {
	readonly response = { status: 401 };
}

/**
 * n8n's `preAuthentication` hook: runs when no token is stored and after a 401.
 *
 * @param data the decrypted credential; its `accessToken` is the one that is no longer valid
 * @returns the members that n8n merges into the credential and stores
 * @throws UserError when the credential is incomplete or the service issues no token
 */
export async function renewToken(
	this: IHttpRequestHelper,
	data: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	const credential = readCredential(data);
	const issuedFor = credentialKey(credential);
	const accessToken = await tokens.renew(
		issuedFor,
		credential.accessToken,
		async () => await requestToken(this.helpers, credential),
	);
	return { accessToken, issuedFor };
}

/**
 * n8n's `authenticate` hook: adds the token to a request, after checking where it is sent
 * (third-party-risk, Authentication 2).
 *
 * The place for sender-constrained tokens (DPoP): {@link authorizationHeaders} gets the request and
 * the credential, which is all that a proof consists of.
 *
 * @param data the decrypted credential; its `accessToken` is updated, so that a renewal after a 401
 *   knows which token was refused
 * @param request what is about to be sent; not modified
 * @returns a copy that includes the token and follows no redirect
 * @throws UserError when the token must not be sent to the target, or has to be renewed first
 */
export async function authenticateRequest(
	data: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const credential = readCredential(data);
	assertAllowedTarget(targetOf(request), credential);

	const accessToken = usableToken(credential);
	if (accessToken === undefined) {
		throw new TokenRenewalNeeded('The access token must be renewed', {
			description: 'Run the workflow again. n8n renews the token automatically.',
		});
	}
	data.accessToken = accessToken;
	return { ...request, ...NO_REDIRECTS, headers: authorizationHeaders(request, accessToken) };
}

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
	const { accessToken: stored, issuedFor } = credential;
	const key = credentialKey(credential);
	const isForOtherSettings = issuedFor !== '' && issuedFor !== key;
	const isStoredUsable = stored !== '' && !isForOtherSettings && !tokens.hasExpired(key);
	return tokens.current(key) ?? (isStoredUsable ? stored : undefined);
}

/**
 * `authenticate` does not check redirects, and n8n sends credentials along by default. The last two
 * names are those of n8n's older request function, which its HTTP Request node still uses.
 */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	maxRedirects: 0,
	followRedirect: false,
	followAllRedirects: false,
};

function authorizationHeaders({ headers }: IHttpRequestOptions, accessToken: string): IDataObject {
	const others = Object.entries(headers ?? {}).filter(
		([name]) => name.toLowerCase() !== 'authorization',
	);
	return { ...Object.fromEntries(others), Authorization: `Bearer ${accessToken}` };
}
