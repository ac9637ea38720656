import { type Api, byOffset, byPage } from './api';

/** Page numbers and offsets. */
export const BY_NUMBER: Api[] = [
	byPage('Spring with page numbers from 1 in requests', '/api/users', 'page', (page) => ({
		content: page.records,
		totalPages: page.pages,
		totalElements: page.total,
		last: page.isLast,
		number: page.page - 1,
		size: page.size,
	})),
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
	byPage('paging.pageIndex as p', '/api/components/search', 'p', (page) => ({
		paging: { pageIndex: page.page, pageSize: page.size, total: page.total },
		components: page.records,
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
		'page in the URL and nothing in the response',
		'/v1/pets?page=1&per_page=5',
		'page',
		(page) => page.records,
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
	byOffset('Feathers', '/vendors', '$skip', (page) => ({
		total: page.total,
		limit: page.size,
		skip: page.start,
		data: page.records,
	})),
	byOffset('LoopBack', '/vendors?filter[limit]=5', 'filter[skip]', ({ records }) => records),
];
