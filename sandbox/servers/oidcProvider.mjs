import { randomBytes } from 'node:crypto';
import { URL } from 'node:url';

import { pageOf, passTime, sendJson, serve } from './serve.mjs';

/** oidc-provider replaces its nonces once a minute, with a timer for each provider. */
const NONCE_STEP_MS = 60_000;
const steps = [];
const { setInterval } = globalThis;
globalThis.setInterval = (work, ms, ...more) => {
	if (ms === NONCE_STEP_MS) steps.push(work);
	return setInterval(work, ms, ...more);
};

/** A nonce is good for two more steps after the one it was sent in. */
const STEPS_OF_A_NONCE = 5;

const { default: Provider } = await import('oidc-provider');
const { default: validateProof } = await import('oidc-provider/lib/helpers/validate_dpop.js');

serve((url, options) => {
	const { clientId, clientSecret, dpop = {}, tokenSeconds = 60, secondsPerPage = 0 } = options;
	const features = {
		clientCredentials: { enabled: true },
		devInteractions: { enabled: false },
		dPoP: { enabled: true, requireNonce: () => dpop.requiresNonce === true },
	};
	const provider = new Provider(url, {
		clients: [
			{
				client_id: clientId,
				client_secret: clientSecret,
				grant_types: ['client_credentials'],
				redirect_uris: [],
				response_types: [],
				dpop_bound_access_tokens: dpop.requiredBy === 'tokenEndpoint',
			},
		],
		features: { ...features, dPoP: { ...features.dPoP, nonceSecret: randomBytes(32) } },
		ttl: { ClientCredentials: tokenSeconds },
	});
	// The resource has nonces of its own.
	const resource = new Provider(`${url}/api`, {
		features: { ...features, dPoP: { ...features.dPoP, nonceSecret: randomBytes(32) } },
	});
	const issue = provider.callback();
	let requests = 0;

	/** What oidc-provider does for its own resource, which is for users only. */
	async function findToken(request, response) {
		const [, scheme = '', value = ''] =
			/^(\w+) (.+)$/.exec(request.headers.authorization ?? '') ?? [];
		const proof = await validateProof(
			{
				oidc: { provider: resource, urlFor: () => url + new URL(request.url, url).pathname },
				method: request.method,
				get: (name) => request.headers[name.toLowerCase()] ?? '',
				set: (name, header) => response.setHeader(name, header),
			},
			value,
		);
		const token = await provider.ClientCredentials.find(value);
		const isBound = token?.jkt !== undefined;
		if (!token?.isValid || isBound !== (scheme === 'DPoP')) return undefined;
		if (!isBound && dpop.requiredBy === 'resource') return undefined;
		return isBound && token.jkt !== proof?.thumbprint ? undefined : token;
	}

	return async (request, response) => {
		if (!request.url.startsWith('/api/')) return issue(request, response);
		if (dpop.requestsPerNonce && ++requests % dpop.requestsPerNonce === 0) {
			for (let count = 0; count < STEPS_OF_A_NONCE; count++) for (const step of steps) step();
		}
		const scheme = dpop.requiredBy ? 'DPoP' : 'Bearer';
		const refuse = (error) =>
			sendJson(response, 401, { error }, { 'WWW-Authenticate': `${scheme} error="${error}"` });
		try {
			if (!(await findToken(request, response))) return refuse('invalid_token');
			passTime(secondsPerPage * 1000);
			sendJson(response, 200, pageOf(request));
		} catch (error) {
			refuse(error.error);
		}
	};
});
