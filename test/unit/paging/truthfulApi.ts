import fc from 'fast-check';

import type { PageRequest } from '../../../nodes/shared/paging';
import { rows, URL_ROWS } from './fakeServer';

/** An API that says nothing untrue about its list. */
export interface Api {
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

export const anyApi: fc.Arbitrary<Api> = fc.record({
	count: fc.integer({ min: 0, max: 45 }),
	cap: fc.constantFrom(2, 3, 5, 10, 20),
	by: fc.constantFrom<Api['by'][]>('page', 'offset', 'cursor'),
	first: fc.constantFrom(0, 1),
	takesSize: fc.boolean(),
	says: fc.subarray(Object.keys(SAYS) as Array<keyof typeof SAYS>),
	beyond: fc.constantFrom<Api['beyond'][]>('empty', 'last', 'missing'),
});

/** @returns the page that a request asks for */
export function answer(api: Api, request: PageRequest) {
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
