import type {
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { isRecord, memberOf, parseUrl } from '../basics/values';
import { type Answer, normalizeHeaders, type SendResult, toNoAnswer } from '../http/answer';
import { userError } from '../n8n/shownErrors';
import { type GrcCredential, withoutUserInfo } from './credential';
import { createProof, type DpopKey } from './dpop';

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
type HostSettings = Pick<GrcCredential, 'baseUrl' | 'allowedHosts'>;

/** What a credential says about where and how its secret may be sent. */
export type Guard = HostSettings & Pick<GrcCredential, 'ignoresSslIssues'>;

/**
 * Resolves the address of a request once, so that the address that is checked is the one that is
 * sent: n8n and the libraries below it each read `url`, `uri` and `baseURL` in their own way.
 *
 * @returns the address without user name and password, which would take the place of the token;
 *   `undefined` when there is none that can be requested
 */
export function resolveTarget({ url, uri, baseURL }: OutgoingRequest): URL | undefined {
	const address = textOf(url ?? uri);
	const target = parseUrl(address) ?? resolveBelow(address.trim(), textOf(baseURL));
	if (!target || !/^https?:$/.test(target.protocol)) return undefined;
	return Object.assign(target, { username: '', password: '' });
}

function textOf(value: unknown): string {
	return typeof value === 'string' || value instanceof URL ? String(value) : '';
}

/** @returns the address of a path below a base, as in axios; `undefined` when they do not make one */
function resolveBelow(path: string, base: string): URL | undefined {
	const folder = parseUrl(base);
	if (!folder || path === '') return folder;
	folder.pathname = folder.pathname.replace(/^(.*[^/])?\/*$/, '$1/');
	// Whatever the path is, it is one: the dot keeps "/a:b" from being read as protocol "a".
	return parseUrl(`./${path.replace(/^[\\/]+/, '')}`, folder.href);
}

/**
 * Checks where and how a request is sent.
 *
 * Allowed are the origin of the base URL and the entries of Allowed Hosts (`host`, `host:port` or a full
 * origin). An entry without a protocol means https; an http entry counts only where the base URL is http
 * too, so that nothing is downgraded from https to http.
 *
 * @returns the address
 * @throws UserError that says what to change, when the secret must not be sent this way
 */
export function checkedTarget(request: OutgoingRequest, credential: Guard): URL {
	assertOwnConnection(request, credential.ignoresSslIssues);
	const target = resolveTarget(request);
	const { origins, invalid } = allowedOrigins(credential);
	if (target && origins.includes(target.origin)) return target;
	const ignored =
		invalid.length > 0
			? ` These entries are not valid and are ignored: ${invalid.join(', ')}.`
			: '';
	throw userError(
		`The secret of this credential is not sent to ${target?.origin ?? 'an address without a host'}`,
		`If you trust this host with the secret, add it to Allowed Hosts in the credential. The secret is sent only to ${origins[0]} and to the hosts listed there, and never from https to http.${ignored}`,
	);
}

/** @returns the origins that may receive the secret, that of the base URL first, and the entries that are ignored */
export function allowedOrigins({ baseUrl, allowedHosts }: HostSettings) {
	const base = new URL(baseUrl);
	const origins = [base.origin];
	const invalid: string[] = [];
	for (const entry of allowedHosts.split(/[\s,;]/).filter(Boolean)) {
		const url = parseUrl(entry.includes('://') ? entry : `https://${entry}`);
		const isSafe = url && ['https:', base.protocol].includes(url.protocol);
		if (isSafe && !url.hostname.includes('*')) origins.push(url.origin);
		else invalid.push(withoutUserInfo(entry));
	}
	return { origins, invalid };
}

/** Members of a request that choose another way to the service, in all forms that n8n has had. */
const DETOURS = [
	'proxy',
	'agent',
	'agents',
	'httpAgent',
	'httpsAgent',
	'socketPath',
	'lookup',
	'transport',
];

const VERIFY = 'rejectUnauthorized';

/** A client certificate says who calls, and changes nothing about who is called. */
const CLIENT_CERTIFICATE = ['cert', 'key', 'passphrase', VERIFY];

/**
 * Refuses a request that chooses its own way to the service: whoever is on it could read the secret.
 *
 * @param allowsUnverified whether the credential itself switches the check of certificates off
 */
function assertOwnConnection(request: OutgoingRequest, allowsUnverified: boolean): void {
	const settings: Record<string, unknown> = { ...request };
	const agentOptions = isRecord(settings.agentOptions) ? settings.agentOptions : {};
	const isUnverified =
		Boolean(settings.skipSslCertificateValidation) ||
		[settings, agentOptions].some((options) => options[VERIFY] === false);
	const found = [
		...DETOURS.filter((name) => memberOf(settings, name)),
		...Object.keys(agentOptions)
			.filter((name) => !CLIENT_CERTIFICATE.includes(name) && memberOf(agentOptions, name))
			.map((name) => `agentOptions.${name}`),
		...(isUnverified && !allowsUnverified ? ['Ignore SSL Issues'] : []),
	];
	if (found.length === 0) return;
	throw userError(
		`This credential can't be used by a node with its own connection settings (${found.join(', ')})`,
		'Remove them from this node. For all of n8n, set HTTPS_PROXY for a proxy, or NODE_EXTRA_CA_CERTS for a certificate authority, in its environment. If n8n cannot verify the certificate of the service, turn on Ignore SSL Issues (Insecure) in the credential.',
	);
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

/** @returns what makes both of n8n's request functions skip the check, if the credential says so */
export function certificateOptions({ ignoresSslIssues }: Guard) {
	return ignoresSslIssues ? { skipSslCertificateValidation: true, rejectUnauthorized: false } : {};
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
		return toAnswer(await http.httpRequest(request));
	} catch (error) {
		return toNoAnswer(error);
	}
}

/** @returns what n8n's request function returned, as an outcome of an attempt */
export function toAnswer({ statusCode, headers, body }: IN8nHttpFullResponse): Answer {
	return { kind: 'answer', status: statusCode, headers: normalizeHeaders(headers), body };
}
