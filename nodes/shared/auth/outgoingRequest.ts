import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { assertAllowedTarget } from './allowedHosts';
import { resolveBelow } from './baseUrl';
import { assertOwnConnection } from './connection';
import { proofHeaders } from './dpop/proof';
import type { AuthorizedRequest, GrcCredential, Guard, OutgoingRequest } from './types';

/**
 * Resolves the address of a request once, so that the address that is checked is the one that is
 * sent: n8n and the libraries below it each read `url`, `uri` and `baseURL` in their own way.
 *
 * @returns the address without user name and password, which would take the place of the token;
 *   `undefined` when there is none that can be requested
 */
export function resolveTarget({ url, uri, baseURL }: OutgoingRequest): URL | undefined {
	const [address, base] = [textOf(url ?? uri), textOf(baseURL)];
	const own = URL.canParse(address) ? new URL(address) : undefined;
	const target = base === '' ? own : resolveBelow(address, base);
	if (!target || !/^https?:$/.test(target.protocol)) return undefined;
	return Object.assign(target, { username: '', password: '' });
}

function textOf(value: unknown): string {
	return typeof value === 'string' || value instanceof URL ? String(value) : '';
}

/**
 * Checks where and how a request is sent: UserError when a secret must not be sent this way. One to
 * the base URL, which says nothing about its connection, needs no closer look.
 */
export function checkedTarget(request: OutgoingRequest, credential: Guard): URL {
	if (Object.keys(request).some((name) => ABOUT_CONNECTION.test(name)))
		assertOwnConnection(request, credential.ignoresSslIssues);
	const target = resolveTarget(request);
	return target?.origin === new URL(credential.baseUrl).origin
		? target
		: assertAllowedTarget(target, credential, request.url);
}

const ABOUT_CONNECTION = /proxy|agent|ssl|unauthorized|socket|lookup|transport/i;

/** @returns a checked request with the access token, or with a proof of its key (RFC 9449, 7.1) */
export function authorize(
	request: OutgoingRequest,
	{ token: { value, dpopKey }, target, terms }: AuthorizedRequest,
	credential: GrcCredential,
): IHttpRequestOptions {
	if (!dpopKey || !terms)
		return sealed(request, target, { Authorization: `Bearer ${value}` }, credential);
	const proven = { method: request.method, target, accessToken: value };
	const proof = proofHeaders(dpopKey, proven, terms);
	// Where n8n pages or never fails, it would return a refused nonce as an item.
	return sealed({ ...request, simple: true }, target, proof, credential);
}

/** @returns a copy with `target` as its only address and the given headers, which follows no redirect */
export function sealed(
	{ uri: _uri, baseURL: _baseURL, headers = {}, ...others }: OutgoingRequest,
	target: URL,
	authorization: IDataObject,
	credential: Guard,
): IHttpRequestOptions {
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
export function certificateOptions({ ignoresSslIssues }: Guard) {
	return ignoresSslIssues ? { skipSslCertificateValidation: true, rejectUnauthorized: false } : {};
}
