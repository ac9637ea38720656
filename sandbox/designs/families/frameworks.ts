import { refusing } from '../refusals';
import { nextToken, nextUrl, offsets, pages } from '../schemes';
import type { Design } from '../types';
import { linkHeader } from './links';

const problem = refusing((detail, status) => ({
	type: 'about:blank',
	title: 'Refused',
	status,
	detail,
}));

export const jsonApi: Design = {
	name: 'JSON:API',
	docs: 'https://jsonapi.org/format/#fetching-pagination',
	path: '/vendors?filter[status]=active',
	signIn: { kind: 'bearer', token: 'json-api-token' },
	headers: { Accept: 'application/vnd.api+json' },
	pager: { by: 'page', parameter: 'page[number]', size: 'page[size]', max: 100 },
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
	refuse: refusing(
		(detail, status) => ({ errors: [{ status: String(status), title: 'Refused', detail }] }),
		{ header: 406 },
	),
	readings: [
		{ property: 'data', pagingScheme: nextUrl('links.next', ['page[size]', 100]) },
		{
			note: 'by page number, with prefetch',
			property: 'data',
			pagingScheme: pages('page[number]', 1, ['page[size]', 100], { totalCount: 'meta.total' }),
		},
	],
	automatic: true,
};

export const hal: Design = {
	name: 'HAL',
	path: '/api/vendors?sort=name',
	signIn: { kind: 'headers', headers: { 'X-API-Key': 'hal-key' } },
	pager: { by: 'page', parameter: 'page', size: 'size', max: 200, first: 0 },
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
	readings: [
		{ property: '_embedded.vendors', pagingScheme: nextUrl('_links.next.href', ['size', 200]) },
	],
	automatic: true,
};

export const spring: Design = {
	name: 'Spring',
	docs: 'https://docs.spring.io/spring-data/commons/reference/repositories/core-extensions.html',
	path: '/api/vendors?sort=id,asc',
	signIn: { kind: 'basic', user: 'ada', password: 'spring' },
	pager: { by: 'page', parameter: 'page', size: 'size', max: 2000, first: 0 },
	answer: ({ records, size, total, page, pages: count, isLast }) => ({
		body: {
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
		},
	}),
	refuse: refusing((message, status) => ({
		timestamp: '2024-01-01T00:00:00.000+00:00',
		status,
		error: message,
		path: '/api/vendors',
	})),
	readings: [
		{
			property: 'content',
			pagingScheme: pages('page', 0, ['size', 1000], { totalCount: 'totalElements' }),
		},
		{
			note: 'by the flag of the last page',
			property: 'content',
			pagingScheme: pages('page', 0, ['size', 1000], { lastPage: 'last' }),
		},
		{
			note: 'by the number of pages',
			property: 'content',
			pagingScheme: pages('page', 0, ['size', 1000], { totalPages: 'totalPages' }),
		},
	],
	automatic: true,
};

const hit = (index: number) => ({
	_index: 'vendors',
	_id: `v${index + 1}`,
	_score: null,
	_source: { name: `Vendor ${index + 1}` },
	sort: [1_700_000_000_000 + index, `v${index + 1}`],
});

export const elasticsearchFrom: Design = {
	name: 'Elasticsearch, from and size',
	docs: 'https://www.elastic.co/docs/reference/elasticsearch/rest-apis/paginate-search-results',
	path: '/vendors/_search',
	method: 'POST',
	body: { query: { match_all: {} }, track_total_hits: true },
	signIn: { kind: 'headers', headers: { Authorization: 'ApiKey elastic-key' } },
	pager: { by: 'offset', parameter: 'from', size: 'size', max: 10_000, tooLarge: 'refused' },
	record: hit,
	answer: ({ records, total }) => ({
		body: {
			took: 3,
			timed_out: false,
			_shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
			hits: { total: { value: total, relation: 'eq' }, max_score: null, hits: records },
		},
	}),
	refuse: refusing((reason, status) => ({
		error: { root_cause: [], type: 'illegal_argument_exception', reason },
		status,
	})),
	readings: [
		{
			property: 'hits.hits',
			pagingScheme: offsets('from', ['size', 1000], { totalCount: 'hits.total.value' }),
		},
	],
	automatic: 'POST',
};

export const elasticsearchAfter: Design = {
	...elasticsearchFrom,
	name: 'Elasticsearch, search_after',
	body: {
		query: { match_all: {} },
		track_total_hits: false,
		sort: [{ created: 'asc' }, { id: 'asc' }],
	},
	pager: {
		by: 'token',
		parameter: 'search_after',
		size: 'size',
		max: 10_000,
		tooLarge: 'refused',
		token: (start) => hit(start - 1).sort,
	},
	answer: ({ records }) => ({
		body: { took: 3, timed_out: false, hits: { max_score: null, hits: records } },
	}),
	readings: [
		{
			property: 'hits.hits',
			pagingScheme: {
				...nextToken('search_after', 'hits.hits.-1.sort', ['size', 1000]),
				pageUntil: 'noDataLeft',
			},
		},
	],
};

export const wordpress: Design = {
	name: 'WordPress',
	docs: 'https://developer.wordpress.org/rest-api/using-the-rest-api/pagination/',
	path: '/wp-json/wp/v2/posts?status=publish',
	signIn: { kind: 'basic', user: 'ada', password: 'application password' },
	pager: {
		by: 'page',
		parameter: 'page',
		size: 'per_page',
		max: 100,
		tooLarge: 'refused',
		atEnd: 'refused',
	},
	record: (index) => ({ id: index + 1, title: { rendered: `Post ${index + 1}` }, tags: [] }),
	answer: (page) => ({
		headers: {
			...linkHeader(page, 'page'),
			'X-WP-Total': String(page.total),
			'X-WP-TotalPages': String(page.pages),
		},
		body: page.records,
	}),
	refuse: refusing((message, status, { kind }) => ({
		code: kind === 'position' ? 'rest_post_invalid_page_number' : 'rest_invalid_param',
		message,
		data: { status },
	})),
	readings: [
		{
			property: '',
			pagingScheme: pages('page', 1, ['per_page', 100], { totalPages: 'header:X-WP-TotalPages' }),
		},
		{
			note: 'by the status after the last page',
			property: '',
			pagingScheme: pages('page', 1, ['per_page', 100], { endStatuses: [400] }),
		},
		{ note: 'by URL', property: '', pagingScheme: nextUrl('header:Link', ['per_page', 100]) },
	],
	automatic: true,
};

export const postgrest: Design = {
	name: 'PostgREST',
	docs: 'https://docs.postgrest.org/en/stable/references/api/pagination_count.html',
	path: '/vendors?order=id',
	signIn: { kind: 'headers', headers: { apikey: 'anon-key', Authorization: 'Bearer anon-key' } },
	headers: { Prefer: 'count=exact' },
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 1000, atEnd: 'refused' },
	answer: ({ records, start, total, isLast }) => ({
		status: isLast && start === 0 ? 200 : 206,
		headers: {
			'Content-Range':
				records.length === 0 ? `*/${total}` : `${start}-${start + records.length - 1}/${total}`,
		},
		body: records,
	}),
	refuse: refusing((message) => ({ code: 'PGRST103', details: null, hint: null, message }), {
		position: 416,
	}),
	readings: [
		{
			property: '',
			pagingScheme: offsets('offset', ['limit', 1000], { totalCount: 'header:Content-Range' }),
		},
		{
			note: 'by the status after the last page',
			property: '',
			pagingScheme: offsets('offset', ['limit', 1000], { endStatuses: [416] }),
		},
	],
	automatic: true,
};
