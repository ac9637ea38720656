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
	/** The token n8n stored last; `''` when there is none. */
	accessToken: string;
	/** Key (`credentialKey`) of the settings the stored token was issued for; `''` when unknown. */
	tokenIssuedFor: string;
	/** IANA name of the time zone in which the service writes dates, `UTC` when not set. */
	organizationTimeZone: string;
	/** Format in which the service writes dates, as a Luxon pattern. */
	organizationDateFormat: string;
}
