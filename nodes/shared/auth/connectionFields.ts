import type { INodeProperties } from 'n8n-workflow';

import { switchField, textField } from '../forms/fields';

/** What makes a field one for a secret. */
export const SECRET = { typeOptions: { password: true } };

/**
 * Allowed Hosts and Ignore SSL Issues, as every credential has them.
 *
 * @param secret what is sent to the hosts
 * @param host an example of one
 */
export function connectionFields(secret: string, host: string): INodeProperties[] {
	return [
		textField(
			'Allowed Hosts',
			'allowedHosts',
			`Additional hosts that may receive the ${secret}, separated by commas. Requests to any other host are rejected.`,
			{ placeholder: `e.g. ${host}, files.example.com:8443` },
		),
		switchField(
			'Ignore SSL Issues (Insecure)',
			'ignoreSSLIssues',
			'Whether to connect even if SSL certificate validation is not possible',
		),
	];
}
