import { idsOf, readBy, slice, URL_LIST, type Answer } from './neverShort';

/** Pages of a size that is no usual one, by a parameter that no API has. */
const hidden =
	(beside: object, total = 95, size = 17): Answer =>
	(number) => ({ ...beside, items: slice(total, (number('leaf', 1) - 1) * size, size) });

describe('words for more records that few APIs use', () => {
	test.each<[string, object]>([
		['remaining: 78', { remaining: 78 }],
		['meta.remaining: 78', { meta: { remaining: 78 } }],
		['remainingCount: "78"', { remainingCount: '78' }],
		['has_more is "yes"', { has_more: 'yes' }],
		['hasMore is "Yes"', { hasMore: 'Yes' }],
		['last_page is "no"', { is_last_page: 'no' }],
		['of 95', { of: 95 }],
	])('%s: what says that this is the end is not believed', async (what, beside) => {
		for (const end of [{ next: null }, { done: true }, { links: { self: URL_LIST } }]) {
			const { ids, refusal } = await readBy(hidden({ ...end, ...beside }));
			expect([what, ids]).toEqual([what, []]);
			expect(refusal).toContain('Source to Fields Below');
		}
		const { refusal } = await readBy(hidden({ next: null, ...beside }));
		expect(refusal).toContain(`${Object.keys(beside)[0]}`);
	});

	test('a flag in words is followed', async () => {
		const { ids, source, incomplete } = await readBy((number) => {
			const page = number('page', 1);
			return { has_more: page < 6 ? 'yes' : 'no', items: slice(95, (page - 1) * 17, 17) };
		});
		expect(ids).toEqual(idsOf(95));
		expect(source).toMatchObject({ pagingScheme: { response: { moreRecords: 'has_more' } } });
		expect(incomplete).toEqual([]);
		const last = await readBy(() => ({ has_more: 'no', items: slice(20, 0, 20) }));
		expect([last.ids, last.asked]).toEqual([idsOf(20), 1]);
	});

	test('the total after "of" is followed', async () => {
		const { ids, incomplete } = await readBy((number) => {
			const page = number('page', 1);
			return { of: 95, next: null, items: slice(95, (page - 1) * 17, 17) };
		});
		expect(ids).toEqual(idsOf(95));
		expect(incomplete).toEqual([]);
	});

	test.each<[string, object]>([
		['count before of', { count: 17, of: 95 }],
		['of before returned', { of: 95, returned: 17 }],
		['a page number before of, which counts pages', { page: 1, of: 6 }],
	])('%s: not the only page', async (_what, beside) => {
		for (const end of [{}, { next: null }]) {
			const { ids } = await readBy(hidden({ ...beside, ...end }));
			expect(ids).toEqual([]);
		}
	});

	test('the number of pages after "of" is followed', async () => {
		const { ids } = await readBy((number) => {
			const page = number('page', 1);
			return { page, of: 40, items: slice(25 * 40, (page - 1) * 25, 25) };
		});
		expect(ids).toEqual(idsOf(25 * 40));
	});

	test('as many pages as records are not the number of records', async () => {
		const { ids } = await readBy(hidden({ page: 1, of: 7 }, 49, 7));
		expect(ids).toEqual([]);
	});

	test.each<[string, object]>([
		['credits remain', { credits: { remaining: 950 } }],
		['hours remain', { project: { hours: { remaining: 40 } } }],
		['requests remain until a reset', { limit: 1000, remaining: 998, reset: 60 }],
		['more remains than the total leaves', { total: 17, remaining: 4999 }],
		['a rating is of 5', { rating: { value: 4, of: 95 } }],
	])('%s: the page is the only one', async (_what, beside) => {
		const { ids } = await readBy(() => ({ next: null, ...beside, items: slice(17, 0, 17) }));
		expect(ids).toEqual(idsOf(17));
	});

	test('an empty list is empty, whatever remains', async () => {
		for (const beside of [{ credits: { remaining: 950 } }, { remaining: 950 }]) {
			const { refusal, ids } = await readBy(() => ({ ...beside, items: [] }));
			expect([refusal, ids]).toEqual(['', []]);
		}
	});

	test.each<[string, object]>([
		['nothing remains', { remaining: 0 }],
		['requests remain', { rate_limit: { remaining: 78 } }],
		['requests remain, by a header', { status: 200, headers: { 'x-remaining': '78' } }],
		['all of them', { of: 17 }],
		['a text', { of: 'records', remaining: 'none' }],
	])('%s: the page is the only one', async (_what, beside) => {
		const body = { next: null, items: slice(17, 0, 17) };
		const { ids } = await readBy(() =>
			'status' in beside ? { ...beside, body } : { ...body, ...beside },
		);
		expect(ids).toEqual(idsOf(17));
	});
});
