import { randomBytes } from 'crypto';

import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { readGuard } from '../../auth/apiKeyCredential';
import { allowedOrigins, checkedTarget } from '../../auth/hosts';
import type { Guard } from '../../auth/hostSettings';
import { RefusedRenewals } from '../../auth/refusedRenewals';
import { credentialFor } from '../../auth/sameForAllItems';
import { saysTokenRefused } from '../../auth/refusedToken';
import { ACCESS_TOKEN, type Secret } from '../../auth/secrets';
import { toAnswer } from '../../auth/sendOnce';
import { isRecord } from '../../basics/guards';
import { textMember } from '../../basics/members';
import type { Answer, SendResult } from '../../http/answer';
import type { Clean } from '../../http/redact';
import { userError } from '../../n8n/nodeErrors';
import { TokenRenewalNeeded } from '../../n8n/tokenRenewal';
import type { HttpOptions, ReadContext, ReadSignIn, SignIn } from '../types';
import { SecretCover } from './secretCover';
import { transmit } from './transmit';

const CREDENTIAL_TYPE = 'pagedHttpOAuth2Api';

/** Always in the header: n8n would put a token of an unknown type into the URL. */
const IN_HEADER = { oauth2: { tokenType: 'Bearer' } };

/** What is before the token in the value of the header Authorization. */
const BEARER = 'Bearer ';

/** What a refused token is answered with, unless the credential has another status. */
const UNAUTHORIZED = 401;

/** Length of a key that no later run can have. */
const RANDOM_KEY_BYTES = 32;

/** What to do when n8n gets no token; n8n says what happened. */
const NO_ACCESS_TOKEN = {
	before: 'No access token: ',
	fix: 'Open the credential and connect it again, or check Access Token URL, Client ID, Client Secret, and Scope in it.',
};

/** The vain renewals of runs with this credential. */
const oauth2Renewals = new RefusedRenewals();

/** Which statuses n8n returns as answers; the others it throws, and renews the token before that. */
type IgnoredStatuses = NonNullable<IHttpRequestOptions['ignoreHttpStatusErrors']>;

/** Signs in with the access token that n8n fetches, renews and stores. */
export const oauth2: ReadSignIn = async ({ context, index }) => {
	const data = await credentialFor(context, CREDENTIAL_TYPE);
	const guard = readGuard(data);
	if (isHttps(guard.baseUrl) && !isHttps(textMember(data, 'accessTokenUrl'))) {
		throw userError(
			'Access Token URL does not begin with https, but Base URL does',
			'Change Access Token URL to https in the credential, so that the client secret is not sent unencrypted. n8n uses this URL too when you connect the credential.',
		);
	}
	return new OAuth2SignIn(context, index, guard, data);
};

function isHttps(url: string): boolean {
	return /^https:/i.test(url.trim());
}

class OAuth2SignIn implements SignIn {
	readonly hasCredential = true;
	readonly baseUrl: string;
	readonly account: () => string;
	readonly allowedOrigins: readonly string[];
	readonly ownHeaders = ['authorization'];
	readonly beginsAlone = true;
	readonly clean: Clean;
	readonly echo: SecretCover;
	readonly advice = {
		401: 'Reconnect the credential, or check Client ID, Client Secret, and Scope in it. The API did not accept the access token, even after it was renewed.',
		403: 'Check Scope in the credential, or ask the owner of the API for access. The access token is not allowed to read it.',
	};
	/** The status with which this API refuses a token. */
	private readonly refusedStatus: number;

	/** @param data the decrypted credential */
	constructor(
		private readonly context: ReadContext,
		private readonly itemIndex: number,
		private readonly guard: Guard,
		data: ICredentialDataDecryptedObject,
	) {
		const { secrets, sealingKey } = secretsIn(data);
		this.baseUrl = guard.baseUrl;
		this.account = () => textMember(data, 'clientId');
		this.allowedOrigins = allowedOrigins(guard).origins;
		this.echo = new SecretCover(context.getInstanceId(), secrets, sealingKey);
		this.clean = this.echo.clean;
		this.refusedStatus = Number(data.tokenExpiredStatusCode) || UNAUTHORIZED;
	}

	async send(
		options: HttpOptions,
		readBody: (answer: Answer) => Promise<Answer>,
	): Promise<SendResult> {
		const { context } = this;
		const isRenewing = !oauth2Renewals.has(context);
		const first = await this.attempt(options, readBody);
		// n8n renews a token that is refused with the usual status; what else says so is in the body.
		const isRefusedOtherwise = first.kind === 'answer' && saysTokenRefused(first);
		const isAgain = isRefusedOtherwise && isRenewing && Number(first.status) !== this.refusedStatus;
		const result = isAgain ? await this.attempt(options, readBody, true) : first;
		oauth2Renewals.note(context, !(result.kind === 'answer' && this.isRefused(result)));
		return result;
	}

	private isRefused(answer: Answer): boolean {
		return answer.status === this.refusedStatus || saysTokenRefused(answer);
	}

	/** @param renewsFirst whether the token is renewed before the request */
	private async attempt(
		options: HttpOptions,
		readBody: (answer: Answer) => Promise<Answer>,
		renewsFirst = false,
	): Promise<SendResult> {
		const { context, itemIndex, clean } = this;
		const send = async () =>
			renewsFirst ? await this.sendRenewed(options) : await this.sendRenewing(options);
		const outcome = await transmit(context, itemIndex, clean, send, NO_ACCESS_TOKEN);
		// A refused renewal is thrown by n8n, with its body still unread.
		return outcome.kind === 'answer'
			? await transmit(context, itemIndex, clean, async () => await readBody(outcome))
			: outcome;
	}

	/** Sends a request with a new token. */
	private async sendRenewed(options: HttpOptions): Promise<Answer> {
		const url = this.targetOf(options);
		const answer = await this.request({ ...options, url }, true, true);
		// The API may repeat the token in the URL.
		const now = this.targetOf(options);
		return now === url ? answer : await this.request({ ...options, url: now }, true);
	}

	/** Sends a request, and once more with a renewed token where the first one was refused. */
	private async sendRenewing(options: HttpOptions): Promise<Answer> {
		const url = this.targetOf(options);
		const isRenewing = !oauth2Renewals.has(this.context);
		// n8n 1.x takes this for `true`, and renews only what is thrown.
		const renewing: IgnoredStatuses = { ignore: true, except: [this.refusedStatus] };
		const first = this.request({ ...options, url }, isRenewing ? renewing : true);
		const answer = await first.catch((error: unknown) => {
			if (this.targetOf(options) === url) throw error;
			return undefined;
		});
		if (answer && answer.status !== this.refusedStatus) return answer;
		// n8n has renewed the token, and has sent a URL in which the API repeats the one before.
		const now = this.targetOf(options);
		if (now !== url || !answer) return await this.request({ ...options, url: now }, true);
		return isRenewing ? await this.request({ ...options, url }, false) : answer;
	}

	/**
	 * @returns the URL to request, with the token that is valid now where the API repeats one
	 * @throws UserError when the token is not sent to its host
	 */
	private targetOf(options: HttpOptions): string {
		return checkedTarget({ ...options, url: this.echo.current(options.url) }, this.guard).href;
	}

	/** Sends a request once; n8n may send it a second time, with a new token. */
	private async request(
		options: HttpOptions,
		ignoreHttpStatusErrors: IgnoredStatuses,
		renewsFirst = false,
	): Promise<Answer> {
		// n8n writes into the headers that it is given.
		const signed = { ...options, ignoreHttpStatusErrors, headers: { ...options.headers } };
		const { helpers } = this.context;
		try {
			const response = await helpers.httpRequestWithAuthentication.call(
				this.notingContext(renewsFirst),
				CREDENTIAL_TYPE,
				signed,
				IN_HEADER,
			);
			return toAnswer(response);
		} finally {
			// The token may be a new one, also where it was refused.
			const { secrets, sealingKey } = secretsIn(await credentialFor(this.context, CREDENTIAL_TYPE));
			this.echo.learn(secrets, sealingKey);
		}
	}

	/**
	 * n8n does not say which token it sends, in any version: where several runs get one at the same time,
	 * it stores only the last. It takes what sends from its context.
	 *
	 * @param renewsFirst whether n8n is to renew the token: it does when a request is refused, which is not
	 *   sent for that
	 * @returns a context whose requests have their token remembered: `Authorization: Bearer eyJhbGci…`
	 */
	private notingContext(renewsFirst: boolean): ReadContext {
		const { helpers } = this.context;
		let isToBeRenewed = renewsFirst;
		const httpRequest = async (sending: IHttpRequestOptions): Promise<unknown> => {
			if (isToBeRenewed) {
				isToBeRenewed = false;
				throw new TokenRenewalNeeded(this.refusedStatus);
			}
			const value = textMember(sending.headers ?? {}, 'Authorization').slice(BEARER.length);
			this.echo.remember([{ value, sentAs: ACCESS_TOKEN }]);
			return await helpers.httpRequest(sending);
		};
		const noting: ReadContext = Object.create(this.context, {
			helpers: { value: { ...helpers, httpRequest }, enumerable: true },
		});
		return noting;
	}
}

/** What must not be returned of a credential. */
interface CredentialSecrets {
	secrets: Secret[];
	/** What stays when the access token is renewed. */
	sealingKey: string;
}

/**
 * Reads the secrets of the client, and the tokens that n8n has stored:
 *
 *     {
 *       "clientId": "app-1", "clientSecret": "…",
 *       "oauthTokenData": { "access_token": "…", "refresh_token": "…", "id_token": "…" }
 *     }
 *
 * @param data the decrypted credential
 */
function secretsIn(data: ICredentialDataDecryptedObject): CredentialSecrets {
	const stored: unknown = data.oauthTokenData;
	const tokenOf = (name: string) => textMember(isRecord(stored) ? stored : {}, name);
	const [access, refresh] = [tokenOf('access_token'), tokenOf('refresh_token')];
	const [id, secret] = [textMember(data, 'clientId'), textMember(data, 'clientSecret')];
	const client = secret === '' ? [] : [secret, Buffer.from(`${id}:${secret}`).toString('base64')];
	const others = [refresh, tokenOf('id_token'), ...client].map((value) => ({ value }));
	// Without any secret, no later run can read what is sealed.
	const sealingKey = secret || refresh || access || randomBytes(RANDOM_KEY_BYTES).toString('hex');
	return { secrets: [{ value: access, sentAs: ACCESS_TOKEN }, ...others], sealingKey };
}
