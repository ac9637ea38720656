import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readCredential } from '../../../nodes/shared/auth/credential';
import { type CredentialContext, credentialFor } from '../../../nodes/shared/auth/sameForAllItems';
import { SIGNING_SECRETS } from '../../../nodes/shared/auth/signingSecrets';
import { readSecretFields } from '../../../nodes/shared/forms/secretFields';

const baseUrl = 'https://grc.example.com';

/** Message and description of what is thrown. */
function errorOf(data: ICredentialDataDecryptedObject) {
	try {
		readCredential(data);
	} catch (error) {
		const { message, description } = error as { message: string; description: string };
		return { message, description };
	}
	throw new Error('Nothing was thrown');
}

describe('reading the credential', () => {
	it('returns every field, trimmed', () => {
		const fields = {
			baseUrl: 'https://grc.example.com/base',
			clientId: 'id',
			clientSecret: 'secret',
			scope: 'a b',
			tokenUrl: 'https://login.example.com/token',
			apiVersion: 'v2',
			allowedHosts: 'files.example.com',
			privateKey: 'own key',
			dpopPrivateKey: 'made key',
			accessToken: 'at',
			tokenIssuedFor: 'key',
			organizationTimeZone: 'Europe/Berlin',
			organizationDateFormat: 'dd-MM-yyyy',
		};
		const padded = Object.fromEntries(
			Object.entries(fields).map(([name, value]) => [name, ` ${value}\n`]),
		);
		expect(readCredential(padded)).toStrictEqual({
			...fields,
			ignoresSslIssues: false,
			useDpop: false,
		});
	});

	it('fills in the defaults', () => {
		expect(readCredential({ baseUrl })).toMatchObject({
			clientId: '',
			tokenUrl: 'https://grc.example.com/tprm-api/oauth/token',
			apiVersion: 'v1',
			organizationTimeZone: 'UTC',
			organizationDateFormat: 'yyyy-MM-dd',
		});
	});

	it.each([
		['https://grc.example.com/', 'https://grc.example.com'],
		['https://grc.example.com/a//', 'https://grc.example.com/a'],
		['HTTPS://GRC.example.com', 'https://grc.example.com'],
		['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
	])('of the base URL %s uses %s', (value, expected) => {
		expect(readCredential({ baseUrl: value })).toMatchObject({
			baseUrl: expected,
			tokenUrl: `${expected}/tprm-api/oauth/token`,
		});
	});
});

it.each<[unknown, boolean]>([
	[true, true],
	['true', true],
	[false, false],
	['', false],
	[undefined, false],
	[1, false],
])('ignores SSL issues where Ignore SSL Issues is %j: %j', (value, expected) => {
	const data = { baseUrl, ignoreSSLIssues: value } as ICredentialDataDecryptedObject;
	expect(readCredential(data).ignoresSslIssues).toBe(expected);
});

it('a time zone that does not exist is refused by its name', () => {
	expect(errorOf({ baseUrl, organizationTimeZone: 'Europe/Berlyn' })).toEqual({
		message: 'Organization Time Zone is not a time zone: Europe/Berlyn',
		description: 'Change it in the credential to a name like Europe/Berlin or America/New_York.',
	});
});

describe('addresses that cannot be used', () => {
	it('an empty base URL', () => {
		expect(errorOf({ baseUrl: ' ' })).toEqual({
			message: 'Base URL is empty',
			description:
				'Enter the address of the service in the credential, e.g. https://grc.example.com',
		});
	});

	it.each([
		['grc.example.com', 'grc.example.com'],
		['git+https://grc.example.com', 'git+https://grc.example.com'],
		['user:pass@grc.example.com', '***@grc.example.com'],
		['ftp://user:p@ss/wo rd\nx@grc.example.com', 'ftp://***@grc.example.com'],
		['https://user:pa/ss@grc.example.com', 'https://***@grc.example.com'],
	])('%j, shown as %j', (value, shown) => {
		const fault = value.startsWith('https:')
			? 'is not a web address'
			: 'must begin with https://, but is';
		for (const [field, data] of [
			['Base URL', { baseUrl: value }],
			['Token URL', { baseUrl, tokenUrl: value }],
		] as const) {
			expect(errorOf(data)).toEqual({
				message: `${field} ${fault}: ${shown}`,
				description: `Change ${field} in the credential to an address that starts with https://, e.g. https://grc.example.com`,
			});
		}
	});

	it.each([
		'https://user@grc.example.com',
		'https://grc.example.com?',
		'https://grc.example.com/a?b=c',
		'https://grc.example.com/#a',
	])('%s, without repeating it', (value) => {
		for (const [field, data] of [
			['Base URL', { baseUrl: value }],
			['Token URL', { baseUrl, tokenUrl: value }],
		] as const) {
			expect(errorOf(data)).toEqual({
				message: `${field} has a user name, password, ? or #`,
				description:
					'Remove the user name and password, and everything from ? or # on. Client ID and Client Secret are separate fields.',
			});
		}
	});

	it('a token URL with less protection than the base URL', () => {
		expect(errorOf({ baseUrl, tokenUrl: 'http://grc.example.com/token' })).toEqual({
			message: 'Token URL uses http while Base URL uses https',
			description:
				'The client secret would be sent unencrypted. Change Token URL in the credential to https, or clear it to use the default.',
		});
	});
});

it.each<[ICredentialDataDecryptedObject, string[]]>([
	[{}, ['', '']],
	[{ webhookSigningSecret: ' a, b ' }, ['a, b', '']],
	[{ webhookSigningSecret: 'a', additionalSigningSecrets: 'b, c ,' }, ['a', 'b', 'c', '']],
	[{ webhookSigningSecret: 7, additionalSigningSecrets: null }, ['', '']],
] as Array<[ICredentialDataDecryptedObject, string[]]>)(
	'signing secrets of %j',
	(data, secrets) => {
		expect(readSecretFields(data, SIGNING_SECRETS)).toEqual(secrets);
	},
);

describe('the credential of a run', () => {
	interface InWorkflow {
		workflow?: { expression: { getParameterValue: (data: object, item?: number) => object } };
	}

	/**
	 * @param clientIds what the items see; the read of an empty one fails
	 * @param entered Client ID in the form; not known by default
	 */
	const run = (clientIds: string[], entered?: string, own: object = {}) => {
		const read: unknown[] = [];
		const evaluate = (item?: number) => {
			read.push(item);
			if (clientIds[item ?? 0] === '') throw new Error('no answer');
			return { clientId: clientIds[item ?? 0], accessToken: String(item) };
		};
		const expression = { getParameterValue: (_data: object, item?: number) => evaluate(item) };
		const context = {
			...(entered !== undefined && { workflow: { expression } }),
			getInputData: () => clientIds,
			getCredentialsProperties: () => [
				{ name: 'accessToken', displayName: 'Access Token', type: 'hidden' },
				{ name: 'clientId', displayName: 'Client ID', type: 'string' },
			],
			async getCredentials(this: InWorkflow, _type: string, item?: number) {
				const { workflow } = this;
				return (
					workflow?.expression.getParameterValue({ clientId: entered }, item) ?? evaluate(item)
				);
			},
			...own,
		} as unknown as CredentialContext;
		return { read, get: async () => await credentialFor(context, 'grcOAuth2Api') };
	};

	it('is that of the first item, and compared once', async () => {
		const { get, read } = run(['a', 'a', 'a']);
		expect(await get()).toMatchObject({ clientId: 'a' });
		expect(await get()).toMatchObject({ clientId: 'a' });
		expect(read).toEqual([0, 1, 2, undefined, undefined]);
	});

	it.each([undefined, '={{ $json.id }}'])('must not differ between items (%s)', async (entered) => {
		await expect(run(['a', 'a', 'b'], entered).get()).rejects.toMatchObject({
			message: 'Client ID of the credential differs between rows 1 and 3',
			description: expect.stringContaining('use the same values of the credential'),
		});
	});

	it.each(['a', '$json', '={{ $now }}'])(
		'is not compared with %s as Client ID',
		async (entered) => {
			const { get, read } = run(['a', 'b'], entered);
			await get();
			expect(read).toEqual([undefined]);
		},
	);

	it('is not compared where there is one item, or none', async () => {
		for (const single of [run(['a']), run(['a'], undefined, { getInputData: undefined })]) {
			await single.get();
			expect(single.read).toEqual([undefined]);
		}
	});

	it('is compared further after a read that failed', async () => {
		const ids = ['a', '', 'a'];
		const { get, read } = run(ids);
		await expect(get()).rejects.toThrow('no answer');
		ids[1] = 'a';
		await get();
		expect(read).toEqual([0, 1, 0, 1, 2, undefined]);
	});
});
