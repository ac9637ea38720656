import { CREDENTIAL_NAME, readCredential } from '../../auth/credential';
import { allowedOrigins } from '../../auth/hosts';
import { credentialFor } from '../../auth/sameForAllItems';
import { secretsOf } from '../../auth/secrets';
import { redactor } from '../../http/redact';
import { versionHeader } from '../../service/call';
import { sendWithCredential } from '../../service/send';
import type { ReadSignIn } from '../types';

/** Signs in with the access token of the service. */
export const service: ReadSignIn = async ({ context, index }) => {
	const ask = async () => await credentialFor(context, CREDENTIAL_NAME);
	const data = await ask();
	const credential = readCredential(data);
	const { baseUrl, apiVersion } = credential;
	// Also those that are replaced during the run.
	const secrets = new Set(secretsOf(data).map(({ value }) => value));
	return {
		hasCredential: true,
		baseUrl,
		account: () => credential.clientId,
		allowedOrigins: allowedOrigins(credential).origins,
		ownHeaders: ['authorization', 'dpop'],
		clean: (text) => redactor([...secrets])(text),
		send: async (options, read) => {
			const { href } = new URL(options.url);
			const path = href.startsWith(baseUrl) ? href.slice(baseUrl.length) : '';
			const headers = { ...versionHeader(path, apiVersion), ...options.headers };
			// Anew for each page: a run can be long, and the credential changed meanwhile.
			const now = await ask();
			const current = readCredential(now);
			try {
				return await sendWithCredential(context, { ...options, headers }, current, index, {
					read,
					isRepeatable: true,
				});
			} finally {
				for (const { value } of secretsOf(now)) secrets.add(value);
			}
		},
		advice: {},
	};
};
