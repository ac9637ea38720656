import {
	asked,
	connection,
	type FakeServer,
	graphql,
	nextUrls,
	QUERY,
	read,
	rows,
	serve,
	tokens,
	URL_ROWS,
} from './fakeServer';

/** @returns a server whose pages of one record lead on as listed */
function leading(to: unknown[], headers: (next: unknown) => object = () => ({})): FakeServer {
	return serve((_request, count) => {
		const next = to[count - 1];
		return { headers: { ...headers(next) }, body: { items: rows(count, count + 1), next } };
	});
}

const urls = (server: FakeServer) => server.seen.map(({ url }) => url);

describe('pages with a token', () => {
	test('the first request carries none, each later one that of the page before', async () => {
		const server = leading(['a b', 0, '7', null]);
		const { items, summary } = await read(tokens(), server);

		expect(asked(server, 'token')).toEqual([undefined, 'a b', '0', '7']);
		expect(asked(server, 'size')).toEqual(['100', '100', '100', '100']);
		expect(items).toEqual(rows(1, 5));
		expect(summary.stopReason).toBe('noNextToken');
	});

	test.each([[null], [undefined], [''], [false]])('case 19: token %p ends it', async (token) => {
		const server = leading([token]);
		const { summary } = await read(tokens(), server);
		expect(summary).toMatchObject({ requests: 1, items: 1, stopReason: 'noNextToken' });
		expect(summary.resume).toBeNull();
	});

	test('case 22: an empty page with a token goes on', async () => {
		const server = serve((_request, count) => ({
			body: { items: count === 1 ? [] : rows(0, 2), next: count === 1 ? 'A' : null },
		}));
		const { items } = await read(tokens(), server);
		expect(asked(server, 'token')).toEqual([undefined, 'A']);
		expect(items).toEqual(rows(0, 2));
	});

	test.each([
		[
			['A', 'A'],
			[undefined, 'A'],
		],
		[
			['A', 'B', 'A'],
			[undefined, 'A', 'B'],
		],
		[
			[0, 1, 0],
			[undefined, '0', '1'],
		],
	])('case 23: tokens %p are a loop', async (given, expected) => {
		const server = leading(given);
		const { items, summary } = await read(tokens(), server);
		expect(asked(server, 'token')).toEqual(expected);
		expect(items).toHaveLength(given.length);
		expect(summary).toMatchObject({ stopReason: 'loopDetected', resume: null });
	});

	test('noDataLeft ends with the empty page although a token is left', async () => {
		const server = serve((_request, count) => ({
			body: { items: count < 3 ? rows(count, count + 1) : [], next: `t${count}` },
		}));
		const { summary } = await read(tokens('next', { pageUntil: 'noDataLeft' }), server);
		expect(summary).toMatchObject({ requests: 3, items: 2, stopReason: 'noDataLeft' });
	});
});

test('a limit that is met is a success wherever the page leads', async () => {
	const limits = { limit: 1 };
	const first = await read(tokens(), leading([{ no: 'token' }]), { limits });
	expect(first.summary).toMatchObject({ stopReason: 'limit', resume: { position: null, skip: 1 } });

	const options = { resume: first.summary.resume };
	const second = await read(tokens(), leading([{ no: 'token' }]), options);
	expect(second.summary).toMatchObject({ stopReason: 'error', items: 0 });
});

describe('pages with the URL of the next one', () => {
	test('case 24: the URL is used as it is', async () => {
		const next = `${URL_ROWS}?size=7&cursor=a%20b+c&x=%7E#here`;
		const server = leading([next, null]);
		await read(nextUrls(), server);
		expect(urls(server)).toEqual([`${URL_ROWS}?active=1&size=100`, next]);
	});

	test('a POST sends its body to every URL', async () => {
		const server = leading([`${URL_ROWS}?page=2`, null]);
		await read(nextUrls('next', { method: 'POST', body: { filter: 1 } }), server);
		expect(server.seen).toEqual([
			{ method: 'POST', url: `${URL_ROWS}?active=1`, body: { filter: 1, size: 100 } },
			{ method: 'POST', url: `${URL_ROWS}?page=2`, body: { filter: 1, size: 100 } },
		]);
	});
});

describe('GraphQL connections', () => {
	test('case 34: after is injected from page 2 on, own variables stay', async () => {
		const server = serve((_request, count) =>
			connection(rows(count, count + 1), count < 3, `c${count}`),
		);
		const { items, summary } = await read(graphql(), server);

		expect(server.seen.map(({ body }) => body)).toEqual([
			{ query: QUERY, variables: { kind: 'cloud', first: 100 } },
			{ query: QUERY, variables: { kind: 'cloud', first: 100, after: 'c1' } },
			{ query: QUERY, variables: { kind: 'cloud', first: 100, after: 'c2' } },
		]);
		expect(server.seen[0]?.url).toBe('https://api.test/graphql');
		expect(items).toEqual(rows(1, 4));
		expect(summary).toMatchObject({ stopReason: 'noNextPage', warnings: [] });
	});

	test('noDataLeft asks until a page is empty', async () => {
		const server = serve((_request, count) =>
			connection(count < 3 ? rows(count, count + 1) : [], count < 2, `c${count}`),
		);
		const { summary } = await read(graphql({ pageUntil: 'noDataLeft' }), server);
		expect(summary).toMatchObject({ requests: 3, items: 2, stopReason: 'noDataLeft' });
	});
});
