import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import {
	authenticateWithKey,
	readApiKeyCredential,
	readGuard,
} from '../../../nodes/shared/auth/apiKeyCredential';
import { headerFault } from '../../../nodes/shared/http/headers';

const BASE = { baseUrl: 'https://api.example.com' };
const request = { url: 'https://api.example.com/v1/items' };

const header = (...rows: unknown[]) => ({ headers: { header: rows } });
const query = (...rows: unknown[]) => ({
	authentication: 'query',
	query: { parameter: rows },
});
const credential = (data: object) => ({ ...BASE, ...data }) as ICredentialDataDecryptedObject;
const read = (data: object) => readApiKeyCredential(credential(data));
const send = async (data: object, options: IHttpRequestOptions = request) =>
	await authenticateWithKey(credential(data), options);

describe('what a credential sends', () => {
	it.each([
		['headers', header({ name: ' X-Key ', value: ' k1 ' }), { 'X-Key': 'k1' }],
		[
			'several headers, without rows that were not filled in',
			header(
				{ name: 'X-Key', value: 'k1' },
				{ name: '', value: '' },
				{},
				{ name: 'X-Id', value: 7 },
			),
			{ 'X-Key': 'k1', 'X-Id': '7' },
		],
		[
			'one header that is no list',
			{ headers: { header: { name: 'X-Key', value: 'k' } } },
			{ 'X-Key': 'k' },
		],
		['a token', { authentication: 'bearer', bearerToken: ' t1 ' }, { Authorization: 'Bearer t1' }],
		[
			'a token that was copied with its scheme',
			{ authentication: 'bearer', bearerToken: 'bearer  t1' },
			{ Authorization: 'Bearer t1' },
		],
		[
			'a token whose text contains the scheme',
			{ authentication: 'bearer', bearerToken: 'xBearer t1' },
			{ Authorization: 'Bearer xBearer t1' },
		],
		[
			'a user and password',
			{ authentication: 'basic', userOrApiKey: 'ü', password: 'p:w' },
			{ Authorization: `Basic ${Buffer.from('ü:p:w').toString('base64')}` },
		],
		[
			'a user without a password',
			{ authentication: 'basic', userOrApiKey: 'key' },
			{ Authorization: `Basic ${Buffer.from('key:').toString('base64')}` },
		],
		[
			'a password without a user',
			{ authentication: 'basic', password: 'key' },
			{ Authorization: `Basic ${Buffer.from(':key').toString('base64')}` },
		],
	])('is %s', async (_, data, headers) => {
		expect(await send(data)).toEqual({
			url: 'https://api.example.com/v1/items',
			headers,
			disableFollowRedirect: true,
			maxRedirects: 0,
			followRedirect: false,
			followAllRedirects: false,
		});
		expect(read(data)).toMatchObject({ headers: Object.entries(headers), query: [] });
	});

	it('replaces what the request has of its own', async () => {
		const own = {
			...request,
			headers: { AUTHORIZATION: 'x', Accept: 'text/csv' },
			auth: { username: 'u', password: 'p' },
			qs: { page: 2 },
		};
		const sent = await send({ authentication: 'bearer', bearerToken: 't1' }, own);
		expect(sent).not.toHaveProperty('auth');
		expect(sent).toMatchObject({
			headers: { Accept: 'text/csv', Authorization: 'Bearer t1' },
			qs: { page: 2 },
		});
		expect(Object.keys(sent.headers ?? {})).not.toContain('AUTHORIZATION');
	});

	it.each([
		['?page=2', '?page=2&key=s%26%3D%C3%BC&v%20w=1'],
		['', '?key=s%26%3D%C3%BC&v%20w=1'],
		['?', '?key=s%26%3D%C3%BC&v%20w=1'],
		// What is not the key stays as it is written.
		['?a=b+c&&d=%2f&e', '?a=b+c&d=%2f&e&key=s%26%3D%C3%BC&v%20w=1'],
		['?key=old&k=1&%6bey=older&v+w=2', '?k=1&key=s%26%3D%C3%BC&v%20w=1'],
	])('is query parameters, after %j', async (before, after) => {
		const data = query({ name: 'key', value: 's&=ü' }, { name: 'v w', value: '1' });
		const sent = await send(data, { url: request.url + before, qs: { key: 'other', b: 1 } });
		expect(sent.url).toBe(request.url + after);
		expect(sent.qs).toEqual({ b: 1 });
		expect(sent.headers).toEqual({});
		expect(read(data)).toMatchObject({ headers: [] });
	});
});

describe('where it is sent', () => {
	const key = header({ name: 'X-Key', value: 'k1' });

	it('skips the check of certificates only if the credential says so, also as text', async () => {
		for (const ignoreSSLIssues of [true, 'true']) {
			expect(await send({ ...key, ignoreSSLIssues })).toMatchObject({ rejectUnauthorized: false });
		}
		expect(await send({ ...key, ignoreSSLIssues: false })).not.toHaveProperty('rejectUnauthorized');
		expect(await send(key)).not.toHaveProperty('rejectUnauthorized');
	});
});

describe('what is kept out of every text', () => {
	it.each([
		[header({ name: 'X-Key', value: 'k1' }), ['k1', 'k1']],
		[header({ name: 'Authorization', value: 'Token  abc def' }), ['Token  abc def', 'abc def']],
		[query({ name: 'a', value: 's1' }, { name: 'b', value: 's2' }), ['s1', 's2']],
		// What is no secret in any request.
		[header({ name: 'Accept', value: 'text/csv' }, { name: 'X', value: 'k1' }), ['k1', 'k1']],
		[{ authentication: 'bearer', bearerToken: 'Bearer t1' }, ['t1']],
		[
			{ authentication: 'basic', userOrApiKey: 'u', password: 'password' },
			['dTpwYXNzd29yZA==', 'password'],
		],
		// So short a password protects nothing: the user is a key.
		[{ authentication: 'basic', userOrApiKey: 'u', password: 'p' }, ['u', 'dTpw', 'p']],
		[{ authentication: 'basic', userOrApiKey: 'u' }, ['u', 'dTo=', '']],
	])('of %j is %j', (data, secrets) => {
		expect(read(data).secrets.map(({ value }) => value)).toEqual(secrets);
	});

	// The value as a whole, and what follows its first word, are before its parts.
	it.each([
		['theme=dark; session=0123456789ab', ['0123456789ab']],
		['sessionid="0123456789ab=="; theme=dark', ['0123456789ab==']],
		['Token  token=01234567', ['01234567']],
		['Long-Name me:0123456789ab', ['0123456789ab']],
		[`Basic ${btoa('me:0123 456789ab')}`, ['0123 456789ab']],
		[`Basic  ${btoa('0123456789ab:1234567')}`, ['0123456789ab']],
	])('is each part of %s', (value, parts) => {
		const { secrets } = read(header({ name: 'Authorization', value }));
		expect(secrets.slice(2).map((secret) => secret.value)).toEqual(parts);
	});

	it('is known by its place in the value, whatever is in the other places', () => {
		const partOf = (value: string) =>
			read(header({ name: 'X', value: 'k' }, { name: 'Cookie', value })).secrets.at(-1);
		expect(partOf('theme=dark; session=0123456789ab')?.sentAs).toBe(
			partOf('theme=darkdark; session=ba9876543210')?.sentAs,
		);
		const { secrets } = read(header({ name: 'X', value: 'a1=01234567; b2=12345678' }));
		expect(new Set(secrets.map(({ sentAs }) => sentAs)).size).toBe(4);
	});
});

describe('the base URL', () => {
	it.each(['https://api.example.com', 'http://localhost:8080/v1/?api-version=7'])(
		'%s is taken as it was entered',
		(baseUrl) => {
			const allowedHosts = 'files.example.com';
			const guard = { baseUrl, allowedHosts, ignoresSslIssues: false };
			expect(readGuard({ baseUrl: ` ${baseUrl} `, allowedHosts })).toEqual(guard);
		},
	);

	it.each([
		['https://user@api.example.com', 'contains a user name or password', 'Remove it in the cred'],
		['https://:pass@api.example.com', 'contains a user name or password', 'Remove it in the cred'],
		['', 'is empty', 'Enter the address'],
	])('%j is refused, since it %s', (baseUrl, message, description) => {
		const error = {
			message: `Base URL ${message}`,
			description: expect.stringMatching(description),
		};
		expect(() => readGuard({ baseUrl })).toThrow(expect.objectContaining(error));
	});
});

describe('a field that is wrong', () => {
	const ENTER = 'Enter it in the credential.';
	const BOTH = 'Enter a name and a value in the credential.';
	it.each([
		[{}, 'Headers is empty', BOTH],
		[header({ name: ' ', value: '' }), 'Headers is empty', BOTH],
		[header({ name: '', value: 'k' }), 'Headers: a name is empty', ENTER],
		[header({ name: 'X-Key' }), 'Headers: the value of "X-Key" is empty', ENTER],
		[{ authentication: 'query' }, 'Query Parameters is empty', BOTH],
		[query({ value: 'k' }), 'Query Parameters: a name is empty', ENTER],
		[query({ name: 'key', value: ' ' }), 'Query Parameters: the value of "key" is empty', ENTER],
		[{ authentication: 'bearer', bearerToken: '  ' }, 'Token is empty', ENTER],
		[{ authentication: 'basic' }, 'User and Password are empty', 'Enter them in the credential.'],
		[
			{ authentication: 'basic', userOrApiKey: 'a:b', password: 'p' },
			'User contains a colon',
			'Remove it in the credential.',
		],
	])('%j is an error that names it: %s', (data, message, description) => {
		expect(() => read(data)).toThrow(expect.objectContaining({ message, description }));
	});

	it.each([
		[header({ name: 'X Key', value: 'k' }), /^Headers: "X Key" /],
		[header({ name: 'X-Key', value: 'a\nb' }), /^Headers: "X-Key" /],
		[{ authentication: 'bearer', bearerToken: 'a\nb' }, /^Token /],
	])('%j cannot be sent', (data, message) => {
		const description = 'Correct it in the credential.';
		const error = expect.objectContaining({ message: expect.stringMatching(message), description });
		expect(() => read(data)).toThrow(error);
	});
});

describe('a header', () => {
	it.each([
		...['', 'X Key', 'X-Key:', ' X-Key', 'X\nKey', 'Schlüssel', 'a"b'].map((name) => [name, 'a']),
		...['Host', 'content-length', 'TRANSFER-ENCODING', 'TE', 'Proxy-Connection', 'Expect'].map(
			(name) => [name, 'a'],
		),
		...['a\nb', 'a\r', '\u0000', '\u007f', '€'].map((value) => ['X-Key', value]),
	])('%j: %j cannot', (name = '', value = '') => {
		expect(headerFault(name, value)).toMatch(
			/^(is not a valid header name|is set by n8n and cannot|has a value with line breaks)/,
		);
	});
});
