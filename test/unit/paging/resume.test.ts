import { asked, nextUrls, pageBased, pagesOf, read, rows, serve, URL_ROWS } from './fakeServer';

/** @returns the resume point of a run that stopped after two of three pages */
async function cutShort(dataset = pageBased()) {
	const { summary } = await read(dataset, pagesOf(250), { limits: { maxPages: 2 } });
	return { ...summary.resume };
}

describe('a resume point', () => {
	test('goes on with the next page', async () => {
		const resume = await cutShort();
		const server = pagesOf(250);
		const { items, pages, summary } = await read(pageBased(), server, { resume });
		expect(asked(server, 'page')).toEqual(['3', '4']);
		expect(items).toEqual(rows(200, 250));
		expect(pages.map(({ index }) => index)).toEqual([2, 3]);
		expect(summary).toMatchObject({ pages: 2, items: 50, resume: null });
	});

	test('remembers what a limit left of a page', async () => {
		const first = await read(pageBased(), pagesOf(250), { limits: { limit: 130 } });
		const server = pagesOf(250);
		const second = await read(pageBased(), server, { resume: first.summary.resume });
		expect(asked(server, 'page')).toEqual(['2', '3', '4']);
		expect([...first.items, ...second.items]).toEqual(rows(0, 250));
	});

	test('stays small however long the run was', async () => {
		const server = serve((_request, count) => ({
			body: { items: rows(count, count + 1), next: `${URL_ROWS}?p=${count}` },
		}));
		const { summary } = await read(nextUrls(), server, { limits: { maxPages: 3_000 } });
		expect(summary.pages).toBe(3_000);
		expect(JSON.stringify(summary.resume).length).toBeLessThan(20_000);
	});
});
