import { randomBytes } from 'crypto';

import {
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	UserError,
} from 'n8n-workflow';

import { readGuard } from '../../auth/apiKey';
import { credentialFor, textOf } from '../../auth/credential';
import { allowedOrigins, checkedTarget } from '../../auth/outgoingRequest';
import { ACCESS_TOKEN } from '../../auth/types';
import { isRecord } from '../../basics/values';
import { toAnswer } from '../../service/send';
import { Echo } from './echo';
import { transmit } from './transmit';
import type { HttpOptions, ReadContext, ReadSignIn } from '../types';

const NAME = 'pagedHttpOAuth2Api';

/** Always in the header: n8n would put a token of an unknown type into the URL. */
const IN_HEADER = { oauth2: { tokenType: 'Bearer' } };

/** What to do when n8n gets no token; n8n says what happened. */
const NO_TOKEN = {
	before: 'No access token: ',
	fix: 'Open the credential and connect it again, or check Access Token URL, Client ID, Client Secret, and Scope in it.',
};

/** Runs whose renewed token was not accepted so far: another one would not be either. */
const renewedInVain = new WeakSet<ReadContext>();

/** Signs in with the access token that n8n fetches, renews and stores. */
export const oauth2: ReadSignIn = async ({ context, index }) => {
	const read = async () => await credentialFor(context, NAME);
	const data = await read();
	const guard = readGuard(data);
	if (isHttps(guard.baseUrl) && !isHttps(textOf(data, 'accessTokenUrl'))) {
		throw new UserError('Access Token URL does not begin with https, but Base URL does', {
			description:
				'Correct it in the credential: the client secret is not sent unencrypted. n8n connects the credential with it, too.',
		});
	}
	const expired = Number(data.tokenExpiredStatusCode) || 401;
	const echo = new Echo(context.getInstanceId(), ...knownOf(data));

	const request = async (
		options: HttpOptions,
		ignoreHttpStatusErrors: NonNullable<IHttpRequestOptions['ignoreHttpStatusErrors']>,
	) => {
		const signed = { ...options, ignoreHttpStatusErrors, headers: { ...options.headers } };
		const { helpers } = context;
		// n8n does not say which token it sends, in any version: where several runs get one at the same
		// time, it stores only the last. It takes what sends from its context.
		const noting = {
			__proto__: context,
			helpers: {
				...helpers,
				httpRequest: async (sending: IHttpRequestOptions) => {
					const value = textOf(sending.headers ?? {}, 'Authorization').slice('Bearer '.length);
					echo.remember([{ value, sentAs: ACCESS_TOKEN }]);
					return await helpers.httpRequest(sending);
				},
			},
		};
		try {
			return toAnswer(
				await helpers.httpRequestWithAuthentication.call(noting, NAME, signed, IN_HEADER),
			);
		} finally {
			// The token may be a new one, also where it was refused.
			echo.learn(...knownOf(await read()));
		}
	};
	return {
		hasCredential: true,
		baseUrl: guard.baseUrl,
		allowedOrigins: allowedOrigins(guard).origins,
		ownHeaders: ['authorization'],
		beginsAlone: true,
		clean: echo.clean,
		echo,
		send: async (options, readBody) => {
			const target = () =>
				checkedTarget({ ...options, url: echo.current(options.url) }, guard).href;
			const work = async () => {
				const url = target();
				const isRenewing = !renewedInVain.has(context);
				// n8n 1.x takes this for `true`, and renews only what is thrown.
				const renewing = { ignore: true as const, except: [expired] };
				const answer = await request({ ...options, url }, isRenewing ? renewing : true).catch(
					(error: unknown) => {
						if (target() === url) throw error;
						return undefined;
					},
				);
				if (answer && answer.status !== expired) return answer;
				// n8n has renewed the token, and has sent a URL in which the API repeats the one before.
				const isRenewed = target() !== url;
				if (isRenewed || !answer) return await request({ ...options, url: target() }, true);
				return isRenewing ? await request({ ...options, url }, false) : answer;
			};
			const outcome = await transmit(context, index, echo.clean, work, NO_TOKEN);
			// A refused renewal is thrown by n8n, with its body still unread.
			const result =
				outcome.kind === 'answer'
					? await transmit(context, index, echo.clean, () => readBody(outcome))
					: outcome;
			const isRefused = result.kind === 'answer' && result.status === expired;
			if (isRefused) renewedInVain.add(context);
			else renewedInVain.delete(context);
			return result;
		},
		advise: (status) =>
			status === 401
				? 'Reconnect the credential, or check Client ID, Client Secret, and Scope in it. The API did not accept the access token, even after it was renewed.'
				: 'Check Scope in the credential, or ask the owner of the API for access. The access token is not allowed to read it.',
	};
};

const isHttps = (url: string) => /^https:/i.test(url.trim());

/** What must not be returned of the client and of the tokens that n8n has stored. */
function knownOf(data: ICredentialDataDecryptedObject): Parameters<Echo['learn']> {
	const stored: unknown = data.oauthTokenData;
	const tokenOf = (name: string) => textOf(isRecord(stored) ? stored : {}, name);
	const [access, refresh] = [tokenOf('access_token'), tokenOf('refresh_token')];
	const [id, secret] = [textOf(data, 'clientId'), textOf(data, 'clientSecret')];
	const client = secret === '' ? [] : [secret, Buffer.from(`${id}:${secret}`).toString('base64')];
	const others = [refresh, tokenOf('id_token'), ...client].map((value) => ({ value }));
	// What stays when the access token is renewed. Without any secret, no later run can read it.
	const key = secret || refresh || access || randomBytes(32).toString('hex');
	return [[{ value: access, sentAs: ACCESS_TOKEN }, ...others], key];
}
