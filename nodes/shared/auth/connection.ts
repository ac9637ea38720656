import type { IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isRecord } from '../json';

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
export function assertOwnConnection(request: IHttpRequestOptions, allowsUnverified: boolean): void {
	const settings: Record<string, unknown> = { ...request };
	if (isSet(settings.proxy)) {
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
		...DETOURS.filter((name) => isSet(settings[name])),
		...Object.entries(agentOptions)
			.filter(([name, value]) => !CLIENT_CERTIFICATE.has(name) && name !== VERIFY && isSet(value))
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
	return settings[VERIFY] === false || isSet(settings.skipSslCertificateValidation);
}

/** @returns whether a setting takes effect: n8n ignores these values */
function isSet(value: unknown): boolean {
	return ![undefined, null, false, ''].some((none) => none === value);
}
