import type { IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { GrcCredential } from './types';
import { withoutUserInfo } from './credential';

type HostSettings = Pick<GrcCredential, 'baseUrl' | 'allowedHosts'>;

/**
 * Refuses to send the access token to an address that the credential does not allow.
 *
 * Allowed are the origin of the base URL and the entries of Allowed Hosts (`host`, `host:port` or
 * a full origin). An entry without a protocol means https; an http entry counts only where the
 * base URL is http too, so that nothing is downgraded from https to http.
 *
 * @param target absolute URL of the request
 * @param credential the settings that say what is allowed
 * @throws UserError naming the refused origin and the field to change
 */
export function assertAllowedTarget(target: string, credential: HostSettings): void {
	const origin = parseUrl(target)?.origin;
	const { origins, invalid } = allowedOrigins(credential);
	if (origins.some((allowed) => allowed === origin)) return;

	const hint =
		invalid.length > 0
			? ` These entries are not valid and are ignored: ${invalid.join(', ')}.`
			: '';
	throw new UserError(
		`The access token of this credential is not sent to ${origin ?? 'an invalid address'}`,
		{
			description: `If you trust this host with the token, add it to Allowed Hosts in the credential. The token is sent only to ${new URL(credential.baseUrl).origin} and to the hosts listed there, and never from https to http.${hint}`,
		},
	);
}

/**
 * @param request `uri` is the name that n8n's older request function uses for `url`
 * @returns the absolute URL of a request, or what was given where that is not a URL
 */
export function targetOf(request: IHttpRequestOptions & { uri?: unknown }): string {
	const target = typeof request.uri === 'string' ? request.uri : request.url;
	return parseUrl(target, request.baseURL)?.href ?? target;
}

function allowedOrigins({ baseUrl, allowedHosts }: HostSettings) {
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

function parseUrl(url: string, base?: string): URL | undefined {
	return URL.canParse(url, base) ? new URL(url, base) : undefined;
}
