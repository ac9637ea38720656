import { assertAllowedTarget } from '../../../nodes/shared/auth/allowedHosts';

/** Message and description of the refusal, or `undefined` when the target is allowed. */
function refusalOf(target: string, baseUrl: string, allowedHosts = '') {
	try {
		const url = URL.canParse(target) ? new URL(target) : undefined;
		assertAllowedTarget(url, { baseUrl, allowedHosts }, target);
		return undefined;
	} catch (error) {
		const { message, description } = error as { message: string; description: string };
		return { message, description };
	}
}

const refusal = (origin: string, baseOrigin: string, hint = '') => ({
	message: `The access token of this credential is not sent to ${origin}`,
	description: `If you trust this host with the access token, add it to Allowed Hosts in the credential. The access token is sent only to ${baseOrigin} and to the hosts listed there, and never from https to http.${hint}`,
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

	it.each(['data:text/plain,a', 'c:/a', 'x+y-1.z:'])('not %j, which has no host', (target) => {
		const start = target.slice(0, target.indexOf(':') + 1);
		expect(refusalOf(target, 'https://grc.example.com')).toEqual(
			refusal(`an address that starts with ${start}`, 'https://grc.example.com'),
		);
	});

	it.each(['not an address', 'see also: https://b.example', '//evil.example.com/x', ''])(
		'not %j, which is not an address',
		(target) => {
			expect(refusalOf(target, 'https://grc.example.com/base', ',')).toEqual(
				refusal('an invalid address', 'https://grc.example.com'),
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
