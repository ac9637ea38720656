import { Recent } from '../basics/recent';
import type { AccessToken, IssuedToken } from './accessToken';
import { credentialKey, type GrcCredential, MOST_CREDENTIALS } from './credential';
import { dpopKeyOf } from './dpop/key';

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
	private readonly tokens = new Recent<IssuedToken>(MOST_CREDENTIALS);
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
	async renew(
		key: string,
		rejected: string,
		fetch: () => Promise<IssuedToken>,
	): Promise<IssuedToken> {
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
 * Starts watching the token of a request, for when the service does not accept it.
 *
 * @returns `isCurrent`: whether there is no other token yet, and `refuse`: the next request renews
 *   the token, unless another one has done so in the meantime
 */
export function watchToken(credential: GrcCredential): {
	isCurrent: () => boolean;
	refuse: () => void;
} {
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
export function usableToken(credential: GrcCredential): AccessToken | undefined {
	const { accessToken: value, tokenIssuedFor, useDpop } = credential;
	const key = credentialKey(credential);
	const known = tokens.current(key);
	if (known || value === '' || tokens.hasExpired(key)) return known;
	if (tokenIssuedFor !== '' && tokenIssuedFor !== key) return undefined;
	const dpopKey = useDpop ? dpopKeyOf(credential) : undefined;
	return useDpop && !dpopKey ? undefined : { value, dpopKey };
}
