import { lostParameters } from '../../../nodes/shared/paging/schemes/lostParameters';
import { nextUrls, read, rows, serve, tokens, withMembers } from './fakeServer';

/** What was asked with the first URL has to arrive with each page. */

const dataset = (url: string, limitParameter = '') =>
	withMembers({ ...nextUrls(), url }, { request: { limitParameter } });

/** @returns a server of 27 rows, of which those with an even id are active, that forgets parameters in its next URLs */
function forgetful(...remembered: string[]) {
	return serve(({ url }) => {
		const { origin, pathname, searchParams } = new URL(url);
		const size = Number(searchParams.get('pageSize') ?? 25);
		const page = Number(searchParams.get('page') ?? 1);
		const isActive = searchParams.get('status') === 'active';
		const all = rows(0, 27).filter(({ id }) => !isActive || id % 2 === 0);
		const next = new URLSearchParams({ page: String(page + 1) });
		for (const name of remembered) next.set(name, searchParams.get(name) ?? '');
		return {
			body: {
				items: all.slice((page - 1) * size, page * size),
				next: page * size < all.length ? `${origin}${pathname}?${next.toString()}` : null,
			},
		};
	});
}

const even = rows(0, 27).filter(({ id }) => id % 2 === 0);

const LOST =
	/^pagingScheme\.response\.nextToken "next" contains URLs without (.*), which the first URL has\./;

describe('a next URL that numbers its page and lacks what the first URL has', () => {
	test.each([
		['a filter', 'status=active&pageSize=5', ['pageSize'], even],
		['a page size', 'pageSize=2', [], rows(0, 27)],
		['both', 'pageSize=4&status=active', [], even],
	])('%s: it is kept', async (_what, query, remembered, expected) => {
		const server = forgetful(...remembered);
		const { items, summary } = await read(dataset(`https://api.test/v?${query}`), server, {
			completesUrls: true,
		});
		expect(items).toEqual(expected);
		expect(summary).toMatchObject({ stopReason: 'noNextToken', incomplete: [], warnings: [] });
	});

	test.each([
		['a filter', 'status=active&pageSize=5', ['pageSize'], 'status'],
		['a page size', 'pageSize=2', [], 'pageSize'],
		['both', 'pageSize=4&status=active', [], 'pageSize, status'],
	])('%s: a dataset uses it as it is, and says so', async (_what, query, remembered, lost) => {
		const server = forgetful(...remembered);
		const { summary } = await read(dataset(`https://api.test/v?${query}`), server);
		expect(new URL(server.seen[1]?.url ?? '').searchParams.get('status')).toBeNull();
		const said = summary.incomplete.filter((reason) => LOST.test(reason));
		expect(said).toHaveLength(1);
		expect(LOST.exec(said[0] ?? '')?.[1]).toBe(lost);
		expect(said[0]).toContain('pagingScheme.request.keepParameters');
	});

	test('a later run keeps it as well', async () => {
		const of = dataset('https://api.test/v?status=active&pageSize=5');
		const options = { completesUrls: true };
		const first = await read(of, forgetful(), { ...options, limits: { maxPages: 1 } });
		const { resume } = first.summary;
		const rest = await read(of, forgetful(), { ...options, resume });
		expect([...first.items, ...rest.items]).toEqual(even);
	});

	test('another host does not get what the first URL has, which is reported', async () => {
		const server = serve((_request, count) => ({
			body: {
				items: rows(count, count + 1),
				next: count === 1 ? 'https://files.test/v?page=2' : null,
			},
		}));
		const { summary } = await read(dataset('https://api.test/v?status=active'), server, {
			completesUrls: true,
			allowedOrigins: ['https://files.test'],
		});
		expect(server.seen[1]?.url).toBe('https://files.test/v?page=2');
		expect(summary.incomplete).toEqual([expect.stringMatching(LOST)]);
	});
});

describe('a page size that the server leaves out because it is its own', () => {
	const paged = (size: number, count: number, more: object = {}) =>
		serve(({ url }) => {
			const page = Number(new URL(url).searchParams.get('page') ?? 1);
			const items = rows((page - 1) * size, Math.min(page * size, count));
			const next = page * size < count ? `https://api.test/v?page=${page + 1}` : null;
			return { body: { items, next, ...more } };
		});

	test.each([
		['three pages of that size', paged(5, 22), 22],
		['a total that was read', paged(5, 8, { total: 8 }), 8],
		['a server with a cap of its own', paged(3, 8), 8],
	])('%s', async (_what, server, count) => {
		const { items, summary } = await read(dataset('https://api.test/v?per_page=5'), server);
		expect(items).toHaveLength(count);
		expect(summary).toMatchObject({ incomplete: [], warnings: [] });
	});
});

describe('what a next URL has lost', () => {
	test.each<[what: string, first: string, next: string, lost: string[]]>([
		['with a cursor', 'status=a', 'page=2&cursor=abc', []],
		['with a token', 'status=a', 'offset=20&pageToken=x', []],
		['with a token by its value alone', 'status=a', 'page=2&q=eyJzdGF0dXMiOiJhIn0', []],
		['with a search that the server has stored', 'status=a', 'page=2&sid=9f8e7d6c5b4a39281706', []],
		['with a signature', 'status=a', 'page=2&sig=12', []],
		['with a page that is no number', 'status=a', 'page=abc', []],
		['with a time in place of a page', 'status=a', 'start=1700000000', []],
		['without any position', 'status=a', 'next=2', []],
		['by offset', 'status=a&sort=-id', 'start=20', ['status', 'sort']],
		['nested', 'filter[status]=a&page[size]=5', 'page[number]=2', ['filter[status]', 'page[size]']],
		['in its path', 'status=a', '/page/2', ['status']],
		['with a date that filters', 'since=2024-01-01', 'page=2', ['since']],
		['the same date, still there', 'since=2024-01-01&x=1', 'since=2024-01-01&page=2', ['x']],
		['the number of the first page', 'page=1&status=a', 'offset=20', ['status']],
		['the cursor of the first page', 'cursor=*&status=a', 'page=2', ['status']],
		['a key', 'api_key=k3y&status=a', 'page=2', ['status']],
		['a size by another name', 'per_page=5&status=a', 'page=2&limit=5', ['status']],
		['a name in another case', 'PageSize=5&status=a', 'page=2&pagesize=5', ['status']],
		['a list with numbers', 'ids[]=1&ids[]=2', 'page=2&ids[0]=1&ids[1]=2', []],
		['with an empty token', 'status=a', 'page=2&token=', ['status']],
		[
			'encoded',
			'filter%5Bstatus%5D=a&page%5Bsize%5D=5',
			'page%5Bnumber%5D=2',
			['filter[status]', 'page[size]'],
		],
		['of OData', '$filter=a&$top=5', '$skip=5&$top=5', ['$filter']],
		['with a slash at its end', 'status=a', '/?page=2', ['status']],
		['with a path of its own', 'status=a', '/results?page=2', []],
		['nothing', 'status=a', 'status=b&page=2', []],
	])('%s', (_what, first, next, lost) => {
		const query = next.startsWith('/') ? next : `?${next}`;
		const found = lostParameters(`https://api.test/v?${first}`, `https://api.test/v${query}`);
		expect(found).toEqual(lost);
	});
});

test('a token is sent with all that the first URL has, as before', async () => {
	const server = serve((_request, count) => ({
		body: { items: rows(count, count + 1), next: count === 1 ? 'A' : null },
	}));
	await read({ ...tokens(), url: 'https://api.test/v?status=a' }, server, { completesUrls: true });
	expect(server.seen[1]?.url).toBe('https://api.test/v?status=a&size=100&token=A');
});
