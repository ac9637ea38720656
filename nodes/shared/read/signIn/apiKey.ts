import { API_KEY_CREDENTIAL, type Kind, readApiKeyCredential } from '../../auth/apiKeyCredential';
import { allowedOrigins } from '../../auth/hosts';
import { credentialFor } from '../../auth/sameForAllItems';
import { toAnswer } from '../../auth/sendOnce';
import type { ReadSignIn } from '../types';
import { SecretCover } from './secretCover';
import { transmit } from './transmit';

/** What to check first where the API does not accept the secret. */
const SECRET_FIELDS: Record<Kind, string> = {
	basic: 'User and Password',
	bearer: 'Token',
	header: 'Headers',
	query: 'Query Parameters',
};

/** Signs in with a key, a token, or a user and password. */
export const apiKey: ReadSignIn = async ({ context, index }) => {
	const ask = async () => readApiKeyCredential(await credentialFor(context, API_KEY_CREDENTIAL));
	const credential = await ask();
	const { kind, headers } = credential;
	const echo = new SecretCover(context.getInstanceId(), credential.secrets);
	return {
		hasCredential: true,
		baseUrl: credential.baseUrl,
		account: () => echo.keyId,
		allowedOrigins: allowedOrigins(credential).origins,
		clean: echo.clean,
		echo,
		ownHeaders: headers.map(([name]) => name.toLowerCase()),
		send: async (options, read) =>
			await transmit(context, index, echo.clean, async () => {
				// The key may have been replaced since the page before: n8n sends the new one.
				echo.learn((await ask()).secrets);
				const response = await context.helpers.httpRequestWithAuthentication.call(
					context,
					API_KEY_CREDENTIAL,
					// n8n writes into the headers that it is given.
					{ ...options, url: echo.current(options.url), headers: { ...options.headers } },
				);
				return await read(toAnswer(response));
			}),
		advice: {
			401: `Check ${SECRET_FIELDS[kind]} and Authentication in the credential. The API did not accept the secret.`,
			403: 'Ask the owner of the API for access, or use another secret in the credential. This one gives no access.',
		},
	};
};
