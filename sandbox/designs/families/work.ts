import { basicKey, byOffset, byPage, byToken, designs, header } from '../dialect';
import { withoutOrigin } from './links';

export const WORK = designs((message, status) => ({ error: { code: status, message } }), {
	Basecamp: {
		docs: 'https://github.com/basecamp/bc3-api#pagination',
		path: '/1201/projects.json?status=active',
		headers: { 'User-Agent': '*' },
		pager: byPage('page'),
		record: (index) => ({ id: index + 1, name: `Project ${index}`, dock: [] }),
		answer: ({ records, total, nextUrl: next }) => ({
			headers: { 'X-Total-Count': String(total), ...(next && { Link: `<${next}>; rel="next"` }) },
			body: records,
		}),
	},
	ClickUp: {
		docs: 'https://developer.clickup.com/reference/gettasks',
		path: '/api/v2/list/901/task?archived=false',
		signIn: header('Authorization'),
		pager: byPage('page', { first: 0 }),
		record: (index) => ({ id: `t${index}`, name: `Task ${index}`, assignees: [], tags: [] }),
		page: ({ records, isLast }) => ({ tasks: records, last_page: isLast }),
	},
	Close: {
		docs: 'https://developer.close.com/topics/pagination/',
		path: '/api/v1/lead/?_order_by=date_created',
		signIn: basicKey,
		pager: byOffset('_skip', '_limit', 200),
		record: (index) => ({ id: `lead_${index}`, display_name: `Lead ${index}`, contacts: [] }),
		page: ({ records, isLast, total }) => ({
			has_more: !isLast,
			total_results: total,
			data: records,
		}),
	},
	Figma: {
		docs: 'https://www.figma.com/developers/api#version-history',
		path: '/v1/files/f1/versions?page_size=5',
		signIn: header('X-Figma-Token'),
		pager: byToken('before', 'page_size', 50),
		record: (index) => ({ id: String(9000 - index), label: '', user: { handle: 'Ada' } }),
		page: ({ records, nextUrl: next }) => ({
			versions: records,
			pagination: { ...(next && { next_page: next }) },
		}),
	},
	Front: {
		docs: 'https://dev.frontapp.com/docs/pagination',
		path: '/conversations?sort_by=date',
		pager: byToken('page_token', 'limit', 100),
		record: (index) => ({ _links: { self: 'https://example.com' }, id: `cnv_${index}`, tags: [] }),
		page: ({ records, url, nextUrl: next = null }) => ({
			_pagination: { next },
			_links: { self: url({}) },
			_results: records,
		}),
	},
	Keap: {
		docs: 'https://developer.infusionsoft.com/docs/rest/',
		path: '/crm/rest/v1/contacts?order=id',
		pager: byOffset('offset', 'limit', 1000),
		record: (index) => ({ id: index + 1, given_name: 'Ada', email_addresses: [] }),
		page: ({ records, total, next, start, size, url }) => ({
			contacts: records,
			count: total,
			next: url({ limit: size, offset: next }),
			previous: url({ limit: size, offset: Math.max(0, start - size) }),
		}),
	},
	Kustomer: {
		docs: 'https://developer.kustomer.com/kustomer-api-docs/reference/pagination',
		path: '/v1/customers?sort=id',
		pager: byPage('page', 'pageSize', 100),
		record: (index) => ({ type: 'customer', id: `k${index}`, attributes: {}, relationships: {} }),
		page: ({ records, page, size, url, nextUrl: next }) => ({
			meta: { page, pageSize: size },
			links: {
				self: withoutOrigin(url({})),
				first: withoutOrigin(url({ page: 1 })),
				...(page > 1 && { prev: withoutOrigin(url({ page: page - 1 })) }),
				next: withoutOrigin(next) ?? null,
			},
			data: records,
		}),
		read: 'empty',
	},
	Miro: {
		docs: 'https://developers.miro.com/reference/get-items',
		path: '/v2/boards/b1/items?limit=5',
		pager: byToken('cursor', 'limit', 50),
		record: (index) => ({ id: String(index), type: 'sticky_note', links: { self: 'x' } }),
		page: ({ records, size, total, url, nextIfAny: cursor, nextUrl: next }) => ({
			size: records.length,
			limit: size,
			total,
			data: records,
			...(cursor !== undefined && { cursor }),
			links: { self: url({}), ...(next && { next }) },
			type: 'cursor-list',
		}),
	},
	Smartsheet: {
		docs: 'https://developers.smartsheet.com/api/smartsheet/guides/basics/pagination',
		path: '/2.0/users?modifiedSince=2024-01-01',
		pager: byPage('page', 'pageSize', 100),
		page: ({ records, page, size, pages: totalPages, total }) => ({
			pageNumber: page,
			pageSize: size,
			totalPages,
			totalCount: total,
			data: records,
		}),
	},
	Tableau: {
		docs: 'https://help.tableau.com/current/api/rest_api/en-us/REST/rest_api_concepts_paging.htm',
		path: '/api/3.22/sites/s1/users?fields=_all_',
		signIn: header('X-Tableau-Auth'),
		headers: { Accept: 'application/json' },
		pager: byPage('pageNumber', 'pageSize', 1000, { atEnd: 'refused' }),
		page: ({ records, page, size, total }) => ({
			pagination: {
				pageNumber: String(page),
				pageSize: String(size),
				totalAvailable: String(total),
			},
			users: { user: records },
		}),
	},
	Teamwork: {
		docs: 'https://apidocs.teamwork.com/guides/teamwork/how-does-paging-work',
		path: '/projects/api/v3/tasks.json?include=users',
		pager: byPage('page', 'pageSize', 500),
		record: (index) => ({ id: index + 1, name: `Task ${index}`, tagIds: [] }),
		page: ({ records, page, size, isLast }) => ({
			tasks: records,
			included: { users: { '7': { id: 7, firstName: 'Ada' } } },
			meta: {
				page: { pageOffset: page - 1, pageSize: size, count: records.length, hasMore: !isLast },
			},
		}),
	},
});
