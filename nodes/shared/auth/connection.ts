import { isRecord } from '../basics/guards';
import { memberOf } from '../basics/members';
import { userError } from '../n8n/nodeErrors';
import type { Guard, OutgoingRequest } from './hostSettings';

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
export function assertOwnConnection(request: OutgoingRequest, allowsUnverified: boolean): void {
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
		'Remove them from this node. For all of n8n, set HTTPS_PROXY or NODE_EXTRA_CA_CERTS in its environment. If it cannot verify the certificate, turn on Ignore SSL Issues (Insecure) in the credential.',
	);
}

/** @returns what makes both of n8n's request functions skip the check, if the credential says so */
export function certificateOptions({ ignoresSslIssues }: Guard): {
	skipSslCertificateValidation?: boolean;
	rejectUnauthorized?: boolean;
} {
	return ignoresSslIssues ? { skipSslCertificateValidation: true, rejectUnauthorized: false } : {};
}
