import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { injectDomainRestrictionFields } from 'n8n-workflow';

import { SIGNED_WEBHOOK } from '../../nodes/SignedWebhookTrigger/kind';
import { SIGNING_SECRETS } from '../../nodes/shared/auth/signingSecrets';
import { testCredential } from '../../sandbox/engine/credentialTest';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForEach } from '../helpers/harness';

const TOKEN_PATH = '/tprm-api/oauth/token';
const EVENTS_PATH = '/tprm-api/manage/webhooks/events';

const harness = harnessForEach();

async function test(changes: IDataObject = {}) {
	harness.setCredential({ apiVersion: 'v1', ...changes });
	return await testCredential(harness.engine, 'grcOAuth2Api', CREDENTIAL_ID);
}

describe('the test of the credential', () => {
	it('is green for a good one, and asks for the list of events', async () => {
		expect(await test()).toEqual({ status: 'OK', message: 'Connection successful!' });
		const { log } = harness.service;
		expect(log.requests.map(({ path, status }) => [path, status])).toEqual([
			[TOKEN_PATH, 200],
			[EVENTS_PATH, 200],
		]);
	});

	it('is green with blanks around its fields', async () => {
		const { url, client } = harness.service;
		const padded = { baseUrl: ` ${url}/ `, clientId: ` ${client.id}\n`, apiVersion: ' v1 ' };
		expect(await test(padded)).toMatchObject({ status: 'OK' });
	});

	it('is green for a scope that has no third-party risk', async () => {
		expect(await test({ scope: 'grc:read grc:write' })).toMatchObject({ status: 'OK' });
		expect(harness.service.log.find('GET', EVENTS_PATH).map(({ status }) => status)).toEqual([403]);
	});

	it('says what to do about a wrong secret, also after it was green', async () => {
		await test();
		expect(await test({ clientSecret: 'wrong' })).toEqual({
			status: 'Error',
			message: 'The service rejected the client ID or secret. Check both.',
		});
	});

	it.each([
		[
			{ baseUrl: 'http://127.0.0.1:1' },
			"Can't reach 127.0.0.1:1. Check Base URL and your network.",
		],
		[
			{ tokenUrl: 'http://127.0.0.1:1/t' },
			"Can't reach 127.0.0.1:1. Check Token URL and your network.",
		],
		[{ apiVersion: 'v9' }, 'Set API Version to v1. The service does not support this one.'],
	])('says what to do about %j', async (changes, message) => {
		expect(await withFakeClock(async () => await test(changes))).toEqual({
			status: 'Error',
			message,
		});
	});

	it('is red for a time zone that does not exist, and names it', async () => {
		expect(await test({ organizationTimeZone: 'Europe/Berlyn' })).toEqual({
			status: 'Error',
			message: 'Organization Time Zone is not a time zone: Europe/Berlyn',
		});
	});

	it('is red for a time zone that is changed to one that does not exist, while the token is good', async () => {
		expect(await test({ organizationTimeZone: 'Europe/Berlin' })).toMatchObject({ status: 'OK' });
		expect(await test({ organizationTimeZone: 'CET+1' })).toEqual({
			status: 'Error',
			message: 'Organization Time Zone is not a time zone: CET+1',
		});
	});

	it.each(['grc.example.com', 'ftp://grc.example.com', 'localhost:8080'])(
		'says how an address begins that is %s',
		async (baseUrl) => {
			expect(await test({ baseUrl })).toEqual({
				status: 'Error',
				message: `Base URL must begin with https://, but is: ${baseUrl}`,
			});
		},
	);

	it.each([
		[401, 'Check Base URL and Token URL. '],
		[404, 'Check Base URL. '],
		[500, 'Test again later. '],
	])('says what to do where the list of events answers %i', async (status, advice) => {
		harness.service.faults.add({ fault: { kind: 'status', status }, path: EVENTS_PATH, times: 9 });
		const { status: color, message } = await test();
		expect([color, message.startsWith(advice)]).toEqual(['Error', true]);
	});
});

it('the form asks for what everybody needs before what experts need', () => {
	const { properties } = harness.engine.packages.credentialType('grcOAuth2Api');
	const shown = properties.filter(({ type }) => type !== 'hidden');
	expect(shown.map(({ displayName }) => displayName).slice(3, 10)).toEqual([
		'Webhook Signing Secret',
		'Additional Signing Secrets',
		'Organization Time Zone',
		'Organization Date Format',
		'OAuth Scopes',
		'Token URL',
		'API Version',
	]);
});

it.each([
	['grcOAuth2Api', SIGNING_SECRETS],
	['signedWebhookApi', SIGNED_WEBHOOK.secretFields],
])('messages call the signing secrets of %s as its form does', (name, fields) => {
	const { properties } = harness.engine.packages.credentialType(name);
	for (const field of fields)
		expect(properties.find((property) => property.name === field.name)?.displayName).toBe(
			field.label,
		);
});

it('the token, its key, and for which settings it was issued, are hidden like secrets', () => {
	const { properties } = harness.engine.packages.credentialType('grcOAuth2Api');
	const hidden = properties.filter(({ type }) => type === 'hidden');
	expect(hidden.map(({ name }) => name)).toEqual([
		'accessToken',
		'tokenIssuedFor',
		'dpopPrivateKey',
	]);
	// n8n's server replaces these values in the answers of its REST API.
	for (const { typeOptions } of hidden) expect(typeOptions).toMatchObject({ password: true });
});

it.each([
	['grcOAuth2Api', ['clientSecret', ...SIGNING_SECRETS.map(({ name }) => name), 'privateKey']],
	['pagedHttpApi', ['headers', 'query', 'bearerToken', 'userOrApiKey', 'password']],
	['signedWebhookApi', SIGNED_WEBHOOK.secretFields.map(({ name }) => name)],
])('the form of %s shows dots in place of its secrets', (name, secrets) => {
	const { properties } = harness.engine.packages.credentialType(name);
	const isMasked = ({ typeOptions }: INodeProperties) => typeOptions?.password === true;
	const masked = properties.filter(({ options = [], ...field }) => {
		const inRows = options.flatMap((option) => ('values' in option ? option.values : []));
		return field.type !== 'hidden' && [field, ...inRows].some(isMasked);
	});
	expect(masked.map((field) => field.name)).toEqual(secrets);
});

it.each(['grcOAuth2Api', 'pagedHttpApi', 'pagedHttpOAuth2Api'])(
	'the form of %s has one setting about hosts of its own, and none that n8n adds',
	(type) => {
		const credential = harness.engine.packages.credentialType(type);
		const own = credential.properties.map(({ displayName }) => displayName);
		// What n8n's server does with each credential when it loads it, from 2.41 on.
		const shown = injectDomainRestrictionFields(credential);
		expect(own).toContain('Allowed Hosts');
		expect(shown.map(({ displayName }) => displayName)).toEqual(own);
	},
);
