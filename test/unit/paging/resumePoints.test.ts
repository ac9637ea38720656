import { ResumeError } from '../../../nodes/shared/paging';
import {
	asked,
	connection,
	graphql,
	nextUrls,
	offsets,
	pageBased,
	pagesOf,
	parameter,
	read,
	rows,
	serve,
	tokens,
	URL_ROWS,
} from './fakeServer';

const chain = () =>
	serve((request) => {
		const page = Number(parameter(request, 'token') ?? parameter(request, 'p') ?? 0);
		return { body: { items: rows(page, page + 1), next: page + 1 } };
	});
const urlChain = () =>
	serve((request) => {
		const page = Number(parameter(request, 'p') ?? 0);
		return { body: { items: rows(page, page + 1), next: `${URL_ROWS}?p=${page + 1}` } };
	});

/** @returns the resume point of a run cut short after so many pages */
async function cut(dataset: object, server: ReturnType<typeof serve>, maxPages = 2) {
	const { summary } = await read(dataset, server, { limits: { maxPages } });
	return { ...summary.resume };
}

/** @returns what a user is told about a resume point; nothing was asked for by then */
async function toldAbout(dataset: object, resume: unknown) {
	const server = serve(() => ({ status: 204 }));
	try {
		await read(dataset, server, { resume });
	} catch (error) {
		if (!(error instanceof ResumeError)) throw error;
		expect(server.seen).toEqual([]);
		return { name: error.name, message: error.message, fix: error.fix };
	}
	return 'accepted';
}

const INVALID = {
	name: 'ResumeError',
	message: 'The resume point is not valid: it is not the resume object of a summary.',
	fix: 'Use the resume object of a summary unchanged, or clear Resume to start over.',
};
const OTHER = {
	name: 'ResumeError',
	message:
		'The resume point belongs to another request: the URL, body, or paging scheme has changed.',
	fix: 'Restore the earlier settings, or clear Resume to start over.',
};

describe('a resume point that cannot be used', () => {
	test.each<[what: string, input: unknown, told: object]>([
		['a text', 'x', INVALID],
		['an empty text', '', INVALID],
		['a list', [], INVALID],
		['false', false, INVALID],
		['an empty object', {}, INVALID],
		['another version', { version: 2 }, INVALID],
		['no dataset', { version: 1 }, OTHER],
		['another dataset', { version: 1, dataset: 'x', position: 1 }, OTHER],
	])('%s', async (_what, input, told) => expect(await toldAbout(pageBased(), input)).toEqual(told));

	test.each<[field: string, values: unknown[]]>([
		['skip', [-1, 1.5, '2', null, undefined, NaN, 2 ** 53]],
		['previous', [5, null, {}, false]],
		['observed', [5, null, [], {}, { largest: '5' }, { largest: 1, first: 5 }]],
		['observed', [{ largest: 1, total: 'x' }]],
		['seen', [5, 'x', null, {}, [5], ['a', 5], [null]]],
		['position', ['1', null, undefined, 0, -1, 1.5, NaN, Infinity, 2 ** 53, [1]]],
	])('with %s %p', async (field, values) => {
		const resume = await cut(pageBased(), pagesOf(900));
		for (const value of values) {
			expect(await toldAbout(pageBased(), { ...resume, [field]: value })).toEqual(INVALID);
		}
		expect(await toldAbout(pageBased(), resume)).toBe('accepted');
	});

	test.each<[what: string, input: object, refused: unknown[], accepted: unknown[]]>([
		['pages from 0', pageBased(undefined, { pageStartingValue: 0 }), [-1, '0', 0.5], [0, 1, 7]],
		['pages from 3', pageBased(undefined, { pageStartingValue: 3 }), [0, 2], [3, 4]],
		['offsets', offsets(undefined, { limitValue: 50 }), [25, 51, -50], [0, 50, 5_000]],
		['offsets from 1', offsets(undefined, { offsetStartingValue: 1 }), [0, 100, 200], [1, 101]],
		['tokens', tokens(), [true, {}, [], undefined], ['A', 7, 0, null]],
		['connections', graphql(), [true, {}, [], undefined], ['A', 7, 0, null]],
		[
			'next URLs',
			nextUrls(),
			[
				5,
				true,
				{},
				'',
				'?p=2',
				'/rows?p=2',
				'https://evil.test/rows',
				'http://api.test/rows',
				` ${URL_ROWS}`,
				'https://u:p@api.test/rows',
			],
			[null, URL_ROWS, `${URL_ROWS}?p=2#x`],
		],
		['one request', { url: URL_ROWS, property: 'items' }, [0, 1, '', 'A', undefined], [null]],
	])('positions of %s', async (_what, input, refused, accepted) => {
		const { body } = connection(rows(0, 2), false, null);
		const server = serve(() => ({ body: { items: rows(0, 2), ...Object(body) } }));
		const { summary } = await read(input, server, { limits: { limit: 1 } });
		expect(summary.resume).toMatchObject({ skip: 1 });
		const resume = { ...summary.resume };
		for (const position of refused) {
			expect(await toldAbout(input, { ...resume, position })).toEqual(INVALID);
		}
		for (const position of accepted) {
			expect(await toldAbout(input, { ...resume, position })).toBe('accepted');
		}
	});

	test.each([
		['another body', pageBased(undefined, {}, { method: 'POST', body: { a: 2 } })],
		['another method', pageBased(undefined, {}, { method: 'GET' })],
		[
			'another property',
			pageBased(undefined, {}, { method: 'POST', body: { a: 1 }, property: 'x' }),
		],
	])('one of %s', async (_what, other) => {
		const resume = await cut(
			pageBased(undefined, {}, { method: 'POST', body: { a: 1 } }),
			pagesOf(900),
		);
		expect(await toldAbout(other, resume)).toEqual(OTHER);
	});

	test('one of another base URL', async () => {
		const input = pageBased(undefined, {}, { url: '/rows' });
		const first = { baseUrl: 'https://a.test', limits: { maxPages: 1 } };
		const { summary } = await read(input, pagesOf(900), first);
		const { resume } = summary;
		const other = read(input, pagesOf(900), { resume, baseUrl: 'https://b.test' });
		await expect(other).rejects.toThrow(OTHER.message);
		const again = await read(input, pagesOf(900), { ...first, resume });
		expect(again.items).toEqual(rows(100, 200));
	});
});

describe('a resume point', () => {
	test.each([[undefined], [null]])('%p starts from the beginning', async (resume) => {
		const server = pagesOf(50);
		const { pages } = await read(pageBased(), server, { resume });
		expect(asked(server, 'page')).toEqual(['1', '2']);
		expect(pages.map(({ index }) => index)).toEqual([0, 1]);
	});

	test('does not depend on the order of the dataset’s members', async () => {
		const body = { a: 1, b: { c: 2, d: 3 } };
		const turned = { b: { d: 3, c: 2 }, a: 1 };
		const resume = await cut(pageBased(undefined, {}, { method: 'POST', body }), pagesOf(900));
		const again = pageBased(undefined, {}, { method: 'POST', body: turned });
		expect(await toldAbout(again, resume)).toBe('accepted');
	});

	// Points that were stored by an earlier version of the package have to stay readable.
	test('of pages is stored like this', async () => {
		expect(await cut(pageBased(), pagesOf(900))).toEqual({
			version: 1,
			dataset: '9FHJCN35yQE6n863',
			position: 3,
			skip: 0,
			pages: 2,
			items: 200,
			previous: 'I3EyJGPEWVxP63Sa',
			observed: { largest: 100, first: 'EwNJLC56UkrDaxtA', members: [] },
		});
	});

	test('of tokens is stored like this', async () => {
		expect(await cut(tokens(), chain())).toEqual({
			version: 1,
			dataset: 'gy7yt-HZl_JG63gn',
			position: 2,
			skip: 0,
			pages: 2,
			items: 2,
			seen: ['Ryc_orBNS-bdwpn7', 'Cxpdfqdmndd50FRm'],
			previous: 'u0Hu7tt3iaNILMdK',
			observed: { largest: 1, first: 'IqQP_zJLkylKhT5f', members: ['next'] },
		});
	});

	test('of next URLs is stored like this, the first one included', async () => {
		expect(await cut(nextUrls(), urlChain(), 1)).toEqual({
			version: 1,
			dataset: 'eGmqo_oBkpn7oS9Z',
			position: `${URL_ROWS}?p=1`,
			skip: 0,
			pages: 1,
			items: 1,
			seen: ['AQxRvrhtmwB7NVPw', 'HTq5drfas2h9kOkK'],
			previous: 'sYB5HC7lwnrVU-mJ',
			observed: { largest: 1, first: 'IqQP_zJLkylKhT5f', members: ['next'] },
		});
	});

	test('whose page has become shorter hands out nothing of it twice', async () => {
		const { summary } = await read(pageBased(), pagesOf(250), { limits: { limit: 80 } });
		const shorter = serve((request) => ({
			body: { items: parameter(request, 'page') === '1' ? rows(0, 30) : [] },
		}));
		const rest = await read(pageBased(), shorter, { resume: summary.resume });
		expect(rest.items).toEqual([]);
		expect(rest.summary).toMatchObject({ items: 0, stopReason: 'noDataLeft', pages: 2 });
	});
});
