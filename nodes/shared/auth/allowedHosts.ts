import { UserError } from 'n8n-workflow';

import type { GrcCredential } from './credential';

/**
 * Refuses to let the access token leave for an address that the credential does not name.
 *
 * Allowed are the origin of the base URL and the entries of Allowed Hosts (`host`, `host:port` or
 * a full origin). An entry without a protocol means https; an http entry counts only where the
 * base URL is http too, so that nothing downgrades https to http.
 *
 * @param target where the request is about to go, absolute
 * @param credential the settings that say what is allowed
 * @throws UserError naming the refused origin and the field to change
 */
export function assertAllowedTarget(
	target: string,
	credential: Pick<GrcCredential, 'baseUrl' | 'allowedHosts'>,
): void {
	const origin = URL.canParse(target) ? new URL(target).origin : undefined;
	const { origins, unusable } = allowedOrigins(credential);
	if (origin !== undefined && origins.has(origin)) return;

	const hint =
		unusable.length > 0 ? ` These entries cannot be used as they are: ${unusable.join(', ')}.` : '';
	throw new UserError(
		`The access token of this credential is not sent to ${origin ?? 'an address that cannot be read'}`,
		{
			description: `It goes only to ${new URL(credential.baseUrl).origin} and to the hosts listed under Allowed Hosts in the credential, and never from https to http. Add the host there if you trust it with the token.${hint}`,
		},
	);
}

function allowedOrigins({
	baseUrl,
	allowedHosts,
}: Pick<GrcCredential, 'baseUrl' | 'allowedHosts'>): { origins: Set<string>; unusable: string[] } {
	const base = new URL(baseUrl);
	const origins = new Set([base.origin]);
	const unusable: string[] = [];
	for (const entry of allowedHosts.split(/[\s,;]+/).filter(Boolean)) {
		const address = entry.includes('://') ? entry : `https://${entry}`;
		const url = URL.canParse(address) ? new URL(address) : undefined;
		const isSafe =
			url?.protocol === 'https:' || (url?.protocol === 'http:' && base.protocol === 'http:');
		if (url && isSafe && !url.hostname.includes('*')) origins.add(url.origin);
		else unusable.push(entry);
	}
	return { origins, unusable };
}
