import { idsOf, pages, readBy, slice, URL_LIST } from './neverShort';

const WEAK: Array<[string, object]> = [
	['a self link', { links: { self: URL_LIST } }],
	['a self link of HAL', { _links: { self: { href: URL_LIST } } }],
	['a cursor that is null', { cursor: null }],
	['truncated', { truncated: false }],
	['done', { done: true }],
	['a member whose name begins with next', { next_review: null }],
	['a first link', { links: { self: URL_LIST, first: URL_LIST } }],
];

describe('a weak sign does not end reading after a full page', () => {
	describe.each(WEAK)('%s', (_what, beside) => {
		test.each([20, 100])('of %i records: refused if the parameter is unusual', async (size) => {
			const { ids, refusal, asked } = await readBy(pages('leaf', size, 395, beside));
			expect(ids).toEqual([]);
			expect(refusal).toContain(`${size} records at items`);
			expect(refusal).toContain('Paging Setup to Set Up Manually');
			expect(asked).toBeLessThanOrEqual(20);
		});

		test.each(['pageNo', 'page_number', 'pageNumber'])('is read by %s', async (parameter) => {
			const { ids, asked } = await readBy(pages(parameter, 20, 395, beside));
			expect(ids).toEqual(idsOf(395));
			expect(asked).toBeLessThanOrEqual(20);
		});
	});

	test('of the size that the URL asks for by any name', async () => {
		const { ids, refusal } = await readBy(
			pages('leaf', 17, 395, { done: true }),
			`${URL_LIST}?batch=17`,
		);
		expect(ids).toEqual([]);
		expect(refusal).toContain('done is true, but 17 records can be a full page.');
	});

	test('of the size in the response', async () => {
		const { ids } = await readBy(pages('leaf', 17, 395, { done: true, per_page: 17 }));
		expect(ids).toEqual([]);
	});

	test.each([3, 7, 13, 37])('%i records are not a full page', async (total) => {
		const { ids } = await readBy(() => ({ done: true, items: slice(total, 0, total) }));
		expect(ids).toEqual(idsOf(total));
	});

	test('fewer records than the page size of the response are not a full page', async () => {
		const { ids } = await readBy(() => ({ limit: 25, done: true, items: slice(20, 0, 20) }));
		expect(ids).toEqual(idsOf(20));
	});
});

describe('what says that there are no more pages is not believed beside what says that there are', () => {
	test.each<[string, object]>([
		['a number of pages, next is null', { total_pages: 5, next: null }],
		['a number of pages, a flag', { total_pages: 5, has_more: false }],
		['a count, next is null', { count: 95, next_cursor: null }],
		['a count, a flag', { count: 95, has_more: false }],
		['two flags', { is_last_page: true, has_more: true }],
		['a last link alone', { _links: { last: { href: `${URL_LIST}?p=5` } } }],
		['a last link of a list', { links: [{ rel: 'last', href: `${URL_LIST}?p=5` }] }],
	])('%s', async (_what, beside) => {
		const hidden = await readBy(pages('leaf', 20, 95, beside));
		expect(hidden.ids).toEqual([]);
		expect(hidden.refusal).toContain('Paging Setup to Set Up Manually');
		const usual = await readBy(pages('page', 20, 95, beside));
		expect(usual.refusal === '' ? usual.ids : idsOf(95)).toEqual(idsOf(95));
	});

	test('a last link of the Link header', async () => {
		const link = `<${URL_LIST}?p=1>; rel="first", <${URL_LIST}?p=5>; rel="last"`;
		const { ids } = await readBy((number) => ({
			status: 200,
			headers: { link },
			body: slice(95, (number('leaf', 1) - 1) * 20, 20),
		}));
		expect(ids).toEqual([]);
	});

	test('OData and FHIR without a next link are complete, unless $skip leads on', async () => {
		const body = { '@odata.context': 'x' };
		const all = await readBy(() => ({ ...body, value: slice(50, 0, 50) }));
		expect(all.ids).toEqual(idsOf(50));
		const capped = await readBy((number) => ({
			...body,
			value: slice(95, number('$skip', 0), 50),
		}));
		expect(capped.ids).toEqual(idsOf(95));
	});
});

describe('the number of the last page', () => {
	test.each(['lastPage', 'last_page', 'maxPage'])(
		'%s counts from 0 as the page does',
		async (name) => {
			for (const [total, last] of [
				[95, 4],
				[35, 1],
				[15, 0],
			] as const) {
				const { ids, incomplete } = await readBy((number) => {
					const page = number('page', 0);
					return { page, [name]: last, items: slice(total, page * 20, 20) };
				});
				expect(ids).toEqual(idsOf(total));
				expect(incomplete).toEqual([]);
			}
		},
	);

	test('of an unusual parameter is refused', async () => {
		const { ids, refusal } = await readBy((number) => {
			const page = number('leaf', 0);
			return { page, lastPage: 1, items: slice(35, page * 20, 20) };
		});
		expect(ids).toEqual([]);
		expect(refusal).toContain('lastPage is 1');
	});

	test('that is 1 as the page is says so', async () => {
		const { ids, asked } = await readBy(() => ({ page: 1, lastPage: 1, items: slice(20, 0, 20) }));
		expect([ids, asked]).toEqual([idsOf(20), 1]);
	});
});

describe('an offset in the response', () => {
	test.each([950, 35])(
		'that counts pages is refused, not read short: %i records',
		async (total) => {
			for (const name of ['offset', 'start', 'from']) {
				const { ids, refusal } = await readBy((number) => {
					const at = number(name, 0);
					return { [name]: at, limit: 10, items: slice(total, at * 10, 10) };
				});
				expect(ids).toEqual([]);
				expect(refusal).toContain('it may count pages instead of records');
			}
		},
	);

	test('of a server that only takes multiples of the page size', async () => {
		const { ids } = await readBy((number) => {
			const at = number('offset', 0);
			if (at % 10 > 0) return { status: 400, headers: {}, body: { error: 'not a multiple' } };
			return { offset: at, limit: 10, items: slice(95, at, 10) };
		});
		expect(ids).toEqual(idsOf(95));
	});

	test('of a server that fails when it is asked is not certain', async () => {
		const { ids } = await readBy((number) => {
			const at = number('offset', 0);
			if (at % 10 > 0) return { status: 503, headers: {}, body: {} };
			return { offset: at, limit: 10, items: slice(95, at, 10) };
		});
		expect(ids).toEqual([]);
	});
});

describe('a total that is less than there is', () => {
	test.each<[string, object, number]>([
		['a cap', { total: 60 }, 123],
		['a cap of many pages', { total: 1000 }, 1234],
		['the number of pages in a window', { pages: 5 }, 350],
		['a number of pages that counts from 0', { totalPages: 4 }, 95],
	])('%s is not used', async (_what, beside, total) => {
		const { ids, evidence } = await readBy((number) => {
			const page = number('page', 1);
			return { page, ...beside, items: slice(total, (page - 1) * 20, 20) };
		});
		expect(ids).toEqual(idsOf(total));
		expect(evidence.join(' ')).toContain('is not used: the page after the last one has records.');
	});

	test('with offsets', async () => {
		const { ids } = await readBy((number) => {
			const offset = number('offset', 0);
			return { offset, total: 45, items: slice(123, offset, 20) };
		});
		expect(ids).toEqual(idsOf(123));
	});

	const last = (page: number) => Math.min(page, 5);
	test.each<[string, (page: number) => object]>([
		['400', () => ({ status: 400, headers: {}, body: { error: 'no such page' } })],
		['404', () => ({ status: 404, headers: {}, body: { error: 'no such page' } })],
		['416', () => ({ status: 416, headers: {}, body: '' })],
		['503', () => ({ status: 503, headers: {}, body: {} })],
		[
			'the last page',
			(page) => ({ page: last(page), items: slice(95, (last(page) - 1) * 20, 20) }),
		],
		['page one', () => ({ page: 1, items: slice(95, 0, 20) })],
		['records of the last two pages', () => ({ page: 5, items: slice(95, 75, 20) })],
	])('a total is used if a page after the last one is answered with %s', async (_what, after) => {
		const { ids, source, incomplete } = await readBy((number) => {
			const page = number('page', 1);
			const made = page > 5 ? after(page) : { page, items: slice(95, (page - 1) * 20, 20) };
			return 'status' in made ? made : { ...made, total: 95 };
		});
		expect(ids).toEqual(idsOf(95));
		expect(source).toMatchObject({ pagingScheme: { response: { totalCount: 'total' } } });
		expect(incomplete).toEqual([]);
	});
});

describe('a list that is read backwards', () => {
	test.each<[string, object]>([
		['a URL', { next: null, previous: `${URL_LIST}?at_record=20` }],
		['a token', { next: null, previous: 'c75' }],
		['a flag', { has_more: false, has_previous: true, start_cursor: 'c75' }],
		['a flag of pages', { pageInfo: { hasNextPage: false, hasPreviousPage: true } }],
		['no member for next', { previous: 'c75', done: true }],
	])('is refused, not read short: %s', async (_what, beside) => {
		const { ids, refusal } = await readBy(pages('leaf', 20, 95, beside));
		expect(ids).toEqual([]);
		expect(refusal).toContain('although the URL names no page');
	});

	test('a URL that names a position is read from there', async () => {
		const { ids } = await readBy(
			() => ({ next: null, previous: 'c75', items: slice(20, 0, 20) }),
			`${URL_LIST}?cursor=c95`,
		);
		expect(ids).toEqual(idsOf(20));
	});

	test('pages in both directions: those before page one are not left out', async () => {
		const url = (at: number) => `${URL_LIST}?at_record=${at}`;
		const { ids, refusal } = await readBy((number) => {
			const at = number('at_record', 40);
			return {
				previous: at > 0 ? url(at - 20) : null,
				next: at + 20 < 95 ? url(at + 20) : null,
				items: slice(95, at, 20),
			};
		});
		expect(ids).toEqual([]);
		expect(refusal).toContain('previous');
	});
});

describe('what other APIs have', () => {
	test('a flag that is a number', async () => {
		const more = await readBy(pages('leaf', 20, 95, { has_more: 1, next: null }));
		expect(more.ids).toEqual([]);
		const last = await readBy(() => ({ has_more: 0, items: slice(20, 0, 20) }));
		expect([last.ids, last.asked]).toEqual([idsOf(20), 1]);
	});

	test('a status that says that this is a part', async () => {
		const { ids, refusal } = await readBy((number) => ({
			status: 206,
			headers: { 'content-range': 'items 0-16/*' },
			body: { done: true, items: slice(95, number('leaf', 0) * 17, 17) },
		}));
		expect(ids).toEqual([]);
		expect(refusal).toContain('status is 206 (Partial Content)');
	});

	test('a filter that is named as a token may be', async () => {
		const { ids, refusal } = await readBy((number, query) => {
			if (query.has('from') || query.has('after')) return { items: [], next: null };
			if (query.size > 0 && !query.has('resume_at')) return { status: 400, headers: {}, body: {} };
			const start = number('resume_at', 0);
			return { next: start + 20 < 95 ? `t${start + 20}` : null, items: slice(95, start, 20) };
		});
		expect(ids).toEqual([]);
		expect(refusal).toContain('next as from (any value leads to an empty page)');
	});

	test('an empty page one, before which there are others', async () => {
		const { refusal } = await readBy((number) => {
			const month = number('month', 11);
			return {
				next: null,
				previous: month > 8 ? `${URL_LIST}?month=${month - 1}` : null,
				items: slice(60, (10 - month) * 20, month === 11 ? 0 : 20),
			};
		});
		expect(refusal).toContain('previous has a value, although the URL names no page');
	});
});
