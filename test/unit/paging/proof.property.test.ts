import fc from 'fast-check';

import { DatasetError, type PageRequest } from '../../../nodes/shared/paging';
import { amount } from '../../helpers/amounts';
import { read, rows, serve, URL_ROWS } from './fakeServer';

/**
 * APIs that say nothing untrue, read with any settings of the form, right or wrong: what a run claims is so.
 */

interface Api {
	count: number;
	/** The most records on a page. */
	cap: number;
	by: 'page' | 'offset' | 'cursor';
	/** Number of the first page. */
	first: number;
	takesSize: boolean;
	/** What it says besides the records. */
	says: ReadonlyArray<keyof typeof SAYS>;
	beyond: 'empty' | 'last' | 'missing';
}

interface Place {
	from: number;
	to: number;
	size: number;
	api: Api;
}

const isLast = ({ to, api }: Place) => to >= api.count;

/** Members by which APIs say where a page is; all of them true. */
const SAYS = {
	total: ({ api }: Place) => ({ total: api.count }),
	total_count: ({ api }: Place) => ({ meta: { total_count: api.count } }),
	count: ({ from, to }: Place) => ({ count: to - from }),
	returned: ({ from, to }: Place) => ({ returned: to - from, results: to - from }),
	has_more: (place: Place) => ({ has_more: !isLast(place) }),
	is_last: (place: Place) => ({ is_last: isLast(place) }),
	next_cursor: (place: Place) => ({ next_cursor: isLast(place) ? null : String(place.to) }),
	next: (place: Place) => ({
		links: { next: isLast(place) ? null : `${URL_ROWS}?from=${place.to}` },
	}),
	total_pages: ({ api, size }: Place) => ({ total_pages: Math.ceil(api.count / size) }),
	page: ({ from, size, api }: Place) => ({ page: Math.floor(from / size) + api.first }),
	per_page: ({ size }: Place) => ({ per_page: size }),
	offset: ({ from }: Place) => ({ offset: from }),
	remaining: ({ to, api }: Place) => ({ remaining: Math.max(0, api.count - to) }),
};

const anyApi: fc.Arbitrary<Api> = fc.record({
	count: fc.integer({ min: 0, max: 45 }),
	cap: fc.constantFrom(2, 3, 5, 10, 20),
	by: fc.constantFrom<Api['by'][]>('page', 'offset', 'cursor'),
	first: fc.constantFrom(0, 1),
	takesSize: fc.boolean(),
	says: fc.subarray(Object.keys(SAYS) as Array<keyof typeof SAYS>),
	beyond: fc.constantFrom<Api['beyond'][]>('empty', 'last', 'missing'),
});

function answer(api: Api, request: PageRequest) {
	const { searchParams } = new URL(request.url);
	const number = (name: string) =>
		searchParams.has(name) ? Number(searchParams.get(name)) : undefined;
	const size = Math.min(api.cap, (api.takesSize && number('size')) || api.cap);
	const numbers = {
		page: ((number('page') ?? api.first) - api.first) * size,
		offset: number('offset') ?? 0,
		cursor: number('cursor') ?? 0,
	};
	let from = Math.max(0, number('from') ?? numbers[api.by]);
	if (from >= api.count && api.beyond === 'missing' && api.count > 0)
		return { status: 404, body: { message: 'There is no such page' } };
	if (from >= api.count && api.beyond === 'last')
		from = Math.max(0, Math.ceil(api.count / size) - 1) * size;
	const to = Math.max(from, Math.min(from + size, api.count));
	const place = { from, to, size, api };
	const about = api.says.map((name) => SAYS[name](place));
	return { body: Object.assign({ items: rows(from, to) }, ...about) as object };
}

const names = (...right: string[]) => fc.constantFrom(...right, 'misspelled');

const anySettings = fc.oneof(
	fc.record({
		type: fc.constant('pageBased'),
		request: fc.record(
			{
				pageParameter: names('page'),
				pageStartingValue: fc.constantFrom(0, 1),
				limitParameter: names('size'),
				limitValue: fc.constantFrom(2, 5, 20, 100),
			},
			{ requiredKeys: ['pageParameter', 'pageStartingValue'] },
		),
	}),
	fc.record({
		type: fc.constant('offsetAndLimit'),
		request: fc.record(
			{
				offsetParameter: names('offset'),
				offsetStartingValue: fc.constant(0),
				limitParameter: names('size'),
				limitValue: fc.constantFrom(2, 5, 20, 100),
			},
			{ requiredKeys: ['offsetParameter', 'offsetStartingValue', 'limitValue'] },
		),
	}),
	fc.record({
		type: fc.constant('nextToken'),
		tokenType: fc.constantFrom('token', 'url'),
		request: fc.record({ tokenParameter: names('cursor') }),
	}),
);

const anyEnd = fc.oneof(
	fc.constant({ pageUntil: 'noDataLeft' }),
	fc
		.constantFrom('total', 'meta.total_count', 'count', 'per_page', 'remaining')
		.map((totalCount) => ({
			pageUntil: 'reachTotalCount',
			response: { totalCount },
		})),
	fc.constantFrom('total_pages', 'page').map((totalPages) => ({
		pageUntil: 'reachTotalCount',
		response: { totalPages },
	})),
	fc.constantFrom('has_more', 'is_last').map((moreRecords) => ({
		pageUntil: 'noDataLeft',
		response: { moreRecords },
	})),
	fc.constantFrom('next_cursor', 'links.next', 'next', 'page').map((nextToken) => ({
		pageUntil: 'noNextToken',
		response: { nextToken },
	})),
);

test('what a run claims to have read is the whole list, once', async () => {
	const outcomes = { proven: 0, doubted: 0, unsaid: 0, silent: 0 };
	await fc.assert(
		fc.asyncProperty(anyApi, anySettings, anyEnd, async (api, settings, end) => {
			// That there is a page before the first one is said by nobody.
			fc.pre(
				!(
					'pageStartingValue' in settings.request && settings.request.pageStartingValue > api.first
				),
			);
			const server = serve((request) => answer(api, request));
			const dataset = {
				url: URL_ROWS,
				method: 'GET',
				property: 'items',
				pagingScheme: { ...settings, ...end },
			};
			const options = { verifiesEnd: true, limits: { maxPages: 60 } };
			const result = await read(dataset, server, options).catch((error: unknown) => error);
			if (result instanceof DatasetError) return fc.pre(false);
			const { items, summary } = result as Awaited<ReturnType<typeof read>>;
			const isWhole = JSON.stringify(items) === JSON.stringify(rows(0, api.count));
			if (summary.proof !== null) {
				outcomes.proven++;
				expect({ items, proof: summary.proof }).toMatchObject({ items: rows(0, api.count) });
			} else if (summary.incomplete.length > 0) outcomes.doubted++;
			else if (
				['noDataLeft', 'reachTotalCount', 'noNextToken', 'noNextPage', 'loopDetected'].includes(
					summary.stopReason,
				)
			)
				outcomes[isWhole ? 'unsaid' : 'silent']++;
		}),
		{ numRuns: amount(1_000, 5_000) },
	);
	if (process.env.OUTCOMES) console.log(outcomes);
});
