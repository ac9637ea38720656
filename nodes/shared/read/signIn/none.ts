import { type IHttpRequestOptions, UserError } from 'n8n-workflow';

import { allowedOrigins } from '../../auth/hosts';
import { toAnswer } from '../../auth/sendOnce';
import { toNoAnswer } from '../../http/noAnswer';
import { withoutKeys } from '../../http/urlKeys';
import { userError } from '../../n8n/nodeErrors';
import { toText } from '../../node/coerce';
import { toNodeError } from '../../service/serviceError';
import type { ReadSignIn } from '../types';
import { sendAlongRedirects } from './redirects';

const NEEDS_CREDENTIAL =
	'The API requires authentication. Select a credential under Authentication: Paged HTTP API for a key, a token, or a user and password. If the API needs none, check URL.';

/** Sends requests as they are. */
export const none: ReadSignIn = async ({ context, options: { allowedHosts } }) => {
	const origins = readAllowedOrigins(allowedHosts);
	return {
		hasCredential: false,
		baseUrl: '',
		account: () => '',
		allowedOrigins: origins,
		ownHeaders: [],
		clean: withoutKeys,
		send: async (options, read) => {
			const send = async (request: IHttpRequestOptions) =>
				toAnswer(await context.helpers.httpRequest(request));
			try {
				return await read(await sendAlongRedirects(send, options, origins));
			} catch (error) {
				if (error instanceof UserError) throw toNodeError(error, context.getNode());
				return toNoAnswer(error);
			}
		},
		advice: { 401: NEEDS_CREDENTIAL, 403: NEEDS_CREDENTIAL },
	};
};

/** There is no secret to protect: an entry may be http, and one without a protocol is both. */
function readAllowedOrigins(option: unknown): string[] {
	const entries = toText(option, 'Allowed Hosts')
		.split(/[\s,;]/)
		.filter(Boolean);
	const both = entries.flatMap((host) => (host.includes('://') ? host : [host, `http://${host}`]));
	const allowedHosts = both.join(',');
	const { origins, invalid } = allowedOrigins({ baseUrl: 'http://localhost', allowedHosts });
	const [wrong] = invalid;
	if (wrong) {
		throw userError(
			`Allowed Hosts contains ${wrong}, which is not a host`,
			'Under Options > Advanced, enter hosts such as api-eu.example.com, separated by commas.',
		);
	}
	// The first one is that of the base URL.
	return origins.slice(1);
}
