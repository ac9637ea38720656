import { PagingError } from '../../../nodes/shared/paging';
import { nextFromLinkHeader } from '../../../nodes/shared/paging/response/linkHeader';
import { nextUrls, read, rows, serve, tokens, URL_ROWS, withMembers } from './fakeServer';

/** @returns how a run ends whose first page leads on as told, and what was asked for on page 2 */
async function follow(dataset: object, answer: object) {
	const server = serve((_request, count) => (count === 1 ? answer : { status: 204 }));
	const { summary } = await read(dataset, server, { limits: { maxPages: 2 } });
	const { stopReason, warnings, notes, error, items } = summary;
	const second = server.seen[1];
	if (error instanceof PagingError) {
		return { stopReason, warnings, message: error.message, fix: error.fix, items };
	}
	return { stopReason, warnings, notes, second: second && { url: second.url, body: second.body } };
}

const leading = (next: unknown, first = 0) => ({ body: { items: rows(first, first + 1), next } });
const failed = (message: string, fix: string) => ({
	stopReason: 'error',
	warnings: [],
	message,
	fix,
	items: 1,
});

const TOKEN = 'pagingScheme.response.nextToken "next"';
const TOKEN_FIX = 'Set pagingScheme.response.nextToken to the path of the token or URL itself.';
const AS_TEXT = 'To read it as text, turn on Large Numbers as Text under Options > Advanced.';
const tooLong = (field: string) =>
	`${field} contains a number with more digits than a JSON number can store, so the next page is unknown.`;

describe('tokens', () => {
	test.each<[token: unknown, message: string, fix: string]>([
		[{ id: 1 }, `${TOKEN} contains an object, {"id":1}, which is not a token or URL.`, TOKEN_FIX],
		[
			['A'],
			`${TOKEN} contains an array, ["A"], which can only be sent in the body of a POST.`,
			'Set pagingScheme.response.nextToken to the path of a token that is text or a number, or read the API with POST.',
		],
		[true, `${TOKEN} contains a boolean, true, which is not a token or URL.`, TOKEN_FIX],
		[2 ** 53, tooLong(TOKEN), AS_TEXT],
	])('%p is none', async (token, message, fix) => {
		expect(await follow(tokens(), leading(token))).toEqual(failed(message, fix));
	});

	test.each<[token: unknown, sent: string]>([
		['A', 'A'],
		['a b&c', 'a%20b%26c'],
		[0, '0'],
		[-5, '-5'],
		['0', '0'],
	])('%p is sent as %s', async (token, sent) => {
		expect(await follow(tokens(), leading(token))).toMatchObject({
			second: { url: `${URL_ROWS}?size=100&token=${sent}` },
		});
	});
});

const PATH_FIX = 'Check the path, and what the response contains there.';
const hostFix = (host: string) =>
	`Check the path. If you trust this host, add ${host} to Allowed Hosts: in the credential, or without one under Options > Advanced.`;
const away = (next: string, origin = 'https://api.test') =>
	`${TOKEN} contains "${next}", which is not on ${origin}; it was not requested.`;

describe('next URLs that are not requested', () => {
	test.each<[what: string, next: string, message: string, host?: string]>([
		['another host', 'https://evil.test/rows', away('https://evil.test/rows'), 'evil.test'],
		['another host without protocol', '//evil.test/rows', away('//evil.test/rows'), 'evil.test'],
		[
			'another port',
			'https://api.test:8443/rows',
			away('https://api.test:8443/rows'),
			'api.test:8443',
		],
		['another host over http', 'http://evil.test/rows', away('http://evil.test/rows')],
		['a file', 'file:///etc/passwd', away('file:///etc/passwd')],
		['a script', 'javascript:alert(1)', away('javascript:alert(1)')],
		['no URL', 'http://[', `${TOKEN} contains "http://[", which is not a URL.`],
		[
			'a user name',
			'https://u@api.test/rows',
			`${TOKEN} contains a URL with a user name; it was not requested.`,
		],
	])('%s', async (_what, next, message, host = '') => {
		const fix = host === '' ? PATH_FIX : hostFix(host);
		expect(await follow(nextUrls(), leading(next))).toEqual(failed(message, fix));
	});

	test('one that is longer than any URL, nor one with such a token or base', async () => {
		const long = `/rows?p=${'\u200b'.repeat(500_000)}`;
		const text = `contains text of ${long.length} characters, more than a URL may have; it was not requested.`;
		for (const dataset of [nextUrls(), tokens()]) {
			const end = await follow(dataset, leading(long));
			expect(end).toEqual(failed(`${TOKEN} ${text}`, TOKEN_FIX));
		}
		const based = withMembers(nextUrls(), { response: { nextBase: 'base' } });
		const { summary } = await read(
			based,
			serve(() => ({ body: { items: rows(0, 1), next: '/rows', base: long } })),
		);
		expect(summary).toMatchObject({ stopReason: 'error', requests: 1 });
		expect(String(summary.error)).toContain(`nextBase "base" ${text}`);
	});

	test('https where the first request was http', async () => {
		const next = 'https://api.test/rows?p=2';
		const end = await follow(nextUrls('next', { url: 'http://api.test/rows' }), leading(next));
		expect(end).toEqual(failed(away(next, 'http://api.test'), hostFix('api.test')));
	});

	test('another host over http where the first request was http', async () => {
		const next = 'http://eu.test/rows?p=2';
		const end = await follow(nextUrls('next', { url: 'http://api.test/rows' }), leading(next));
		expect(end).toEqual(failed(away(next, 'http://api.test'), hostFix('http://eu.test')));
	});

	test.each<[value: unknown, kind: string]>([
		[{ href: 'x' }, 'an object, {"href":"x"}'],
		[5, 'a number, 5'],
	])('%j is no URL', async (value, kind) => {
		const message = `${TOKEN} contains ${kind}, which is not a token or URL.`;
		expect(await follow(nextUrls(), leading(value))).toEqual(failed(message, TOKEN_FIX));
	});
});

const RELATIVE = `${TOKEN} contains relative URLs, which were resolved against the URL of their page. If the API means another base, set pagingScheme.response.nextBase to its path in the response.`;
const HTTPS = `${TOKEN} contains http URLs; https was used, as for the first request.`;

describe('next URLs that are requested', () => {
	test.each<[next: string, url: string, notes: string[], first?: string]>([
		[`${URL_ROWS}?p=2`, `${URL_ROWS}?p=2`, []],
		[` ${URL_ROWS}?p=2\n`, `${URL_ROWS}?p=2`, []],
		[`${URL_ROWS}?c=a%20b+c&x=%7E#here`, `${URL_ROWS}?c=a%20b+c&x=%7E#here`, []],
		['https://api.test:443/rows?p=2', 'https://api.test:443/rows?p=2', []],
		['?p=2', `${URL_ROWS}?p=2`, []],
		['/rows?p=2', `${URL_ROWS}?p=2`, []],
		['/rows2?p=2', 'https://api.test/rows2?p=2', [RELATIVE]],
		['/v2/rows?p=2', 'https://api.test/v2/rows?p=2', [RELATIVE]],
		['more?p=2', 'https://api.test/more?p=2', [RELATIVE]],
		['//api.test/rows?p=2', `${URL_ROWS}?p=2`, []],
		['http://api.test/rows?p=2', `${URL_ROWS}?p=2`, [HTTPS]],
		['HTTP://api.test/rows?p=2', `${URL_ROWS}?p=2`, [HTTPS]],
		['http://api.test:80/rows?p=2', `${URL_ROWS}?p=2`, [HTTPS]],
		['http:\\\\api.test\\rows?p=2', `${URL_ROWS}?p=2`, [HTTPS]],
		['ht\ntp://api.test/rows?p=2', `${URL_ROWS}?p=2`, [HTTPS]],
		['http://api.test\\@evil.test/', 'https://api.test/@evil.test/', [HTTPS]],
		['https:\\\\api.test\\rows?p=2', `${URL_ROWS}?p=2`, []],
		[
			'http://api.test:8443/rows',
			'https://api.test:8443/rows',
			[HTTPS],
			'https://api.test:8443/rows',
		],
		['http://api.test/rows?p=2', 'http://api.test/rows?p=2', [], 'http://api.test/rows'],
		['http://api.test:80/rows?p=2', 'http://api.test:80/rows?p=2', [], 'http://api.test/rows'],
	])('%s as %s', async (next, url, notes, first = URL_ROWS) => {
		const end = await follow(nextUrls('next', { url: first }), leading(next));
		expect(end).toMatchObject({ second: { url }, warnings: [], notes });
	});

	test('a relative URL is resolved against the page that gave it', async () => {
		const server = serve((_request, count) =>
			leading(['/v2/rows?p=2', 'more?p=3', null][count - 1], count),
		);
		const { summary } = await read(nextUrls(), server);
		expect(server.seen.map(({ url }) => url).slice(1)).toEqual([
			'https://api.test/v2/rows?p=2',
			'https://api.test/v2/more?p=3',
		]);
		expect(summary).toMatchObject({ warnings: [], notes: [RELATIVE] });
	});

	test.each([[URL_ROWS], [`${URL_ROWS}#top`], ['https://api.test:443/rows']])(
		'%s leads back to the first page',
		async (next) => {
			const dataset = nextUrls('next', { url: URL_ROWS });
			const scheme = { ...Object(dataset).pagingScheme, request: {} };
			const server = serve((_request, count) => leading(count === 1 ? '/rows?p=2' : next, count));
			const { summary } = await read({ ...dataset, pagingScheme: scheme }, server);
			const { stopReason, warnings } = summary;
			expect(stopReason).toBe('loopDetected');
			expect(warnings).toEqual([
				'Page 2 points back to a page that was already read; reading stopped there.',
			]);
		},
	);
});

describe('the next page of a Link header', () => {
	test.each<[header: string, next: string | undefined]>([
		['https://a.test/2', 'https://a.test/2'],
		['<u2>; rel="next"', 'u2'],
		['<u2>; rel="prefetch \t NEXT last"', 'u2'],
		['<u1>; rel=prev,<u2>;rel=next,<u9>;rel=last', 'u2'],
		['<u2?a=1,2;3>; rel=next', 'u2?a=1,2;3'],
		['<u1>; title="a, b; rel=next"; rel=prev', undefined],
		['<u1>; title="\\"; rel=next; \\""; rel=prev', undefined],
		['<u1>; rel=prev; rel=next', undefined],
		['<u2>; rel=next; rel=prev', 'u2'],
		['<u1>; rel="nextish anext"', undefined],
		['; rel=next, <u2>; rel=next', 'u2'],
		['<u1>; title="x, <u2>; rel=next', 'u2'],
		["<u2>; rel='next'", 'u2'],
		["<u1>; rel='prev', <u2>; title='a, b; rel=prev'; rel='last next'", 'u2'],
		["<u2>; title=it's; rel=next", 'u2'],
		['<u2>; rel = next', 'u2'],
		['<u2>; REL = "NEXT"', 'u2'],
		['<u2> rel="next"', 'u2'],
		['<u1> rel=prev, <u2> rel=next', 'u2'],
		['<u2>; rel="next', 'u2'],
		['<u2>; rel="next,last"', 'u2'],
		['https://a.test/2; rel="next"', 'https://a.test/2'],
		['</a>; rel=prev, https://a.test/2; rel="next"', undefined],
		['https://a.test/2;v=1?p=2', 'https://a.test/2;v=1?p=2'],
		['<>; rel="next"', undefined],
		['<u2>;type="a/b";rel=\'next\';', 'u2'],
		['<u2>; rel=\u00e2\u0080\u009dnext\u00e2\u0080\u009d', 'u2'],
		['/rows?p=2', '/rows?p=2'],
	])('%s', (header, next) => expect(nextFromLinkHeader(header)).toBe(next));

	test('is found in a header of any length, up to 65,536 characters', () => {
		const next = '<u2>; rel=next';
		expect(nextFromLinkHeader('<'.repeat(65_536 - next.length) + next)).toBe('u2');
		expect(nextFromLinkHeader('<'.repeat(65_536) + next)).toBeUndefined();
		expect(nextFromLinkHeader(`<u1>; a${' '.repeat(1_000_000)}x`)).toBeUndefined();
	});

	test.each([['header:link'], ['HEADER: Link '], ['header:LINK']])('read with %s', async (path) => {
		const headers = { link: [`<${URL_ROWS}>; rel=prev`, `<${URL_ROWS}?p=2>; rel=next`] };
		const dataset = nextUrls(path, { url: URL_ROWS });
		const end = await follow(dataset, { headers, body: { items: [1] } });
		expect(end).toMatchObject({ second: { url: `${URL_ROWS}?p=2` }, warnings: [] });
	});

	test.each([
		'<https://api.test/rows?p=2>; rel="weiter"',
		'<https://api.test/rows?p=2>',
		'<https://api.test/rows?p=2>; title="next"',
		'page=2; rel: next',
		'{"next":"https://api.test/rows?p=2"}',
		'rel=next',
		'<https://api.test/rows?p=2; rel="next"',
	])('%s is not understood, which is not the end of the list', async (link) => {
		const answer = { headers: { link }, body: { items: rows(0, 5) } };
		const server = serve(() => answer);
		const { summary } = await read(nextUrls('header:Link'), server);
		expect(summary).toMatchObject({ requests: 1, stopReason: 'pathNotFound' });
		expect(summary.incomplete).toHaveLength(1);
		expect(summary.incomplete[0]).toContain(
			'"header:Link" has no relation that is known on page 1; reading stopped there.',
		);
		expect(summary.incomplete[0]).toContain(JSON.stringify(link).slice(0, 40));
	});

	test.each([
		'<https://api.test/rows>; rel=first',
		'<https://api.test/rows?p=1>; rel="prev first"',
		"</style.css>; rel='preload'",
		'<https://api.test/wp-json/>; rel="https://api.w.org/"',
		'<https://api.test/docs>; rel="service-doc", <x>; rel="odd"',
		'',
	])('%s names no next page: it is the end', async (link) => {
		const answer = { headers: { link }, body: { items: rows(0, 5) } };
		const { summary } = await read(
			nextUrls('header:Link'),
			serve(() => answer),
		);
		expect(summary).toMatchObject({ stopReason: 'noNextToken', incomplete: [], warnings: [] });
	});

	test('one that is not understood is the end where all records were read', async () => {
		const link = '<https://api.test/rows?p=2>; rel="weiter"';
		const answer = { headers: { link }, body: { items: rows(0, 5), total: 5 } };
		const { summary } = await read(
			nextUrls('header:Link'),
			serve(() => answer),
		);
		expect(summary.incomplete).toEqual([]);
	});
});
