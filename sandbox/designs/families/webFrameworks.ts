import { refusing } from '../refusals';
import { nextUrl, offsets, pages } from '../schemes';
import type { Design } from '../types';

const detail = refusing((text) => ({ detail: text }), { position: 404 });

export const djangoPages: Design = {
	name: 'Django REST, page numbers',
	docs: 'https://www.django-rest-framework.org/api-guide/pagination/',
	path: '/api/vendors/?ordering=id',
	signIn: { kind: 'headers', headers: { Authorization: 'Token django-token' } },
	pager: { by: 'page', parameter: 'page', size: 'page_size', max: 1000, atEnd: 'refused' },
	answer: ({ records, total, page, url, nextUrl: next = null }) => ({
		body: {
			count: total,
			next,
			previous: page > 1 ? url({ page: page - 1 }) : null,
			results: records,
		},
	}),
	refuse: detail,
	readings: [
		{ property: 'results', pagingScheme: nextUrl('next', ['page_size', 1000]) },
		{
			note: 'by the status after the last page',
			property: 'results',
			pagingScheme: pages('page', 1, ['page_size', 1000], { endStatuses: [404] }),
		},
	],
	automatic: true,
};

export const djangoOffsets: Design = {
	...djangoPages,
	name: 'Django REST, limit and offset',
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 1000 },
	answer: ({ records, total, start, size, url, nextUrl: next = null }) => ({
		body: {
			count: total,
			next,
			previous: start > 0 ? url({ offset: Math.max(start - size, 0) }) : null,
			results: records,
		},
	}),
	readings: [
		{
			property: 'results',
			pagingScheme: offsets('offset', ['limit', 1000], { totalCount: 'count' }),
		},
		{ note: 'by URL', property: 'results', pagingScheme: nextUrl('next', ['limit', 1000]) },
	],
};

export const laravelResource: Design = {
	name: 'Laravel, resource',
	docs: 'https://laravel.com/docs/eloquent-resources#pagination',
	path: '/api/vendors?sort=id',
	signIn: { kind: 'bearer', token: 'laravel-token' },
	pager: { by: 'page', parameter: 'page', size: 'per_page', max: 100 },
	answer: ({ records, url, page, pages: last, start, size, total, nextUrl: next = null }) => ({
		body: {
			data: records,
			links: {
				first: url({ page: 1 }),
				last: url({ page: last }),
				prev: page > 1 ? url({ page: page - 1 }) : null,
				next,
			},
			meta: {
				current_page: page,
				from: records.length > 0 ? start + 1 : null,
				last_page: last,
				links: [
					{ url: null, label: '&laquo; Previous', active: false },
					{ url: url({ page: 1 }), label: '1', active: page === 1 },
					{ url: next, label: 'Next &raquo;', active: false },
				],
				path: url({ page: undefined }),
				per_page: size,
				to: records.length > 0 ? start + records.length : null,
				total,
			},
		},
	}),
	refuse: refusing((message) => ({ message })),
	readings: [
		{ property: 'data', pagingScheme: nextUrl('links.next', ['per_page', 100]) },
		{
			note: 'by page number, with prefetch',
			property: 'data',
			pagingScheme: pages('page', 1, ['per_page', 100], { totalCount: 'meta.total' }),
		},
	],
	automatic: true,
};

export const laravelPaginator: Design = {
	...laravelResource,
	name: 'Laravel, paginator',
	docs: 'https://laravel.com/docs/pagination#converting-results-to-json',
	answer: ({ records, url, page, pages: last, start, size, total, nextUrl: next = null }) => ({
		body: {
			current_page: page,
			data: records,
			first_page_url: url({ page: 1 }),
			from: start + 1,
			last_page: last,
			last_page_url: url({ page: last }),
			links: [{ url: next, label: 'Next &raquo;', active: false }],
			next_page_url: next,
			path: url({ page: undefined }),
			per_page: size,
			prev_page_url: page > 1 ? url({ page: page - 1 }) : null,
			to: start + records.length,
			total,
		},
	}),
	readings: [{ property: 'data', pagingScheme: nextUrl('next_page_url', ['per_page', 100]) }],
};
