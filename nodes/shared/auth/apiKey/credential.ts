import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { headerFault } from '../../http/headerRules';
import { isRecord } from '../../json';
import { textOf } from '../credential';
import { badAddressError, noAddressError } from '../credentialErrors';
import type { Guard } from '../types';

/** Name under which nodes request the credential from n8n. */
export const API_KEY_CREDENTIAL = 'pagedHttpApi';

/** A name and the secret that is sent under it. */
export type Pair = readonly [name: string, value: string];

/** How the secret of the credential is sent. */
export type Kind = 'basic' | 'bearer' | 'header' | 'query';

/** The fields of the credential for APIs with a key, a token, or a user and password. */
export interface ApiKeyCredential extends Guard {
	kind: Kind;
	/** Headers of every request. */
	headers: readonly Pair[];
	/** Query parameters of every request. */
	query: readonly Pair[];
	/** What must not be in any text for the user. */
	secrets: readonly string[];
	/** Those that may be sent again where the API repeats them in its URLs: no password. */
	keys: readonly string[];
}

/** Headers that are no secret, whatever their value is. */
const PUBLIC = /^(?:accept|accept-language|content-type|user-agent|(?:[\w-]+-)?version)$/i;

/** A shorter one protects nothing. */
const MIN_PASSWORD = 8;

type Sent = Pick<ApiKeyCredential, 'headers' | 'query' | 'secrets' | 'keys'> & { secret: string };

/**
 * Reads n8n's decrypted data of the credential for APIs with a key.
 *
 * @throws UserError naming the field that is empty or cannot be sent
 */
export function readApiKeyCredential(data: ICredentialDataDecryptedObject): ApiKeyCredential {
	const kind = kindOf(data.authentication);
	return {
		kind,
		baseUrl: readBaseUrl(data),
		allowedHosts: textOf(data, 'allowedHosts'),
		// An expression may return text.
		ignoresSslIssues: String(data.ignoreSSLIssues) === 'true',
		...READERS[kind](data),
	};
}

const READERS: Record<Kind, (data: ICredentialDataDecryptedObject) => Sent> = {
	header: (data) => {
		const headers = readPairs(data, 'headers', 'header', 'Headers');
		for (const [name, value] of headers) {
			const fault = headerFault(name, value);
			if (fault) throw fieldError(`Headers: "${name}" ${fault}`, 'Correct it');
		}
		// What follows a scheme, as in "Token abc", is the secret itself.
		const secrets = headers
			.filter(([name]) => !PUBLIC.test(name))
			.flatMap(([, value]) => [value, value.replace(/^\S+\s+/, '')]);
		return { headers, query: [], secrets, keys: secrets, secret: 'key' };
	},
	query: (data) => {
		const query = readPairs(data, 'query', 'parameter', 'Query Parameters');
		const keys = query.map(([, value]) => value);
		return { headers: [], query, secrets: keys, keys, secret: 'key' };
	},
	bearer: (data) => {
		const token = requiredText(data, 'bearerToken', 'Token').replace(/^Bearer\s+/i, '');
		const fault = headerFault('Authorization', token);
		if (fault) throw fieldError(`Token ${fault}`, 'Correct it');
		const headers: Pair[] = [['Authorization', `Bearer ${token}`]];
		return { headers, query: [], secrets: [token], keys: [token], secret: 'token' };
	},
	basic: (data) => {
		const [user, password] = [textOf(data, 'userOrApiKey'), textOf(data, 'password')];
		if (user + password === '') throw fieldError('User and Password are empty', 'Enter them');
		if (user.includes(':')) throw fieldError('User contains a colon', 'Remove it');
		const encoded = Buffer.from(`${user}:${password}`).toString('base64');
		const headers: Pair[] = [['Authorization', `Basic ${encoded}`]];
		// Some APIs take a key as the user, and any password, or none.
		const keys = password.length < MIN_PASSWORD ? [user] : [];
		const secrets = [encoded, ...keys, ...(password === '' ? [] : [password])];
		return { headers, query: [], secrets, keys, secret: 'password' };
	},
};

function kindOf(value: unknown): Kind {
	const kinds: Kind[] = ['basic', 'bearer', 'query'];
	return kinds.find((kind) => kind === value) ?? 'header';
}

/**
 * @returns the address as it was entered: its query is a part of every request that the node completes
 * @throws UserError when it is not an address, or contains a user name
 */
export function readBaseUrl(data: ICredentialDataDecryptedObject): string {
	const text = textOf(data, 'baseUrl').trim();
	if (text === '') throw noAddressError('Base URL');
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !/^https?:$/.test(url.protocol)) throw badAddressError('Base URL', text);
	if (url.username || url.password) {
		throw fieldError('Base URL contains a user name or password', 'Remove it');
	}
	return text;
}

function requiredText(data: ICredentialDataDecryptedObject, name: string, field: string): string {
	const text = textOf(data, name).trim();
	if (text === '') throw fieldError(`${field} is empty`, 'Enter it');
	return text;
}

/** @returns the rows of a collection; a row without name and value is one that was not filled in */
function readPairs(
	data: ICredentialDataDecryptedObject,
	collection: string,
	row: string,
	label: string,
): Pair[] {
	const parent: unknown = data[collection];
	const rows: unknown = isRecord(parent) ? parent[row] : [];
	const pairs = (Array.isArray(rows) ? rows : [rows])
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
	return new UserError(message, { description: `${fix} in the credential.` });
}
