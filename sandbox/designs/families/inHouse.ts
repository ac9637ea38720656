import { refusing } from '../refusals';
import { nextUrl, pages } from '../schemes';
import type { Design } from '../types';

const refuse = refusing((message, status) => ({ status, message }));

/** Says nothing about paging: a link to itself is all that there is beside the records. */
export const selfLink: Design = {
	name: 'In-house, self link only',
	path: '/api/suppliers?state=active',
	signIn: { kind: 'headers', headers: { 'X-Api-Key': 'in-house-key' } },
	pager: { by: 'page', parameter: 'pageNo', size: 'pageSize', max: 200 },
	answer: ({ records, url }) => ({ body: { links: { self: url({}) }, items: records } }),
	refuse,
	readings: [{ property: 'items', pagingScheme: pages('pageNo', 1, ['pageSize', 200]) }],
	automatic: true,
};

/** Names the last page, and counts from 0: there is one page more than the number says. */
export const lastPageFromZero: Design = {
	...selfLink,
	name: 'In-house, last page from 0',
	pager: { by: 'page', parameter: 'page', size: 'size', max: 200, first: 0 },
	answer: ({ records, page, pages: count }) => ({
		body: { page, lastPage: Math.max(count - 1, 0), items: records },
	}),
	readings: [{ property: 'items', pagingScheme: pages('page', 0, ['size', 200]) }],
};

/** Has an offset that counts pages. */
export const offsetOfPages: Design = {
	...selfLink,
	name: 'In-house, offset in pages',
	pager: { by: 'page', parameter: 'offset', size: 'limit', max: 200, first: 0 },
	answer: ({ records, page, size }) => ({
		body: { offset: page, limit: size, items: records },
	}),
	readings: [{ property: 'items', pagingScheme: pages('offset', 0, ['limit', 200]) }],
	automatic: 'its offset counts pages',
};

/** Has a number of pages that is no more than its navigation shows. */
export const pagesShown: Design = {
	...selfLink,
	name: 'In-house, pages shown',
	pager: { by: 'page', parameter: 'page', size: 'size', max: 200 },
	answer: ({ records, page, pages: count }) => ({
		body: { page, pages: Math.min(count, 3), items: records },
	}),
	readings: [{ property: 'items', pagingScheme: pages('page', 1, ['size', 200]) }],
};

/** Lists the newest records first, and calls the older ones the previous page. */
export const newestFirst: Design = {
	...selfLink,
	name: 'In-house, newest first',
	pager: { by: 'token', parameter: 'before', size: 'limit', max: 200 },
	answer: ({ records, start, url, nextUrl: older = null }) => ({
		body: {
			items: records,
			links: { previous: older, next: start > 0 ? url({ before: undefined }) : null },
		},
	}),
	readings: [{ property: 'items', pagingScheme: nextUrl('links.previous', ['limit', 200]) }],
	automatic: 'its next page is called previous',
};
