import { family } from '../common';
import { nextUrl, offsets, pages } from '../schemes';
import type { Design } from '../types';
import { withoutOrigin } from './links';

const { bearer, common } = family((message, status) => ({ error: { code: status, message } }));

export const clickUp: Design = {
	...common,
	name: 'ClickUp',
	docs: 'https://developer.clickup.com/reference/gettasks',
	path: '/api/v2/list/901/task?archived=false',
	signIn: { kind: 'headers', headers: { Authorization: 'clickup-token' } },
	pager: { by: 'page', parameter: 'page', max: 100, first: 0 },
	record: (index) => ({ id: `t${index}`, name: `Task ${index}`, assignees: [], tags: [] }),
	answer: ({ records, isLast }) => ({ body: { tasks: records, last_page: isLast } }),
	readings: [
		{
			property: 'tasks',
			pagingScheme: {
				type: 'pageBased',
				request: { pageParameter: 'page', pageStartingValue: 0 },
				response: { lastPage: 'last_page' },
				pageUntil: 'noDataLeft',
			},
		},
	],
};

export const smartsheet: Design = {
	...bearer('smartsheet-token'),
	name: 'Smartsheet',
	docs: 'https://developers.smartsheet.com/api/smartsheet/guides/basics/pagination',
	path: '/2.0/users?modifiedSince=2024-01-01',
	pager: { by: 'page', parameter: 'page', size: 'pageSize', max: 100 },
	answer: ({ records, page, size, pages: totalPages, total }) => ({
		body: {
			pageNumber: page,
			pageSize: size,
			totalPages,
			totalCount: total,
			data: records,
		},
	}),
	readings: [
		{
			property: 'data',
			pagingScheme: pages('page', 1, ['pageSize', 100], { totalPages: 'totalPages' }),
		},
	],
};

export const front: Design = {
	...bearer('front-token'),
	name: 'Front',
	docs: 'https://dev.frontapp.com/docs/pagination',
	path: '/conversations?sort_by=date',
	pager: { by: 'token', parameter: 'page_token', size: 'limit', max: 100 },
	record: (index) => ({ _links: { self: 'https://example.com' }, id: `cnv_${index}`, tags: [] }),
	answer: ({ records, url, nextUrl: next = null }) => ({
		body: {
			_pagination: { next },
			_links: { self: url({}) },
			_results: records,
		},
	}),
	readings: [{ property: '_results', pagingScheme: nextUrl('_pagination.next', ['limit', 100]) }],
};

export const closeCrm: Design = {
	...common,
	name: 'Close',
	docs: 'https://developer.close.com/topics/pagination/',
	path: '/api/v1/lead/?_order_by=date_created',
	signIn: { kind: 'basic', user: 'close-key', password: '' },
	pager: { by: 'offset', parameter: '_skip', size: '_limit', max: 200 },
	record: (index) => ({ id: `lead_${index}`, display_name: `Lead ${index}`, contacts: [] }),
	answer: ({ records, isLast, total }) => ({
		body: { has_more: !isLast, total_results: total, data: records },
	}),
	readings: [
		{
			property: 'data',
			pagingScheme: offsets('_skip', ['_limit', 200], { totalCount: 'total_results' }),
		},
	],
};

export const keap: Design = {
	...bearer('keap-token'),
	name: 'Keap',
	docs: 'https://developer.infusionsoft.com/docs/rest/',
	path: '/crm/rest/v1/contacts?order=id',
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 1000 },
	record: (index) => ({ id: index + 1, given_name: 'Ada', email_addresses: [] }),
	answer: ({ records, total, next, start, size, url }) => ({
		body: {
			contacts: records,
			count: total,
			next: url({ limit: size, offset: next }),
			previous: url({ limit: size, offset: Math.max(0, start - size) }),
		},
	}),
	readings: [
		{
			property: 'contacts',
			pagingScheme: { ...nextUrl('next', ['limit', 1000]), pageUntil: 'noDataLeft' },
		},
	],
};

export const tableau: Design = {
	...common,
	name: 'Tableau',
	docs: 'https://help.tableau.com/current/api/rest_api/en-us/REST/rest_api_concepts_paging.htm',
	path: '/api/3.22/sites/s1/users?fields=_all_',
	signIn: { kind: 'headers', headers: { 'X-Tableau-Auth': 'tableau-token' } },
	headers: { Accept: 'application/json' },
	pager: { by: 'page', parameter: 'pageNumber', size: 'pageSize', max: 1000, atEnd: 'refused' },
	answer: ({ records, page, size, total }) => ({
		body: {
			pagination: {
				pageNumber: String(page),
				pageSize: String(size),
				totalAvailable: String(total),
			},
			users: { user: records },
		},
	}),
	readings: [
		{
			property: 'users.user',
			pagingScheme: pages('pageNumber', 1, ['pageSize', 1000], {
				totalCount: 'pagination.totalAvailable',
			}),
		},
	],
};

export const teamwork: Design = {
	...bearer('teamwork-token'),
	name: 'Teamwork',
	docs: 'https://apidocs.teamwork.com/guides/teamwork/how-does-paging-work',
	path: '/projects/api/v3/tasks.json?include=users',
	pager: { by: 'page', parameter: 'page', size: 'pageSize', max: 500 },
	record: (index) => ({ id: index + 1, name: `Task ${index}`, tagIds: [] }),
	answer: ({ records, page, size, isLast }) => ({
		body: {
			tasks: records,
			included: { users: { '7': { id: 7, firstName: 'Ada' } } },
			meta: {
				page: {
					pageOffset: page - 1,
					pageSize: size,
					count: records.length,
					hasMore: !isLast,
				},
			},
		},
	}),
	readings: [
		{
			property: 'tasks',
			pagingScheme: pages('page', 1, ['pageSize', 500], { moreRecords: 'meta.page.hasMore' }),
		},
	],
};

export const figma: Design = {
	...common,
	name: 'Figma',
	docs: 'https://www.figma.com/developers/api#version-history',
	path: '/v1/files/f1/versions?page_size=5',
	signIn: { kind: 'headers', headers: { 'X-Figma-Token': 'figma-token' } },
	pager: { by: 'token', parameter: 'before', size: 'page_size', max: 50 },
	record: (index) => ({ id: String(9000 - index), label: '', user: { handle: 'Ada' } }),
	answer: ({ records, nextUrl: next }) => ({
		body: { versions: records, pagination: { ...(next && { next_page: next }) } },
	}),
	readings: [
		{ property: 'versions', pagingScheme: nextUrl('pagination.next_page', ['page_size', 50]) },
	],
};

export const miro: Design = {
	...bearer('miro-token'),
	name: 'Miro',
	docs: 'https://developers.miro.com/reference/get-items',
	path: '/v2/boards/b1/items?limit=5',
	pager: { by: 'token', parameter: 'cursor', size: 'limit', max: 50 },
	record: (index) => ({ id: String(index), type: 'sticky_note', links: { self: 'x' } }),
	answer: ({ records, size, total, url, nextIfAny: cursor, nextUrl: next }) => ({
		body: {
			size: records.length,
			limit: size,
			total,
			data: records,
			...(cursor !== undefined && { cursor }),
			links: { self: url({}), ...(next && { next }) },
			type: 'cursor-list',
		},
	}),
	readings: [{ property: 'data', pagingScheme: nextUrl('links.next', ['limit', 50]) }],
};

export const basecamp: Design = {
	...bearer('basecamp-token'),
	name: 'Basecamp',
	docs: 'https://github.com/basecamp/bc3-api#pagination',
	path: '/1201/projects.json?status=active',
	headers: { 'User-Agent': '*' },
	pager: { by: 'page', parameter: 'page', max: 15 },
	record: (index) => ({ id: index + 1, name: `Project ${index}`, dock: [] }),
	answer: ({ records, total, nextUrl: next }) => ({
		headers: { 'X-Total-Count': String(total), ...(next && { Link: `<${next}>; rel="next"` }) },
		body: records,
	}),
	readings: [{ property: '', pagingScheme: nextUrl('header:Link') }],
};

export const kustomer: Design = {
	...bearer('x'),
	name: 'Kustomer',
	docs: 'https://developer.kustomer.com/kustomer-api-docs/reference/pagination',
	path: '/v1/customers?sort=id',
	pager: { by: 'page', parameter: 'page', size: 'pageSize', max: 100 },
	record: (index) => ({ type: 'customer', id: `k${index}`, attributes: {}, relationships: {} }),
	answer: ({ records, page, size, url, nextUrl: next }) => ({
		body: {
			meta: { page, pageSize: size },
			links: {
				self: withoutOrigin(url({})),
				first: withoutOrigin(url({ page: 1 })),
				...(page > 1 && { prev: withoutOrigin(url({ page: page - 1 })) }),
				next: withoutOrigin(next) ?? null,
			},
			data: records,
		},
	}),
	readings: [
		{
			property: 'data',
			pagingScheme: pages('page', 1, ['pageSize', 100]),
		},
	],
};
