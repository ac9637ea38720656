import type { IDataObject, IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { SendResult } from '../http/answer';
import { normalizeHeaders, toNoAnswer } from '../http/answer';
import { isRecord } from '../basics/values';
import { assertAllowedTarget } from './allowedHosts';
import { createProof } from './dpop/proof';
import type { AuthorizedRequest, Guard, OutgoingRequest } from './types';

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

/** A protocol, or the two slashes before a host in all their spellings. */
const HAS_HOST = /^([a-z][a-z\d+.-]*:|[\\/]{2})/i;

/**
 * Resolves an address that a request gives in two parts: a path belongs below the base, as in axios;
 * everything else is resolved as a browser does.
 *
 * @returns `undefined` when the two parts do not make an address
 */
function resolveBelow(address: string, base: string): URL | undefined {
	const folder = parse(base);
	const path = address.replace(/[\t\n\r]/g, '').trim();
	if (!folder || path === '' || HAS_HOST.test(path)) return folder && parse(address, folder);
	folder.pathname = folder.pathname.replace(/^(.*[^/])?\/*$/, '$1/');
	// The dot keeps "/a:b" from being read as protocol "a".
	return parse(`./${path.replace(/^[\\/]/, '')}`, folder);
}

function parse(address: string, base?: URL): URL | undefined {
	return URL.canParse(address, base?.href) ? new URL(address, base) : undefined;
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
	credential: Guard,
): IHttpRequestOptions {
	const proven = { method: request.method, target, accessToken: value };
	const proof = dpopKey && terms && createProof(dpopKey, proven, terms, Date.now());
	const authorization = {
		Authorization: `${proof ? 'DPoP' : 'Bearer'} ${value}`,
		...(proof && { DPoP: proof }),
	};
	// Where n8n pages or never fails, it would return a refused nonce as an item.
	return sealed({ ...request, ...(proof && { simple: true }) }, target, authorization, credential);
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

/** Members of a request that choose another way to the service, in all forms that n8n has had. */
const DETOURS = ['agent', 'agents', 'httpAgent', 'httpsAgent', 'socketPath', 'lookup', 'transport'];

/** A client certificate says who calls, and changes nothing about who is called. */
const CLIENT_CERTIFICATE = new Set(['cert', 'key', 'passphrase']);

/**
 * Refuses a request that chooses its own way to the service: through a proxy of its own, with other
 * connections than those of n8n, or without checking certificates. Each of them lets someone else
 * read the secret. The proxy that n8n's environment sets is not affected.
 *
 * @param request in the form of either of n8n's request functions
 * @param allowsUnverified whether the credential itself switches the check of certificates off
 * @throws UserError that says what to change in the request
 */
function assertOwnConnection(request: IHttpRequestOptions, allowsUnverified: boolean): void {
	const settings: Record<string, unknown> = { ...request };
	if (settings.proxy) {
		throw new UserError('This credential does not send its secret through a proxy', {
			description:
				'Remove Proxy under Options of this node. To use a proxy for all of n8n, set HTTPS_PROXY in its environment.',
		});
	}
	const agentOptions = isRecord(settings.agentOptions) ? settings.agentOptions : {};
	if (!allowsUnverified && [settings, agentOptions].some(skipsVerification)) {
		throw new UserError('This credential is not used without checking SSL certificates', {
			description:
				'Turn off Ignore SSL Issues (Insecure) in this node. If n8n cannot verify the certificate of the service, turn on Ignore SSL Issues (Insecure) in the credential.',
		});
	}
	const others = [
		...DETOURS.filter((name) => settings[name]),
		...Object.entries(agentOptions)
			.filter(([name, value]) => !CLIENT_CERTIFICATE.has(name) && name !== VERIFY && value)
			.map(([name]) => `agentOptions.${name}`),
	];
	if (others.length === 0) return;
	throw new UserError(
		`This credential is not used with connection settings of a request (${others.join(', ')})`,
		{
			description:
				'Remove them from this node. SSL Certificates may contain a client certificate, but no certificate authority: to make n8n trust one, set NODE_EXTRA_CA_CERTS in its environment.',
		},
	);
}

const VERIFY = 'rejectUnauthorized';

function skipsVerification(settings: Record<string, unknown>): boolean {
	return settings[VERIFY] === false || Boolean(settings.skipSslCertificateValidation);
}

/**
 * Sends a request that does not go through `authenticate`.
 *
 * @param request takes the full response, whatever its status
 */
export async function sendOnce(
	http: IHttpRequestHelper['helpers'],
	request: IHttpRequestOptions,
): Promise<SendResult> {
	try {
		const { statusCode, headers, body } = await http.httpRequest(request);
		return { kind: 'answer', status: statusCode, headers: normalizeHeaders(headers), body };
	} catch (error) {
		return toNoAnswer(error);
	}
}
