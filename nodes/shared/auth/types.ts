import type { IHttpRequestOptions } from 'n8n-workflow';

import type { DpopKey } from './dpop/key';
import type { ProofTerms } from './dpop/proof';

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
	/** What its proof was made with; `undefined` without one. */
	terms: ProofTerms | undefined;
}

/**
 * What became of a request. `asked` means that the service was asked about its token before it; a
 * request that was not sent needs this question.
 */
export type LastRequest = 'notSent' | 'asked' | (AuthorizedRequest & { wasSent: boolean });

/** The fields of the shared credential that the package reads, trimmed, `''` where not set. */
export interface GrcCredential {
	/** Address of the service without a trailing slash, such as `https://grc.example.com`. */
	baseUrl: string;
	clientId: string;
	clientSecret: string;
	/** Space-separated scopes to request; `''` requests everything the client is allowed. */
	scope: string;
	/** Address that exchanges client ID and secret for an access token. */
	tokenUrl: string;
	/** Value of `X-API-Version`. */
	apiVersion: string;
	/** Hosts, comma-separated, that may receive the token besides the base URL's. */
	allowedHosts: string;
	/** Whether certificates that cannot be verified are accepted. */
	ignoresSslIssues: boolean;
	/** Whether tokens are bound to a key (DPoP). */
	useDpop: boolean;
	/** The user's own private key; `''` when one is made. */
	privateKey: string;
	/** The private key that was made for the stored token; `''` when there is none. */
	dpopPrivateKey: string;
	/** The token n8n stored last; `''` when there is none. */
	accessToken: string;
	/** Key (`credentialKey`) of the settings the stored token was issued for; `''` when unknown. */
	tokenIssuedFor: string;
	/** IANA name of the time zone in which the service writes dates, `UTC` when not set. */
	organizationTimeZone: string;
	/** Format in which the service writes dates, as a Luxon pattern. */
	organizationDateFormat: string;
}

/** A request in the form of either of n8n's request functions; the older one has more. */
export type OutgoingRequest = IHttpRequestOptions & { uri?: unknown; simple?: unknown };

/** What a credential says about where its secret may be sent. */
export interface HostSettings extends Pick<GrcCredential, 'baseUrl' | 'allowedHosts'> {
	/** What the user calls the secret; an access token where nothing is said. */
	secret?: string;
}

/** What a credential says about where and how its secret may be sent. */
export type Guard = HostSettings & Pick<GrcCredential, 'ignoresSslIssues'>;
