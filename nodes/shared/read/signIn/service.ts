import { allowedOrigins } from '../../auth/allowedHosts';
import { CREDENTIAL_NAME, readCredential } from '../../auth/credential';
import { cleanFor } from '../../auth/secrets';
import { sendWithCredential, versionHeader } from '../../service/send';
import type { ReadSignIn } from './types';

/** Signs in with the access token of the service. */
export const service: ReadSignIn = async (context, itemIndex) => {
	const ask = async () => await context.getCredentials(CREDENTIAL_NAME, itemIndex);
	const data = await ask();
	const credential = readCredential(data);
	const { baseUrl, apiVersion, allowedHosts } = credential;
	return {
		hasCredential: true,
		baseUrl,
		allowedOrigins: allowedHosts === '' ? [] : allowedOrigins(credential).origins,
		ownHeaders: ['authorization', 'dpop'],
		clean: (text) => cleanFor(data)(text),
		send: async (options, read) => {
			const { href } = new URL(options.url);
			const path = href.startsWith(baseUrl) ? href.slice(baseUrl.length) : '';
			const headers = { ...versionHeader(path, apiVersion), ...options.headers };
			// Anew for each page: a run can be long, and the credential changed meanwhile.
			const current = readCredential(await ask());
			return await sendWithCredential(context, { ...options, headers }, current, itemIndex, read);
		},
		advise: () => undefined,
	};
};
