import { UserError } from 'n8n-workflow';

import { toNoAnswer } from '../../shared/http/answer';
import { plainText } from '../../shared/http/redact';
import { toNodeError } from '../../shared/service/errors';
import { toAnswer } from '../../shared/service/send';
import type { ReadSignIn } from './types';

/** Query parameters that usually have a secret value, in URLs. */
const KEYS =
	/([?&;](?:(?:access|api|auth|client|private|subscription|user|x)[_-]?)*(?:auth|key|passw(?:or)?d|secret|sig(?:nature)?|token)=)[^&#\s"'<>\\]+/gi;

/** Sends requests as they are. */
export const none: ReadSignIn = async (context) => ({
	hasCredential: false,
	baseUrl: '',
	allowedOrigins: [],
	ownHeaders: [],
	clean: (text) => plainText(text.replace(KEYS, '$1***')),
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
