/** An access token and the time from which on it is not used any more. */
export interface IssuedToken {
	value: string;
	/** Milliseconds since 1970; `Infinity` when the service did not say. */
	usableUntil: number;
}

/** Tokens of so many different credentials are kept at most. */
const MAX_ENTRIES = 500;

/**
 * Keeps one access token per set of credential settings for the life of the process.
 *
 * Concurrent callers share one request in flight: fifty executions that start together after an
 * expiry cost one token request. A caller that comes back with a token which has been replaced
 * meanwhile gets the newer one without any request.
 */
export class TokenCache {
	private readonly tokens = new Map<string, IssuedToken>();
	private readonly inFlight = new Map<string, Promise<IssuedToken>>();

	constructor(private readonly now: () => number = () => Date.now()) {}

	/**
	 * @param key identifies the credential settings
	 * @returns the token kept for them, or `undefined` when there is none that can still be used
	 */
	current(key: string): string | undefined {
		const token = this.tokens.get(key);
		return token && token.usableUntil > this.now() ? token.value : undefined;
	}

	/** @returns whether a token was kept under `key` that cannot be used any more */
	isOver(key: string): boolean {
		return this.tokens.has(key) && this.current(key) === undefined;
	}

	/**
	 * The service does not accept the token: nobody else is to try it.
	 *
	 * @param value the kept token at the time of the request; `undefined` when none was kept, and the
	 *   one that n8n had stored went out
	 */
	refuse(key: string, value: string | undefined): void {
		// Anything else that is kept now has been fetched meanwhile, and is not the refused one.
		if (this.tokens.get(key)?.value === value)
			this.keep(key, { value: value ?? '', usableUntil: 0 });
	}

	/**
	 * Gives a token that is not the rejected one.
	 *
	 * @param key identifies the credential settings
	 * @param rejected the token that the caller holds and cannot use (expired, or answered with 401);
	 *   `''` when it holds none
	 * @param fetch asks the service for a token; called only when no other caller is asking already
	 * @throws whatever `fetch` throws, to every caller that waits for it; nothing is kept then
	 */
	async renew(key: string, rejected: string, fetch: () => Promise<IssuedToken>): Promise<string> {
		const known = this.current(key);
		if (known !== undefined && known !== rejected) return known;

		const running = this.inFlight.get(key);
		if (running) return (await running).value;

		const request = fetch();
		this.inFlight.set(key, request);
		try {
			const token = await request;
			this.keep(key, token);
			return token.value;
		} finally {
			this.inFlight.delete(key);
		}
	}

	private keep(key: string, token: IssuedToken): void {
		this.tokens.delete(key);
		this.tokens.set(key, token);
		// A Map lists its keys oldest first, so this forgets the credential renewed longest ago.
		const [oldest] = this.tokens.keys();
		if (this.tokens.size > MAX_ENTRIES && oldest !== undefined) this.tokens.delete(oldest);
	}
}
