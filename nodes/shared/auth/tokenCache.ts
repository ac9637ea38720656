import { createHmac } from 'crypto';

import type { GrcCredential, IssuedToken } from './types';

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
	private readonly tokens = new Map<string, IssuedToken>();
	private readonly inFlight = new Map<string, Promise<IssuedToken>>();
	private latest: Array<{ key: string; value: string }> = [];

	constructor(private readonly now: () => number = () => Date.now()) {}

	/** @returns the token kept under `key`, or `undefined` when there is none that is still usable */
	current(key: string): IssuedToken | undefined {
		const token = this.tokens.get(key);
		return token && token.usableUntil > this.now() ? token : undefined;
	}

	/** @returns the tokens issued last for `key`, the replaced ones included */
	issued(key: string): string[] {
		return this.latest.filter((token) => token.key === key).map(({ value }) => value);
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
		if (this.tokens.get(key)?.value === value) this.keep(key, REFUSED);
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
			this.keep(key, token);
			this.latest = [{ key, value: token.value }, ...this.latest].slice(0, MAX_LATEST);
			return token;
		} finally {
			this.inFlight.delete(key);
		}
	}

	private keep(key: string, token: IssuedToken): void {
		this.tokens.delete(key);
		this.tokens.set(key, token);
		// A Map lists its keys oldest first, so this removes the credential renewed longest ago.
		for (const oldest of this.tokens.keys()) {
			if (this.tokens.size <= MAX_ENTRIES) break;
			this.tokens.delete(oldest);
		}
	}
}

/** One for the process: n8n loads this module once for all nodes and workflows. */
export const tokens = new TokenCache();
