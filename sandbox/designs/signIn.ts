import type { Design, JsonObject } from './types';
import { ANY } from './types';

/** The credential that signs in to a design. */
export interface DesignCredential {
	/** Value of the node's parameter Authentication. */
	authentication: 'none' | 'pagedHttpApi' | 'pagedHttpOAuth2Api';
	/** Fields of the credential. */
	data: JsonObject;
}

/** @param baseUrl of the credential */
export function credentialOf({ signIn }: Design, baseUrl: string): DesignCredential {
	const withKey = (data: JsonObject): DesignCredential => ({
		authentication: 'pagedHttpApi',
		data: { baseUrl, ...data },
	});
	switch (signIn.kind) {
		case 'none':
			return { authentication: 'none', data: {} };
		case 'basic': {
			const { user, password } = signIn;
			return withKey({ authentication: 'basic', userOrApiKey: user, password });
		}
		case 'headers':
			return withKey({ authentication: 'header', headers: { header: rowsOf(signIn.headers) } });
		case 'query': {
			const parameter = rowsOf({ [signIn.name]: signIn.value });
			return withKey({ authentication: 'query', query: { parameter } });
		}
		case 'bearer':
			if (!signIn.oauth2) return withKey({ authentication: 'bearer', bearerToken: signIn.token });
			return { authentication: 'pagedHttpOAuth2Api', data: connected(signIn.token, baseUrl) };
	}
}

/** An OAuth2 credential after its owner has connected the account. */
function connected(token: string, baseUrl: string): JsonObject {
	return {
		baseUrl,
		grantType: 'authorizationCode',
		authUrl: `${baseUrl}/authorize`,
		accessTokenUrl: `${baseUrl}/token`,
		clientId: 'client',
		clientSecret: 'client-secret',
		authentication: 'header',
		oauthTokenData: { access_token: token, token_type: 'Bearer' },
	};
}

/** The node sends it with every request, unless the option Headers has another one. */
const ACCEPT = 'application/json';

/** @returns the headers that the option Headers has for a design */
export function headersOf({ headers = {} }: Design): Record<string, string> {
	const isNeeded = ([name, value]: [string, string]) =>
		value !== ANY && !(name === 'Accept' && value === ACCEPT);
	return Object.fromEntries(Object.entries(headers).filter(isNeeded));
}

function rowsOf(members: Readonly<Record<string, string>>): JsonObject[] {
	return Object.entries(members).map(([name, value]) => ({ name, value }));
}
