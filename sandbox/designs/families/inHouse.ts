import { byPage, byToken, designs, header } from '../dialect';

export const IN_HOUSE = designs((message, status) => ({ status, message }), {
	/** Names the last page, and counts from 0: there is one page more than the number says. */
	'In-house, last page from 0': {
		path: '/api/suppliers?state=active',
		signIn: header('X-Api-Key'),
		pager: byPage('page', 'size', 200, { first: 0 }),
		page: ({ records, page, pages: count }) => ({
			page,
			lastPage: Math.max(count - 1, 0),
			items: records,
		}),
	},
	/** Lists the newest records first, and calls the older ones the previous page. */
	'In-house, newest first': {
		path: '/api/suppliers?state=active',
		signIn: header('X-Api-Key'),
		pager: byToken('before', 'limit', 200),
		page: ({ records, start, url, nextUrl: older = null }) => ({
			items: records,
			links: { previous: older, next: start > 0 ? url({ before: undefined }) : null },
		}),
		automatic: 'its next page is called previous',
	},
	/** Has an offset that counts pages. */
	'In-house, offset in pages': {
		path: '/api/suppliers?state=active',
		signIn: header('X-Api-Key'),
		pager: byPage('offset', 'limit', 200, { first: 0 }),
		page: ({ records, page, size }) => ({ offset: page, limit: size, items: records }),
		automatic: 'its offset counts pages',
	},
	/** Has a number of pages that is no more than its navigation shows. */
	'In-house, pages shown': {
		path: '/api/suppliers?state=active',
		signIn: header('X-Api-Key'),
		pager: byPage('page', 'size', 200),
		page: ({ records, page, pages: count }) => ({
			page,
			pages: Math.min(count, 3),
			items: records,
		}),
	},
	/** Says nothing about paging: a link to itself is all that there is beside the records. */
	'In-house, self link only': {
		path: '/api/suppliers?state=active',
		signIn: header('X-Api-Key'),
		pager: byPage('pageNo', 'pageSize', 200),
		page: ({ records, url }) => ({ links: { self: url({}) }, items: records }),
	},
});
