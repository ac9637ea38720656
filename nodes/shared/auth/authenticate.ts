import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { Recent } from '../basics/values';
import { type Clean, redactor } from '../http/redact';
import { TokenRenewalNeeded, userError } from '../n8n/shownErrors';
import {
	clientSecrets,
	credentialKey,
	type GrcCredential,
	readCredential,
	readSigningSecrets,
} from './credential';
import { keyOf, serverAt } from './dpop';
import {
	ACCESS_TOKEN,
	type AccessToken,
	authorize,
	type AuthorizedRequest,
	checkedTarget,
	type IssuedToken,
	type Secret,
} from './outgoingRequest';
import { askAboutToken } from './refusal';
import { requestToken } from './tokenRequest';

/** Maximum number of credentials whose tokens are kept. */
const MAX_ENTRIES = 500;

/** So many tokens are remembered after they were replaced, to recognize them in texts. */
const MAX_LATEST = 100;

const REFUSED: IssuedToken = { value: '', dpopKey: undefined, usableUntil: 0 };

/**
 * Keeps one access token per {@link credentialKey} for the lifetime of the process.
 *
 * Concurrent callers share one request in flight: fifty executions that start together after an
 * expiry cost one token request. A caller whose token has been replaced in the meantime gets the
 * newer one without a request.
 */
export class TokenCache {
	private readonly tokens = new Recent<IssuedToken>(MAX_ENTRIES);
	private readonly inFlight = new Map<string, Promise<IssuedToken>>();
	/** The key of each token. */
	private readonly latest = new Recent<string>(MAX_LATEST);

	constructor(private readonly now = () => Date.now()) {}

	/** @returns the token kept under `key`, or `undefined` when there is none that is still usable */
	current(key: string): IssuedToken | undefined {
		const token = this.tokens.get(key);
		return token && token.usableUntil > this.now() ? token : undefined;
	}

	/** @returns the tokens issued last for `key`, the replaced ones included */
	issued(key: string): string[] {
		return [...this.latest].flatMap(([token, issuedFor]) => (issuedFor === key ? token : []));
	}

	/** @returns whether the token kept under `key` has expired or was refused */
	hasExpired(key: string): boolean {
		return this.tokens.has(key) && this.current(key) === undefined;
	}

	/**
	 * Records that the service does not accept a token, so that it is not used again.
	 *
	 * @param value the token kept under `key` when the request was sent; `undefined` when none was
	 *   kept, and the one that n8n had stored was used
	 */
	refuse(key: string, value: string | undefined): void {
		// A different one that is kept now was issued in the meantime, and was not refused.
		if (this.tokens.get(key)?.value === value) this.tokens.set(key, REFUSED);
	}

	/**
	 * Returns a token other than the rejected one, from the cache where possible.
	 *
	 * @param rejected the caller's token that is not valid (expired, or answered with 401); `''` when
	 *   it has none
	 * @param fetch requests a token from the service; not called while a request is in flight
	 * @throws whatever `fetch` throws, to every caller that waits for it; nothing is kept then
	 */
	async renew(key: string, rejected: string, fetch: () => Promise<IssuedToken>) {
		const known = this.current(key);
		if (known && known.value !== rejected) return known;

		const running = this.inFlight.get(key);
		if (running) return await running;

		const request = fetch();
		this.inFlight.set(key, request);
		try {
			const token = await request;
			this.tokens.set(key, token);
			this.latest.set(token.value, key);
			return token;
		} finally {
			this.inFlight.delete(key);
		}
	}
}

/** One for the process: n8n loads this module once for all nodes and workflows. */
export const tokens = new TokenCache();

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

/** @returns the secrets of the decrypted credential, with the tokens that were issued so far, the valid one first */
export function secretsOf(data: ICredentialDataDecryptedObject): Secret[] {
	const credential = readCredential(data);
	const key = credentialKey(credential);
	const valid = tokens.current(key)?.value ?? '';
	return [
		...[valid, credential.accessToken, ...tokens.issued(key)].map((value) => {
			return { value, sentAs: ACCESS_TOKEN };
		}),
		...[...clientSecrets(credential), ...readSigningSecrets(data)].map((value) => ({ value })),
	];
}

/** @returns what prepares a text for the user that may repeat what was sent with this credential */
export function cleanFor(data: ICredentialDataDecryptedObject): Clean {
	return (text) => redactor(secretsOf(data).map(({ value }) => value))(text);
}
