import { createHmac } from 'crypto';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { type Clean, redactor } from '../http/redact';
import { Recent } from '../basics/values';
import {
	clientSecrets,
	type GrcCredential,
	readCredential,
	readSigningSecrets,
} from './credential';
import { ACCESS_TOKEN, type IssuedToken, type Secret } from './outgoingRequest';

/** Maximum number of credentials whose tokens are kept. */
const MAX_ENTRIES = 500;

/** So many tokens are remembered after they were replaced, to recognize them in texts. */
const MAX_LATEST = 100;

const REFUSED: IssuedToken = { value: '', dpopKey: undefined, usableUntil: 0 };

/**
 * Identifies the settings that a token depends on. A token issued for other settings is not used, so
 * a changed base URL or secret takes effect with the next request.
 *
 * @returns a hash that the client secret is the key of, so that it does not help to guess the secret
 */
export function credentialKey(credential: GrcCredential): string {
	const { baseUrl, tokenUrl, clientId, clientSecret, scope, useDpop, privateKey } = credential;
	const settings = [baseUrl, tokenUrl, clientId, scope, ...(useDpop ? ['DPoP', privateKey] : [])];
	return createHmac('sha256', clientSecret).update(JSON.stringify(settings)).digest('hex');
}

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
