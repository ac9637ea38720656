import { checkedTarget, resolveTarget } from '../../../nodes/shared/auth/hosts';
import type { OutgoingRequest } from '../../../nodes/shared/auth/hostSettings';

const base = 'https://a.example';

it.each<[Partial<OutgoingRequest>, string]>([
	[{ url: 'https://a.example/x' }, 'https://a.example/x'],
	[{ uri: 'https://a.example/x' }, 'https://a.example/x'],
	[{ uri: new URL('https://a.example/x') }, 'https://a.example/x'],
	// n8n prefers `url` to `uri`.
	[{ url: 'https://a.example/', uri: 'https://b.example/' }, 'https://a.example/'],
	[{ url: '/x', baseURL: base }, 'https://a.example/x'],
	[{ url: 'x?a=b', baseURL: `${base}/api/` }, 'https://a.example/api/x?a=b'],
	[{ url: '/x', baseURL: `${base}/api` }, 'https://a.example/api/x'],
	[{ url: '/a:b', baseURL: `${base}/api` }, 'https://a.example/api/a:b'],
	[{ url: '/https://b.example', baseURL: base }, 'https://a.example/https://b.example'],
	[{ baseURL: `${base}/api` }, 'https://a.example/api'],
	[{ url: '/x', baseURL: ' https://a.example ' }, 'https://a.example/x'],
	[{ url: 'https://b.example/x', baseURL: base }, 'https://b.example/x'],
	// Whatever a path looks like, it is one.
	[{ url: '//b.example/x', baseURL: base }, 'https://a.example/b.example/x'],
	[{ url: '\\\\b.example/x', baseURL: base }, 'https://a.example/b.example/x'],
	[{ url: '/\t/b.example/x', baseURL: base }, 'https://a.example//b.example/x'],
	[{ url: ' //b.example/x', baseURL: base }, 'https://a.example/b.example/x'],
	[{ url: 'ht\ntps://b.example/x', baseURL: base }, 'https://b.example/x'],
	[{ url: 'https:\\\\b.example\\x' }, 'https://b.example/x'],
	[{ url: 'https://a.example@b.example/x' }, 'https://b.example/x'],
	[{ url: 'https://user:pass@a.example/x' }, 'https://a.example/x'],
	[{ url: '/x//y/', baseURL: `${base}/api//` }, 'https://a.example/api/x//y/'],
	[{ url: 'x/y', baseURL: `${base}//` }, 'https://a.example/x/y'],
])('the target of %j is %s', (request, expected) => {
	expect(resolveTarget({ url: undefined, ...request } as OutgoingRequest)?.href).toBe(expected);
});

it.each<Partial<OutgoingRequest>>([
	{},
	{ url: '/x' },
	{ url: '' },
	{ uri: { href: 'https://a.example/x' } },
	{ url: '/x', baseURL: 'nowhere' },
	{ url: 'ftp://a.example/x' },
	{ url: 'xhttps://a.example/x' },
	{ url: 'data:,x' },
	// Its origin is that of the address in it.
	{ url: 'blob:https://a.example/x' },
])('%j has no target', (request) => {
	expect(resolveTarget({ url: undefined, ...request } as OutgoingRequest)).toBeUndefined();
});

/** Message and description of the refusal, or `undefined` when the request is allowed. */
function refusalOf(options: object, ignoresSslIssues = false) {
	try {
		checkedTarget({ url: base, ...options }, { baseUrl: base, allowedHosts: '', ignoresSslIssues });
		return undefined;
	} catch (error) {
		const { message, description } = error as { message: string; description: string };
		return { message, description };
	}
}

it.each<[object]>([
	[{}],
	[{ proxy: '' }],
	[{ proxy: undefined }],
	[{ proxy: null, agent: false }],
	[{ rejectUnauthorized: true, skipSslCertificateValidation: false }],
	[{ agentOptions: {} }],
	[{ agentOptions: { cert: 'c', key: 'k', passphrase: 'p', rejectUnauthorized: true } }],
	[{ agentOptions: { ca: undefined, lookup: undefined } }],
])('%j is as n8n sends it', (options) => {
	expect(refusalOf(options)).toBeUndefined();
});

it.each<[object, string]>([
	[{ proxy: 'http://proxy.example.com:8080' }, 'proxy'],
	[{ proxy: { host: 'proxy.example.com', port: 8080 } }, 'proxy'],
	[{ agent: {} }, 'agent'],
	[{ httpsAgent: {}, httpAgent: {} }, 'httpAgent, httpsAgent'],
	[{ socketPath: '/tmp/x' }, 'socketPath'],
	[{ agentOptions: { ca: 'x', cert: 'y' } }, 'agentOptions.ca'],
	[{ agentOptions: { lookup: () => {} } }, 'agentOptions.lookup'],
	[
		{ agentOptions: { host: 'evil.example.com', checkServerIdentity: () => {} } },
		'agentOptions.host, agentOptions.checkServerIdentity',
	],
])('%j: connections of its own are refused', (options, names) => {
	for (const allowsUnverified of [false, true])
		expect(refusalOf(options, allowsUnverified)).toEqual(refusal(names));
});

it.each<[object]>([
	[{ rejectUnauthorized: false }],
	[{ skipSslCertificateValidation: true }],
	[{ agentOptions: { rejectUnauthorized: false } }],
	[{ agentOptions: { rejectUnauthorized: false }, rejectUnauthorized: true }],
])('%j: certificates are checked unless the credential says otherwise', (options) => {
	expect(refusalOf(options)).toEqual(refusal('Ignore SSL Issues'));
	expect(refusalOf(options, true)).toBeUndefined();
});

const refusal = (names: string) => ({
	message: `This credential can't be used by a node with its own connection settings (${names})`,
	description:
		'Remove them from this node. For all of n8n, set HTTPS_PROXY or NODE_EXTRA_CA_CERTS in its environment. If it cannot verify the certificate, turn on Ignore SSL Issues (Insecure) in the credential.',
});
