// Names as APIs write them. cspell:disable
import { withoutOrigin } from '../../../../sandbox/designs/families/links';
import type { Design } from '../../../../sandbox/designs/types';
import { api, byOffset, byPage, byToken } from '../../../../sandbox/designs/dialect';

const totalInHeader = (total: number) => ({ 'X-Total-Count': String(total) });
const ifAny = (name: string, value: unknown): Record<string, string> =>
	value === undefined ? {} : { [name]: String(value) };

/** Read completely, although a name or a place in the response is one that few APIs have. */
export const ODD: readonly Design[] = [
	api('next URL without the key in the query', '/v1/items?api_key=abc', byToken('cursor'), (p) => ({
		items: p.records,
		next: p.isLast ? null : p.url({ cursor: p.next, api_key: undefined }),
	})),
	api('links.next that is always there', '/api/v2/users', byToken('page[after]'), (p) => ({
		users: p.records,
		meta: { has_more: !p.isLast, after_cursor: 'x', before_cursor: 'y' },
		links: { next: p.url({ 'page[after]': p.next }), prev: null },
	})),
	api('Hydra', '/api/books', byPage('page'), (p) => ({
		'@context': '/api/contexts/Book',
		'@type': 'hydra:Collection',
		'hydra:member': p.records,
		'hydra:totalItems': p.total,
		'hydra:view': { '@id': '/api/books?page=1', ...ifAny('hydra:next', withoutOrigin(p.nextUrl)) },
	})),
	api('@nextLink', '/platform/v1/files', byToken('$next'), (p) => ({
		data: p.records,
		...ifAny('@nextLink', p.nextUrl),
	})),
	api('nextPage in links', '/items', byPage('page'), (p) => ({
		items: p.records,
		meta: { currentPage: p.page, pageSize: p.size, totalPages: p.pages, totalItems: p.total },
		links: {
			firstPage: '/items?page=1',
			previousPage: `/items?page=${p.page - 1}`,
			nextPage: p.isLast ? null : `/items?page=${p.page + 1}`,
			lastPage: `/items?page=${p.pages}`,
		},
	})),
	// Only the next page is linked, and the last page links back.
	api('a member that comes with page two', '/repositories', byPage('page'), () => ({}), {
		answer: (p) => ({
			headers: {
				link: p.isLast ? `<${p.url({ page: 1 })}>; rel="first"` : `<${p.nextUrl}>; rel="next"`,
			},
			body: {
				total_count: p.total,
				...(p.page > 1 && { repository_selection: 'all' }),
				repositories: p.records,
			},
		}),
	}),
	api('next_cursor only beside has_more', '/conversations.history', byToken('cursor'), (p) => ({
		ok: true,
		messages: p.records,
		has_more: !p.isLast,
		...(!p.isLast && { response_metadata: { next_cursor: p.next } }),
	})),
	api('cursor beside has_more that ends it', '/2/files/list', byToken('cursor'), (p) => ({
		entries: p.records,
		cursor: p.next,
		has_more: !p.isLast,
	})),
	api('next_page as a token for page', '/v1/search?query=x', byToken('page'), (p) => ({
		object: 'search_result',
		has_more: !p.isLast,
		next_page: p.nextIfAny ?? null,
		data: p.records,
	})),
	api(
		'last_id and has_more',
		'/v1/models',
		{ ...byToken('after_id'), token: (start) => `r${start - 1}` },
		(p) => ({
			data: p.records,
			first_id: `r${p.start}`,
			last_id: p.isLast ? `r${p.total - 1}` : p.next,
			has_more: !p.isLast,
		}),
		{ record: (i) => ({ id: `r${i}`, name: `Record ${i}` }) },
	),
	api(
		'message.next-cursor',
		'/works?cursor=*',
		{ ...byToken('cursor'), beginning: '*', token: (start) => `DnF1${start}` },
		(p) => ({
			status: 'ok',
			message: { facets: {}, items: p.records, 'next-cursor': p.nextIfAny ?? null },
		}),
	),
	api('nextCursorMark', '/search?query=x', byToken('cursorMark'), (p) => ({
		hitCount: p.total,
		nextCursorMark: p.nextIfAny ?? null,
		resultList: { result: p.records },
	})),
	api('nextPageCursor', '/1.0/commerce/orders', byToken('cursor'), (p) => ({
		result: p.records,
		pagination: { hasNextPage: !p.isLast, nextPageCursor: p.nextIfAny ?? null },
	})),
	api('next_id', '/entries', byToken('from_id'), (p) => ({
		entries: p.records,
		next_id: p.nextIfAny ?? null,
		limit: p.size,
	})),
	api('opc-next-page header', '/20160918/instances', byToken('page'), () => [], {
		answer: (p) => ({ headers: ifAny('opc-next-page', p.nextIfAny), body: p.records }),
	}),
	api('X-Next-Cursor header', '/v1/things', byToken('cursor'), () => [], {
		answer: (p) => ({ headers: ifAny('X-Next-Cursor', p.nextIfAny), body: p.records }),
	}),
	api(
		'CouchDB, whose last sequence stays',
		'/vendors/_changes?limit=5',
		{ ...byToken('since'), token: (start) => `${start}-x` },
		(p) => ({
			results: p.records,
			last_seq: p.next,
			pending: Math.max(0, p.total - p.start - p.size),
		}),
		{ record: (i) => ({ seq: `${i + 1}-x`, id: `r${i}`, changes: [{ rev: '1-y' }] }) },
	),
	api('Spring with page numbers from 1 in requests', '/api/users', byPage('page'), (p) => ({
		content: p.records,
		totalPages: p.pages,
		totalElements: p.total,
		last: p.isLast,
		number: p.page - 1,
		size: p.size,
	})),
	api('pagination.next as a number', '/ghost/api/content/posts/', byPage('page'), (p) => ({
		posts: p.records,
		meta: {
			pagination: {
				page: p.page,
				limit: p.size,
				pages: p.pages,
				total: p.total,
				next: p.nextIfAny ?? null,
				prev: null,
			},
		},
	})),
	api('info.more_records', '/crm/v5/Leads?fields=id', byPage('page'), (p) => ({
		data: p.records,
		info: { per_page: p.size, count: p.records.length, page: p.page, more_records: !p.isLast },
	})),
	api('metadata and records in an array', '/v2/country?format=json', byPage('page'), (p) => [
		{ page: p.page, pages: p.pages, per_page: String(p.size), total: p.total },
		p.records,
	]),
	api(
		'totalResults as text',
		'/?s=x&apikey=k',
		byPage('page'),
		(p) => ({ Search: p.records, totalResults: String(p.total), Response: 'True' }),
		{ record: (i) => ({ Title: `T${i}`, imdbID: `tt${i}` }) },
	),
	api('pageNumber', '/api/v1/risks?pageSize=5', byPage('pageNumber'), (p) => ({
		pageNumber: p.page,
		pageSize: p.size,
		totalCount: p.total,
		items: p.records,
	})),
	api('page_details.number', '/a', byPage('page'), (p) => ({
		query_results: p.records,
		page_details: { number: p.page, size: p.size, total_elements: p.total, total_pages: p.pages },
	})),
	api('page_metadata.index', '/a', byPage('page'), (p) => ({
		catalog: p.records,
		page_metadata: { index: p.page, size: p.size, total_items: p.total, total_pages: p.pages },
	})),
	api('paging.current', '/a', byPage('page'), (p) => ({
		articles: p.records,
		paging: { current: p.page, size: p.size, total: p.total },
	})),
	api('page in the URL alone', '/v1/pets?page=1&per_page=5', byPage('page'), (p) => p.records),
	api('offset in the URL alone', '/v1/rows?offset=0&limit=5', byOffset('offset'), (p) => p.records),
	api('X-Next-Page', '/api/v4/projects?per_page=5', byPage('page'), () => [], {
		answer: (p) => ({
			headers: {
				'x-next-page': String(p.nextIfAny ?? ''),
				'x-page': String(p.page),
				'x-per-page': '5',
				'x-total': String(p.total),
				'x-total-pages': String(p.pages),
			},
			body: p.records,
		}),
	}),
	api('X-Total-Count with _page', '/posts?_limit=5', byPage('_page'), () => [], {
		answer: (p) => ({ headers: totalInHeader(p.total), body: p.records }),
	}),
	api(
		'sysparm_offset',
		'/api/now/table/incident?sysparm_limit=5',
		byOffset('sysparm_offset'),
		() => [],
		{
			answer: (p) => ({ headers: totalInHeader(p.total), body: { result: p.records } }),
			record: (i) => ({ sys_id: `s${i}`, number: `INC${i}` }),
		},
	),
	api(
		'exceededTransferLimit',
		'/arcgis/FeatureServer/0/query?where=1=1&f=json',
		byOffset('resultOffset'),
		(p) => ({
			objectIdFieldName: 'OBJECTID',
			fields: [{ name: 'OBJECTID' }, { name: 'N' }],
			...(!p.isLast && { exceededTransferLimit: true }),
			features: p.records,
		}),
		{ record: (i) => ({ attributes: { OBJECTID: i, N: 'x' } }) },
	),
	api('@attributes as text', '/API/V3/Account/1/Item.json', byOffset('offset'), (p) => ({
		'@attributes': { count: String(p.total), offset: String(p.start), limit: String(p.size) },
		Item: p.records,
	})),
	api('Feathers', '/vendors', byOffset('$skip'), (p) => ({
		total: p.total,
		limit: p.size,
		skip: p.start,
		data: p.records,
	})),
	api('LoopBack', '/vendors?filter[limit]=5', byOffset('filter[skip]'), (p) => p.records),
];
