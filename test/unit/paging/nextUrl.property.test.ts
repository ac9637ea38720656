import { parse } from 'node:url';

import fc from 'fast-check';

import { resolveNextUrl } from '../../../nodes/shared/paging/schemes/resolvedUrl';
import { amount } from '../../helpers/amounts';

const FIRST = 'https://api.test/rows?page=1';

const protocol = fc.constantFrom(
	'http',
	'HTTP',
	'https',
	'Https',
	'ht\ttp',
	'file',
	'blob:http',
	'',
);
const slashes = fc
	.array(fc.constantFrom('/', '\\', '\t', '\n'), { maxLength: 5 })
	.map((parts) => parts.join(''));
const user = fc.constantFrom('', '@', ':@', 'user@', 'user:secret@', 'evil.test\\@');
const host = fc.constantFrom(
	'api.test',
	'API.test',
	'%61pi.test',
	'ａpi.test',
	'api.test.',
	'evil.test',
	'127.0.0.1',
	'[::1]',
	'',
);
const port = fc.constantFrom('', ':', ':80', ':080', ':443', ':8443');
const path = fc.constantFrom('', '/', '/rows', '/a//b', '\\rows', '/rows:80', '/a b', '@evil.test');
const query = fc.constantFrom('', '?page=2', '?next=http://evil.test:80/', '#top', '?a=%20\\');
const space = fc.constantFrom('', ' ', '\n');

const spelling = fc
	.tuple(space, protocol, fc.constantFrom(':', ''), slashes, user, host, port, path, query, space)
	.map((parts) => parts.join(''));

test('a next URL in any spelling is refused, or requested from the host of the first request', () => {
	fc.assert(
		fc.property(spelling, (raw) => {
			const next = resolveNextUrl(raw, FIRST, FIRST, 'next');
			if (next.kind === 'error') return;
			expect(new URL(next.position)).toMatchObject({
				origin: 'https://api.test',
				username: '',
				password: '',
			});
			// A program with an older understanding of addresses reads the same host.
			expect(parse(next.position)).toMatchObject({
				protocol: 'https:',
				host: expect.stringMatching(/^api\.test(:443)?$/),
				auth: null,
			});
		}),
		{ numRuns: amount(250, 20_000) },
	);
});

test.each([
	['http://api.test', 'https://api.test'],
	['http://api.test?page=2', 'https://api.test?page=2'],
	['http:\\\\api.test\\rows?page=2', 'https://api.test/rows?page=2'],
	['http:api.test/rows?page=2', 'https://api.test/rows?page=2'],
	['http:////api.test/rows?page=2', 'https://api.test/rows?page=2'],
	['http:///api.test/rows?page=2', 'https://api.test/rows?page=2'],
	['HTTP://API.test:080/rows/:80?a=%7E:80', 'https://api.test/rows/:80?a=%7E:80'],
	['http://@api.test/rows', 'https://api.test/rows'],
])('%s becomes %s', (raw, url) => {
	expect(resolveNextUrl(raw, FIRST, FIRST, 'next')).toMatchObject({ kind: 'next', position: url });
});
