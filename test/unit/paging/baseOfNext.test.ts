import { PagingError } from '../../../nodes/shared/paging';
import { type FakeServer, nextUrls, read, rows, serve, withMembers } from './fakeServer';

/** Next URLs that are relative, and belong to another base than the URL of their page. */

const at = (url: string, path = '_links.next') =>
	withMembers({ ...nextUrls(path), url }, { request: { limitParameter: '' } });

/** @returns a server that knows one path alone, and continues with a URL that lacks a part of it */
function below(pathname: string, next: string, links: object = {}): FakeServer {
	return serve(({ url }, count) => {
		if (new URL(url).pathname !== pathname) return { status: 404, body: { message: 'No route' } };
		const _links = count === 1 ? { next, ...links } : {};
		return { body: { items: rows(count, count + 1), _links } };
	});
}

const SPACES = 'https://api.test/confluence/rest/api/space';
const NEXT = '/rest/api/space?start=2';
const CONFLUENCE = '/confluence/rest/api/space';

describe('the form uses the base that an answer names', () => {
	test.each<[what: string, links: object]>([
		['_links.base', { base: 'https://api.test/confluence' }],
		['_links.base over http', { base: 'http://api.test/confluence/' }],
		['_links.context', { context: '/confluence' }],
		['_links.baseUrl', { baseUrl: 'https://api.test/confluence' }],
	])('%s', async (_what, links) => {
		const server = below(CONFLUENCE, NEXT, links);
		const { items, summary } = await read(at(SPACES), server, { completesUrls: true });
		expect(items).toEqual(rows(1, 3));
		expect(summary).toMatchObject({ stopReason: 'noNextToken', incomplete: [] });
		expect(server.seen[1]?.url).toBe('https://api.test/confluence/rest/api/space?start=2');
	});

	test('also at the top of the answer', async () => {
		const server = serve(({ url }, count) => ({
			...(new URL(url).pathname !== CONFLUENCE && { status: 404 }),
			body: {
				baseUrl: 'https://api.test/confluence',
				items: rows(count, count + 1),
				next: count === 1 ? NEXT : null,
			},
		}));
		const { items } = await read(at(SPACES, 'next'), server, { completesUrls: true });
		expect(items).toHaveLength(2);
	});

	test.each<[what: string, base: unknown]>([
		['on another host', 'https://evil.test/confluence'],
		['with a user name', 'https://u:p@api.test/confluence'],
		['that is no URL', 'http://['],
		['that is a number', 5],
	])('but none %s', async (_what, base) => {
		const server = below('/rows', '/rest/api/space?start=2', { base });
		await read(at('https://api.test/rows'), server, { completesUrls: true });
		expect(server.seen[1]?.url).toBe('https://api.test/rest/api/space?start=2');
	});

	test('nor one that is not needed', async () => {
		const server = below('/rows', '/rows?page=2', { base: 'https://api.test/v1' });
		const { summary } = await read(at('https://api.test/rows'), server, { completesUrls: true });
		expect(summary).toMatchObject({ items: 2, warnings: [] });
	});

	test('Next Base wins', async () => {
		const server = below('/wiki/rows', '/rows?page=2', {
			base: 'https://api.test/no',
			own: '/wiki',
		});
		const dataset = withMembers(at('https://api.test/wiki/rows'), {
			response: { nextBase: '_links.own' },
		});
		const { items } = await read(dataset, server, { completesUrls: true });
		expect(items).toHaveLength(2);
	});
});

describe('behind a gateway that next URLs do not know', () => {
	const LIST = 'https://api.test/gateway/v1/list';

	test('the form adds the part of the path that is missing', async () => {
		const server = below('/gateway/v1/list', '/v1/list?page=2');
		const { items, summary } = await read(at(LIST), server, { completesUrls: true });
		expect(items).toHaveLength(2);
		expect(summary.incomplete).toEqual([]);
	});

	test('a base that is a URL of its own is used as it is', async () => {
		const server = below('/gateway/v1/list', '/v1/list?page=2');
		const dataset = withMembers(at(LIST), {
			response: { nextBase: 'https://api.test/gateway' },
		});
		expect((await read(dataset, server)).items).toHaveLength(2);
	});

	test.each<[what: string, url: string, next: string, links: object, base: string]>([
		[
			'a prefix that the first URL has',
			LIST,
			'/v1/list?page=2',
			{},
			'to https://api.test/gateway.',
		],
		[
			'a base that the answer names',
			SPACES,
			NEXT,
			{ base: 'https://api.test/confluence' },
			'to _links.base.',
		],
		['neither', 'https://api.test/rows', '/v9/other?page=2', {}, 'to it.'],
	])('a dataset that gets 404 is told of %s', async (_what, url, next, links, base) => {
		const server = below(new URL(url).pathname, next, links);
		const { summary } = await read(at(url), server);
		expect(summary).toMatchObject({ stopReason: 'error', items: 1 });
		const { error } = summary;
		if (!(error instanceof PagingError)) throw error;
		expect(error).toMatchObject({ status: 404, body: { message: 'No route' } });
		expect(error.fix).toContain('pagingScheme.response.nextBase');
		expect(error.fix).toContain(base);
	});

	test('an absolute URL without the prefix is requested as it is; 404 names the prefix', async () => {
		const server = below('/gateway/v1/list', 'https://api.test/v1/list?page=2');
		const { summary } = await read(at(LIST), server, { completesUrls: true });
		expect(server.seen[1]?.url).toBe('https://api.test/v1/list?page=2');
		expect(summary.error).toMatchObject({ fix: expect.stringContaining('/gateway') });
	});

	test('a page that is no JSON, as of a web page for unknown paths, is told of a base as well', async () => {
		const server = serve((_request, count) =>
			count === 1
				? { body: { items: rows(0, 1), _links: { next: '/v9/other' } } }
				: { body: '<!DOCTYPE html>' },
		);
		const { summary } = await read(at('https://api.test/rows'), server);
		expect(summary.error).toMatchObject({
			message: expect.stringContaining('Page 2 is not JSON'),
			fix: expect.stringContaining('nextBase'),
		});
	});

	test('another error than 404 says nothing of a base', async () => {
		const server = serve((_request, count) =>
			count === 1
				? { body: { items: rows(0, 1), _links: { next: '/v9/other' } } }
				: { status: 403, body: {} },
		);
		const { summary } = await read(at('https://api.test/rows'), server);
		expect(Object(summary.error).fix).not.toContain('nextBase');
	});
});
