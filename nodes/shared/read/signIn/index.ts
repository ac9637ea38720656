import { UserError } from 'n8n-workflow';

import { headerFault } from '../../auth/apiKey';
import { CREDENTIAL_NAME, credentialFor, readCredential } from '../../auth/credential';
import { allowedOrigins } from '../../auth/outgoingRequest';
import { secretsOf } from '../../auth/tokenCache';
import { toNoAnswer } from '../../http/answer';
import { type Clean, plainText, redactor } from '../../http/redact';
import { toText } from '../../node/parameters';
import { isSecretHeader, isSecretName, isSignInHeader } from '../../basics/text';
import { toNodeError, userError } from '../../service/errors';
import { sendWithCredential, toAnswer, versionHeader } from '../../service/send';
import type { ReadSignIn, SignIn } from '../types';
import { key, oauth2 } from './credentials';

const NEEDS_CREDENTIAL =
	'The API requires authentication. Select a credential under Authentication: Paged HTTP API for a key, a token, or a user and password.';

/** Sends requests as they are. */
const none: ReadSignIn = async ({ context, options: { allowedHosts } }) => ({
	hasCredential: false,
	baseUrl: '',
	allowedOrigins: readAllowedOrigins(allowedHosts),
	ownHeaders: [],
	clean: withoutKeys,
	send: async (options, read) => {
		// A redirected POST would arrive as a GET without its body, which reads another page.
		const disableFollowRedirect = options.method === 'POST';
		try {
			const request = { ...options, disableFollowRedirect };
			return await read(toAnswer(await context.helpers.httpRequest(request)));
		} catch (error) {
			if (error instanceof UserError) throw toNodeError(error, context.getNode());
			return toNoAnswer(error);
		}
	},
	advice: { 401: NEEDS_CREDENTIAL, 403: NEEDS_CREDENTIAL },
});

/** There is no secret to protect: an entry may be http, and one without a protocol is both. */
function readAllowedOrigins(option: unknown): string[] {
	const entries = toText(option, 'Allowed Hosts')
		.split(/[\s,;]/)
		.filter(Boolean);
	const both = entries.flatMap((host) => (host.includes('://') ? host : [host, `http://${host}`]));
	const { origins, invalid } = allowedOrigins({
		baseUrl: 'http://localhost',
		allowedHosts: both.join(','),
	});
	const [wrong] = invalid;
	if (wrong) {
		throw userError(
			`Allowed Hosts contains ${wrong}, which is not a host`,
			'Under Options, enter hosts such as api-eu.example.com, separated by commas.',
		);
	}
	// The first one is that of the base URL.
	return origins.slice(1);
}

/** Signs in with the access token of the service. */
const service: ReadSignIn = async ({ context, index }) => {
	const ask = async () => await credentialFor(context, CREDENTIAL_NAME);
	const data = await ask();
	const credential = readCredential(data);
	const { baseUrl, apiVersion } = credential;
	// Also those that are replaced during the run.
	const secrets = new Set(secretsOf(data).map(({ value }) => value));
	return {
		hasCredential: true,
		baseUrl,
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
				return await sendWithCredential(context, { ...options, headers }, current, index, read);
			} finally {
				for (const { value } of secretsOf(now)) secrets.add(value);
			}
		},
		advice: {},
	};
};

/** How to sign in, by the value of the parameter Authentication. */
export const SIGN_INS = {
	none,
	grcOAuth2Api: service,
	pagedHttpApi: key,
	pagedHttpOAuth2Api: oauth2,
};

/**
 * Refuses headers that cannot be sent, and those that belong in a credential: the parameters of a node
 * are stored in the workflow and in every execution.
 *
 * @param headers from the option Headers
 * @throws UserError naming the header, and what to use instead
 */
export function checkHeaders(
	headers: Readonly<Record<string, string>>,
	{ hasCredential, ownHeaders }: SignIn,
): void {
	for (const [name, value] of Object.entries(headers)) {
		const isSet = ownHeaders.includes(name.toLowerCase());
		const fault =
			headerFault(name, value) ?? (isSet ? 'is already set by the credential' : undefined);
		if (fault !== undefined) {
			throw userError(`Headers: ${name} ${fault}`, 'Correct or remove it under Options > Headers.');
		}
		// Besides the credential's own secret, an API may expect a key that says who calls it.
		if (!(hasCredential ? isSignInHeader(name) : isSecretHeader(name))) continue;
		throw userError(
			`Headers: ${name} contains a secret, but the option Headers is not encrypted`,
			'Remove it under Options > Headers. Select Paged HTTP API under Authentication, and enter it there.',
		);
	}
}

/** A query parameter with a value, in URLs. */
const PARAMETER = /([?&;])([\w-]+)=[^&#\s"'<>\\]+/g;

/** Hides the values of keys in URLs: one may be in no credential. */
export const hideKeys: Clean = (text) =>
	text.replace(PARAMETER, (pair, before: string, name: string) =>
		isSecretName(name) ? `${before}${name}=***` : pair,
	);

/** For texts that may have keys in URLs, and that no credential says more about. */
export const withoutKeys: Clean = (text) => hideKeys(plainText(text));
