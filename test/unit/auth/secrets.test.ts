import { cleanFor, clientSecrets } from '../../../nodes/shared/auth/secrets';
import { readCredential } from '../../../nodes/shared/auth/credential';
import { credentialKey, tokens } from '../../../nodes/shared/auth/tokenCache';

const data = {
	baseUrl: 'https://grc.example.com',
	clientId: 'id:1',
	clientSecret: 'client+secret',
	webhookSigningSecret: 'whsec_first',
	additionalSigningSecrets: 'whsec_second, ',
	accessToken: 'stored-token',
};

it.each([
	['the client secret', 'client+secret'],
	['the value of HTTP Basic', Buffer.from('id%3A1:client%2Bsecret').toString('base64')],
	['the same without encoding', Buffer.from('id:1:client+secret').toString('base64')],
	['the signing secret', 'whsec_first'],
	['an additional one', 'whsec_second'],
	['the stored token', 'stored-token'],
])('%s is removed from a text', (_name, secret) => {
	expect(cleanFor(data)(`got ${secret} from id:1`)).toBe('got *** from id:1');
});

it('a token that is issued later is removed too', async () => {
	const clean = cleanFor(data);
	const fetch = async () => ({ value: 'issued-later', dpopKey: undefined, usableUntil: Infinity });
	await tokens.renew(credentialKey(readCredential(data)), '', fetch);
	await tokens.renew('of another credential', '', async () => ({
		...(await fetch()),
		value: 'another-one',
	}));
	expect(clean('got issued-later, not another-one')).toBe('got ***, not another-one');
});

it('a credential without a client secret has no secret value of HTTP Basic', () => {
	const withoutSecret = { baseUrl: 'https://grc.example.com', clientId: 'id:1' };
	expect(clientSecrets(readCredential(withoutSecret))).toEqual([]);
	expect(clientSecrets(readCredential(data))).toHaveLength(3);
});

it('a credential without secrets hides nothing', () => {
	expect(cleanFor({ baseUrl: 'https://grc.example.com' })('a b')).toBe('a b');
});
