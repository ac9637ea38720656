import fc from 'fast-check';

import { assertAllowedTarget } from '../../../nodes/shared/auth/allowedHosts';

const isAllowed = (target: string, baseUrl: string, allowedHosts = '') => {
	try {
		assertAllowedTarget(target, { baseUrl, allowedHosts });
		return true;
	} catch {
		return false;
	}
};

describe('where the access token may go', () => {
	it.each<[string, string, string]>([
		['https://grc.example.com/v1/scopes', 'https://grc.example.com', ''],
		['https://grc.example.com:443/x', 'https://grc.example.com/base', ''],
		['https://files.example.com/a', 'https://grc.example.com', 'files.example.com'],
		[
			'https://files.example.com:8443/a',
			'https://grc.example.com',
			' a.example , files.example.com:8443',
		],
		['https://files.example.com/a', 'https://grc.example.com', 'https://files.example.com/'],
		['http://127.0.0.1:5000/a', 'http://127.0.0.1:4000', 'http://127.0.0.1:5000'],
	])('%s with base %s and allowed %j', (target, baseUrl, allowed) => {
		expect(isAllowed(target, baseUrl, allowed)).toBe(true);
	});

	it.each<[string, string, string]>([
		['https://evil.example.com/', 'https://grc.example.com', ''],
		['https://grc.example.com.evil.com/', 'https://grc.example.com', ''],
		['https://sub.grc.example.com/', 'https://grc.example.com', ''],
		['https://grc.example.com@evil.com/', 'https://grc.example.com', ''],
		['https://grc.example.com:8443/', 'https://grc.example.com', ''],
		['http://grc.example.com/', 'https://grc.example.com', ''],
		['http://files.example.com/', 'https://grc.example.com', 'http://files.example.com'],
		['http://files.example.com/', 'http://grc.example.com', 'files.example.com'],
		['https://files.example.com:8443/', 'https://grc.example.com', 'files.example.com'],
		['file:///etc/passwd', 'https://grc.example.com', ''],
		['not an address', 'https://grc.example.com', ','],
		['//evil.example.com/x', 'https://grc.example.com', ''],
	])('not %s with base %s and allowed %j', (target, baseUrl, allowed) => {
		expect(isAllowed(target, baseUrl, allowed)).toBe(false);
	});

	it('only to the origins that are named, whatever the address', () => {
		fc.assert(
			fc.property(
				fc.webUrl({ withQueryParameters: true, validSchemes: ['http', 'https'] }),
				(target) => {
					expect(isAllowed(target, 'https://grc.example.com', 'files.example.com')).toBe(
						['https://grc.example.com', 'https://files.example.com'].includes(
							new URL(target).origin,
						),
					);
				},
			),
		);
	});
});
