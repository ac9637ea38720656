import { type Api, byOffset, byPage } from './api';

/** Page numbers and offsets. */
export const BY_NUMBER: Api[] = [
	byPage(
		'Spring',
		'/api/users',
		'page',
		(page) => ({
			content: page.records,
			pageable: {
				sort: { sorted: false },
				pageNumber: page.page - 1,
				pageSize: page.size,
				offset: page.start,
				paged: true,
			},
			totalPages: page.pages,
			totalElements: page.total,
			last: page.isLast,
			first: page.page === 1,
			number: page.page - 1,
			size: page.size,
			numberOfElements: page.records.length,
			empty: false,
		}),
		{ first: 0 },
	),
	byPage('Spring with page numbers from 1 in requests', '/api/users', 'page', (page) => ({
		content: page.records,
		totalPages: page.pages,
		totalElements: page.total,
		last: page.isLast,
		number: page.page - 1,
		size: page.size,
	})),
	byPage('page, limit, total', '/public/controls', 'page', (page) => ({
		data: page.records,
		page: page.page,
		limit: page.size,
		total: page.total,
	})),
	byPage('result_info', '/client/v4/zones', 'page', (page) => ({
		result: page.records,
		success: true,
		errors: [],
		messages: [],
		result_info: {
			page: page.page,
			per_page: page.size,
			total_pages: page.pages,
			count: page.records.length,
			total_count: page.total,
		},
	})),
	byPage(
		'page, pages, results',
		'/v4/linode/types',
		'page',
		(page) => ({ data: page.records, page: page.page, pages: page.pages, results: page.total }),
		{ past: 'notFound' },
	),
	byPage(
		'include_totals with start and limit',
		'/api/v2/users?include_totals=true',
		'page',
		(page) => ({
			start: page.start,
			limit: page.size,
			length: page.records.length,
			total: page.total,
			users: page.records,
		}),
		{ first: 0 },
	),
	byPage('meta.next_page as a number', '/posts', 'page', (page) => ({
		posts: page.records,
		meta: {
			current_page: page.page,
			next_page: page.next ?? null,
			prev_page: null,
			total_pages: page.pages,
			total_count: page.total,
		},
	})),
	byPage('meta.pagination.next as a number', '/ghost/api/content/posts/', 'page', (page) => ({
		posts: page.records,
		meta: {
			pagination: {
				page: page.page,
				limit: page.size,
				pages: page.pages,
				total: page.total,
				next: page.next ?? null,
				prev: null,
			},
		},
	})),
	byPage(
		'meta.pagination sent as pagination[page]',
		'/api/restaurants',
		'pagination[page]',
		(page) => ({
			data: page.records,
			meta: {
				pagination: {
					page: page.page,
					pageSize: page.size,
					pageCount: page.pages,
					total: page.total,
				},
			},
		}),
	),
	byPage(
		'search_criteria',
		'/rest/V1/products?searchCriteria[pageSize]=5',
		'searchCriteria[currentPage]',
		(page) => ({
			items: page.records,
			search_criteria: { filter_groups: [], page_size: page.size, current_page: page.page },
			total_count: page.total,
		}),
		{ past: 'lastPage' },
	),
	byPage(
		'nbPages from 0',
		'/1/indexes/products?query=x',
		'page',
		(page) => ({
			hits: page.records,
			nbHits: page.total,
			page: page.page - 1,
			nbPages: page.pages,
			hitsPerPage: page.size,
			processingTimeMS: 1,
		}),
		{ first: 0 },
	),
	byPage(
		'last_page as a flag, from 0',
		'/api/v2/list/1/task',
		'page',
		(page) => ({ tasks: page.records, last_page: page.isLast }),
		{ first: 0 },
	),
	byPage('paging.pageIndex as p', '/api/components/search', 'p', (page) => ({
		paging: { pageIndex: page.page, pageSize: page.size, total: page.total },
		components: page.records,
	})),
	byPage('page_count and total_items without a page number', '/forms', 'page', (page) => ({
		total_items: page.total,
		page_count: page.pages,
		items: page.records,
	})),
	byPage('info.more_records', '/crm/v5/Leads?fields=id', 'page', (page) => ({
		data: page.records,
		info: {
			per_page: page.size,
			count: page.records.length,
			page: page.page,
			more_records: !page.isLast,
		},
	})),
	byPage('metadata and records in an array', '/v2/country?format=json', 'page', (page) => [
		{ page: page.page, pages: page.pages, per_page: String(page.size), total: page.total },
		page.records,
	]),
	byPage('pagination.itemCount', '/api.xro/2.0/Contacts?page=1', 'page', (page) => ({
		pagination: {
			page: page.page,
			pageSize: page.size,
			pageCount: page.pages,
			itemCount: page.total,
		},
		Contacts: page.records,
	})),
	byPage(
		'totalResults as text',
		'/?s=x&apikey=k',
		'page',
		(page) => ({ Search: page.records, totalResults: String(page.total), Response: 'True' }),
		{ record: (index) => ({ Title: `T${index}`, imdbID: `tt${index}` }) },
	),
	byPage(
		'page and total_pages only',
		'/3/discover/movie',
		'page',
		(page) => ({
			page: page.page,
			results: page.records,
			total_pages: page.pages,
			total_results: page.total,
		}),
		{ past: 'notFound' },
	),
	byPage(
		'pageNumber in request and response',
		'/api/v1/risks?pageSize=5',
		'pageNumber',
		(page) => ({
			pageNumber: page.page,
			pageSize: page.size,
			totalCount: page.total,
			items: page.records,
		}),
	),
	byPage(
		'page of an object, from 0',
		'/api/3/assets',
		'page',
		(page) => ({
			resources: page.records,
			page: {
				number: page.page - 1,
				size: page.size,
				totalResources: page.total,
				totalPages: page.pages,
			},
			links: [{ rel: 'self', href: page.url({}) }],
		}),
		{ first: 0 },
	),
	byPage(
		'page in the URL and nothing in the response',
		'/v1/pets?page=1&per_page=5',
		'page',
		(page) => page.records,
	),
	byPage('nothing in URL and response', '/v1/pets', 'page', (page) => page.records),
	byPage(
		'nothing in URL and response, pages from 0',
		'/v1/pets',
		'page',
		(page) => ({ pets: page.records }),
		{ first: 0 },
	),
	byPage('X-Next-Page', '/api/v4/projects?per_page=5', 'page', (page) => page.records, {
		answer: (page) => ({
			headers: {
				'x-next-page': page.isLast ? '' : String(page.next),
				'x-page': String(page.page),
				'x-per-page': '5',
				'x-total': String(page.total),
				'x-total-pages': String(page.pages),
			},
			body: page.records,
		}),
	}),
	byPage('X-Page and X-Total-Pages', '/v1/companies/1/employees', 'page', (page) => page.records, {
		answer: (page) => ({
			headers: {
				'X-Page': String(page.page),
				'X-Per-Page': '5',
				'X-Total-Count': String(page.total),
				'X-Total-Pages': String(page.pages),
				'X-RateLimit-Limit': '100',
			},
			body: page.records,
		}),
	}),
	byPage('X-Pagination as JSON', '/api/authors', 'pageNumber', (page) => page.records, {
		answer: (page) => ({
			headers: {
				'x-pagination': JSON.stringify({
					totalCount: page.total,
					pageSize: page.size,
					currentPage: page.page,
					totalPages: page.pages,
				}),
			},
			body: page.records,
		}),
	}),
	byPage('X-Total-Count with _page', '/posts?_limit=5', '_page', (page) => page.records, {
		answer: (page) => ({ headers: { 'X-Total-Count': String(page.total) }, body: page.records }),
	}),
	byOffset('startAt, maxResults, total', '/rest/api/2/search', 'startAt', (page) => ({
		expand: 'names,schema',
		startAt: page.start,
		maxResults: page.size,
		total: page.total,
		issues: page.records,
	})),
	byOffset('startAt, isLast', '/rest/agile/1.0/board', 'startAt', (page) => ({
		maxResults: page.size,
		startAt: page.start,
		isLast: page.isLast,
		values: page.records,
	})),
	byOffset('limit, offset, more', '/incidents', 'offset', (page) => ({
		incidents: page.records,
		limit: page.size,
		offset: page.start,
		total: null,
		more: !page.isLast,
	})),
	byOffset('total_items without offset', '/3.0/lists', 'offset', (page) => ({
		lists: page.records,
		total_items: page.total,
		constraints: { may_create: true, max_instances: 1 },
		_links: [
			{ rel: 'self', href: 'https://api.test/3.0/lists', method: 'GET' },
			{ rel: 'parent', href: 'https://api.test/3.0/', method: 'GET' },
		],
	})),
	byOffset('total and data only', '/ccx/api/v1/t/workers', 'offset', (page) => ({
		total: page.total,
		data: page.records,
	})),
	byOffset(
		'SCIM',
		'/scim/v2/Users',
		'startIndex',
		(page) => ({
			schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
			totalResults: page.total,
			startIndex: page.start + 1,
			itemsPerPage: page.records.length,
			Resources: page.records,
		}),
		{ first: 1 },
	),
	byOffset(
		'startIndex, resultsPerPage',
		'/rest/json/cves/2.0',
		'startIndex',
		(page) => ({
			resultsPerPage: page.size,
			startIndex: page.start,
			totalResults: page.total,
			format: 'NVD_CVE',
			version: '2.0',
			timestamp: '2026-01-01T00:00:00.000',
			vulnerabilities: page.records,
		}),
		{ record: (index) => ({ cve: { id: `CVE-${index}` } }) },
	),
	byOffset(
		'hits.hits with from',
		'/index/_search?size=5',
		'from',
		(page) => ({
			took: 1,
			timed_out: false,
			_shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
			hits: { total: { value: page.total, relation: 'eq' }, max_score: 1, hits: page.records },
		}),
		{ record: (index) => ({ _index: 'i', _id: `d${index}`, _source: { n: index } }) },
	),
	byOffset('Solr', '/solr/core/select?q=*:*&rows=5', 'start', (page) => ({
		responseHeader: { status: 0, QTime: 1, params: { q: '*:*', rows: '5' } },
		response: { numFound: page.total, start: page.start, docs: page.records },
		facet_counts: { facet_queries: {} },
	})),
	byOffset('CKAN package_search', '/api/3/action/package_search?rows=5', 'start', (page) => ({
		help: 'https://api.test/help',
		success: true,
		result: {
			count: page.total,
			sort: 'score',
			facets: {},
			results: page.records,
			search_facets: {},
		},
	})),
	byOffset('Socrata', '/resource/abcd-1234.json?$limit=5', '$offset', (page) => page.records, {
		record: (index) => ({ facility: `F${index}`, city: 'X' }),
	}),
	byOffset(
		'$top without a next link',
		'/sap/opu/Products?$top=5&$format=json',
		'$skip',
		(page) => ({
			d: { results: page.records },
		}),
	),
	byOffset('meta.pagination of ids', '/devices/queries/devices/v1', 'offset', (page) => ({
		meta: {
			query_time: 0.1,
			pagination: { offset: page.start, limit: page.size, total: page.total },
			trace_id: 'x',
		},
		resources: page.records.map(({ id }) => id),
		errors: [],
	})),
	byOffset('skip, limit, total', '/spaces/s/entries', 'skip', (page) => ({
		sys: { type: 'Array' },
		total: page.total,
		skip: page.start,
		limit: page.size,
		items: page.records,
		includes: { Asset: [{ id: 1 }, { id: 2 }] },
	})),
	byOffset('nextPageStart', '/rest/api/1.0/projects', 'start', (page) => ({
		size: page.records.length,
		limit: page.size,
		isLastPage: page.isLast,
		values: page.records,
		start: page.start,
		...(page.isLast ? { nextPageStart: null } : { nextPageStart: page.next }),
	})),
	byOffset('more_items_in_collection and next_start', '/v1/deals', 'start', (page) => ({
		success: true,
		data: page.records,
		additional_data: {
			pagination: {
				start: page.start,
				limit: page.size,
				more_items_in_collection: !page.isLast,
				...(page.isLast ? {} : { next_start: page.next }),
			},
		},
	})),
	byOffset('endOfRecords', '/v1/occurrence/search', 'offset', (page) => ({
		offset: page.start,
		limit: page.size,
		endOfRecords: page.isLast,
		count: page.total,
		results: page.records,
		facets: [],
	})),
	byOffset('offset and limit in the URL', '/v1/rows?offset=0&limit=5', 'offset', (page) => ({
		rows: page.records,
	})),
	byOffset(
		'sysparm_offset',
		'/api/now/table/incident?sysparm_limit=5',
		'sysparm_offset',
		(page) => ({ result: page.records }),
		{
			answer: (page) => ({
				headers: { 'X-Total-Count': String(page.total) },
				body: { result: page.records },
			}),
			record: (index) => ({ sys_id: `s${index}`, number: `INC${index}` }),
		},
	),
	byOffset('Content-Range with a total', '/people', 'offset', (page) => page.records, {
		answer: (page) => ({
			headers: {
				'Content-Range': `${page.start}-${page.start + page.records.length - 1}/${page.total}`,
			},
			body: page.records,
		}),
	}),
	byOffset('Content-Range without a total', '/people?limit=5', 'offset', (page) => page.records, {
		answer: (page) => ({
			headers: { 'Content-Range': `${page.start}-${page.start + page.records.length - 1}/*` },
			body: page.records,
		}),
	}),
	byOffset(
		'X-Total-Count with offset',
		'/v3/accounts?limit=5&count=true',
		'offset',
		(page) => page.records,
		{
			answer: (page) => ({ headers: { 'X-Total-Count': String(page.total) }, body: page.records }),
		},
	),
	byOffset(
		'exceededTransferLimit',
		'/arcgis/rest/services/x/FeatureServer/0/query?where=1=1&f=json',
		'resultOffset',
		(page) => ({
			objectIdFieldName: 'OBJECTID',
			fields: [
				{ name: 'OBJECTID', type: 'oid' },
				{ name: 'N', type: 'text' },
			],
			...(page.isLast ? {} : { exceededTransferLimit: true }),
			features: page.records,
		}),
		{ record: (index) => ({ attributes: { OBJECTID: index, N: 'x' } }) },
	),
	byOffset('@attributes as text', '/API/V3/Account/1/Item.json', 'offset', (page) => ({
		'@attributes': {
			count: String(page.total),
			offset: String(page.start),
			limit: String(page.size),
		},
		Item: page.records,
	})),
	byOffset('metadata.next_offset', '/admin/v1/users', 'offset', (page) => ({
		stat: 'OK',
		response: page.records,
		metadata: {
			total_objects: page.total,
			...(page.isLast ? {} : { next_offset: page.next, prev_offset: 0 }),
		},
	})),
	byOffset('Feathers', '/vendors', '$skip', (page) => ({
		total: page.total,
		limit: page.size,
		skip: page.start,
		data: page.records,
	})),
	byOffset('LoopBack', '/vendors?filter[limit]=5', 'filter[skip]', ({ records }) => records),
];
