import { authenticateRequest, watchToken } from '../../../nodes/shared/auth/authenticate';
import { readCredential } from '../../../nodes/shared/auth/credential';

const stored = (clientId: string) => ({
	baseUrl: 'https://grc.example.com',
	clientId,
	clientSecret: 'secret',
	accessToken: 'stored before n8n was restarted',
});
const request = { url: 'https://grc.example.com/v1/scopes' };

it('a stored token goes out until the service refuses it, and is renewed from then on', async () => {
	const data = stored('after a restart');
	const refused = watchToken(readCredential(data));
	expect((await authenticateRequest(data, request)).headers).toEqual({
		Authorization: `Bearer ${data.accessToken}`,
	});
	// n8n 1.x hands the 401 to the node, and renews only for what it takes for another one.
	refused();
	await expect(authenticateRequest(data, request)).rejects.toMatchObject({
		response: { status: 401 },
	});
});

it('the refusal of one credential leaves others alone', async () => {
	watchToken(readCredential(stored('one')))();
	const other = stored('other');
	expect((await authenticateRequest(other, request)).headers).toHaveProperty('Authorization');
});
