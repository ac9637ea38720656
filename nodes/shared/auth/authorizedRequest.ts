import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { AccessToken } from './accessToken';
import { certificateOptions } from './connection';
import { createProof } from './dpop/proof';
import type { Guard, OutgoingRequest } from './hostSettings';

/** A request with a token, in hindsight. */
export interface AuthorizedRequest {
	token: AccessToken;
	target: URL;
	/** The one in its proof, if any. */
	nonce: string | undefined;
}

/** @returns a checked request with the access token, or with a proof of its key (RFC 9449, 7.1) */
export function authorize(
	request: OutgoingRequest,
	{ token: { value, dpopKey }, target, nonce }: AuthorizedRequest,
	credential: Guard,
): IHttpRequestOptions {
	const DPoP =
		dpopKey && createProof(dpopKey, { method: request.method, target, accessToken: value, nonce });
	const authorization = {
		Authorization: `${DPoP ? 'DPoP' : 'Bearer'} ${value}`,
		...(DPoP && { DPoP }),
	};
	// Where n8n pages or never fails, it would return a refused nonce as an item.
	return sealed({ ...request, ...(DPoP && { simple: true }) }, target, authorization, credential);
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
