import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { allowedOrigins } from '../../shared/auth/allowedHosts';
import { textOf } from '../../shared/auth/credential';
import { readBaseUrl } from '../../shared/auth/apiKey/credential';
import { checkedTarget } from '../../shared/auth/outgoingRequest';
import type { Guard } from '../../shared/auth/types';
import { isRecord } from '../../shared/json';
import { toAnswer } from '../../shared/service/send';
import { Echo } from './echo';
import { transmit } from './transmit';
import type { HttpOptions, ReadBody, ReadSignIn } from './types';

const NAME = 'pagedHttpOAuth2Api';

/** Always in the header: n8n would put a token of an unknown type into the URL. */
const IN_HEADER = { oauth2: { tokenType: 'Bearer' } };

/** Runs whose renewed token was not accepted so far: another one would not be either. */
const renewedInVain = new WeakSet<IExecuteFunctions>();

/** Signs in with the access token that n8n fetches, renews and stores. */
export const oauth2: ReadSignIn = async (context, itemIndex) => {
	const read = async () => await context.getCredentials(NAME, itemIndex);
	const data = await read();
	const guard: Guard = {
		baseUrl: readBaseUrl(data),
		allowedHosts: textOf(data, 'allowedHosts'),
		ignoresSslIssues: String(data.ignoreSSLIssues) === 'true',
	};
	const expired = Number(data.tokenExpiredStatusCode) || 401;
	const echo = new Echo(secretsOf(data));

	const sendOnce = async (options: HttpOptions, renews: boolean, readBody: ReadBody) => {
		const ignoreHttpStatusErrors = renews ? { ignore: true as const, except: [expired] } : true;
		const response = await context.helpers.httpRequestWithAuthentication.call(
			context,
			NAME,
			{ ...options, ignoreHttpStatusErrors, headers: { ...options.headers } },
			IN_HEADER,
		);
		// The token may be a new one.
		echo.learn(secretsOf(await read()));
		return await echo.read(toAnswer(response), readBody);
	};
	return {
		hasCredential: true,
		baseUrl: guard.baseUrl,
		allowedOrigins: allowedOrigins(guard).origins,
		ownHeaders: ['authorization'],
		clean: echo.clean,
		send: async (options, readBody) => {
			return await transmit(context, itemIndex, echo.clean, async () => {
				const { href: url } = checkedTarget({ ...options, url: echo.reveal(options.url) }, guard);
				return await sendOnce({ ...options, url }, !renewedInVain.has(context), readBody);
			});
		},
		advise: (status) =>
			status === 401
				? 'Reconnect the credential, or check Client ID, Client Secret, and Scope in it. The API did not accept the access token, even after it was renewed.'
				: 'Check Scope in the credential, or ask the owner of the API for access. The access token is not allowed to read it.',
	};
};

/** @returns what must not be returned of the client and of the tokens that n8n has stored */
function secretsOf(data: ICredentialDataDecryptedObject): string[] {
	const [id, secret] = [textOf(data, 'clientId'), textOf(data, 'clientSecret')];
	const client = secret === '' ? [] : [secret, Buffer.from(`${id}:${secret}`).toString('base64')];
	const tokens: unknown = data.oauthTokenData;
	if (!isRecord(tokens)) return client;
	const issued = ['access_token', 'refresh_token', 'id_token'].map((name) => tokens[name]);
	return [...issued.filter((token) => typeof token === 'string'), ...client];
}
