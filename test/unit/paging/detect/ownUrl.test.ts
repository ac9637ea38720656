import { forEachPage, type PageResponse, paginate } from '../../../../nodes/shared/paging';
import { detectDataset } from '../../../../nodes/shared/paging/detect/detectDataset';
import { nextSimilarList } from '../../../../nodes/shared/paging/detect/similarLists';
import type { SimilarList } from '../../../../nodes/shared/paging/detect/similarLists';
import { serve } from '../fakeServer';
import { type Answer, idsOf, readBy, slice, URL_LIST } from './neverShort';

/** What the user's URL asks for stays as it is, and lists that it asks for in turn share what was found. */

describe('a value of the URL that is no number is in every request', () => {
	const FILTERS = [
		'from=2024-01-01&to=2024-02-01',
		'since=2024-01-01&until=2024-02-01',
		'after=2024-01-01&before=2024-02-01',
		'start=2024-01-01T00:00:00Z&end=now',
		'offset=%2B02:00',
		'page=about',
		'p=a,b',
		'skip=drafts',
		'cursor=mouse',
		'token=abc-def',
		'From=2024-01-01',
		'from=20240101',
		'since=1700000000',
		'start=-33.8',
	];

	const BESIDE: object[] = [
		{},
		{ next: 'abc' },
		{ from: 0 },
		{ cursor: 'abc' },
		{ has_more: true },
	];

	test.each(FILTERS)('%s', async (filter) => {
		for (const beside of BESIDE) {
			const { queries } = await readBy(
				() => ({ ...beside, items: slice(7, 0, 7) }),
				`${URL_LIST}?${filter}`,
			);
			const asked = queries.map((query) => new URLSearchParams(query.replaceAll('+', '%2B')));
			for (const [name, value] of new URLSearchParams(filter)) {
				// The name of the token itself, where the API gives it.
				if (Object.keys(beside).includes(name)) continue;
				expect(new Set(asked.map((query) => query.getAll(name).join()))).toEqual(new Set([value]));
			}
			for (const query of asked) {
				const names = [...query.keys()].map((name) => name.toLowerCase());
				expect(new Set(names).size).toBe(names.length);
			}
		}
	});

	test.each(['', '*', '-1', 'start', '0', 'null'])(
		'but what stands for the first page: cursor=%s',
		async (beginning) => {
			const { ids } = await readBy((_number, query) => {
				const given = query.get('cursor') ?? '';
				const from = given === beginning ? 0 : Number(given.replace(/^c/, ''));
				return { next_cursor: from + 5 < 12 ? `c${from + 5}` : null, items: slice(12, from, 5) };
			}, `${URL_LIST}?cursor=${beginning}`);
			expect(ids).toEqual(idsOf(12));
		},
	);
});

describe('lists of one page whose URLs are alike', () => {
	const COUNTS = [17, 7, 3, 13, 4, 7, 0, 17, 2, 11, 1, 7, 14, 3, 7, 4, 2, 13, 7, 1, 11, 3, 7, 2];
	type Refusal = ((name: string) => Partial<PageResponse>) | undefined;
	const REFUSED: Refusal = () => ({ status: 400, body: { error: 'unknown parameter' } });
	const UNKNOWN: Array<[string, Refusal]> = [
		['are ignored', undefined],
		['are refused', REFUSED],
		[
			'are refused by name',
			(name) => ({ status: 422, body: { error: `The parameter ${name} is unknown` } }),
		],
		['fail', () => ({ status: 500, body: '' })],
		['lead to an error', () => ({ body: { error: 'unknown parameter' } })],
	];

	/** Reads a month of each count, from a server that treats parameters that it does not know in one way. */
	async function readMonths(counts: readonly number[], unknown: Refusal, names: string[]) {
		const server = serve(({ url }) => {
			const query = new URL(url).searchParams;
			const month = Number(query.get(names[0] ?? '')?.split('-')[1]);
			const other = [...query.keys()].find((name) => !names.includes(name));
			if (other !== undefined && unknown) return unknown(other);
			const all = slice(counts[month] ?? 0, 0, 1_000);
			return { body: { items: all.map((row) => ({ ...row, id: row.id + month * 1_000 })) } };
		});
		const lists = new Map<string, SimilarList>();
		const read = await Promise.all(
			counts.map(async (_count, month) => {
				const url = `${URL_LIST}?${names[0]}=2024-${month}-01&${names[1]}=2024-${month}-28`;
				const list = nextSimilarList(lists, url, '');
				try {
					const { dataset, replay } = await detectDataset(url, { send: server.send }, list);
					return (await forEachPage(paginate(dataset, { send: replay }), () => {})).items;
				} catch (error) {
					list.leave();
					return String(error);
				}
			}),
		);
		return { read, sent: server.seen.length };
	}

	test.each(UNKNOWN)('share it: other parameters %s', async (_what, unknown) => {
		for (const names of [
			['since', 'until'],
			['from', 'to'],
			['after', 'before'],
		]) {
			const { read, sent } = await readMonths(COUNTS, unknown, names);
			expect(read).toEqual(COUNTS);
			expect(sent).toBeLessThanOrEqual(24 + 20);
		}
	});

	test('share it where later ones have more records, if the parameters are refused as such', async () => {
		const counts = [3, 7, 11, 13, 17, 19, 23, 29];
		const { read, sent } = await readMonths(counts, REFUSED, ['since', 'until']);
		expect(read).toEqual(counts);
		expect(sent).toBeLessThanOrEqual(counts.length + 20);
	});

	test('do not share it with a full page', async () => {
		const { read } = await readMonths([7, 100], REFUSED, ['since', 'until']);
		expect(read).toEqual([7, expect.stringContaining("Couldn't determine the paging scheme")]);
	});

	test('do not share it with a list that has pages', async () => {
		const server = serve(({ url }) => {
			const query = new URL(url).searchParams;
			const total = query.get('team') === 'a' ? 3 : 37;
			const pages = Math.ceil(total / 11);
			const page = Math.min(Number(query.get('page') ?? 1), pages);
			return { body: { items: slice(total, (page - 1) * 11, 11) } };
		});
		const lists = new Map<string, SimilarList>();
		for (const [team, total] of [
			['a', 3],
			['b', 37],
		] as const) {
			const url = `${URL_LIST}?team=${team}`;
			const place = nextSimilarList(lists, url, '');
			const { dataset, replay } = await detectDataset(url, { send: server.send }, place);
			const { items } = await forEachPage(paginate(dataset, { send: replay }), () => {});
			expect(items).toBe(total);
		}
	});
});

describe('a complete list as long as a page, beside its total', () => {
	const NOTHING: Array<[string, object | undefined]> = [
		['ignored', undefined],
		['refused', { status: 400, headers: {}, body: {} }],
	];
	test.each([5, 10, 20, 25, 50, 100])('of %i records is no error', async (total) => {
		for (const [, refusal] of NOTHING) {
			for (const beside of [
				{ total },
				{ total, limit: total },
				{ meta: { total } },
				{ total_count: total },
			]) {
				const { ids, refusal: error } = await readBy((_number, query) =>
					query.size > 0 && refusal ? refusal : { ...beside, items: slice(total, 0, total) },
				);
				expect([error, ids]).toEqual(['', idsOf(total)]);
			}
		}
	});

	test('unless usual parameters lead to more', async () => {
		const { ids } = await readBy((number) => {
			const items = slice(47, (number('page', 1) - 1) * 10, 10);
			return { total: items.length, items };
		});
		expect(ids).toEqual(idsOf(47));
	});
});

describe('no message contradicts itself', () => {
	const only =
		(beside: object, count = 10): Answer =>
		(_number, query) =>
			query.size > 0
				? { status: 503, headers: {}, body: {} }
				: { ...beside, items: slice(count, 0, count) };

	test.each([
		[{ count: 10 }],
		[{ total: 10 }],
		[{ done: true }],
		[{ cursor: null }],
		[{ truncated: false }],
		[{ pages: 1 }],
		[{ '@odata.context': 'x' }],
		[{}],
	])('%j', async (beside) => {
		for (const answer of [only(beside), only(beside, 7)]) {
			const { refusal } = await readBy(answer);
			if (!refusal.includes("Couldn't determine")) continue;
			expect(refusal).not.toMatch(/has all records|No more pages/);
			if (Object.keys(beside).length > 0) expect(refusal).not.toContain('Nothing in it says');
		}
	});

	test('a number of records that is that of the page says so', async () => {
		const { refusal } = await readBy(() => ({ count: 10, items: slice(10, 0, 10) }));
		expect(refusal).toContain('count is 10, which can be the number of records on the page.');
	});
});
