import { UserError } from 'n8n-workflow';

import { withoutUserInfo } from './credential';
import type { HostSettings } from './types';

/**
 * Refuses to send the secret of a credential to an address that the credential does not allow.
 *
 * Allowed are the origin of the base URL and the entries of Allowed Hosts (`host`, `host:port` or
 * a full origin). An entry without a protocol means https; an http entry counts only where the
 * base URL is http too, so that nothing is downgraded from https to http.
 *
 * @param target address of the request; `undefined` when it has none that can be requested
 * @param credential the settings that say what is allowed
 * @param address as the request has it; its protocol is named where there is no target
 * @returns the target
 * @throws UserError naming the refused origin and the field to change
 */
export function assertAllowedTarget(
	target: URL | undefined,
	credential: HostSettings,
	address?: string,
): URL {
	const { origins, invalid } = allowedOrigins(credential);
	const { baseUrl, secret = 'access token' } = credential;
	if (target && origins.includes(target.origin)) return target;

	const [protocol] = /^[a-z][a-z\d+.-]*:/i.exec(target?.href ?? address ?? '') ?? [];
	const hasHost = target !== undefined && target.origin !== 'null';
	const elsewhere = protocol ? `an address that starts with ${protocol}` : 'an invalid address';
	const hint =
		invalid.length > 0
			? ` These entries are not valid and are ignored: ${invalid.join(', ')}.`
			: '';
	throw new UserError(
		`The ${secret} of this credential is not sent to ${hasHost ? target.origin : elsewhere}`,
		{
			description: `If you trust this host with the ${secret}, add it to Allowed Hosts in the credential. The ${secret} is sent only to ${new URL(baseUrl).origin} and to the hosts listed there, and never from https to http.${hint}`,
		},
	);
}

/** @returns the origins that may receive the secret, and the entries that are ignored */
export function allowedOrigins({ baseUrl, allowedHosts }: HostSettings) {
	const base = new URL(baseUrl);
	const origins = [base.origin];
	const invalid: string[] = [];
	for (const entry of allowedHosts.split(/[\s,;]/).filter(Boolean)) {
		const text = entry.includes('://') ? entry : `https://${entry}`;
		const url = URL.canParse(text) ? new URL(text) : undefined;
		const isSafe = url && ['https:', base.protocol].includes(url.protocol);
		if (isSafe && !url.hostname.includes('*')) origins.push(url.origin);
		else invalid.push(withoutUserInfo(entry));
	}
	return { origins, invalid };
}
