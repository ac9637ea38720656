import { forEachPage, paginate } from '../../../../nodes/shared/paging';
import { detectDataset } from '../../../../nodes/shared/paging/detect/detectDataset';
import { nextUrls, read, serve } from '../fakeServer';
import { slice } from './neverShort';

/** Next URLs of every form that a server can write, by Automatic and by a form. */

const HOST = 'http://127.0.0.1:8080';

/** A list of 12 records in pages of 5, whose next page is named by what `next` makes of its number. */
function linked(next: (page: number) => string, beside: object = {}, name = 'next') {
	return serve(({ url }) => {
		const { pathname, searchParams } = new URL(url);
		if (!/^\/v1\/(?:vendors|page\/\d)$/.test(pathname)) return { status: 404, body: {} };
		const inPath = /\d$/.exec(pathname)?.[0];
		const page = Number(inPath ?? searchParams.get('c')?.replace('t', '') ?? 1);
		const more = page < 3 ? next(page + 1) : null;
		return { body: { ...beside, items: slice(12, (page - 1) * 5, 5), [name]: more } };
	});
}

const FORMS: Array<[string, (page: number) => string, string?]> = [
	['a host without a protocol', (page) => `//127.0.0.1:8080/v1/vendors?c=t${page}`],
	['a path from the folder above', (page) => (page === 2 ? '../v1/page/2' : '../page/3')],
	['a path from the page', (page) => (page === 2 ? 'page/2' : '3')],
	['a path from this folder', (page) => (page === 2 ? './page/2' : './3')],
	['a query without its mark', (page) => `c=t${page}`],
	['a query', (page) => `?c=t${page}`],
	['two parameters without a mark', (page) => `a=1&c=t${page}`],
	['a path from the root', (page) => `/v1/vendors?c=t${page}`],
	['a path from the root that a name says to be a link', (page) => `/v1/page/${page}`, 'nextLink'],
];

test.each(FORMS)('%s', async (_what, next, name = 'next') => {
	const server = linked(next, {}, name);
	const url = `${HOST}/v1/vendors`;
	const { dataset, replay } = await detectDataset(url, { send: server.send });
	const ids: unknown[] = [];
	const { incomplete } = await forEachPage(paginate(dataset, { send: replay }), ({ items }) => {
		ids.push(...items);
	});
	expect(ids).toEqual(slice(12, 0, 12));
	expect(incomplete).toEqual([]);
	const form = { ...nextUrls(name), url };
	expect((await read(form, linked(next, {}, name))).items).toEqual(slice(12, 0, 12));
});

test('a token that looks like a query is a token', async () => {
	const server = serve(({ url }) => {
		const given = new URL(url).searchParams.get('next');
		const from = given === null ? 0 : Number(given.replace('k=', ''));
		const next = from + 5 < 12 ? `k=${from + 5}` : null;
		return { body: { items: slice(12, from, 5), next } };
	});
	const { dataset, replay } = await detectDataset(`${HOST}/v1/vendors`, { send: server.send });
	const { items } = await forEachPage(paginate(dataset, { send: replay }), () => {});
	expect(items).toBe(12);
});

test.each([
	['Y', 'N'],
	['y', 'n'],
	['T', 'F'],
	['on', 'off'],
	['Yes', 'No'],
	['TRUE', 'FALSE'],
	[1, 0],
])('a flag of more records is %p or %p', async (yes, no) => {
	const flagged = () =>
		serve(({ url }) => {
			const page = Number(new URL(url).searchParams.get('page') ?? 1);
			const has_more = page < 3 ? yes : no;
			return { body: { items: slice(12, (page - 1) * 5, 5), has_more } };
		});
	const url = `${HOST}/v1/vendors`;
	const server = flagged();
	const { dataset, replay } = await detectDataset(url, { send: server.send });
	expect(dataset.pagingScheme?.response).toMatchObject({ moreRecords: 'has_more' });
	expect((await forEachPage(paginate(dataset, { send: replay }), () => {})).items).toBe(12);
	const form = {
		url,
		property: 'items',
		pagingScheme: {
			type: 'pageBased',
			request: { pageParameter: 'page', pageStartingValue: 1 },
			response: { moreRecords: 'has_more' },
			pageUntil: 'noDataLeft',
		},
	};
	const { summary } = await read(form, flagged());
	expect(summary).toMatchObject({ items: 12, requests: 3, stopReason: 'noNextPage' });
});
