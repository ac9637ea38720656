import type { IHttpRequestOptions } from 'n8n-workflow';

import type { GrcCredential } from './credential';
import type { DpopKey } from './dpop';

/** A secret of a credential. */
export interface Secret {
	value: string;
	/**
	 * What it is, if it may be sent again where an API repeats it in its URLs. The same for the secret
	 * that replaces it. A password, a client secret, or a refresh token is never sent again.
	 */
	sentAs?: string;
}

/** `sentAs` of access tokens. */
export const ACCESS_TOKEN = 'access token';

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

/** A request with a token, in hindsight. */
export interface AuthorizedRequest {
	token: AccessToken;
	target: URL;
	/** The one in its proof, if any. */
	nonce: string | undefined;
}

/** A request in the form of either of n8n's request functions; the older one has more. */
export type OutgoingRequest = IHttpRequestOptions & { uri?: unknown; simple?: unknown };

/** What a credential says about where its secret may be sent. */
export type HostSettings = Pick<GrcCredential, 'baseUrl' | 'allowedHosts'>;

/** What a credential says about where and how its secret may be sent. */
export type Guard = HostSettings & Pick<GrcCredential, 'ignoresSslIssues'>;
