import type { PagingOptions, Summary } from '../../../nodes/shared/paging';
import {
	graphql,
	nextUrls,
	offsets,
	pageBased,
	parameter,
	rows,
	serve,
	tokens,
	URL_ROWS,
	withMembers,
} from './fakeServer';
import { readJudged } from './incompleteOf';

/**
 * What a run may claim: that it has read the whole list only where the server itself has said so,
 * and nothing in an answer contradicts it.
 */

/** Read as the form reads, where one request more may be sent. */
const FORM = { verifiesEnd: true };

/** What an API answers to the number of a page, an offset, or a token. */
type Body = (at: string | undefined) => object;

async function readForm(
	dataset: object,
	name: string,
	body: Body,
	options: Partial<PagingOptions> = FORM,
) {
	const server = serve((request) => ({ body: body(parameter(request, name)) }));
	const { items, summary, incomplete } = await readJudged(dataset, server, options);
	return { items, summary, incomplete, requests: server.seen.length };
}

/** @returns the records from an offset on, as many as the API sends at most */
const from = (count: number, size: number, at: number) => rows(at, Math.min(at + size, count));

/** @returns pages of a list by their number from 1 */
const pages =
	(count: number, size: number, more: (page: number) => object = () => ({})): Body =>
	(at = '1') => ({ items: from(count, size, (Number(at) - 1) * size), ...more(Number(at)) });

const silent = (request: object = {}) =>
	pageBased(undefined, { limitParameter: undefined, limitValue: undefined, ...request });

const COUNTS = ['count', 'results', 'returned', 'resultCount'];

describe('the number of records on a page says nothing about the list', () => {
	test.each(COUNTS)('beside a misspelled token parameter: %s', async (name) => {
		const dataset = tokens('next', { request: { tokenParameter: 'tokn' } });
		const { items, incomplete, summary } = await readForm(dataset, 'token', () => ({
			items: rows(0, 20),
			[name]: 20,
			next: 't20',
			has_more: true,
		}));
		expect(items).toHaveLength(20);
		expect(incomplete.join()).toMatch(/repeats the page before it.*tokn/);
		expect(summary.proof).toBeNull();
	});

	test.each(COUNTS)('beside a misspelled page parameter: %s', async (name) => {
		const body: Body = () => ({ items: rows(0, 20), [name]: 20 });
		const { incomplete } = await readForm(silent({ pageParameter: 'pge' }), 'page', body);
		expect(incomplete.join()).toMatch(/repeats the page before it.*pge/);
	});

	test.each(COUNTS)('beside offsets that rise by more than a page has: %s', async (name) => {
		const { incomplete } = await readForm(offsets(), 'offset', (at) => {
			const items = from(130, 50, Number(at));
			return { items, [name]: items.length };
		});
		expect(incomplete.join()).toMatch(/offsets rise by 100.*set .*limitValue to 50/);
	});

	test.each(COUNTS)('beside an empty page in the middle: %s', async (name) => {
		const { incomplete } = await readForm(silent(), 'page', (at) => {
			const items = at === '2' ? [] : from(60, 20, (Number(at) - 1) * 20);
			return { items, [name]: items.length, total_pages: 3 };
		});
		expect(incomplete.join()).toMatch(/total_pages.*3/);
	});

	test('but a count of more than a page has is that of the list', async () => {
		const { summary } = await readForm(
			silent(),
			'page',
			pages(50, 20, () => ({ count: 50 })),
		);
		expect(summary.proof).toBe('"count" is 50 on page 4');
	});
});

describe('a total as large as the only page', () => {
	test.each([20, 100])('is asked about, page size %p', async (limitValue) => {
		const limit = { limitParameter: 'limit', limitValue };
		const dataset = pageBased('total', limit);
		const body = pages(50, 20, () => ({ total: 20 }));
		const { items, incomplete, requests } = await readForm(dataset, 'page', body);
		expect([items.length, requests]).toEqual([20, 2]);
		expect(incomplete.join()).toMatch(/"total".*page after the last one has records/);
	});

	test('is a statement, where the page after it is empty, or refused', async () => {
		const body = pages(20, 20, () => ({ total: 20 }));
		const { summary } = await readForm(pageBased('total'), 'page', body);
		expect(summary).toMatchObject({ incomplete: [], proof: '"total" is 20 on page 1' });
		const server = serve((request) =>
			parameter(request, 'page') === '1'
				? { body: { items: rows(0, 20), total: 20 } }
				: { status: 400, body: { message: 'offset must be a multiple of limit' } },
		);
		const refused = await readJudged(pageBased('total'), server, FORM);
		expect(refused.summary).toMatchObject({ incomplete: [], proof: '"total" is 20 on page 1' });
	});
});

test('a number of pages that is the number of the page is asked about', async () => {
	const dataset = {
		...Object(silent()),
		pagingScheme: {
			type: 'pageBased',
			request: { pageParameter: 'page', pageStartingValue: 1 },
			response: { totalPages: 'page' },
			pageUntil: 'reachTotalCount',
		},
	};
	const { incomplete } = await readForm(
		dataset,
		'page',
		pages(50, 20, (page) => ({ page })),
	);
	expect(incomplete.join()).toMatch(/"page".*page after the last one has records/);
});

describe('offsets that rise by more than a page has', () => {
	test.each([
		[100, 50, 130, 80],
		[100, 50, 345, 195],
		[1_000, 500, 1_250, 750],
		[4, 2, 5, 3],
	])('in steps of %p, with %p records a page at most, of %p', async (step, cap, count, read) => {
		const dataset = offsets(undefined, { limitValue: step });
		const { items, incomplete } = await readForm(dataset, 'offset', (at) => ({
			items: from(count, cap, Number(at)),
		}));
		expect(items).toHaveLength(read);
		expect(incomplete.join()).toMatch(
			new RegExp(`offsets rise by ${step}.*set .*limitValue to ${cap}`),
		);
	});

	test('a refused request about it proves nothing', async () => {
		const server = serve((request) => {
			const offset = Number(parameter(request, 'offset'));
			return offset % 100 === 0
				? { body: { items: from(345, 50, offset) } }
				: { status: 400, body: { message: 'offset must be a multiple of limit' } };
		});
		const { incomplete, summary } = await readJudged(offsets(), server, FORM);
		expect(incomplete.join()).toMatch(/offsets rise by 100/);
		expect(summary.proof).toBeNull();
	});

	test('pages that shrink because their records are large', async () => {
		const sizes: Record<string, number> = { 0: 25, 25: 10, 50: 10, 75: 0 };
		const dataset = offsets(undefined, { limitValue: 25 });
		const { incomplete } = await readForm(dataset, 'offset', (at = '0') => ({
			items: rows(Number(at), Number(at) + (sizes[at] ?? 25)),
		}));
		expect(incomplete.join()).toMatch(/Offsets rise by 25.*page 2 has only 10/);
	});

	test('records that the server leaves out of its pages are no gap', async () => {
		const dataset = offsets(undefined, { limitValue: 10 });
		const { incomplete, summary } = await readForm(dataset, 'offset', (at) => ({
			items: from(40, 10, Number(at)).filter(({ id }) => id % 7 !== 3),
		}));
		expect(incomplete).toEqual([]);
		expect(summary.warnings).toEqual([]);
	});
});

test('a total that is only a lower bound is none', async () => {
	const dataset = { ...pageBased('hits.total.value'), property: 'hits.hits' };
	const { items, incomplete } = await readForm(dataset, 'page', (at) => ({
		hits: {
			total: { value: 200, relation: 'gte' },
			hits: from(350, 100, (Number(at) - 1) * 100),
		},
	}));
	expect(items).toHaveLength(350);
	expect(incomplete).toEqual([]);
});

describe('records that came twice do not count towards a total', () => {
	const numbered =
		(list: number[][], total: number): Body =>
		(at) => ({
			items: (list[Number(at) - 1] ?? []).map((id) => ({ id, name: `name ${id}` })),
			total,
		});

	test('so that the total is reached later', async () => {
		const body = numbered([[1, 2], [2, 3], [4, 5], [6]], 6);
		for (const prefetch of [1, 3]) {
			const options = { ...FORM, limits: { prefetch } };
			const dataset = pageBased('total', { limitValue: 2 });
			const { items, incomplete } = await readForm(dataset, 'page', body, options);
			expect(items.at(-1)).toMatchObject({ id: 6 });
			expect(incomplete.join()).toMatch(/1 record of this run was read twice/);
		}
	});

	test('so that one that never came is noticed', async () => {
		const ids = Array.from({ length: 60 }, (_, at) => (at === 30 ? 5 : at));
		const list = [0, 20, 40].map((at) => ids.slice(at, at + 20));
		const { summary } = await readForm(
			pageBased('total', { limitValue: 20 }),
			'page',
			numbered(list, 60),
		);
		expect(summary.incomplete.join()).toMatch(/59 records.*fewer than the 60.*1 .*twice/);
		expect(summary.proof).toBeNull();
	});
});

describe('First Page 0 on an API that counts from 1', () => {
	const fromZero = silent({ pageStartingValue: 0 });

	test('whose page 0 is empty', async () => {
		const { items, incomplete } = await readForm(fromZero, 'page', (at) => ({
			items: at === '0' ? [] : from(50, 20, (Number(at) - 1) * 20),
		}));
		expect(items).toHaveLength(0);
		expect(incomplete.join()).toMatch(/set .*pageStartingValue to 1/);
	});

	test('whose page 0 is page 1', async () => {
		const { items, incomplete } = await readForm(fromZero, 'page', (at) => ({
			items: from(3, 2, (Math.max(1, Number(at)) - 1) * 2),
		}));
		expect(items).toHaveLength(2);
		expect(incomplete.join()).toMatch(/set .*pageStartingValue to 1/);
		expect(incomplete.join()).not.toMatch(/ignore/);
	});

	test('an empty list that counts from 0 is none', async () => {
		const { incomplete } = await readForm(fromZero, 'page', () => ({ items: [] }));
		expect(incomplete).toEqual([]);
	});
});

describe('a page parameter that is ignored', () => {
	const volatile = (count: number) =>
		rows(101, 121).map(({ id }) => ({ id, name: `name ${id}`, city: 'Bonn', readAt: count + id }));

	test('is noticed although each record has a value that changes', async () => {
		let count = 0;
		const body: Body = () => ({ items: volatile(++count) });
		const { items, summary, requests } = await readForm(silent(), 'page', body);
		expect([items.length, requests]).toEqual([20, 2]);
		expect(summary.stopReason).toBe('loopDetected');
		expect(summary.incomplete.join()).toMatch(/repeats the page before it.*page/);
	});

	test('is none where only numbers of rows are the same', async () => {
		const { items } = await readForm(silent(), 'page', (at) => ({
			items: rows(0, Number(at) > 3 ? 0 : 20).map(({ id }) => ({ id, name: `${at} ${id}` })),
		}));
		expect(items).toHaveLength(60);
	});

	test('is none where a record of each day has the same ID', async () => {
		const { items } = await readForm(silent(), 'page', (at) => ({
			items: rows(7, Number(at) > 3 ? 0 : 9).map(({ id }) => ({
				...{ id, unit: 'bar', day: at, value: id * Number(at) },
			})),
		}));
		expect(items).toHaveLength(6);
	});
});

test('a last page that links to itself is the end', async () => {
	const body: Body = (at = '1') => ({
		items: from(50, 20, (Number(at) - 1) * 20),
		next: `${URL_ROWS}?page=${Math.min(Number(at) + 1, 3)}`,
	});
	const { items, summary } = await readForm(nextUrls(), 'page', body);
	expect(items).toHaveLength(50);
	expect(summary).toMatchObject({ incomplete: [], warnings: [], proof: null });
});

describe('what proves that all was read', () => {
	const readToken = async (last: object) =>
		await readForm(tokens(), 'token', (at) =>
			at === undefined ? { items: rows(0, 100), next: 'b' } : { items: rows(100, 120), ...last },
		);

	test.each<[what: string, last: object, proof: string]>([
		['a null next token', { next: null }, '"next" is null on page 2'],
		['an empty one', { next: '' }, '"next" is empty on page 2'],
		['a missing one after one', {}, '"next" is missing on page 2'],
	])('%s', async (_what, last, proof) => {
		expect((await readToken(last)).summary).toMatchObject({ incomplete: [], proof });
	});

	test.each<[what: string, more: (page: number) => object, proof: string]>([
		['a total', () => ({ total: 50 }), '"total" is 50 on page 4'],
		['a flag', (page) => ({ has_more: page < 3 }), '"has_more" is false on page 4'],
		['a number of pages', () => ({ total_pages: 3 }), '"total_pages" is 3 on page 3'],
		[
			'a null next URL',
			(page) => ({ next: page < 3 ? `?page=${page + 1}` : null }),
			'"next" is null on page 4',
		],
		['an empty page after full ones', () => ({}), 'Page 4 has no records'],
	])('%s', async (_what, more, proof) => {
		const { summary } = await readForm(silent(), 'page', pages(50, 20, more));
		expect(summary).toMatchObject({ incomplete: [], proof });
	});

	test.each<[what: string, read: () => Promise<{ summary: Summary }>]>([
		[
			'a missing token on the only page',
			async () => await readForm(tokens(), 'token', () => ({ items: rows(0, 7) })),
		],
		[
			'the count of the only page',
			async () => await readForm(tokens(), 'token', () => ({ items: rows(0, 7), count: 7 })),
		],
		[
			'no paging at all',
			async () =>
				await readForm({ url: URL_ROWS, property: 'items' }, 'x', () => ({ items: rows(0, 7) })),
		],
		[
			'an empty page after pages of any size',
			async () =>
				await readForm(silent(), 'page', (at) => ({
					items: rows(Number(at) * 9, Number(at) * 9 + ([5, 7, 3][Number(at) - 1] ?? 0)),
				})),
		],
	])('but not %s', async (_what, read) => {
		expect((await read()).summary).toMatchObject({ incomplete: [], warnings: [], proof: null });
	});
});

describe('a total after full pages', () => {
	const capped = (more: (page: number) => object, pageSize = 250) =>
		[pageBased('total', { limitValue: pageSize }), 'page', pages(1_040, 250, more)] as const;

	test.each<[what: string, more: (page: number) => object]>([
		['a flag that says more', () => ({ total: 1_000, has_more: true })],
		['a next page', (page) => ({ total: 1_000, next: `${URL_ROWS}?page=${page + 1}` })],
		['a round number', () => ({ total: 1_000 })],
	])('is asked about: %s', async (_what, more) => {
		const { items, summary } = await readForm(...capped(more));
		expect(items).toHaveLength(1_000);
		expect(summary.incomplete.join()).toMatch(/at the total of 1000, but .* more/);
		expect(summary.proof).toBeNull();
	});

	test('is what a dataset is told of, where the answer says more', async () => {
		const [dataset, name, body] = capped(() => ({ total: 1_000, has_more: true }));
		const { incomplete } = await readForm(dataset, name, body, {});
		expect(incomplete.join()).toMatch(/at the total of 1000, but .* more/);
	});

	test('is right where the page after it is empty', async () => {
		const body = pages(1_000, 250, () => ({ total: 1_000, has_more: true }));
		const { summary } = await readForm(pageBased('total', { limitValue: 250 }), 'page', body);
		expect(summary).toMatchObject({ incomplete: [], proof: '"total" is 1000 on page 4' });
	});
});

describe('an empty page in the middle', () => {
	const middle = (more: (page: number) => object) => async () =>
		await readForm(silent(), 'page', (at) => ({
			items: at === '3' ? [] : from(80, 20, (Number(at) - 1) * 20),
			...more(Number(at)),
		}));

	test.each<[what: string, read: ReturnType<typeof middle>]>([
		['pages that are counted', middle((page) => ({ pages: { current: page, total: 4 } }))],
		['a next page', middle((page) => ({ next: page < 4 ? `${URL_ROWS}?page=${page + 1}` : null }))],
	])('is contradicted by %s', async (_what, read) => {
		const { summary } = await read();
		expect(summary.incomplete).not.toEqual([]);
		expect(summary.proof).toBeNull();
	});
});

test('a configured total of one page is compared with another one', async () => {
	const server = serve(() => ({
		headers: { 'x-total-count': '50' },
		body: { items: rows(0, 20), total: 20 },
	}));
	const { incomplete } = await readJudged(pageBased('total', { limitValue: 20 }), server, FORM);
	expect(incomplete.join()).toMatch(/20 records.*fewer than the 50/);
});

test('counts of a page that agree with each other are asked about as well', async () => {
	const more = { count: 20, meta: { count: 20 }, paging: { total: 20 } };
	const dataset = pageBased('paging.total', { limitValue: 20 });
	const { incomplete } = await readForm(
		dataset,
		'page',
		pages(50, 20, () => more),
	);
	expect(incomplete.join()).toMatch(/"paging.total".*page after the last one has records/);
});

describe('a Link header without a next page on the only page', () => {
	const link = (value: string) =>
		serve(() => ({ headers: { link: value }, body: { items: rows(0, 10) } }));
	const dataset = nextUrls('header:Link');

	test('says that there are more, where the last page is another one', async () => {
		const server = link(`<${URL_ROWS}?p=1>; rel="first", <${URL_ROWS}?p=9>; rel="last"`);
		const { summary } = await readJudged(dataset, server, FORM);
		expect(summary.incomplete.join()).toMatch(/More records may follow.*header:Link/);
		expect(summary.proof).toBeNull();
	});

	test.each([`<${URL_ROWS}?p=2>; rel="successor"`, `<${URL_ROWS}?p=2>; rel="http://x/rels#next"`])(
		'proves nothing beside %s',
		async (other) => {
			const server = link(`<${URL_ROWS}?p=1>; rel="first", ${other}`);
			expect((await readJudged(dataset, server, FORM)).summary.proof).toBeNull();
		},
	);

	test('proves that it is the only one', async () => {
		const server = link(`<${URL_ROWS}?p=1>; rel="first", <${URL_ROWS}?p=1>; rel="last"`);
		const { summary } = await readJudged(dataset, server, FORM);
		expect(summary).toMatchObject({
			incomplete: [],
			proof: '"header:Link" has no next page on page 1',
		});
	});
});

describe('records that came twice are said', () => {
	const named = (ids: number[]) => ids.map((id) => ({ id, name: `name ${id}` }));

	test('although as many others were read as there are', async () => {
		const list = [[1, 2], [3, 4], [1, 5], [6]];
		const dataset = pageBased('total', { limitValue: 2 });
		const { items, summary } = await readForm(dataset, 'page', (at) => ({
			items: named(list[Number(at) - 1] ?? []),
			total: 6,
		}));
		expect(items).toHaveLength(7);
		expect(summary.incomplete.join()).toMatch(/1 record .*read twice/);
	});

	test('without a total, and where another member of them differs', async () => {
		const { summary } = await readForm(silent(), 'page', (at) => ({
			items: from(60, 20, (Number(at) - 1) * 20).map(({ id }) => ({
				uuid: `u${at === '3' && id === 47 ? 5 : id}`,
				readAt: `${at} ${id}`,
			})),
		}));
		expect(summary.incomplete.join()).toMatch(/1 record .*read twice/);
		expect(summary.proof).toBeNull();
	});
});

test('First Page 0 is named where a total shows that its page is empty', async () => {
	const dataset = pageBased('total', { pageStartingValue: 0, limitValue: 10 });
	const { incomplete } = await readForm(dataset, 'page', (at) => ({
		items: at === '0' ? [] : from(50, 10, (Number(at) - 1) * 10),
		total: 50,
	}));
	expect(incomplete.join()).toMatch(/set .*pageStartingValue to 1/);
});

test('First Page 1 is named where its page is empty, and page 0 is not', async () => {
	const { incomplete } = await readForm(silent(), 'page', (at) => ({
		items: at === '0' ? rows(0, 10) : [],
	}));
	expect(incomplete.join()).toMatch(/set .*pageStartingValue to 0/);
});

test('First Page 0 is named where its page is refused', async () => {
	const server = serve(() => ({ status: 400, body: { message: 'page must be >= 1' } }));
	const { summary } = await readJudged(silent({ pageStartingValue: 0 }), server, FORM);
	expect(String(Object(summary.error).fix)).toMatch(/set First Page|pageStartingValue/);
});

describe('the answer in the place of a last page', () => {
	const readLast = async (last: object, before: object = {}) =>
		await readForm(silent(), 'page', (at) =>
			Number(at) < 3 ? { items: from(40, 20, (Number(at) - 1) * 20), ...before } : last,
		);

	test.each<[what: object, before: object]>([
		[{ errcode: 1, errmsg: 'expired', items: [] }, {}],
		[{ isSuccess: false, items: [] }, {}],
		[{ ok: 0, items: [] }, {}],
		[{ ret: 1, items: [] }, {}],
		[{ status: 0, items: [] }, { status: 1 }],
		[{ result: 'NG', items: [] }, { result: 'OK' }],
		[{ warnings: ['shard 2 failed'], items: [] }, { warnings: [] }],
	])('is an error where it says so: %j', async (last, before) => {
		const { items, summary } = await readLast(last, before);
		expect(items).toHaveLength(40);
		expect(summary.stopReason).toBe('error');
	});

	test.each<[what: object, before: object]>([
		[{ items: [] }, {}],
		[{ items: [], count: 0, took: 3 }, {}],
		[{ items: [], message: 'no more' }, {}],
		[{ items: [], status: 'ZERO_RESULTS' }, { status: 'OK' }],
		[{ items: [], code: 0 }, { code: 0 }],
	])('is the end where nothing speaks against it: %j', async (last, before) => {
		expect((await readLast(last, before)).summary).toMatchObject({
			incomplete: [],
			stopReason: 'noDataLeft',
		});
	});

	test('proves nothing after a page that says that there are more', async () => {
		const { summary } = await readLast({ items: [] }, { has_more: true });
		expect(summary.proof).toBeNull();
	});
});

test.each<[what: string, last: object, stopReason: string]>([
	['null', { has_more: null }, 'noNextPage'],
	['missing', {}, 'noDataLeft'],
])('a flag that is %s on the last page is off', async (_what, last, stopReason) => {
	const dataset = silent();
	const { pagingScheme, ...others } = Object(dataset);
	const flagged = {
		...others,
		pagingScheme: { ...pagingScheme, response: { moreRecords: 'has_more' } },
	};
	const { items, summary } = await readForm(
		flagged,
		'page',
		pages(50, 20, (page) => (page < 3 ? { has_more: true } : last)),
	);
	expect(items).toHaveLength(50);
	expect(summary).toMatchObject({ incomplete: [], warnings: [], stopReason });
});

test('a total that includes pages before the first one is not read', async () => {
	const dataset = pageBased('total', { pageStartingValue: 2, limitValue: 20 });
	const { summary } = await readForm(
		dataset,
		'page',
		pages(50, 20, () => ({ total: 50 })),
	);
	expect(summary).toMatchObject({ items: 30, proof: null });
});

describe('what one answer says against what another says', () => {
	const numberedPages = (more: (page: number) => object) =>
		readForm(silent(), 'page', (at) => ({
			items: Number(at) > 2 ? [] : from(100, 20, (Number(at) - 1) * 20),
			...more(Number(at)),
		}));

	/** Two pages by tokens, and what the second one says. */
	const tokenPages = (last: object, first: object = {}, dataset = tokens()) =>
		readForm(dataset, 'token', (at) =>
			at === undefined
				? { items: rows(0, 20), next: 'b', ...first }
				: { items: rows(20, 40), ...last },
		);

	const flagged = (more: object) =>
		readForm(withMembers(silent(), { response: { moreRecords: 'has_more' } }), 'page', (at) => ({
			items: from(100, 20, (Number(at) - 1) * 20),
			has_more: at !== '2',
			...more,
		}));

	test.each<[what: string, read: () => Promise<{ summary: Summary }>]>([
		[
			'what remains',
			async () => await numberedPages((page) => (page < 3 ? { remaining: 100 - page * 20 } : {})),
		],
		[
			'the number of the last page as text',
			async () => await numberedPages((page) => (page < 3 ? { page: `${page} of 5` } : {})),
		],
		[
			'a range',
			async () =>
				await numberedPages((page) =>
					page < 3 ? { range: { from: page * 20 - 19, to: page * 20, of: 100 } } : {},
				),
		],
		[
			'a link to the last page',
			async () => await numberedPages(() => ({ links: { last: `${URL_ROWS}?page=5` } })),
		],
		[
			'an offset of the last page',
			async () =>
				await numberedPages(() => ({ links: { last: { href: `${URL_ROWS}?offset=80` } } })),
		],
		['a number of pages beside a flag', async () => await flagged({ last_page: 5 })],
		['another flag beside it', async () => await flagged({ is_last: false })],
		[
			'what remains beside a null token',
			async () => await tokenPages({ next: null, remaining: 60 }, { remaining: 80 }),
		],
	])('is reported: %s', async (_what, read) => {
		const { summary } = await read();
		expect(summary.incomplete.join()).toMatch(/More records may follow/);
		expect(summary.proof).toBeNull();
	});

	test('is reported where a header says it', async () => {
		const headers = [
			{ 'x-pagination': '{"TotalCount":100,"TotalPages":5}' },
			{ link: `<${URL_ROWS}?page=1>; rel="first", <${URL_ROWS}?page=5>; rel="last"` },
		];
		for (const said of headers) {
			const server = serve((request) => {
				const page = Number(parameter(request, 'page'));
				const items = page > 2 ? [] : from(100, 20, (page - 1) * 20);
				return { headers: page > 2 ? {} : said, body: { items } };
			});
			const { incomplete, summary } = await readJudged(silent(), server, FORM);
			expect(incomplete.join()).toMatch(/More records may follow/);
			expect(summary.proof).toBeNull();
		}
	});

	test.each<[what: string, read: () => Promise<{ summary: Summary }>]>([
		['what remains of something', async () => await tokenPages({ next: null, remaining: 60 })],
		[
			'a next page beside a null token',
			async () => await tokenPages({ next: null, links: { next: `${URL_ROWS}?cursor=40` } }),
		],
		[
			'a next page beside a flag',
			async () =>
				await tokenPages(
					{ has_more: false, next: 'c', links: { next: `${URL_ROWS}?cursor=40` } },
					{ has_more: true },
					withMembers(tokens(), { response: { moreRecords: 'has_more' } }),
				),
		],
		[
			'a number elsewhere that is larger',
			async () =>
				await tokenPages(
					{ next: null, rows_aggregate: { aggregate: { count: 90 } } },
					{ rows_aggregate: { aggregate: { count: 90 } } },
				),
		],
		[
			'status 206',
			async () => {
				const server = serve(() => ({ status: 206, body: { items: rows(0, 3), next: null } }));
				return await readJudged(tokens(), server, FORM);
			},
		],
	])('takes the claim away, but is no reason to doubt: %s', async (_what, read) => {
		const { summary } = await read();
		expect(summary).toMatchObject({ incomplete: [], warnings: [], proof: null });
	});

	test('says nothing where it is about the same pages', async () => {
		const { summary } = await numberedPages((page) =>
			page < 3
				? { page: `${page} of 2`, remaining: 40 - page * 20, links: { last: `${URL_ROWS}?page=2` } }
				: {},
		);
		expect(summary).toMatchObject({ incomplete: [], proof: 'Page 3 has no records' });
		const counted = await tokenPages({ next: null, range: '21-40 of 40' });
		expect(counted.summary).toMatchObject({ incomplete: [], proof: '"next" is null on page 2' });
	});
});

describe('a page that an answer names, where the next one is empty', () => {
	const reading = async (last: (page: number) => boolean, more: object, end: object = {}) => {
		const server = serve((request) => {
			const page = Number(parameter(request, 'page'));
			if (page === 3) return { body: { items: [] }, ...end };
			return { body: { items: from(100, 20, (page - 1) * 20), ...(last(page) ? more : {}) } };
		});
		const dataset = withMembers(silent(), { endStatuses: [404] });
		return await readJudged(dataset, server, FORM);
	};

	test.each<[more: object, end: object]>([
		[{ has_more: true }, {}],
		[{ has_more: true }, { status: 404, body: {} }],
		[{ links: { next: `${URL_ROWS}?page=3` } }, { status: 404, body: {} }],
	])('is asked about: %j, %j', async (more, end) => {
		const { incomplete, summary } = await reading((page) => page < 5, more, end);
		expect(incomplete.join()).toMatch(/Page 3 has no records, but the page after it has/);
		expect(summary.proof).toBeNull();
	});

	test('is the end where the page after it is empty as well', async () => {
		const server = serve((request) => {
			const page = Number(parameter(request, 'page'));
			return { body: { items: from(40, 20, (page - 1) * 20), has_more: page < 3 } };
		});
		const { summary } = await readJudged(silent(), server, FORM);
		expect(summary).toMatchObject({ incomplete: [], requests: 3 });
	});
});

describe('the number of the last page', () => {
	const dataset = (path: string, first = 0) => ({
		...Object(silent()),
		pagingScheme: {
			type: 'pageBased',
			request: { pageParameter: 'page', pageStartingValue: first },
			response: { totalPages: path },
			pageUntil: 'reachTotalCount',
		},
	});

	const fromZero = (count: number, more: object) => (at: string | undefined) => ({
		items: from(count, 20, Number(at) * 20),
		...more,
	});

	test('that counts from 0 is asked about', async () => {
		const { incomplete, summary } = await readForm(
			dataset('maxPage'),
			'page',
			fromZero(100, { maxPage: 4 }),
		);
		expect(incomplete.join()).toMatch(/"maxPage".*page after the last one has records/);
		expect(summary.proof).toBeNull();
	});

	test('is how many there are, where the page after the last one is empty', async () => {
		const body = fromZero(80, { maxPage: 4 });
		const { summary } = await readForm(dataset('maxPage'), 'page', body);
		expect(summary).toMatchObject({ incomplete: [], proof: '"maxPage" is 4 on page 4' });
	});

	test('proves nothing as long as nobody asks', async () => {
		const body = fromZero(100, { lastPage: 4 });
		const { summary } = await readForm(dataset('lastPage'), 'page', body, {});
		expect(summary).toMatchObject({ incomplete: [], proof: null });
	});

	test('needs no request where it is a count by its name', async () => {
		const body = fromZero(100, { total_pages: 5 });
		const { summary, requests } = await readForm(dataset('total_pages'), 'page', body);
		expect([summary.proof, requests]).toEqual(['"total_pages" is 5 on page 5', 5]);
	});
});

describe('an extra request that is answered by a page that was read', () => {
	const rounding =
		(count: number): Body =>
		(at) => ({ items: from(count, 50, Math.floor(Number(at) / 100) * 100) });

	test('settles nothing: offsets are rounded down', async () => {
		const { incomplete, summary } = await readForm(offsets(), 'offset', rounding(130));
		expect(incomplete.join()).toMatch(/offsets rise by 100.*set .*limitValue to 50/);
		expect(summary.proof).toBeNull();
	});

	test('is said where there is only one page', async () => {
		const { summary } = await readForm(offsets(), 'offset', rounding(80));
		expect(summary).toMatchObject({ items: 50, proof: null });
		expect(summary.warnings.join()).toMatch(/offsets rise by 100/);
	});
});

test('an answer without a body says nothing of the next page', async () => {
	const server = serve((_request, count) =>
		count === 1 ? { body: { items: rows(0, 20), next: 'a' } } : { status: 204 },
	);
	const { summary } = await readJudged(tokens(), server, FORM);
	expect(summary).toMatchObject({ items: 20, incomplete: [], proof: null });
});

test.each([
	{ throttled: true },
	{ retry_after: 30 },
	{ redirect: '/login' },
	{ authenticated: false },
	{ maintenance: true },
	{ status: 0 },
])('an empty page with what no page before it had proves nothing: %j', async (more) => {
	const { summary } = await readForm(silent(), 'page', (at) => ({
		items: from(40, 20, (Number(at) - 1) * 20),
		...(Number(at) > 2 ? more : {}),
	}));
	expect(summary).toMatchObject({ items: 40, incomplete: [], proof: null });
});

describe('records that came twice', () => {
	test('are known by the ID of what is inside of them', async () => {
		const ids = [
			[1, 2],
			[3, 1],
			[5, 6],
		];
		const server = serve((_request, count) => {
			const edges = (ids[count - 1] ?? []).map((id) => ({
				cursor: `c${count}${id}`,
				node: { id: `v${id}`, name: `name ${id}` },
			}));
			const pageInfo = { hasNextPage: count < 3, endCursor: `e${count}` };
			return { body: { data: { vendors: { edges, pageInfo, totalCount: 6 } } } };
		});
		const dataset = graphql({}, { property: 'data.vendors.edges' });
		const { incomplete, summary } = await readJudged(dataset, server, FORM);
		expect(incomplete.join()).toMatch(/1 record.*twice/);
		expect(summary.proof).toBeNull();
	});

	test('without an ID take the claim away', async () => {
		const order = (number: number) => ({ order_no: `A-${number}`, amount: number % 7 });
		const body: Body = (at) => ({
			items: rows((Number(at) - 1) * 20, Math.min(Number(at) * 20, 60)).map(({ id }) =>
				order(id === 47 ? 5 : id),
			),
			total: 60,
		});
		const { summary } = await readForm(pageBased('total', { limitValue: 20 }), 'page', body);
		expect(summary).toMatchObject({ items: 60, proof: null });
	});

	test('are none where equal ones stand on one page', async () => {
		const body: Body = (at) => ({
			items: rows((Number(at) - 1) * 20, Number(at) * 20).map(({ id }) => ({ level: id % 3 })),
			total: 60,
		});
		const { summary } = await readForm(pageBased('total', { limitValue: 20 }), 'page', body);
		expect(summary).toMatchObject({ items: 60, incomplete: [], proof: '"total" is 60 on page 3' });
	});
});

describe('answers that say themselves that they are a part', () => {
	test.each<[more: object, sign: string]>([
		[{ partial: true }, 'partial'],
		[{ _clusters: { total: 3, successful: 2, skipped: 1 } }, '_clusters.successful'],
		[{ failures: [{ shard: 1, reason: 'timeout' }] }, 'failures'],
		[{ meta: { incomplete: true } }, 'meta.incomplete'],
	])('on the only page: %j', async (more, sign) => {
		const { incomplete, summary } = await readForm(silent(), 'page', (at) => ({
			items: at === '1' ? rows(0, 19) : [],
			...(at === '1' ? more : {}),
		}));
		expect(incomplete.join()).toContain(`"${sign}`);
		expect(summary.proof).toBeNull();
	});

	test.each<[before: object, after: object]>([
		[{ failures: [] }, { failures: [{ source: 'eu', reason: 'timeout' }] }],
		[{ warnings: [] }, { warnings: ['shard 2 did not answer'] }],
		[{ status: 'complete' }, { status: 'partial' }],
		[{ failures: [] }, { failures: ['eu'] }],
	])('on a later page: %j, then %j', async (before, after) => {
		const { incomplete } = await readForm(silent(), 'page', (at) => ({
			items: from(60, 20, (Number(at) - 1) * 20),
			...(at === '2' ? after : before),
		}));
		expect(incomplete.join()).toMatch(/Page 2 may be incomplete/);
	});

	test.each([
		{ failures: [] },
		{ _shards: { total: 5, successful: 5, skipped: 3, failed: 0 } },
		{ status: 'complete' },
		{ stats: { total: 9, successful: 4 } },
	])('but not %j', async (more) => {
		const { summary } = await readForm(silent(), 'page', (at) => ({
			items: from(40, 20, (Number(at) - 1) * 20),
			...more,
		}));
		expect(summary).toMatchObject({ incomplete: [], warnings: [] });
	});
});

describe('pages that come again', () => {
	test('a link of the only page to itself is its end', async () => {
		const { summary } = await readForm(nextUrls(), 'page', () => ({
			items: rows(0, 7),
			next: `${URL_ROWS}?active=1&size=100`,
		}));
		expect(summary).toMatchObject({ items: 7, incomplete: [], warnings: [], proof: null });
	});

	test('a token that leads to its own page is its end', async () => {
		const { summary, items } = await readForm(tokens(), 'token', (at = 'a') => {
			const page = { a: 0, b: 1, c: 2 }[at] ?? 0;
			return { items: from(50, 20, page * 20), next: ['b', 'c', 'c'][page] };
		});
		expect(items).toHaveLength(50);
		expect(summary).toMatchObject({ incomplete: [], warnings: [], proof: null });
	});

	test('a token that leads back from a full page is no end', async () => {
		const { incomplete, summary } = await readForm(tokens(), 'token', (at = 'a') => {
			const page = { a: 0, b: 1, c: 2 }[at] ?? 0;
			return { items: from(90, 20, page * 20), next: ['b', 'c', 'b'][page] };
		});
		expect(summary).toMatchObject({ items: 60, stopReason: 'loopDetected' });
		expect(incomplete.join()).toMatch(/Page 3 points back/);
	});

	test('a token that is that of its page on page 2 may be ignored', async () => {
		const { incomplete } = await readForm(
			tokens('next', { request: { tokenParameter: 'tokn' } }),
			'token',
			() => ({ items: rows(0, 20), next: 'b' }),
		);
		expect(incomplete).not.toEqual([]);
	});

	test.each([60, 50])('page 1 after the last of %p records is the end', async (count) => {
		const { items, summary } = await readForm(silent(), 'page', (at) => ({
			items: from(count, 20, ((Number(at) - 1) % 3) * 20),
		}));
		expect(items).toHaveLength(count);
		expect(summary).toMatchObject({ incomplete: [], proof: null });
	});

	/** Records with two members that are others in each answer. */
	const volatile = (list: Array<{ id: number }>, count: number) =>
		list.map(({ id }) => ({ id, name: `name ${id}`, at: count * 7 + id, score: count * 3 - id }));

	const shapes: Array<
		[what: string, shape: (list: Array<{ id: number }>, count: number) => unknown[]]
	> = [
		['two members that change', volatile],
		['no ID', (list, count) => list.map(({ id }) => ({ name: `name ${id}`, age: count + id }))],
		['arrays', (list, count) => list.map(({ id }) => [id, `name ${id}`, count + id])],
		[
			'another ID in each answer',
			(list, count) => list.map(({ id }) => ({ guid: `${count}-${id}`, name: `name ${id}` })),
		],
		['one member that changes', (list, count) => list.map(({ id }) => ({ id, at: count + id }))],
	];

	test.each(shapes)('an ignored parameter is noticed: %s', async (_what, shape) => {
		for (const [dataset, more] of [
			[silent({ pageParameter: 'pge' }), {}],
			[tokens('next', { request: { tokenParameter: 'tokn' } }), { next: 'b' }],
		] as const) {
			let count = 0;
			const server = serve(() => ({
				body: {
					items: shape(rows(0, 20), ++count),
					...more,
					...('next' in more && { next: `t${count}` }),
				},
			}));
			const { items, incomplete } = await readJudged(dataset, server, {
				...FORM,
				limits: { maxPages: 50 },
			});
			expect([items.length, server.seen.length]).toEqual([20, 3]);
			expect(incomplete.join()).toMatch(/repeats the page before it.*(pge|tokn)/);
		}
	});

	test.each(shapes)(
		'pages after the last one that are page 1 are the end: %s',
		async (_what, shape) => {
			let count = 0;
			const { items, summary } = await readForm(
				silent(),
				'page',
				(at) => ({ items: shape(from(60, 20, ((Number(at) - 1) % 3) * 20), ++count) }),
				{ ...FORM, limits: { maxPages: 50 } },
			);
			expect(items).toHaveLength(60);
			expect(summary).toMatchObject({ stopReason: 'loopDetected', incomplete: [], proof: null });
		},
	);

	test.each<[what: string, requests: number, shape: (page: number) => unknown[]]>([
		[
			'a record of each day, which one request shows,',
			7,
			(page) => rows(0, 9).map(({ id }) => ({ id, day: page, v: id * page, w: page })),
		],
		[
			'a page whose rows are numbered anew',
			6,
			(page) => rows(0, 9).map(({ id }) => ({ row: id, name: `${page} ${id}`, at: page })),
		],
	])('%s is no page that comes again', async (_what, sent, shape) => {
		const { items, requests } = await readForm(silent(), 'page', (at) => ({
			items: Number(at) > 5 ? [] : shape(Number(at)),
		}));
		expect([items.length, requests]).toEqual([45, sent]);
	});
});
