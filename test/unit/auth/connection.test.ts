import type { IHttpRequestOptions } from 'n8n-workflow';

import { assertOwnConnection } from '../../../nodes/shared/auth/connection';

/** Message and description of the refusal, or `undefined` when the request is allowed. */
function refusalOf(options: object, allowsUnverified = false) {
	const request = { url: 'https://grc.example.com', ...options } as IHttpRequestOptions;
	try {
		assertOwnConnection(request, allowsUnverified);
		return undefined;
	} catch (error) {
		const { message, description } = error as { message: string; description: string };
		return { message, description };
	}
}

const ca =
	'Remove them from this node. SSL Certificates may contain a client certificate, but no certificate authority: to make n8n trust one, set NODE_EXTRA_CA_CERTS in its environment.';

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

it.each<[object]>([
	[{ proxy: 'http://proxy.example.com:8080' }],
	[{ proxy: { host: 'proxy.example.com', port: 8080 } }],
	[{ proxy: 'socks5://proxy.example.com' }],
])('%j: a proxy of its own is refused, whatever the credential says', (options) => {
	for (const allowsUnverified of [false, true]) {
		expect(refusalOf(options, allowsUnverified)).toEqual({
			message: 'This credential does not send its secret through a proxy',
			description:
				'Remove Proxy under Options of this node. To use a proxy for all of n8n, set HTTPS_PROXY in its environment.',
		});
	}
});

it.each<[object]>([
	[{ rejectUnauthorized: false }],
	[{ skipSslCertificateValidation: true }],
	[{ agentOptions: { rejectUnauthorized: false } }],
	[{ agentOptions: { rejectUnauthorized: false }, rejectUnauthorized: true }],
])('%j: certificates are checked unless the credential says otherwise', (options) => {
	expect(refusalOf(options)).toEqual({
		message: 'This credential is not used without checking SSL certificates',
		description:
			'Turn off Ignore SSL Issues (Insecure) in this node. If n8n cannot verify the certificate of the service, turn on Ignore SSL Issues (Insecure) in the credential.',
	});
	expect(refusalOf(options, true)).toBeUndefined();
});

it.each<[object, string]>([
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
	for (const allowsUnverified of [false, true]) {
		expect(refusalOf(options, allowsUnverified)).toEqual({
			message: `This credential is not used with connection settings of a request (${names})`,
			description: ca,
		});
	}
});
