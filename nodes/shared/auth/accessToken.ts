import type { DpopKey } from './dpop/key';

/** What a request is authorized with. */
export interface AccessToken {
	value: string;
	/** The key that the token is bound to; `undefined` for a bearer token. */
	dpopKey: DpopKey | undefined;
}

/** An access token and the time until which it is used. */
export interface IssuedToken extends AccessToken {
	/** Milliseconds since 1970; `Infinity` when the service did not report its lifetime. */
	usableUntil: number;
}
