import { MESSAGE, basic, byOffset, byPage, byToken, designs, header } from '../dialect';
import type { Shape } from '../dialect';
import { linkHeader } from './links';

const problem: Shape = (detail, status) => ({
	type: 'about:blank',
	title: 'Refused',
	status,
	detail,
});

const hit = (index: number) => ({
	_index: 'vendors',
	_id: `v${index + 1}`,
	_score: null,
	_source: { name: `Vendor ${index + 1}` },
	sort: [1_700_000_000_000 + index, `v${index + 1}`],
});

export const FRAMEWORKS = designs(MESSAGE, {
	'Elasticsearch, search_after': {
		docs: 'https://www.elastic.co/docs/reference/elasticsearch/rest-apis/paginate-search-results',
		path: '/vendors/_search',
		method: 'POST',
		body: {
			query: { match_all: {} },
			track_total_hits: false,
			sort: [{ created: 'asc' }, { id: 'asc' }],
		},
		signIn: header('Authorization', 'ApiKey '),
		pager: byToken('search_after', 'size', 10_000, {
			tooLarge: 'refused',
			token: (start) => hit(start - 1).sort,
			usual: 1000,
		}),
		record: hit,
		page: ({ records }) => ({
			took: 3,
			timed_out: false,
			hits: { max_score: null, hits: records },
		}),
		refuse: (reason, status) => ({
			error: { root_cause: [], type: 'illegal_argument_exception', reason },
			status,
		}),
		automatic: 'POST',
	},
	'Elasticsearch, from and size': {
		docs: 'https://www.elastic.co/docs/reference/elasticsearch/rest-apis/paginate-search-results',
		path: '/vendors/_search',
		method: 'POST',
		body: { query: { match_all: {} }, track_total_hits: true },
		signIn: header('Authorization', 'ApiKey '),
		pager: byOffset('from', 'size', 10_000, { tooLarge: 'refused', usual: 1000 }),
		record: hit,
		page: ({ records, total }) => ({
			took: 3,
			timed_out: false,
			_shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
			hits: { total: { value: total, relation: 'eq' }, max_score: null, hits: records },
		}),
		refuse: (reason, status) => ({
			error: { root_cause: [], type: 'illegal_argument_exception', reason },
			status,
		}),
		automatic: 'POST',
	},
	HAL: {
		path: '/api/vendors?sort=name',
		signIn: header('X-API-Key'),
		pager: byPage('page', 'size', 200, { first: 0 }),
		answer: ({ records, url, pages: count, size, total, page, nextUrl: next }) => ({
			headers: { 'Content-Type': 'application/hal+json' },
			body: {
				_embedded: { vendors: records },
				_links: {
					self: { href: url({}) },
					first: { href: url({ page: 0 }) },
					...(next && { next: { href: next } }),
					last: { href: url({ page: Math.max(count - 1, 0) }) },
				},
				page: { size, totalElements: total, totalPages: count, number: page },
			},
		}),
		refuse: problem,
	},
	'JSON:API': {
		docs: 'https://jsonapi.org/format/#fetching-pagination',
		path: '/vendors?filter[status]=active',
		headers: { Accept: 'application/vnd.api+json' },
		pager: byPage('page[number]', 'page[size]', 100),
		record: (index) => ({
			type: 'vendors',
			id: String(index + 1),
			attributes: { name: `Vendor ${index + 1}` },
			relationships: { owner: { data: { type: 'users', id: '1' } } },
		}),
		answer: ({ records, url, pages: last, page, nextUrl: next, total }) => ({
			headers: { 'Content-Type': 'application/vnd.api+json' },
			body: {
				data: records,
				included: [{ type: 'users', id: '1', attributes: { name: 'Ada' } }],
				links: {
					self: url({}),
					first: url({ 'page[number]': 1 }),
					prev: page > 1 ? url({ 'page[number]': page - 1 }) : null,
					next: next ?? null,
					last: url({ 'page[number]': last }),
				},
				meta: { total },
			},
		}),
		refuse: (detail, status) => ({
			errors: [{ status: String(status), title: 'Refused', detail }],
		}),
		statuses: { header: 406 },
		read: ['url', 'total'],
	},
	PostgREST: {
		docs: 'https://docs.postgrest.org/en/stable/references/api/pagination_count.html',
		path: '/vendors?order=id',
		signIn: { kind: 'headers', headers: { apikey: 'anon-key', Authorization: 'Bearer anon-key' } },
		headers: { Prefer: 'count=exact' },
		pager: byOffset('offset', 'limit', 1000, { atEnd: 'refused' }),
		answer: ({ records, start, total, isLast }) => ({
			status: isLast && start === 0 ? 200 : 206,
			headers: {
				'Content-Range':
					records.length === 0 ? `*/${total}` : `${start}-${start + records.length - 1}/${total}`,
			},
			body: records,
		}),
		refuse: (message) => ({ code: 'PGRST103', details: null, hint: null, message }),
		statuses: { position: 416 },
		read: ['total', 'status'],
	},
	Spring: {
		docs: 'https://docs.spring.io/spring-data/commons/reference/repositories/core-extensions.html',
		path: '/api/vendors?sort=id,asc',
		signIn: basic,
		pager: byPage('page', 'size', 2000, { first: 0, usual: 1000 }),
		page: ({ records, size, total, page, pages: count, isLast }) => ({
			content: records,
			pageable: { pageNumber: page, pageSize: size, offset: page * size, paged: true },
			last: isLast,
			totalElements: total,
			totalPages: count,
			size,
			number: page,
			first: page === 0,
			numberOfElements: records.length,
			empty: records.length === 0,
		}),
		refuse: (message, status) => ({
			timestamp: '2024-01-01T00:00:00.000+00:00',
			status,
			error: message,
			path: '/api/vendors',
		}),
		read: ['total', 'last', 'pages'],
	},
	WordPress: {
		docs: 'https://developer.wordpress.org/rest-api/using-the-rest-api/pagination/',
		path: '/wp-json/wp/v2/posts?status=publish',
		signIn: basic,
		pager: byPage('page', 'per_page', 100, { tooLarge: 'refused', atEnd: 'refused' }),
		record: (index) => ({ id: index + 1, title: { rendered: `Post ${index + 1}` }, tags: [] }),
		answer: (page) => ({
			headers: {
				...linkHeader(page, 'page'),
				'X-WP-Total': String(page.total),
				'X-WP-TotalPages': String(page.pages),
			},
			body: page.records,
		}),
		refuse: (message, status, { kind }) => ({
			code: kind === 'position' ? 'rest_post_invalid_page_number' : 'rest_invalid_param',
			message,
			data: { status },
		}),
		read: ['pages', 'status', 'url'],
	},
});
