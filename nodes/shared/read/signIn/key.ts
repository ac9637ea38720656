import { allowedOrigins } from '../../auth/allowedHosts';
import type { Kind } from '../../auth/apiKey/credential';
import { API_KEY_CREDENTIAL, readApiKeyCredential } from '../../auth/apiKey/credential';
import { toAnswer } from '../../service/send';
import { Echo } from './echo';
import { transmit } from './transmit';
import type { ReadSignIn } from './types';

/** What to check first where the API does not accept the secret. */
const FIELDS: Record<Kind, string> = {
	basic: 'User and Password',
	bearer: 'Token',
	header: 'Headers',
	query: 'Query Parameters',
};

/** Signs in with a key, a token, or a user and password. */
export const key: ReadSignIn = async (context, itemIndex) => {
	const data = await context.getCredentials(API_KEY_CREDENTIAL, itemIndex);
	const credential = readApiKeyCredential(data);
	const { baseUrl, kind, headers, query, secrets, keys } = credential;
	const names = query.map(([name]) => name);
	const known = secrets.map((value) => {
		const index = keys.indexOf(value);
		return { value, ...(index !== -1 && { sentAs: `key ${index}` }) };
	});
	const echo = new Echo(JSON.stringify(secrets), context.getInstanceId(), known, names);
	return {
		hasCredential: true,
		baseUrl,
		allowedOrigins: allowedOrigins(credential).origins,
		ownHeaders: headers.map(([name]) => name.toLowerCase()),
		clean: echo.clean,
		trust: (entered, resume) => echo.trust(entered, resume),
		send: async (options, read) =>
			await transmit(context, itemIndex, echo.clean, async () => {
				const url = echo.reveal(options.url);
				const response = await context.helpers.httpRequestWithAuthentication.call(
					context,
					API_KEY_CREDENTIAL,
					// n8n writes into the headers that it is given.
					{ ...options, url, headers: { ...options.headers } },
				);
				return await echo.read(toAnswer(response), read, url);
			}),
		advise: (status) =>
			status === 401
				? `Check ${FIELDS[kind]} in the credential, and that Authentication there is what the API expects. It did not accept the ${credential.secret}.`
				: `Ask the owner of the API for access, or use another ${credential.secret} in the credential. This one is not allowed to read it.`,
	};
};
