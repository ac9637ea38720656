// Names as APIs write them. cspell:disable
import { withoutOrigin } from '../../../../sandbox/designs/families/links';
import type { Design } from '../../../../sandbox/designs/types';
import { api, byOffset, byPage, byToken } from '../../../../sandbox/designs/dialect';

/** @returns the offset of the last page */
const lastOffset = ({ size, total }: { size: number; total: number }) =>
	Math.max(0, Math.ceil(total / size) - 1) * size;

/** Read completely. */
export const FURTHER: readonly Design[] = [
	api('UniFi', '/v1/sites', byOffset('offset', 'limit'), (p) => ({
		offset: p.start,
		limit: p.size,
		count: p.records.length,
		totalCount: p.total,
		data: p.records,
	})),
	api(
		'Docker Hub',
		'/v2/repositories/library/?ordering=name',
		byPage('page', 'page_size'),
		(p) => ({
			count: p.total,
			next: p.nextUrl ?? null,
			previous: null,
			results: p.records,
		}),
	),
	api(
		'Algolia browse',
		'/1/indexes/vendors/browse?query=a',
		byPage('page', 'hitsPerPage', 100, { first: 0 }),
		(p) => ({
			hits: p.records,
			page: p.page,
			nbHits: p.total,
			nbPages: p.pages,
			hitsPerPage: p.size,
			processingTimeMS: 1,
			query: 'a',
			params: 'query=a',
		}),
	),
	api(
		'Contentful',
		'/spaces/s/entries?content_type=vendor',
		byOffset('skip', 'limit'),
		(p) => ({
			sys: { type: 'Array' },
			total: p.total,
			skip: p.start,
			limit: p.size,
			items: p.records,
			includes: { Asset: [{ sys: { id: 'a' } }, { sys: { id: 'b' } }] },
		}),
		{ record: (i) => ({ sys: { id: `e${i}`, type: 'Entry' }, fields: { name: `N${i}` } }) },
	),
	api(
		'Strapi',
		'/api/vendors?populate=*',
		byPage('pagination[page]', 'pagination[pageSize]'),
		(p) => ({
			data: p.records,
			meta: { pagination: { page: p.page, pageSize: p.size, pageCount: p.pages, total: p.total } },
		}),
	),
	api('Directus', '/items/vendors?meta=*', byOffset('offset', 'limit'), (p) => ({
		meta: { total_count: p.total, filter_count: p.total },
		data: p.records,
	})),
	api(
		'Stack Exchange',
		'/2.3/questions?site=stackoverflow',
		byPage('page', 'pagesize'),
		(p) => ({ items: p.records, has_more: !p.isLast, quota_max: 300, quota_remaining: 299 }),
		{ record: (i) => ({ question_id: i, tags: ['a'], owner: { user_id: 1 } }) },
	),
	api('TMDB', '/3/movie/popular?language=en', byPage('page'), (p) => ({
		page: p.page,
		results: p.records,
		total_pages: p.pages,
		total_results: p.total,
	})),
	api('Webflow', '/v2/collections/c/items', byOffset('offset', 'limit'), (p) => ({
		items: p.records,
		pagination: { limit: p.size, offset: p.start, total: p.total },
	})),
	api(
		'Amazon Selling Partner',
		'/orders/v0/orders?MarketplaceIds=A1',
		byToken('NextToken', 'MaxResultsPerPage'),
		(p) => ({
			payload: {
				Orders: p.records,
				...(p.nextIfAny !== undefined && { NextToken: p.nextIfAny }),
				CreatedBefore: '2024-01-01T00:00:00Z',
			},
		}),
		{ record: (i) => ({ AmazonOrderId: `9-${i}`, OrderStatus: 'Shipped' }) },
	),
	api(
		'Databricks',
		'/api/2.1/jobs/list?expand_tasks=false',
		byToken('page_token', 'limit'),
		(p) => ({
			jobs: p.records,
			has_more: !p.isLast,
			...(p.nextIfAny !== undefined && { next_page_token: p.nextIfAny }),
			prev_page_token: 'cHJldg',
		}),
		{ record: (i) => ({ job_id: i, settings: { name: 'a' } }) },
	),
	api(
		'ServiceTitan',
		'/crm/v2/tenant/1/customers?active=True',
		byPage('page', 'pageSize'),
		(p) => ({
			page: p.page,
			pageSize: p.size,
			hasMore: !p.isLast,
			totalCount: null,
			data: p.records,
		}),
	),
	api('Wrike', '/api/v4/tasks?pageSize=5', byToken('nextPageToken', 'pageSize'), (p) => ({
		kind: 'tasks',
		...(p.nextIfAny !== undefined && { nextPageToken: p.nextIfAny }),
		responseSize: p.total,
		data: p.records,
	})),
	api('Gorgias', '/api/tickets?order_by=id', byToken('cursor', 'limit'), (p) => ({
		data: p.records,
		object: 'list',
		uri: '/api/tickets',
		meta: { prev_cursor: null, next_cursor: p.nextIfAny ?? null, total_resources: null },
	})),
	api('Zuora', '/v1/transactions/invoices?pageSize=5', byPage('page', 'pageSize'), (p) => ({
		invoices: p.records,
		...(p.nextUrl && { nextPage: p.nextUrl }),
		success: true,
	})),
	api(
		'Marketo',
		'/rest/v1/leads.json?filterType=id',
		byToken('nextPageToken', 'batchSize'),
		(p) => ({
			requestId: 'r',
			result: p.records,
			success: true,
			...(p.nextIfAny !== undefined && { nextPageToken: p.nextIfAny }),
			moreResult: !p.isLast,
		}),
	),
	api('Rollbar', '/api/1/items?status=active', byPage('page'), (p) => ({
		err: 0,
		result: { page: p.page, items: p.records, total_count: p.total },
	})),
	api(
		'Crowdin',
		'/api/v2/projects/1/strings?orderBy=id',
		byOffset('offset', 'limit'),
		(p) => ({ data: p.records, pagination: { offset: p.start, limit: p.size } }),
		{ record: (i) => ({ data: { id: i, text: 'a' } }) },
	),
	api('Phrase', '/v2/projects/p/keys', byPage('page', 'per_page'), (p) => p.records, {
		answer: (p) => ({
			headers: {
				'X-Pagination': JSON.stringify({
					total_count: p.total,
					current_page: p.page,
					current_per_page: p.size,
					previous_page: null,
					next_page: p.isLast ? null : p.page + 1,
				}),
			},
			body: p.records,
		}),
	}),
	api('Lokalise', '/api2/projects/p/keys', byPage('page', 'limit'), (p) => p.records, {
		answer: (p) => ({
			headers: {
				'X-Pagination-Total-Count': String(p.total),
				'X-Pagination-Page-Count': String(p.pages),
				'X-Pagination-Limit': String(p.size),
				'X-Pagination-Page': String(p.page),
			},
			body: { project_id: 'p', keys: p.records },
		}),
		record: (i) => ({ key_id: i, platforms: ['web'] }),
	}),
	api(
		'Alpaca bars',
		'/v2/stocks/ABC/bars?timeframe=1Day',
		byToken('page_token', 'limit'),
		(p) => ({ bars: p.records, symbol: 'ABC', next_page_token: p.nextIfAny ?? null }),
		{ record: (i) => ({ t: `2024-01-${i}`, o: 1, c: 2 }) },
	),
	api('Deezer', '/search?q=a', byOffset('index', 'limit'), (p) => ({
		data: p.records,
		total: p.total,
		...(p.nextUrl && { next: p.nextUrl }),
	})),
	api('SoundCloud', '/tracks?q=a&linked_partitioning=true', byToken('cursor', 'limit'), (p) => ({
		collection: p.records,
		next_href: p.nextUrl ?? null,
	})),
	api('Genius', '/artists/1/songs?sort=title', byPage('page', 'per_page'), (p) => ({
		meta: { status: 200 },
		response: { songs: p.records, next_page: p.nextIfAny ?? null },
	})),
	api(
		'Plivo',
		'/v1/Account/A/Call/',
		byOffset('offset', 'limit'),
		(p) => ({
			api_id: 'a',
			meta: {
				limit: p.size,
				next: withoutOrigin(p.nextUrl) ?? null,
				offset: p.start,
				previous: null,
				total_count: p.total,
			},
			objects: p.records,
		}),
		{ record: (i) => ({ call_uuid: `c${i}`, call_direction: 'in' }) },
	),
	api('Statuspage', '/v1/pages/p/incidents', byPage('page', 'limit'), (p) => p.records),
	api('Opsgenie', '/v2/alerts?order=asc', byOffset('offset', 'limit'), (p) => ({
		data: p.records,
		paging: {
			...(p.nextUrl && { next: p.nextUrl }),
			first: p.url({ offset: 0 }),
			last: p.url({ offset: lastOffset(p) }),
		},
		took: 0.1,
		requestId: 'r',
	})),
	api('meta.cursor.next', '/v1/items', byToken('cursor'), (p) => ({
		data: p.records,
		meta: {
			cursor: { current: 'a', prev: null, next: p.nextIfAny ?? null, count: p.records.length },
		},
	})),
	api('nextPageLink', '/api/v1/things?filter=a', byToken('$skiptoken'), (p) => ({
		items: p.records,
		nextPageLink: p.nextUrl ?? null,
		count: p.records.length,
	})),
	api('metadata.offset', '/api/v1/things', byOffset('offset', 'count'), (p) => ({
		metadata: { offset: p.start, count: p.records.length, total: p.total },
		things: p.records,
	})),
	api(
		'pageIndex from 0',
		'/api/v1/vendors',
		byPage('pageIndex', 'pageSize', 100, { first: 0 }),
		(p) => ({
			pageIndex: p.page,
			pageSize: p.size,
			totalCount: p.total,
			items: p.records,
		}),
	),
	api(
		'Firestore',
		'/v1/projects/p/databases/d/documents/vendors?pageSize=5',
		byToken('pageToken', 'pageSize'),
		(p) => ({
			documents: p.records,
			...(p.nextIfAny !== undefined && { nextPageToken: p.nextIfAny }),
		}),
		{ record: (i) => ({ name: `v/${i}`, fields: { a: { stringValue: 'x' } } }) },
	),
	api('Trustpilot', '/v1/business-units/b/reviews', byPage('page', 'perPage'), (p) => ({
		links: [
			{ href: p.url({}), method: 'GET', rel: 'self' },
			...(p.nextUrl ? [{ href: p.nextUrl, method: 'GET', rel: 'next-page' }] : []),
		],
		reviews: p.records,
	})),
	api(
		'Zendesk Sell',
		'/v2/contacts?sort_by=id',
		byPage('page', 'per_page'),
		(p) => ({
			items: p.records,
			meta: {
				type: 'collection',
				count: p.records.length,
				links: { self: p.url({}), ...(p.nextUrl && { next_page: p.nextUrl }) },
			},
		}),
		{ record: (i) => ({ data: { id: i, name: 'a' }, meta: { type: 'contact' } }) },
	),
	api(
		'IBM Cloud VPC',
		'/v1/vpcs?version=2024-01-01&generation=2',
		byToken('start', 'limit'),
		(p) => ({
			first: { href: p.url({}) },
			limit: p.size,
			...(p.nextUrl && { next: { href: p.nextUrl } }),
			total_count: p.total,
			vpcs: p.records,
		}),
	),
	api('OpenStack', '/v2.1/servers/detail?limit=5', byToken('marker', 'limit'), (p) => ({
		servers: p.records,
		...(p.nextUrl && { servers_links: [{ rel: 'next', href: p.nextUrl }] }),
	})),
	api('Hetzner', '/v1/servers', byPage('page', 'per_page'), (p) => ({
		servers: p.records,
		meta: {
			pagination: {
				page: p.page,
				per_page: p.size,
				previous_page: null,
				next_page: p.nextIfAny ?? null,
				last_page: p.pages,
				total_entries: p.total,
			},
		},
	})),
	api('Vultr', '/v2/instances', byToken('cursor', 'per_page'), (p) => ({
		instances: p.records,
		meta: { total: p.total, links: { next: p.nextIfAny ?? '', prev: '' } },
	})),
	api(
		'Lightspeed',
		'/API/V3/Account/1/Item.json',
		byToken('after', 'limit'),
		(p) => ({ '@attributes': { next: p.nextUrl ?? '', previous: '' }, Item: p.records }),
		{ record: (i) => ({ itemID: String(i), description: 'a' }) },
	),
	api('Bullhorn', '/rest-services/x/query/Candidate?where=a', byOffset('start', 'count'), (p) => ({
		start: p.start,
		count: p.records.length,
		data: p.records,
		total: p.total,
	})),
	api('Guardian', '/search?q=a', byPage('page', 'page-size'), (p) => ({
		response: {
			status: 'ok',
			userTier: 'developer',
			total: p.total,
			startIndex: p.start + 1,
			pageSize: p.size,
			currentPage: p.page,
			pages: p.pages,
			orderBy: 'newest',
			results: p.records,
		},
	})),
	api(
		'New York Times',
		'/svc/search/v2/articlesearch.json?q=a',
		byPage('page', { first: 0 }),
		(p) => ({
			status: 'OK',
			copyright: 'c',
			response: { docs: p.records, meta: { hits: p.total, offset: p.start, time: 10 } },
		}),
		{ record: (i) => ({ _id: `n${i}`, web_url: 'u', multimedia: [] }) },
	),
	api('Yelp', '/v3/businesses/search?location=NYC', byOffset('offset', 'limit'), (p) => ({
		businesses: p.records,
		total: p.total,
		region: { center: { longitude: 1, latitude: 2 } },
	})),
	api(
		'Companies House',
		'/search/companies?q=a',
		byOffset('start_index', 'items_per_page'),
		(p) => ({
			items: p.records,
			items_per_page: p.size,
			kind: 'search#companies',
			page_number: p.page,
			start_index: p.start,
			total_results: p.total,
		}),
		{ record: (i) => ({ company_number: `0${i}`, title: 'a', links: { self: 'x' } }) },
	),
	api('Clover', '/v3/merchants/m/orders', byOffset('offset', 'limit'), (p) => ({
		elements: p.records,
		href: 'http://example.com/v3/merchants/m/orders?limit=5',
	})),
	api(
		'Ticketmaster',
		'/discovery/v2/events.json?countryCode=US',
		byPage('page', 'size', 100, { first: 0 }),
		(p) => ({
			_embedded: { events: p.records },
			_links: {
				self: { href: withoutOrigin(p.url({})) },
				...(p.nextUrl && { next: { href: withoutOrigin(p.nextUrl) } }),
			},
			page: { size: p.size, totalElements: p.total, totalPages: p.pages, number: p.page },
		}),
	),
	api('Rick and Morty', '/api/character', byPage('page'), (p) => ({
		info: { count: p.total, pages: p.pages, next: p.nextUrl ?? null, prev: null },
		results: p.records,
	})),
	api(
		'Mastodon',
		'/api/v1/accounts/1/statuses?limit=5',
		byToken('max_id', 'limit'),
		(p) => p.records,
		{
			answer: (p) => ({
				headers: {
					Link: `${p.nextUrl ? `<${p.nextUrl}>; rel="next", ` : ''}<${p.url({ min_id: 1 })}>; rel="prev"`,
				},
				body: p.records,
			}),
		},
	),
	api(
		'Bluesky',
		'/xrpc/app.bsky.feed.getAuthorFeed?actor=a',
		byToken('cursor', 'limit'),
		(p) => ({ feed: p.records, ...(p.nextIfAny !== undefined && { cursor: p.nextIfAny }) }),
		{ record: (i) => ({ post: { uri: `at://${i}`, cid: `c${i}` } }) },
	),
	api('Polygon', '/v3/reference/tickers?market=stocks', byToken('cursor', 'limit'), (p) => ({
		count: p.records.length,
		...(p.nextUrl && { next_url: p.nextUrl }),
		request_id: 'r',
		results: p.records,
		status: 'OK',
	})),
	api('Knack', '/v1/objects/object_1/records', byPage('page', 'rows_per_page'), (p) => ({
		total_pages: p.pages,
		current_page: String(p.page),
		total_records: p.total,
		records: p.records,
	})),
	api('Coda', '/apis/v1/docs?limit=5', byToken('pageToken', 'limit'), (p) => ({
		items: p.records,
		href: p.url({}),
		...(p.nextUrl && { nextPageToken: p.nextIfAny, nextPageLink: p.nextUrl }),
	})),
	api('Eloqua', '/api/REST/2.0/assets/emails', byPage('page', 'count'), (p) => ({
		elements: p.records,
		page: p.page,
		pageSize: p.size,
		total: p.total,
	})),
	api(
		'Dropbox Sign',
		'/v3/signature_request/list',
		byPage('page', 'page_size'),
		(p) => ({
			list_info: { page: p.page, num_pages: p.pages, num_results: p.total, page_size: p.size },
			signature_requests: p.records,
		}),
		{ record: (i) => ({ signature_request_id: `s${i}`, signatures: [] }) },
	),
	api('Archer-like', '/api/core/content?$top=5', byOffset('$skip', '$top'), (p) => ({
		value: p.records,
	})),
	api('Eve', '/people', byPage('page', 'max_results'), (p) => ({
		_items: p.records,
		_links: {
			self: { href: 'people', title: 'people' },
			...(p.isLast ? {} : { next: { href: `people?page=${p.page + 1}`, title: 'next page' } }),
		},
		_meta: { page: p.page, max_results: p.size, total: p.total },
	})),
	api(
		'Backendless',
		'/app/key/data/Person?pageSize=5',
		byOffset('offset', 'pageSize'),
		(p) => p.records,
		{ record: (i) => ({ objectId: `o${i}`, name: 'a' }) },
	),
	api(
		'Parse Server',
		'/parse/classes/Vendor?limit=5',
		byOffset('skip', 'limit'),
		(p) => ({ results: p.records }),
		{ record: (i) => ({ objectId: `o${i}`, name: 'a' }) },
	),
	api('SecurityScorecard-like', '/portfolios/p/companies', byOffset('offset', 'limit'), (p) => ({
		entries: p.records,
		total: p.total,
	})),
	api('Workday-like', '/ccx/api/v1/t/workers?limit=5', byOffset('offset', 'limit'), (p) => ({
		total: p.total,
		data: p.records,
	})),
	api('Recurly', '/accounts?state=active', byToken('cursor', 'limit'), (p) => ({
		object: 'list',
		has_more: !p.isLast,
		next: withoutOrigin(p.nextUrl) ?? null,
		data: p.records,
	})),
	api(
		'Walmart Marketplace',
		'/v3/orders?status=Created',
		byToken('nextCursorKey', 'limit'),
		(p) => ({
			list: {
				meta: {
					totalCount: p.total,
					limit: p.size,
					nextCursor: p.nextUrl ? new URL(p.nextUrl).search : null,
				},
				elements: { order: p.records },
			},
		}),
	),
	api(
		'TeamCity',
		'/app/rest/builds?fields=count,nextHref,build(id)',
		byToken('locator'),
		(p) => ({
			count: p.records.length,
			href: withoutOrigin(p.url({})),
			...(p.nextUrl && { nextHref: withoutOrigin(p.nextUrl) }),
			build: p.records,
		}),
		{ record: (i) => ({ id: i + 1, number: String(i), status: 'SUCCESS' }) },
	),
	api(
		'Links below a base path that no response names',
		'/rest/orgs/o1/projects?version=2024-10-15',
		byToken('starting_after'),
		(p) => ({
			data: p.records,
			links: { ...(p.nextUrl && { next: withoutOrigin(p.nextUrl).replace('/rest', '') }) },
		}),
	),
];

/** Cannot be read by any dataset, so they have to be refused: never a few records without a word. */
export const UNREADABLE: readonly Design[] = [
	api(
		'QuickBooks: the position is a part of the query',
		'/v3/company/1/query?query=select%20*%20from%20Customer',
		byOffset('neverUsed', { first: 1 }),
		(p) => ({
			QueryResponse: {
				Customer: p.records,
				startPosition: p.start + 1,
				maxResults: p.records.length,
			},
			time: '2024-01-01T00:00:00.000-08:00',
		}),
		{ record: (i) => ({ Id: String(i + 1), sparse: false }) },
	),
	api(
		'Azure Table storage: two tokens',
		'/vendors()?sv=2024',
		{ ...byToken('NextPartitionKey'), allowed: ['NextRowKey'] },
		(p) => p.records,
		{
			record: (i) => ({ PartitionKey: 'p', RowKey: String(i) }),
			answer: (p) => ({
				...(p.nextIfAny !== undefined && {
					headers: {
						'x-ms-continuation-NextPartitionKey': 'p',
						'x-ms-continuation-NextRowKey': '1!8',
					},
				}),
				body: { value: p.records },
			}),
		},
	),
	api(
		'Firebase: records by their keys',
		'/vendors.json?limitToFirst=5',
		byToken('startAfter', 'limitToFirst'),
		(p) => Object.fromEntries(p.records.map((record, index) => [`-N${p.start + index}`, record])),
	),
	api(
		'Bars of several symbols',
		'/v2/stocks/bars?symbols=ABC,XYZ',
		byToken('page_token'),
		(p) => ({ bars: { ABC: p.records }, next_page_token: p.nextIfAny ?? null }),
		{ record: (i) => ({ t: i, o: 1 }) },
	),
	api(
		'Offsets that count pages, with nothing that names them',
		'/vendors',
		byOffset('neverUsed'),
		(p) => p.records,
	),
	api('Ranges in headers', '/apps', byToken('neverUsed'), (p) => p.records, {
		answer: (p) => ({
			status: 206,
			headers: {
				'Content-Range': 'id a..b',
				...(p.isLast ? {} : { 'Next-Range': 'id ]b..; max=5' }),
			},
			body: p.records,
		}),
	}),
];
