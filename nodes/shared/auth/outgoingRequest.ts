import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { GrcCredential } from './types';

/** A request in the form of either of n8n's request functions; the older one says `uri` for `url`. */
export type OutgoingRequest = IHttpRequestOptions & { uri?: unknown };

/**
 * Resolves the address of a request once, so that the address that is checked is the one that is
 * sent: n8n and the libraries below it each read `url`, `uri` and `baseURL` in their own way.
 *
 * @returns the address without user name and password, which would take the place of the token;
 *   `undefined` when there is none that can be requested
 */
export function resolveTarget({ url, uri, baseURL }: OutgoingRequest): URL | undefined {
	const target = resolve(textOf(url ?? uri), textOf(baseURL));
	if (!target || !/^https?:$/.test(target.protocol)) return undefined;
	return Object.assign(target, { username: '', password: '' });
}

/** A path belongs below the base, as in axios; everything else is resolved as a browser does. */
function resolve(address: string, base: string): URL | undefined {
	if (base === '') return parse(address);
	const folder = parse(base);
	const path = address.replace(/[\t\n\r]/g, '').trim();
	if (!folder || path === '' || HAS_HOST.test(path)) return folder && parse(address, folder);
	folder.pathname = folder.pathname.replace(/^(.*[^/])?\/*$/, '$1/');
	// The dot keeps "/a:b" from being read as protocol "a".
	return parse(`./${path.replace(/^[\\/]/, '')}`, folder);
}

/** A protocol, or the two slashes before a host in all their spellings. */
const HAS_HOST = /^([a-z][a-z\d+.-]*:|[\\/]{2})/i;

function textOf(value: unknown): string {
	return typeof value === 'string' || value instanceof URL ? String(value) : '';
}

function parse(address: string, base?: URL): URL | undefined {
	return URL.canParse(address, base?.href) ? new URL(address, base) : undefined;
}

/**
 * Adds the access token to a request that was checked. The place for sender-constrained tokens
 * (DPoP): request, address, credential and token are all that a proof consists of.
 *
 * @returns a copy with `target` as its only address, which follows no redirect
 */
export function authorize(
	{ uri: _uri, baseURL: _baseURL, headers = {}, ...others }: OutgoingRequest,
	target: URL,
	credential: GrcCredential,
	accessToken: string,
): IHttpRequestOptions {
	const kept = Object.entries(headers).filter(
		([name]) => !OWN_HEADERS.has(name.trim().toLowerCase()),
	);
	const authorization: IDataObject = { Authorization: `Bearer ${accessToken}` };
	return {
		...others,
		...NO_REDIRECTS,
		...certificateOptions(credential),
		url: target.href,
		headers: { ...Object.fromEntries(kept), ...authorization },
	};
}

/** With another Host, a proxy could pass the token on to where the address does not lead. */
const OWN_HEADERS = new Set(['authorization', 'host']);

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
