import { randomBytes } from 'crypto';

import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { readGuard } from '../../auth/apiKeyCredential';
import { fieldText } from '../../auth/credential';
import { allowedOrigins, checkedTarget } from '../../auth/hosts';
import { credentialFor } from '../../auth/sameForAllItems';
import { ACCESS_TOKEN } from '../../auth/secrets';
import { toAnswer } from '../../auth/sendOnce';
import { isRecord } from '../../basics/guards';
import type { Answer, SendResult } from '../../http/answer';
import type { Clean } from '../../http/redact';
import { cancelSignal } from '../../n8n/cancel';
import { operationError, userError } from '../../n8n/shownErrors';
import { causeOf, textsOf } from '../../service/errors';
import { readThrown } from '../../service/thrown';
import type { HttpOptions, ReadContext, ReadSignIn } from '../types';
import { type Echo, echoOf } from './secretCover';

const CREDENTIAL_TYPE = 'pagedHttpOAuth2Api';

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
	const read = async () => await credentialFor(context, CREDENTIAL_TYPE);
	const data = await read();
	const guard = readGuard(data);
	if (isHttps(guard.baseUrl) && !isHttps(fieldText(data, 'accessTokenUrl'))) {
		throw userError(
			'Access Token URL does not begin with https, but Base URL does',
			'Change Access Token URL to https in the credential, so that the client secret is not sent unencrypted. n8n uses this URL too when you connect the credential.',
		);
	}
	const expired = Number(data.tokenExpiredStatusCode) || 401;
	const echo = echoOf(context.getInstanceId(), ...knownOf(data));

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
					const value = fieldText(sending.headers ?? {}, 'Authorization').slice('Bearer '.length);
					echo.remember([{ value, sentAs: ACCESS_TOKEN }]);
					return await helpers.httpRequest(sending);
				},
			},
		};
		try {
			return toAnswer(
				await helpers.httpRequestWithAuthentication.call(
					noting,
					CREDENTIAL_TYPE,
					signed,
					IN_HEADER,
				),
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
		clean: echo.clean,
		echo,
		ownHeaders: ['authorization'],
		beginsAlone: true,
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
		advice: {
			401: 'Reconnect the credential, or check Client ID, Client Secret, and Scope in it. The API did not accept the access token, even after it was renewed.',
			403: 'Check Scope in the credential, or ask the owner of the API for access. The access token is not allowed to read it.',
		},
	};
};

const isHttps = (url: string) => /^https:/i.test(url.trim());

/** What must not be returned of the client and of the tokens that n8n has stored. */
function knownOf(data: ICredentialDataDecryptedObject): Parameters<Echo['learn']> {
	const stored: unknown = data.oauthTokenData;
	const tokenOf = (name: string) => fieldText(isRecord(stored) ? stored : {}, name);
	const [access, refresh] = [tokenOf('access_token'), tokenOf('refresh_token')];
	const [id, secret] = [fieldText(data, 'clientId'), fieldText(data, 'clientSecret')];
	const client = secret === '' ? [] : [secret, Buffer.from(`${id}:${secret}`).toString('base64')];
	const others = [refresh, tokenOf('id_token'), ...client].map((value) => ({ value }));
	// What stays when the access token is renewed. Without any secret, no later run can read it.
	const key = secret || refresh || access || randomBytes(32).toString('hex');
	return [[{ value: access, sentAs: ACCESS_TOKEN }, ...others], key];
}

/** Codes of n8n's OAuth2 client, for a token endpoint that did not issue a token. */
const TOKEN_ERROR = /^(EAUTH|ESTATUS)$/;

/**
 * Sends a request, and turns what n8n throws into an outcome or an error without a secret.
 *
 * @param work sends it and reads its answer
 * @param words.before precedes the message where n8n does not say what to do
 * @param words.fix what to do
 * @throws NodeOperationError when it was not sent
 */
export async function transmit(
	context: ReadContext,
	itemIndex: number,
	clean: Clean,
	work: () => Promise<Answer>,
	{ before, fix } = { before: '', fix: '' },
): Promise<SendResult> {
	try {
		return await work();
	} catch (error) {
		const result = cancelSignal(context)?.aborted ? undefined : readThrown(error);
		const isToken = result?.kind === 'noAnswer' && TOKEN_ERROR.test(result.code);
		if (result && !isToken) return result;
		const { message, description } = textsOf(error, clean);
		const said = description.join('\n');
		// A message of the network, or one that n8n repeats, does not say what to do.
		const isSaid =
			said.includes('.') && !isToken && !/E[A-Z]{5,}/.test(said) && !message.includes(said);
		const texts = isSaid
			? { message, description }
			: { message: before + message, description: [fix] };
		throw operationError(context.getNode(), texts, { itemIndex, ...causeOf(error) });
	}
}
