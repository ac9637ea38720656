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
