import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { resolveBelow } from './baseUrl';
import { proofHeaders } from './dpop/proof';
import type { AuthorizedRequest, GrcCredential } from './types';

/** A request in the form of either of n8n's request functions; the older one has more. */
export type OutgoingRequest = IHttpRequestOptions & { uri?: unknown; simple?: unknown };

/**
 * Resolves the address of a request once, so that the address that is checked is the one that is
 * sent: n8n and the libraries below it each read `url`, `uri` and `baseURL` in their own way.
 *
 * @returns the address without user name and password, which would take the place of the token;
 *   `undefined` when there is none that can be requested
 */
export function resolveTarget({ url, uri, baseURL }: OutgoingRequest): URL | undefined {
	const [address, base] = [textOf(url ?? uri), textOf(baseURL)];
	const own = base === '' && URL.canParse(address) ? new URL(address) : undefined;
	const target = base === '' ? own : resolveBelow(address, base);
	if (!target || !/^https?:$/.test(target.protocol)) return undefined;
	return Object.assign(target, { username: '', password: '' });
}

function textOf(value: unknown): string {
	return typeof value === 'string' || value instanceof URL ? String(value) : '';
}

/**
 * Adds the access token to a request that was checked: as a bearer token, or with a proof that the
 * sender has the key it is bound to (RFC 9449, 7.1).
 *
 * @returns a copy with `target` as its only address, which follows no redirect
 */
export function authorize(
	{ uri: _uri, baseURL: _baseURL, headers = {}, ...others }: OutgoingRequest,
	{ token, target, terms }: AuthorizedRequest,
	credential: GrcCredential,
): IHttpRequestOptions {
	const { value, dpopKey } = token;
	const authorization: IDataObject =
		dpopKey && terms
			? proofHeaders(dpopKey, { method: others.method, target, accessToken: value }, terms)
			: { Authorization: `Bearer ${value}` };
	const replaced = [...Object.keys(authorization), 'host'].map((name) => name.toLowerCase());
	const kept = Object.entries(headers).filter(
		([name]) => !replaced.includes(name.trim().toLowerCase()),
	);
	return {
		...others,
		...NO_REDIRECTS,
		...certificateOptions(credential),
		url: target.href,
		// A Host of its own could make a proxy pass the token on to where the address does not lead.
		headers: { ...Object.fromEntries(kept), ...authorization },
	};
}

/** Redirects are not checked. The last two names are those of n8n's older request function. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	maxRedirects: 0,
	followRedirect: false,
	followAllRedirects: false,
};

/** @returns what makes both of n8n's request functions skip the check, if the credential says so */
export function certificateOptions({ ignoresSslIssues }: GrcCredential) {
	return ignoresSslIssues ? { skipSslCertificateValidation: true, rejectUnauthorized: false } : {};
}
