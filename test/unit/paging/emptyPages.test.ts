import {
	connection,
	graphql,
	nextUrls,
	pageBased,
	read,
	rows,
	serve,
	tokens,
	withMembers,
} from './fakeServer';

/** Pages without records that each name another one. */

const ENDLESS =
	/^The last (\d+) pages had no records, but each named another one; reading stopped there\./;

const endless = () =>
	serve((_request, count) => ({
		body: {
			items: count < 3 ? rows(count, count + 1) : [],
			next: `t${count}`,
			more: true,
		},
	}));

describe('endless pages without records', () => {
	test.each([
		['tokens', tokens(), 'set pagingScheme.pageUntil to noDataLeft'],
		[
			'a flag, and no data left',
			withMembers(pageBased(), { response: { moreRecords: 'more' } }),
			'pagingScheme.response.moreRecords',
		],
	])('%s: reading stops, and says so', async (_what, dataset, advice) => {
		const { items, summary } = await read(dataset, endless());
		expect(items).toEqual(rows(1, 3));
		expect(summary).toMatchObject({ requests: 102, pages: 102, stopReason: 'loopDetected' });
		expect(summary.incomplete).toHaveLength(1);
		expect(ENDLESS.exec(summary.incomplete[0] ?? '')?.[1]).toBe('100');
		expect(summary.incomplete[0]).toContain(advice);
		expect(summary.resume).not.toBeNull();
	});

	test('next URLs, and cursors of a connection', async () => {
		const urls = serve((_request, count) => ({
			body: { items: [], next: `https://api.test/rows?c=${count}` },
		}));
		expect((await read(nextUrls(), urls)).summary).toMatchObject({ requests: 100 });
		const cursors = serve((_request, count) => connection([], true, `c${count}`));
		expect((await read(graphql(), cursors)).summary).toMatchObject({ requests: 100 });
	});

	test('prefetched pages end with the same one', async () => {
		const dataset = withMembers(pageBased(), { response: { moreRecords: 'more' } });
		const paged = () =>
			serve(({ url }) => {
				const page = Number(new URL(url).searchParams.get('page'));
				return { body: { items: page < 3 ? rows(page, page + 1) : [], more: true } };
			});
		const { requests: _, ...one } = (await read(dataset, paged())).summary;
		const ahead = (await read(dataset, paged(), { limits: { prefetch: 16 } })).summary;
		expect(ahead).toMatchObject(one);
	});

	test('a list that is searched for that long is read on by raising Max Pages', async () => {
		const { summary } = await read(tokens(), endless(), { limits: { maxPages: 5_000 } });
		expect(summary).toMatchObject({ requests: 502, stopReason: 'loopDetected' });
	});
});

describe('a filter that leaves pages empty', () => {
	const filtered = (at: number[], last: number) =>
		serve((request) => {
			const page = Number(new URL(request.url).searchParams.get('token') ?? 0);
			const items = at.includes(page) ? rows(page, page + 1) : [];
			return { body: { items, next: page < last ? page + 1 : null } };
		});
	const all = [3, 102, 200];
	const found = all.flatMap((id) => rows(id, id + 1));

	test('is read to its end', async () => {
		const { items, summary } = await read(tokens(), filtered(all, 250));
		expect(items).toEqual(found);
		expect(summary).toMatchObject({ stopReason: 'noNextToken', incomplete: [], resume: null });
	});

	test('is continued where reading stopped, and nothing is lost', async () => {
		const rare = [3, 150, 390];
		let resume: unknown;
		const items: unknown[] = [];
		for (let runs = 0; runs < 10; runs++) {
			const run = await read(tokens(), filtered(rare, 400), { resume });
			items.push(...run.items);
			resume = run.summary.resume;
			if (resume === null) break;
		}
		expect(resume).toBeNull();
		expect(items).toEqual(rare.flatMap((id) => rows(id, id + 1)));
	});
});
