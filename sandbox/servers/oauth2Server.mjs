import { URL, URLSearchParams } from 'node:url';

import OAuth2Server from '@node-oauth/oauth2-server';

import { pageOf, passTime, readBody, sendJson, serve } from './serve.mjs';

/** Does not decode client IDs and secrets that were form-encoded, as many servers. */
serve((url, { clientId, clientSecret, tokenSeconds = 60, secondsPerPage = 0 }) => {
	const client = { id: clientId, grants: ['client_credentials'] };
	const tokens = new Map();
	const oauth = new OAuth2Server({
		accessTokenLifetime: tokenSeconds,
		model: {
			getClient: async (id, secret) =>
				id === clientId && secret === clientSecret ? client : undefined,
			getUserFromClient: async () => ({}),
			saveToken: async (token) => {
				const issued = { ...token, client, user: {} };
				tokens.set(token.accessToken, { issued, untilMs: Date.now() + tokenSeconds * 1000 });
				return issued;
			},
			getAccessToken: async (value) => {
				const { issued, untilMs } = tokens.get(value) ?? {};
				// The library reads the clock in a way that no one can set: what is left is what counts.
				const leftMs = untilMs - Date.now();
				return (
					issued && { ...issued, accessTokenExpiresAt: new Date(new Date().getTime() + leftMs) }
				);
			},
		},
	});
	return async (request, response) => {
		const { method, headers } = request;
		const { pathname, searchParams } = new URL(request.url, url);
		const query = Object.fromEntries(searchParams);
		const body = Object.fromEntries(new URLSearchParams(await readBody(request)));
		const asked = new OAuth2Server.Request({ method, headers, query, body });
		const answer = new OAuth2Server.Response({});
		try {
			if (pathname === '/token') {
				await oauth.token(asked, answer);
				return sendJson(response, answer.status, answer.body, answer.headers);
			}
			await oauth.authenticate(asked, answer);
			passTime(secondsPerPage * 1000);
			sendJson(response, 200, pageOf(request));
		} catch (error) {
			const { code, name, message } = error;
			sendJson(response, code, { error: name, error_description: message }, answer.headers);
		}
	};
});
