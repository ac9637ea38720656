import {
	type FakeServer,
	nextUrls,
	pageBased,
	pagesOf,
	read,
	rows,
	serve,
	withMembers,
} from './fakeServer';

/** Pages that lead on as listed; everything that is said beside the next URL is in `more`. */
function leading(nexts: unknown[], more: object = {}): FakeServer {
	return serve((_request, count) => ({
		body: { items: rows(count, count + 1), next: nexts[count - 1], ...more },
	}));
}
const urlsOf = (server: FakeServer) => server.seen.map(({ url }) => url);
const based = (dataset: object = nextUrls(), nextBase = '_links.base') =>
	withMembers(dataset, { response: { nextBase } });
const from = (url: string, dataset: object = nextUrls()) => ({ ...dataset, url });

describe('a base for relative next URLs', () => {
	const at = (url: string) => based(from(url));

	test.each<[what: string, base: unknown, next: string, url: string]>([
		[
			'a path below the base, as of Confluence',
			'https://api.test/wiki',
			'/rest/api/content?start=25&limit=25',
			'https://api.test/wiki/rest/api/content?start=25&limit=25',
		],
		[
			'a path that has the path of the base',
			'https://api.test/wiki',
			'/wiki/api/v2/pages?cursor=a%2Fb',
			'https://api.test/wiki/api/v2/pages?cursor=a%2Fb',
		],
		['a base without a path', 'https://api.test', '/rows?page=2', 'https://api.test/rows?page=2'],
		['a relative base', '/v1', '/rows?page=2', 'https://api.test/v1/rows?page=2'],
		[
			'a base with a query',
			'https://api.test/v1?tenant=7',
			'/rows?page=2',
			'https://api.test/v1/rows?page=2&tenant=7',
		],
		[
			'a base with http behind a proxy',
			'http://api.test/v1',
			'/rows?page=2',
			'https://api.test/v1/rows?page=2',
		],
	])('%s', async (_what, base, next, url) => {
		const server = leading([next], { _links: { base } });
		const { summary } = await read(at('https://api.test/first'), server);
		expect(urlsOf(server)[1]).toBe(url);
		expect(summary).toMatchObject({ stopReason: 'noNextToken', requests: 2 });
	});

	test.each([undefined, 5, ''])('that is %p: the page is the base, with a note', async (base) => {
		const server = leading(['/v2/rows?page=2'], { _links: { base } });
		const { summary } = await read(based(), server);
		expect(urlsOf(server)[1]).toBe('https://api.test/v2/rows?page=2');
		expect(summary.notes).toEqual([expect.stringContaining('set pagingScheme.response.nextBase')]);
	});

	test('that has a user name is not requested, nor shown', async () => {
		const server = leading(['/rows?page=2'], { _links: { base: 'https://u:secret@api.test/v2' } });
		const { summary } = await read(based(), server);
		expect(summary).toMatchObject({ stopReason: 'error', requests: 1 });
		expect(String(summary.error)).not.toContain('secret');
	});

	test.each(['https://evil.test', '//evil.test'])('%s is not requested', async (base) => {
		const server = leading(['/rows?page=2'], { _links: { base } });
		const { summary } = await read(based(), server);
		expect(summary).toMatchObject({ stopReason: 'error', requests: 1 });
	});

	test.each(['//evil.test/rows', '\\\\evil.test\\rows', '/\\evil.test', '/\t/evil.test/rows'])(
		'%s does not leave the host of the base',
		async (next) => {
			const server = leading([next], { _links: { base: 'https://api.test' } });
			await read(based(), server);
			for (const url of urlsOf(server)) expect(new URL(url).host).toBe('api.test');
		},
	);
});

describe('query parameters that are kept', () => {
	const keeping = (url: string, ...keepParameters: string[]) =>
		withMembers(from(url), { request: { keepParameters } });

	test.each<[what: string, next: string, url: string]>([
		[
			'are added as they are written',
			'https://api.test/rows?cursor=A',
			'https://api.test/rows?cursor=A&fields=a,b&fields=%7Ec',
		],
		[
			'are added to a URL without a query',
			'https://api.test/rows/2',
			'https://api.test/rows/2?fields=a,b&fields=%7Ec',
		],
		[
			'do not replace those of the next URL',
			'https://api.test/rows?cursor=A&f%69elds=z',
			'https://api.test/rows?cursor=A&f%69elds=z',
		],
	])('%s', async (_what, next, url) => {
		const dataset = keeping('https://api.test/rows?fields=a,b&active=1&fields=%7Ec', 'fields');
		const server = leading([next]);
		const { summary } = await read(dataset, server);
		expect(urlsOf(server)[1]).toBe(url);
		expect(summary.warnings).toEqual([]);
	});

	test('one that the first URL does not have is named', async () => {
		const dataset = keeping('https://api.test/rows?a=1', 'b', 'a', 'c d');
		const { summary } = await read(dataset, leading(['https://api.test/rows?cursor=A']));
		const named = (name: string) =>
			`pagingScheme.request.keepParameters contains ${name}, which is not in the query of the first URL.`;
		expect(summary).toMatchObject({ requests: 2, warnings: [named('b'), named('c d')] });
	});

	test('a next URL that leads back is noticed with them', async () => {
		const server = leading(['https://api.test/rows?size=100']);
		const { summary } = await read(keeping('https://api.test/rows?a=1', 'a'), server);
		expect(urlsOf(server)).toEqual([
			'https://api.test/rows?a=1&size=100',
			'https://api.test/rows?size=100&a=1',
		]);
		expect(summary.stopReason).toBe('noNextToken');
		const again = leading(['https://api.test/rows?size=100', 'https://api.test/rows?size=100']);
		const looping = await read(keeping('https://api.test/rows?a=1', 'a'), again);
		expect(looping.summary.stopReason).toBe('loopDetected');
	});
});

describe('other origins for next URLs', () => {
	const allowedOrigins = ['https://files.test:443/', 'HTTPS://Other.test', 'http://plain.test'];
	const next = 'https://files.test/rows?page=2';

	test('are requested where they are allowed', async () => {
		const nexts = [next, 'https://other.test/rows?page=3', 'https://api.test/rows?page=4'];
		const server = leading(nexts);
		const dataset = from('https://api.test/rows');
		const { summary } = await read(dataset, server, { allowedOrigins });
		expect(urlsOf(server).slice(1)).toEqual(nexts);
		expect(summary).toMatchObject({ stopReason: 'noNextToken', warnings: [] });
	});

	test.each([
		'https://evil.test/rows',
		'https://files.test:8443/rows',
		'http://files.test/rows',
		'http://plain.test/rows',
		'https://user:secret@files.test/rows',
	])('%s is not requested', async (url) => {
		const server = leading([url]);
		const { items, summary } = await read(nextUrls(), server, { allowedOrigins });
		expect(items).toHaveLength(1);
		expect(summary).toMatchObject({ stopReason: 'error', requests: 1 });
	});

	test('a later run continues there only where they are allowed', async () => {
		const first = await read(nextUrls(), leading([next]), {
			allowedOrigins,
			limits: { maxPages: 1 },
		});
		const { resume } = first.summary;
		const server = leading([]);
		await read(nextUrls(), server, { allowedOrigins, resume });
		expect(urlsOf(server)).toEqual([next]);
		await expect(read(nextUrls(), leading([]), { resume })).rejects.toMatchObject({
			name: 'ResumeError',
		});
	});

	test.each(['files.test', 'ftp://files.test', ''])('%p is not an origin', async (origin) => {
		const server = leading([]);
		const run = read(nextUrls(), server, { allowedOrigins: [origin] });
		await expect(run).rejects.toThrow(
			new RangeError(
				`allowedOrigins must contain origins such as https://api.example.com, not ${JSON.stringify(origin)}.`,
			),
		);
		expect(server.seen).toEqual([]);
	});
});

describe('a base URL with a query', () => {
	test.each([
		['https://api.test/v1?api-version=7.0', '/rows', 'https://api.test/v1/rows?api-version=7.0'],
		['https://api.test/v1?v=7', '/rows?v=6', 'https://api.test/v1/rows?v=6'],
		['https://api.test/v1?a=%7E&a=2#top', '/rows', 'https://api.test/v1/rows?a=%7E&a=2'],
		['https://api.test/v1', '/rows?a=1&&b', 'https://api.test/v1/rows?a=1&b'],
	])('%s and %s', async (baseUrl, url, expected) => {
		const server = pagesOf(0);
		await read(pageBased(undefined, { limitParameter: '' }, { url }), server, { baseUrl });
		const sent = new URL(server.seen[0]?.url ?? '');
		sent.searchParams.delete('page');
		const wanted = new URL(expected);
		expect(sent.origin + sent.pathname).toBe(wanted.origin + wanted.pathname);
		expect([...sent.searchParams]).toEqual([...wanted.searchParams]);
	});
});
