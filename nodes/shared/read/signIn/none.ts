import { UserError } from 'n8n-workflow';

import { allowedOrigins } from '../../auth/allowedHosts';
import { toNoAnswer } from '../../http/answer';
import { plainText } from '../../http/redact';
import { ItemParameters } from '../../node/inputItem';
import { toText } from '../../node/parameters';
import { toNodeError } from '../../service/errors';
import { toAnswer } from '../../service/send';
import { hideKeys } from './keys';
import type { ReadSignIn } from './types';

/** Sends requests as they are. */
export const none: ReadSignIn = async (context, itemIndex) => ({
	hasCredential: false,
	baseUrl: '',
	allowedOrigins: readAllowedOrigins(new ItemParameters(context, itemIndex)),
	ownHeaders: [],
	clean: (text) => hideKeys(plainText(text)),
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
	advise: () =>
		'The API requires authentication. Select a credential under Authentication: Paged HTTP API for a key, a token, or a user and password.',
});

/** There is no secret to protect: an entry may be http, and one without a protocol is both. */
const ANY_PROTOCOL = 'http://localhost';

function readAllowedOrigins({ options }: ItemParameters): string[] {
	const entries = toText(options.allowedHosts, 'Allowed Hosts').split(/[\s,;]/);
	const withHttp = entries.flatMap((entry) =>
		entry === '' || entry.includes('://') ? [] : [`http://${entry}`],
	);
	const [named, more] = [entries, withHttp].map((hosts) =>
		allowedOrigins({ baseUrl: ANY_PROTOCOL, allowedHosts: hosts.join(',') }),
	);
	const { invalid = [], origins = [] } = named ?? {};
	if (invalid.length > 0) {
		throw new UserError(`Allowed Hosts contains ${invalid.join(', ')}, which is not a host`, {
			description: 'Under Options, enter hosts such as api-eu.example.com, separated by commas.',
		});
	}
	// The first one is that of the base URL.
	return [...origins.slice(1), ...(more?.origins ?? []).slice(1)];
}
