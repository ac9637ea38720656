import type { ICredentialDataDecryptedObject, IHttpRequestOptions, UserError } from 'n8n-workflow';

import { isRecord } from '../basics/guards';
import { memberOf, textMember } from '../basics/members';
import { headerFault } from '../http/headers';
import { userError } from '../n8n/nodeErrors';
import { sealed } from './authorizedRequest';
import { isOn, parseHttpUrl } from './credential';
import { checkedTarget } from './hosts';
import type { Guard } from './hostSettings';
import type { Secret } from './secrets';

/** Name under which nodes request the credential from n8n. */
export const API_KEY_CREDENTIAL = 'pagedHttpApi';

/** A name and the secret that is sent under it. */
type Pair = readonly [name: string, value: string];

/** How the secret of the credential is sent. */
export type Kind = 'basic' | 'bearer' | 'header' | 'query';

/** The fields of the credential for APIs with a key, a token, or a user and password. */
interface ApiKeyCredential extends Guard {
	kind: Kind;
	/** Headers of every request. */
	headers: readonly Pair[];
	/** Query parameters of every request. */
	query: readonly Pair[];
	/** What must not be in any text for the user. */
	secrets: readonly Secret[];
}

/** Headers that are no secret, whatever their value is. */
const PUBLIC = /^(?:accept|accept-language|content-type|user-agent|(?:[\w-]+-)?version)$/i;

/** A shorter one protects nothing. */
const MIN_PASSWORD = 8;

type Sent = Partial<ApiKeyCredential> & Pick<ApiKeyCredential, 'secrets'>;

/**
 * Reads n8n's decrypted data of the credential for APIs with a key.
 *
 * @throws UserError naming the field that is empty or cannot be sent
 */
export function readApiKeyCredential(data: ICredentialDataDecryptedObject): ApiKeyCredential {
	const kinds: Kind[] = ['basic', 'bearer', 'query'];
	const kind = kinds.find((one) => one === data.authentication) ?? 'header';
	return { kind, headers: [], query: [], ...readGuard(data), ...READERS[kind](data) };
}

const READERS: Record<Kind, (data: ICredentialDataDecryptedObject) => Sent> = {
	header: (data) => {
		const headers = readPairs(data, 'headers', 'header', 'Headers');
		for (const [name, value] of headers) {
			const fault = headerFault(name, value);
			if (fault) throw fieldError(`Headers: "${name}" ${fault}`, 'Correct it');
		}
		// What follows a scheme, as in "Token abc", is the secret itself.
		const values = headers.filter(([name]) => !PUBLIC.test(name)).map(([, value]) => value);
		const keys = values.flatMap((value) => [value, value.replace(/^\S+\s+/, '')]);
		// After all others: what replaces a key is found by its place, however many parts it has.
		const parts = values
			.flatMap(partsOf)
			.filter(({ value }) => value.length >= MIN_PASSWORD && !keys.includes(value));
		return { headers, secrets: [...asKeys(keys), ...parts] };
	},
	query: (data) => {
		const query = readPairs(data, 'query', 'parameter', 'Query Parameters');
		return { query, secrets: asKeys(query.map(([, value]) => value)) };
	},
	bearer: (data) => {
		const token = textMember(data, 'bearerToken')
			.trim()
			.replace(/^Bearer\s+/i, '');
		if (token === '') throw fieldError('Token is empty', 'Enter it');
		const fault = headerFault('Authorization', token);
		if (fault) throw fieldError(`Token ${fault}`, 'Correct it');
		const headers: Pair[] = [['Authorization', `Bearer ${token}`]];
		return { headers, secrets: asKeys([token]) };
	},
	basic: (data) => {
		const [user, password] = [textMember(data, 'userOrApiKey'), textMember(data, 'password')];
		if (user + password === '') throw fieldError('User and Password are empty', 'Enter them');
		if (user.includes(':')) throw fieldError('User contains a colon', 'Remove it');
		const encoded = Buffer.from(`${user}:${password}`).toString('base64');
		const headers: Pair[] = [['Authorization', `Basic ${encoded}`]];
		// Some APIs take a key as the user, and any password, or none.
		const keys = password.length < MIN_PASSWORD ? [user] : [];
		const secrets = [...asKeys(keys), { value: encoded }, { value: password }];
		return { headers, secrets };
	},
};

/** They may be sent again where the API repeats them in its URLs, each replaced by the one in its place. */
function asKeys(values: readonly string[]): Secret[] {
	return values.map((value, index) => ({ value, sentAs: `key ${index}` }));
}

/** @returns the secrets that a header may be composed of, as in "Token token=abc" or a cookie */
function partsOf(header: string, position: number): Secret[] {
	const encoded = /^Basic\s+(\S+)$/i.exec(header)?.[1];
	if (encoded) {
		// As in Basic Auth: what is before a short password is a key.
		return [
			{
				value: Buffer.from(encoded, 'base64')
					.toString()
					.replace(/^([^:]*):.{0,7}$/, '$1')
					.replace(/^[^:]*:/, ''),
			},
		];
	}
	// What is left out is in many texts, and not secret: the scheme in "Token token=abc", and the name of
	// a cookie in "session=abc". An equals sign at the end belongs to base64.
	return header
		.replace(/^[a-z-]+\s+|"/gi, '')
		.split(/[\s,;:]/)
		.map((part, index) => ({
			value: part.replace(/^[^=]+=([^=])/, '$1'),
			sentAs: `part ${position}.${index}`,
		}));
}

/**
 * @returns where the secret may be sent; the address as it was entered, since its query is a part of every
 *   request that the node completes
 * @throws UserError when it is not an address, or contains a user name
 */
export function readGuard(data: ICredentialDataDecryptedObject): Guard {
	const baseUrl = textMember(data, 'baseUrl').trim();
	const { username, password } = parseHttpUrl('Base URL', baseUrl);
	if (username || password)
		throw fieldError('Base URL contains a user name or password', 'Remove it');
	return {
		baseUrl,
		allowedHosts: textMember(data, 'allowedHosts'),
		ignoresSslIssues: isOn(data, 'ignoreSSLIssues'),
	};
}

/** @returns the rows of a collection; a row without name and value is one that was not filled in */
function readPairs(
	data: ICredentialDataDecryptedObject,
	collection: string,
	row: string,
	label: string,
): Pair[] {
	const parent: unknown = memberOf(data, collection);
	const rows: unknown = isRecord(parent) ? memberOf(parent, row) : [];
	const pairs = [rows]
		.flat()
		.filter(isRecord)
		.map(({ name, value }): Pair => [String(name ?? '').trim(), String(value ?? '').trim()])
		.filter(([name, value]) => name + value !== '');
	if (pairs.length === 0) throw fieldError(`${label} is empty`, 'Enter a name and a value');
	for (const [name, value] of pairs) {
		if (name === '') throw fieldError(`${label}: a name is empty`, 'Enter it');
		if (value === '') throw fieldError(`${label}: the value of "${name}" is empty`, 'Enter it');
	}
	return pairs;
}

function fieldError(message: string, fix: string): UserError {
	return userError(message, `${fix} in the credential.`);
}

/**
 * n8n's `authenticate` hook: adds the key to a request, after checking where and how it is sent.
 *
 * @param data the decrypted credential
 * @param request what is about to be sent; not modified
 * @returns a copy with the checked address as the only one, the key, and no redirects
 * @throws UserError when the key must not be sent this way, or the credential is incomplete
 */
export async function authenticateWithKey(
	data: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const credential = readApiKeyCredential(data);
	const { headers, query } = credential;
	const target = checkedTarget(request, credential);
	const names = new Set(query.map(([name]) => name));
	if (query.length > 0) {
		// Servers differ in which encoding they accept: the rest of the query stays as it is written.
		const others = target.search
			.slice(1)
			.split('&')
			.filter(
				(part) =>
					part !== '' && ![...new URLSearchParams(part).keys()].some((name) => names.has(name)),
			);
		const own = query.map((pair) => pair.map(encodeURIComponent).join('='));
		target.search = [...others, ...own].join('&');
	}
	// A request's own Basic Auth would take the place of the key.
	const { auth: _auth, qs, ...others } = request;
	const kept = isRecord(qs) && Object.entries(qs).filter(([name]) => !names.has(name));
	return sealed(
		{ ...others, ...(kept && { qs: Object.fromEntries(kept) }) },
		target,
		Object.fromEntries(headers),
		credential,
	);
}
