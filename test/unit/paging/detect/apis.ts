import { type Api, type ApiPage, byOffset, byPage, byToken } from './api';

/** URL of the next page by one parameter, or null. */
const nextBy = (name: string) => (page: ApiPage) =>
	page.next === undefined ? null : page.url({ [name]: page.next });
const relative = (url: string | null) =>
	url === null ? null : url.replace('https://api.test', '');
const orNothing = (name: string, value: unknown) =>
	value === undefined || value === null ? {} : { [name]: value };

/** Next links and URLs. */
export const LINKED: Api[] = [
	{
		name: 'Link header, bare array',
		path: '/repos/o/r/issues?per_page=5',
		by: 'page',
		parameter: 'page',
		answer: (page) => ({
			headers:
				page.isLast && page.page === 1
					? {}
					: {
							Link: page.isLast
								? `<${page.url({ page: 1 })}>; rel="first", <${page.url({ page: page.page - 1 })}>; rel="prev"`
								: `<${page.url({ page: page.page + 1 })}>; rel="next", <${page.url({ page: page.pages })}>; rel="last"`,
						},
			body: page.records,
		}),
	},
	{
		name: 'Link header with self only on the last page',
		path: '/api/v1/users?limit=5',
		by: 'token',
		parameter: 'after',
		answer: (page) => ({
			headers: {
				link: [
					`<${page.url({})}>; rel="self"`,
					...(page.isLast ? [] : [`<${page.url({ after: page.next })}>; rel="next"`]),
				],
			},
			body: page.records,
		}),
	},
	{
		name: 'Link header with results="false"',
		path: '/api/0/projects/o/p/issues/',
		by: 'token',
		parameter: 'cursor',
		token: (start) => `0:${start}:0`,
		answer: (page) => ({
			headers: {
				link: `<${page.url({ cursor: '0:0:1' })}>; rel="previous"; results="false"; cursor="0:0:1", <${page.url({ cursor: `0:${Math.min(page.start + page.size, page.total)}:0` })}>; rel="next"; results="${!page.isLast}"; cursor="0:1:0"`,
			},
			body: page.records,
		}),
	},
	{
		name: 'WordPress',
		path: '/wp-json/wp/v2/posts?per_page=5',
		by: 'page',
		parameter: 'page',
		past: 'notFound',
		answer: (page) => ({
			headers: {
				'X-WP-Total': String(page.total),
				'X-WP-TotalPages': String(page.pages),
				...(page.isLast ? {} : { Link: `<${page.url({ page: page.next })}>; rel="next"` }),
			},
			body: page.records,
		}),
	},
	byPage(
		'count, next, previous, results',
		'/api/projects/',
		'page',
		(page) => ({
			count: page.total,
			next: nextBy('page')(page),
			previous: null,
			results: page.records,
		}),
		{ past: 'notFound' },
	),
	byPage(
		'JSON:API with links as text',
		'/articles',
		'page[number]',
		(page) => ({
			jsonapi: { version: '1.0' },
			data: page.records,
			included: [
				{ type: 'people', id: '1' },
				{ type: 'people', id: '2' },
			],
			links: { self: page.url({}), ...orNothing('next', nextBy('page[number]')(page)) },
		}),
		{
			record: (index) => ({
				type: 'articles',
				id: String(index),
				attributes: { title: `T${index}` },
			}),
		},
	),
	byToken('JSON:API with links as objects', '/articles?page[size]=5', 'page[after]', (page) => ({
		data: page.records,
		links: { next: page.isLast ? null : { href: nextBy('page[after]')(page) } },
		meta: { page: { total: page.total } },
	})),
	byPage(
		'HAL',
		'/orders',
		'page',
		(page) => ({
			_embedded: { orders: page.records },
			_links: {
				self: { href: page.url({}) },
				...(page.isLast ? {} : { next: { href: nextBy('page')(page) } }),
			},
			page: {
				size: page.size,
				totalElements: page.total,
				totalPages: page.pages,
				number: page.page - 1,
			},
		}),
		{ first: 0 },
	),
	byToken('OData v2', '/odata/People?$format=json', '$skiptoken', (page) => ({
		d: { results: page.records, ...orNothing('__next', nextBy('$skiptoken')(page)) },
	})),
	byToken('OData v4', '/v1.0/users?$top=5', '$skiptoken', (page) => ({
		'@odata.context': 'https://api.test/$metadata#users',
		...orNothing('@odata.nextLink', nextBy('$skiptoken')(page)),
		value: page.records,
	})),
	byToken(
		'SOQL query with a relative URL',
		'/services/data/v60.0/query?q=SELECT+Id+FROM+Account',
		'locator',
		(page) => ({
			totalSize: page.total,
			done: page.isLast,
			...orNothing('nextRecordsUrl', relative(nextBy('locator')(page))),
			records: page.records,
		}),
		{
			record: (index) => ({
				attributes: { type: 'Account' },
				Id: `001${index}`,
				Name: `A${index}`,
			}),
		},
	),
	byToken(
		'next_page_uri relative',
		'/2010-04-01/Accounts/AC1/Calls.json?PageSize=5',
		'PageToken',
		(page) => ({
			first_page_uri: '/2010-04-01/Accounts/AC1/Calls.json?PageSize=5&Page=0',
			next_page_uri: relative(nextBy('PageToken')(page)),
			previous_page_uri: null,
			page: page.page - 1,
			page_size: page.size,
			calls: page.records,
			uri: '/2010-04-01/Accounts/AC1/Calls.json',
		}),
	),
	byOffset('_links.next with _links.base', '/wiki/rest/api/content?limit=5', 'start', (page) => ({
		results: page.records,
		start: page.start,
		limit: page.size,
		size: page.records.length,
		_links: {
			base: 'https://api.test/wiki',
			context: '/wiki',
			...orNothing('next', relative(nextBy('start')(page))?.replace('/wiki', '')),
		},
	})),
	byToken(
		'_links.next that contains the path of _links.base',
		'/wiki/api/v2/pages?limit=5',
		'cursor',
		(page) => ({
			results: page.records,
			_links: {
				...orNothing('next', relative(nextBy('cursor')(page))),
				base: 'https://api.test/wiki',
			},
		}),
	),
	byToken(
		'paging.next.link beside paging.next.after',
		'/crm/v3/objects/contacts',
		'after',
		(page) => ({
			results: page.records,
			...(page.isLast
				? {}
				: { paging: { next: { after: page.next, link: nextBy('after')(page) } } }),
		}),
	),
	byToken('paging.cursors and paging.next', '/v19.0/me/posts', 'after', (page) => ({
		data: page.records,
		paging: {
			cursors: { before: 'QVFI', after: 'QVFJ' },
			...orNothing('next', nextBy('after')(page)),
		},
	})),
	byPage('next_page URL, side-loaded records', '/api/v2/tickets.json', 'page', (page) => ({
		tickets: page.records,
		users: [
			{ id: 1, name: 'A' },
			{ id: 2, name: 'B' },
		],
		next_page: nextBy('page')(page),
		previous_page: null,
		count: page.total,
	})),
	byToken(
		'meta.has_more with links.next that is always there',
		'/api/v2/users?page[size]=5',
		'page[after]',
		(page) => ({
			users: page.records,
			meta: { has_more: !page.isLast, after_cursor: 'x', before_cursor: 'y' },
			links: { next: page.url({ 'page[after]': page.next ?? 'tok-23-x' }), prev: null },
		}),
	),
	byPage('Laravel', '/api/users', 'page', (page) => ({
		current_page: page.page,
		data: page.records,
		first_page_url: page.url({ page: 1 }),
		from: page.start + 1,
		last_page: page.pages,
		last_page_url: page.url({ page: page.pages }),
		links: [
			{ url: null, label: 'Previous', active: false },
			{ url: 'https://api.test/api/users?page=1', label: '1', active: true },
		],
		next_page_url: nextBy('page')(page),
		path: 'https://api.test/api/users',
		per_page: page.size,
		prev_page_url: null,
		to: 5,
		total: page.total,
	})),
	byOffset(
		'FHIR bundle',
		'/fhir/Patient?_count=5',
		'_getpagesoffset',
		(page) => ({
			resourceType: 'Bundle',
			type: 'searchset',
			total: page.total,
			link: [
				{ relation: 'self', url: page.url({}) },
				...(page.page > 1
					? [{ relation: 'previous', url: page.url({ _getpagesoffset: page.previous }) }]
					: []),
				...(page.isLast ? [] : [{ relation: 'next', url: nextBy('_getpagesoffset')(page) }]),
			],
			entry: page.records,
		}),
		{
			record: (index) => ({
				fullUrl: `https://api.test/fhir/Patient/${index}`,
				resource: { resourceType: 'Patient', id: String(index) },
			}),
		},
	),
	byOffset('links with rel and href, hasMore', '/ords/hr/employees/', 'offset', (page) => ({
		items: page.records,
		hasMore: !page.isLast,
		limit: page.size,
		offset: page.start,
		count: page.records.length,
		links: [
			{ rel: 'self', href: page.url({}) },
			{ rel: 'first', href: page.url({ offset: 0 }) },
			...(page.isLast ? [] : [{ rel: 'next', href: nextBy('offset')(page) }]),
		],
	})),
	byOffset('elements and paging.links', '/v2/people?count=5', 'start', (page) => ({
		elements: page.records,
		paging: {
			start: page.start,
			count: page.size,
			total: page.total,
			links: page.isLast
				? []
				: [{ type: 'application/json', rel: 'next', href: relative(nextBy('start')(page)) }],
		},
	})),
	byPage('Hydra', '/api/books', 'page', (page) => ({
		'@context': '/api/contexts/Book',
		'@type': 'hydra:Collection',
		'hydra:member': page.records,
		'hydra:totalItems': page.total,
		'hydra:view': {
			'@id': '/api/books?page=1',
			...orNothing('hydra:next', relative(nextBy('page')(page))),
		},
	})),
	byPage('links.pages.next', '/v2/droplets?page=1&per_page=5', 'page', (page) => ({
		droplets: page.records,
		links: {
			pages: page.isLast
				? {}
				: { next: nextBy('page')(page), last: page.url({ page: page.pages }) },
		},
		meta: { total: page.total },
	})),
	byToken('_metadata.next', '/v3/templates?page_size=5', 'page_token', (page) => ({
		result: page.records,
		_metadata: {
			self: page.url({}),
			...orNothing('next', nextBy('page_token')(page)),
			count: page.total,
		},
	})),
	byPage('values, pagelen, next', '/2.0/repositories/w', 'page', (page) => ({
		pagelen: page.size,
		size: page.total,
		page: page.page,
		...orNothing('next', nextBy('page')(page)),
		values: page.records,
	})),
	byToken(
		'next_page with offset, path and uri',
		'/api/1.0/tasks?limit=5',
		'offset',
		(page) => ({
			data: page.records,
			next_page: page.isLast
				? null
				: {
						offset: page.next,
						path: `/tasks?limit=5&offset=${page.next}`,
						uri: nextBy('offset')(page),
					},
		}),
		{ record: (index) => ({ gid: `12${index}`, resource_type: 'task', name: `T${index}` }) },
	),
	byPage(
		'info.next',
		'/api/character',
		'page',
		(page) => ({
			info: { count: page.total, pages: page.pages, next: nextBy('page')(page), prev: null },
			results: page.records,
		}),
		{ past: 'notFound' },
	),
	byToken('paging.urls.nextPage', '/api/v2/Alerts', 'pageKey', (page) => ({
		paging: {
			rows: page.size,
			totalRows: page.total,
			urls: { nextPage: nextBy('pageKey')(page) },
		},
		data: page.records,
	})),
	byToken('@nextLink', '/platform/v1/files', '$next', (page) => ({
		data: page.records,
		...orNothing('@nextLink', nextBy('$next')(page)),
	})),
	byToken(
		'paging.next that never ends, empty last page',
		'/v3/example.org/events',
		'page',
		(page) => ({
			items: page.records,
			paging: {
				previous: page.url({ page: 'tok-1-x' }),
				first: page.url({ page: undefined }),
				next: page.url({ page: `tok-${Math.min(page.start + page.size, page.total)}-x` }),
			},
		}),
	),
	byToken(
		'next URL without the key in the query',
		'/v1/items?api_key=abc&limit=5',
		'cursor',
		(page) => ({
			items: page.records,
			next: page.isLast ? null : page.url({ cursor: page.next, api_key: undefined }),
		}),
	),
	byToken('query string of the next page', '/v3/orders?limit=5', 'nextCursor', (page) => ({
		list: {
			meta: {
				totalCount: page.total,
				limit: page.size,
				nextCursor: page.isLast ? null : `?limit=5&nextCursor=${page.next}`,
			},
			elements: { order: page.records },
		},
	})),
	byToken('pagination.next_uri relative', '/v2/accounts', 'starting_after', (page) => ({
		pagination: {
			ending_before: null,
			starting_after: null,
			limit: 5,
			order: 'desc',
			previous_uri: null,
			next_uri: relative(nextBy('starting_after')(page)),
		},
		data: page.records,
	})),
];
