import { checkSecrets } from '../../../nodes/SignedWebhookTrigger/checkSecrets';

/** The result of the credential's test, which asks nobody. */
const testWith = async (signingSecret: string, formerSecret = ''): Promise<unknown> =>
	await Reflect.apply(checkSecrets, undefined, [{ data: { signingSecret, formerSecret } }]);

it.each([
	['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', ''],
	["It's a Secret to Everybody", ''],
	[' a secret ', 'Red, round apples'],
])('%j with %j may be secrets', async (secret, former) => {
	expect(await testWith(secret, former)).toMatchObject({ status: 'OK' });
});

it.each([
	['', '', 'Enter the signing secret'],
	[' ', ' ', 'Enter the signing secret'],
	['good secret', ', ,', 'A secret is incomplete'],
	['whsec_abcdefgh, whsec_abcdefgh', '', 'one secret in each field'],
	['whsec_whsec_abcdefgh', '', 'one secret in each field'],
	['good secret', 'abc', 'fewer than 8 characters'],
	['abcdef\u200bgh', '', 'invisible characters'],
	['whsec_', '', 'A secret is incomplete'],
	['good secret', 'whsec_', 'A secret is incomplete'],
	['\u200b', '', 'A secret is incomplete'],
	['sk_live_abc', '', 'This is an API key'],
	['good secret', 'rk_test_abc', 'This is an API key'],
	['whpk_abc', '', 'public keys'],
])('%j with %j are not: %s', async (secret, former, message) => {
	const result = await testWith(secret, former);
	expect(result).toEqual({ status: 'Error', message: expect.stringContaining(message) });
	expect(JSON.stringify(result)).not.toContain('abc');
});
