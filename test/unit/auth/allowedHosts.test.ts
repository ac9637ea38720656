import { checkedTarget } from '../../../nodes/shared/auth/hosts';

/** Message and description of the refusal, or `undefined` when the target is allowed. */
function refusalOf(target: string, baseUrl: string, allowedHosts = '') {
	try {
		checkedTarget({ url: target }, { baseUrl, allowedHosts, ignoresSslIssues: false });
		return undefined;
	} catch (error) {
		const { message, description } = error as { message: string; description: string };
		return { message, description };
	}
}

const refusal = (origin: string, baseOrigin: string, hint = '') => ({
	message: `The secret of this credential is not sent to ${origin}`,
	description: `If you trust this host with the secret, add it to Allowed Hosts in the credential. The secret is sent only to ${baseOrigin} and to the hosts listed there, and never from https to http.${hint}`,
});

describe('where the access token may be sent', () => {
	it.each<[string, string, string]>([
		['https://grc.example.com/v1/scopes', 'https://grc.example.com', ''],
		['https://grc.example.com:443/x', 'https://grc.example.com/base', ''],
		['https://files.example.com/a', 'https://grc.example.com', 'files.example.com'],
		[
			'https://files.example.com:8443/a',
			'https://grc.example.com',
			' a.example , files.example.com:8443',
		],
		['https://b.example/', 'https://grc.example.com', 'a.example\nb.example'],
		['https://files.example.com/a', 'https://grc.example.com', 'https://files.example.com/'],
		['http://127.0.0.1:5000/a', 'http://127.0.0.1:4000', 'http://127.0.0.1:5000'],
		['https://files.example.com/a', 'http://127.0.0.1:4000', 'files.example.com'],
	])('%s with base %s and allowed %j', (target, baseUrl, allowed) => {
		expect(refusalOf(target, baseUrl, allowed)).toBeUndefined();
	});

	it.each<[string, string, string]>([
		['https://evil.example.com/', 'https://grc.example.com', ''],
		['https://grc.example.com.evil.com/', 'https://grc.example.com', ''],
		['https://sub.grc.example.com/', 'https://grc.example.com', ''],
		['https://grc.example.com@evil.com/', 'https://grc.example.com', ''],
		['https://grc.example.com:8443/', 'https://grc.example.com', ''],
		['http://grc.example.com/', 'https://grc.example.com', ''],
		['http://files.example.com/', 'http://grc.example.com', 'files.example.com'],
		['https://files.example.com:8443/', 'https://grc.example.com', 'files.example.com'],
	])('not %s with base %s and allowed %j', (target, baseUrl, allowed) => {
		const { origin } = new URL(target);
		expect(refusalOf(target, baseUrl, allowed)).toEqual(refusal(origin, baseUrl));
	});

	it.each(['not an address', 'data:text/plain,a', 'c:/a', '//evil.example.com/x', ''])(
		'not %j, which has no host',
		(target) => {
			expect(refusalOf(target, 'https://grc.example.com/base', ',')).toEqual(
				refusal('an address without a host', 'https://grc.example.com'),
			);
		},
	);

	it.each([
		['http://files.example.com', 'https://files.example.com', 'http://files.example.com'],
		['http://files.example.com', 'http://files.example.com', 'http://files.example.com'],
		['ftp://files.example.com', 'https://files.example.com', 'ftp://files.example.com'],
		['*.example.com', 'https://files.example.com', '*.example.com'],
		['https://*.example.com', 'https://*.example.com', 'https://*.example.com'],
		['https://, a b:c', 'https://c', 'https://, b:c'],
		['http://user:pass@a.example', 'http://a.example', 'http://***@a.example'],
	])('for %j not %s, and says which entries are ignored', (allowed, target, ignored) => {
		expect(refusalOf(target, 'https://grc.example.com', allowed)).toEqual(
			refusal(
				target,
				'https://grc.example.com',
				` These entries are not valid and are ignored: ${ignored}.`,
			),
		);
	});
});
