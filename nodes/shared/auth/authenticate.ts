import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { assertAllowedTarget } from './allowedHosts';
import type { GrcCredential } from './credential';
import { readCredential } from './credential';
import { TokenCache } from './tokenCache';
import { credentialKey, requestToken } from './tokenRequest';

/** One for the process: n8n loads this module once, whichever node or workflow asks. */
const tokens = new TokenCache();

/**
 * n8n renews a credential when a request meets a 401. Thrown before sending, this asks for the same
 * renewal without spending a request on a token that is known to be useless.
 */
class TokenRenewalNeeded extends UserError {
	readonly response = { status: 401 };
}

/**
 * n8n's `preAuthentication` hook: runs when no token is stored and after a 401.
 *
 * @param data the decrypted credential; its `accessToken` is the one that cannot be used any more
 * @returns the members that n8n merges into the credential and stores
 * @throws UserError when the service gives no token
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
 * n8n's `authenticate` hook: puts the token on a request, after checking where it goes.
 *
 * The place for sender-constrained tokens (DPoP): {@link authorizationHeaders} sees the request and
 * the credential, which is all that a proof is made of.
 *
 * @param data the decrypted credential; its `accessToken` is brought up to date, so that a renewal
 *   after a 401 knows which token was refused
 * @param request what is about to be sent; left as it is
 * @returns a copy that carries the token and follows no redirect
 * @throws UserError when the target is not allowed to see the token
 */
export async function authenticateRequest(
	data: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const credential = readCredential(data);
	assertAllowedTarget(targetOf(request), credential);

	const key = credentialKey(credential);
	const stored = credential.accessToken;
	const accessToken = tokens.current(key) ?? stored;
	data.accessToken = accessToken;
	const issuedForOthers = credential.issuedFor !== '' && credential.issuedFor !== key;
	const isUnusable = stored === '' || issuedForOthers || tokens.isOver(key);
	if (tokens.current(key) === undefined && isUnusable) {
		throw new TokenRenewalNeeded('The access token has to be renewed', {
			description: 'Run the workflow again. n8n renews the token by itself before a request.',
		});
	}
	return { ...request, ...NO_REDIRECTS, headers: authorizationHeaders(request, accessToken) };
}

/**
 * Watches whether the service accepts the token that requests carry.
 *
 * @returns to be called after a 401: the next request then renews the token, unless somebody else
 *   has done so meanwhile
 */
export function watchToken(credential: GrcCredential): () => void {
	const key = credentialKey(credential);
	const before = tokens.current(key);
	return () => tokens.refuse(key, before);
}

/**
 * A redirect is not checked by `authenticate`, and n8n sends credentials along by default. The last
 * two names are those of n8n's older request function, which its HTTP Request node still uses.
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

/** n8n's older request function says `uri` where the newer one says `url`. */
function targetOf(request: IHttpRequestOptions & { uri?: unknown }): string {
	const target = typeof request.uri === 'string' ? request.uri : request.url;
	return URL.canParse(target, request.baseURL) ? new URL(target, request.baseURL).href : target;
}
