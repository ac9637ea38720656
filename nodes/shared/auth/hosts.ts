import { parseUrl } from '../basics/parseUrl';
import { userError } from '../n8n/nodeErrors';
import { assertOwnConnection } from './connection';
import { withoutUserInfo } from './credential';
import type { Guard, HostSettings, OutgoingRequest } from './hostSettings';

/**
 * Resolves the address of a request once, so that the address that is checked is the one that is
 * sent: n8n and the libraries below it each read `url`, `uri` and `baseURL` in their own way.
 *
 * @returns the address without user name and password, which would take the place of the token;
 *   `undefined` when there is none that can be requested
 */
export function resolveTarget({ url, uri, baseURL }: OutgoingRequest): URL | undefined {
	const address = addressText(url ?? uri);
	const target = parseUrl(address) ?? resolveBelow(address.trim(), addressText(baseURL));
	if (!target || !/^https?:$/.test(target.protocol)) return undefined;
	return Object.assign(target, { username: '', password: '' });
}

function addressText(value: unknown): string {
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
export function allowedOrigins({ baseUrl, allowedHosts }: HostSettings): {
	origins: string[];
	invalid: string[];
} {
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
