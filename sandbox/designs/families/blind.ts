import { refusing } from '../refusals';
import { nextToken, nextUrl, offsets, pages } from '../schemes';
import type { Design, Pager, Reading, ServedPage } from '../types';
import { withoutOrigin } from './links';

const api = (
	name: string,
	path: string,
	pager: Partial<Pager> & Pick<Pager, 'by' | 'parameter'>,
	body: (page: ServedPage) => unknown,
	reading: Reading,
	more: Partial<Design> = {},
): Design => ({
	name,
	path,
	signIn: { kind: 'none' },
	pager: { max: 100, ...pager },
	answer: (page) => ({ body: body(page) }),
	refuse: refusing((message) => ({ error: { message } })),
	readings: [reading],
	automatic: true,
	...more,
});
const off = (parameter: string, size?: string) => ({ by: 'offset' as const, parameter, ...(size && { size }) });
const pag = (parameter: string, size?: string, first = 1) => ({ by: 'page' as const, parameter, first, ...(size && { size }) });
const tok = (parameter: string, size?: string) => ({ by: 'token' as const, parameter, ...(size && { size }) });
const none = (property: string): Reading => ({ property, pagingScheme: nextToken('x', 'x') });

export const b01 = api('UniFi', '/v1/sites', off('offset', 'limit'), (p) => ({ offset: p.start, limit: p.size, count: p.records.length, totalCount: p.total, data: p.records }), none('data'));
export const b02 = api('Docker Hub', '/v2/repositories/library/?ordering=name', pag('page', 'page_size'), (p) => ({ count: p.total, next: p.nextUrl ?? null, previous: null, results: p.records }), none('results'));
export const b03 = api('Algolia browse', '/1/indexes/vendors/browse?query=a', pag('page', 'hitsPerPage', 0), (p) => ({ hits: p.records, page: p.page, nbHits: p.total, nbPages: p.pages, hitsPerPage: p.size, processingTimeMS: 1, query: 'a', params: 'query=a' }), none('hits'));
export const b04 = api('Contentful', '/spaces/s/entries?content_type=vendor', off('skip', 'limit'), (p) => ({ sys: { type: 'Array' }, total: p.total, skip: p.start, limit: p.size, items: p.records, includes: { Asset: [{ sys: { id: 'a' } }, { sys: { id: 'b' } }] } }), none('items'), { record: (i) => ({ sys: { id: `e${i}`, type: 'Entry' }, fields: { name: `N${i}` } }) });
export const b05 = api('Strapi', '/api/vendors?populate=*', pag('pagination[page]', 'pagination[pageSize]'), (p) => ({ data: p.records, meta: { pagination: { page: p.page, pageSize: p.size, pageCount: p.pages, total: p.total } } }), none('data'));
export const b06 = api('Directus', '/items/vendors?meta=*', off('offset', 'limit'), (p) => ({ meta: { total_count: p.total, filter_count: p.total }, data: p.records }), none('data'));
export const b07 = api('Stack Exchange', '/2.3/questions?site=stackoverflow', pag('page', 'pagesize'), (p) => ({ items: p.records, has_more: !p.isLast, quota_max: 300, quota_remaining: 299 }), none('items'), { record: (i) => ({ question_id: i, tags: ['a'], owner: { user_id: 1 } }) });
export const b08 = api('TMDB', '/3/movie/popular?language=en', pag('page'), (p) => ({ page: p.page, results: p.records, total_pages: p.pages, total_results: p.total }), none('results'));
export const b09 = api('Webflow', '/v2/collections/c/items', off('offset', 'limit'), (p) => ({ items: p.records, pagination: { limit: p.size, offset: p.start, total: p.total } }), none('items'));
export const b10 = api('Amazon Selling Partner', '/orders/v0/orders?MarketplaceIds=A1', tok('NextToken', 'MaxResultsPerPage'), (p) => ({ payload: { Orders: p.records, ...(p.nextIfAny !== undefined && { NextToken: p.nextIfAny }), CreatedBefore: '2024-01-01T00:00:00Z' } }), none('payload.Orders'), { record: (i) => ({ AmazonOrderId: `9-${i}`, OrderStatus: 'Shipped' }) });
export const b11 = api('Databricks', '/api/2.1/jobs/list?expand_tasks=false', tok('page_token', 'limit'), (p) => ({ jobs: p.records, has_more: !p.isLast, ...(p.nextIfAny !== undefined && { next_page_token: p.nextIfAny }), prev_page_token: 'cHJldg' }), none('jobs'), { record: (i) => ({ job_id: i, settings: { name: 'a' } }) });
export const b12 = api('ServiceTitan', '/crm/v2/tenant/1/customers?active=True', pag('page', 'pageSize'), (p) => ({ page: p.page, pageSize: p.size, hasMore: !p.isLast, totalCount: null, data: p.records }), none('data'));
export const b13 = api('Wrike', '/api/v4/tasks?pageSize=5', tok('nextPageToken', 'pageSize'), (p) => ({ kind: 'tasks', ...(p.nextIfAny !== undefined && { nextPageToken: p.nextIfAny }), responseSize: p.total, data: p.records }), none('data'));
export const b14 = api('Gorgias', '/api/tickets?order_by=id', tok('cursor', 'limit'), (p) => ({ data: p.records, object: 'list', uri: '/api/tickets', meta: { prev_cursor: null, next_cursor: p.nextIfAny ?? null, total_resources: null } }), none('data'));
export const b15 = api('Zuora', '/v1/transactions/invoices?pageSize=5', pag('page', 'pageSize'), (p) => ({ invoices: p.records, ...(p.nextUrl && { nextPage: p.nextUrl }), success: true }), none('invoices'));
export const b16 = api('Marketo', '/rest/v1/leads.json?filterType=id', tok('nextPageToken', 'batchSize'), (p) => ({ requestId: 'r', result: p.records, success: true, ...(p.nextIfAny !== undefined && { nextPageToken: p.nextIfAny }), moreResult: !p.isLast }), none('result'));
export const b17 = api('Rollbar', '/api/1/items?status=active', pag('page'), (p) => ({ err: 0, result: { page: p.page, items: p.records, total_count: p.total } }), none('result.items'));
export const b18 = api('Crowdin', '/api/v2/projects/1/strings?orderBy=id', off('offset', 'limit'), (p) => ({ data: p.records, pagination: { offset: p.start, limit: p.size } }), none('data'), { record: (i) => ({ data: { id: i, text: 'a' } }) });
export const b19 = api('Phrase', '/v2/projects/p/keys', pag('page', 'per_page'), (p) => p.records, none(''), { answer: (p) => ({ headers: { 'X-Pagination': JSON.stringify({ total_count: p.total, current_page: p.page, current_per_page: p.size, previous_page: null, next_page: p.isLast ? null : p.page + 1 }) }, body: p.records }) });
export const b20 = api('Lokalise', '/api2/projects/p/keys', pag('page', 'limit'), (p) => p.records, none('keys'), { answer: (p) => ({ headers: { 'X-Pagination-Total-Count': String(p.total), 'X-Pagination-Page-Count': String(p.pages), 'X-Pagination-Limit': String(p.size), 'X-Pagination-Page': String(p.page) }, body: { project_id: 'p', keys: p.records } }), record: (i) => ({ key_id: i, platforms: ['web'] }) });
export const b21 = api('Alpaca bars', '/v2/stocks/ABC/bars?timeframe=1Day', tok('page_token', 'limit'), (p) => ({ bars: p.records, symbol: 'ABC', next_page_token: p.nextIfAny ?? null }), none('bars'), { record: (i) => ({ t: `2024-01-${i}`, o: 1, c: 2 }) });
export const b22 = api('Deezer', '/search?q=a', off('index', 'limit'), (p) => ({ data: p.records, total: p.total, ...(p.nextUrl && { next: p.nextUrl }) }), none('data'));
export const b23 = api('SoundCloud', '/tracks?q=a&linked_partitioning=true', tok('cursor', 'limit'), (p) => ({ collection: p.records, next_href: p.nextUrl ?? null }), none('collection'));
export const b24 = api('Genius', '/artists/1/songs?sort=title', pag('page', 'per_page'), (p) => ({ meta: { status: 200 }, response: { songs: p.records, next_page: p.nextIfAny ?? null } }), none('response.songs'));
export const b25 = api('Plivo', '/v1/Account/A/Call/', off('offset', 'limit'), (p) => ({ api_id: 'a', meta: { limit: p.size, next: withoutOrigin(p.nextUrl) ?? null, offset: p.start, previous: null, total_count: p.total }, objects: p.records }), none('objects'), { record: (i) => ({ call_uuid: `c${i}`, call_direction: 'in' }) });
export const b26 = api('Statuspage', '/v1/pages/p/incidents', pag('page', 'limit'), (p) => p.records, none(''));
export const b27 = api('Opsgenie', '/v2/alerts?order=asc', off('offset', 'limit'), (p) => ({ data: p.records, paging: { ...(p.nextUrl && { next: p.nextUrl }), first: p.url({ offset: 0 }), last: p.url({ offset: 20 }) }, took: 0.1, requestId: 'r' }), none('data'));
export const b28 = api('meta.cursor.next', '/v1/items', tok('cursor'), (p) => ({ data: p.records, meta: { cursor: { current: 'a', prev: null, next: p.nextIfAny ?? null, count: p.records.length } } }), none('data'));
export const b29 = api('nextPageLink', '/api/v1/things?filter=a', tok('$skiptoken'), (p) => ({ items: p.records, nextPageLink: p.nextUrl ?? null, count: p.records.length }), none('items'));
export const b30 = api('metadata.offset', '/api/v1/things', off('offset', 'count'), (p) => ({ metadata: { offset: p.start, count: p.records.length, total: p.total }, things: p.records }), none('things'));
export const b31 = api('pageIndex from 0', '/api/v1/vendors', pag('pageIndex', 'pageSize', 0), (p) => ({ pageIndex: p.page, pageSize: p.size, totalCount: p.total, items: p.records }), none('items'));
export const b32 = api('Firestore', '/v1/projects/p/databases/d/documents/vendors?pageSize=5', tok('pageToken', 'pageSize'), (p) => ({ documents: p.records, ...(p.nextIfAny !== undefined && { nextPageToken: p.nextIfAny }) }), none('documents'), { record: (i) => ({ name: `v/${i}`, fields: { a: { stringValue: 'x' } } }) });
export const b33 = api('Trustpilot', '/v1/business-units/b/reviews', pag('page', 'perPage'), (p) => ({ links: [{ href: p.url({}), method: 'GET', rel: 'self' }, ...(p.nextUrl ? [{ href: p.nextUrl, method: 'GET', rel: 'next-page' }] : [])], reviews: p.records }), none('reviews'));
export const b34 = api('Zendesk Sell', '/v2/contacts?sort_by=id', pag('page', 'per_page'), (p) => ({ items: p.records, meta: { type: 'collection', count: p.records.length, links: { self: p.url({}), ...(p.nextUrl && { next_page: p.nextUrl }) } } }), none('items'), { record: (i) => ({ data: { id: i, name: 'a' }, meta: { type: 'contact' } }) });
export const b35 = api('IBM Cloud VPC', '/v1/vpcs?version=2024-01-01&generation=2', tok('start', 'limit'), (p) => ({ first: { href: p.url({}) }, limit: p.size, ...(p.nextUrl && { next: { href: p.nextUrl } }), total_count: p.total, vpcs: p.records }), none('vpcs'));
export const b36 = api('OpenStack', '/v2.1/servers/detail?limit=5', tok('marker', 'limit'), (p) => ({ servers: p.records, ...(p.nextUrl && { servers_links: [{ rel: 'next', href: p.nextUrl }] }) }), none('servers'));
export const b37 = api('Hetzner', '/v1/servers', pag('page', 'per_page'), (p) => ({ servers: p.records, meta: { pagination: { page: p.page, per_page: p.size, previous_page: null, next_page: p.nextIfAny ?? null, last_page: p.pages, total_entries: p.total } } }), none('servers'));
export const b38 = api('Vultr', '/v2/instances', tok('cursor', 'per_page'), (p) => ({ instances: p.records, meta: { total: p.total, links: { next: p.nextIfAny ?? '', prev: '' } } }), none('instances'));
export const b39 = api('Lightspeed', '/API/V3/Account/1/Item.json', tok('after', 'limit'), (p) => ({ '@attributes': { next: p.nextUrl ?? '', previous: '' }, Item: p.records }), none('Item'), { record: (i) => ({ itemID: String(i), description: 'a' }) });
export const b40 = api('Bullhorn', '/rest-services/x/query/Candidate?where=a', off('start', 'count'), (p) => ({ start: p.start, count: p.records.length, data: p.records, total: p.total }), none('data'));
export const b41 = api('Guardian', '/search?q=a', pag('page', 'page-size'), (p) => ({ response: { status: 'ok', userTier: 'developer', total: p.total, startIndex: p.start + 1, pageSize: p.size, currentPage: p.page, pages: p.pages, orderBy: 'newest', results: p.records } }), none('response.results'));
export const b42 = api('New York Times', '/svc/search/v2/articlesearch.json?q=a', pag('page', undefined, 0), (p) => ({ status: 'OK', copyright: 'c', response: { docs: p.records, meta: { hits: p.total, offset: p.start, time: 10 } } }), none('response.docs'), { record: (i) => ({ _id: `n${i}`, web_url: 'u', multimedia: [] }) });
export const b43 = api('Yelp', '/v3/businesses/search?location=NYC', off('offset', 'limit'), (p) => ({ businesses: p.records, total: p.total, region: { center: { longitude: 1, latitude: 2 } } }), none('businesses'));
export const b44 = api('Companies House', '/search/companies?q=a', off('start_index', 'items_per_page'), (p) => ({ items: p.records, items_per_page: p.size, kind: 'search#companies', page_number: p.page, start_index: p.start, total_results: p.total }), none('items'), { record: (i) => ({ company_number: `0${i}`, title: 'a', links: { self: 'x' } }) });
export const b45 = api('Clover', '/v3/merchants/m/orders', off('offset', 'limit'), (p) => ({ elements: p.records, href: 'http://example.com/v3/merchants/m/orders?limit=5' }), none('elements'));
export const b46 = api('Ticketmaster', '/discovery/v2/events.json?countryCode=US', pag('page', 'size', 0), (p) => ({ _embedded: { events: p.records }, _links: { self: { href: withoutOrigin(p.url({})) }, ...(p.nextUrl && { next: { href: withoutOrigin(p.nextUrl) } }) }, page: { size: p.size, totalElements: p.total, totalPages: p.pages, number: p.page } }), none('_embedded.events'));
export const b47 = api('Rick and Morty', '/api/character', pag('page'), (p) => ({ info: { count: p.total, pages: p.pages, next: p.nextUrl ?? null, prev: null }, results: p.records }), none('results'));
export const b48 = api('Mastodon', '/api/v1/accounts/1/statuses?limit=5', tok('max_id', 'limit'), (p) => p.records, none(''), { answer: (p) => ({ headers: { Link: `${p.nextUrl ? `<${p.nextUrl}>; rel="next", ` : ''}<${p.url({ min_id: 1 })}>; rel="prev"` }, body: p.records }) });
export const b49 = api('Bluesky', '/xrpc/app.bsky.feed.getAuthorFeed?actor=a', tok('cursor', 'limit'), (p) => ({ feed: p.records, ...(p.nextIfAny !== undefined && { cursor: p.nextIfAny }) }), none('feed'), { record: (i) => ({ post: { uri: `at://${i}`, cid: `c${i}` } }) });
export const b50 = api('Polygon', '/v3/reference/tickers?market=stocks', tok('cursor', 'limit'), (p) => ({ count: p.records.length, ...(p.nextUrl && { next_url: p.nextUrl }), request_id: 'r', results: p.records, status: 'OK' }), none('results'));
export const b51 = api('Knack', '/v1/objects/object_1/records', pag('page', 'rows_per_page'), (p) => ({ total_pages: p.pages, current_page: String(p.page), total_records: p.total, records: p.records }), none('records'));
export const b52 = api('Coda', '/apis/v1/docs?limit=5', tok('pageToken', 'limit'), (p) => ({ items: p.records, href: p.url({}), ...(p.nextUrl && { nextPageToken: p.nextIfAny, nextPageLink: p.nextUrl }) }), none('items'));
export const b53 = api('Eloqua', '/api/REST/2.0/assets/emails', pag('page', 'count'), (p) => ({ elements: p.records, page: p.page, pageSize: p.size, total: p.total }), none('elements'));
export const b54 = api('Dropbox Sign', '/v3/signature_request/list', pag('page', 'page_size'), (p) => ({ list_info: { page: p.page, num_pages: p.pages, num_results: p.total, page_size: p.size }, signature_requests: p.records }), none('signature_requests'), { record: (i) => ({ signature_request_id: `s${i}`, signatures: [] }) });
export const b55 = api('Archer-like', '/api/core/content?$top=5', off('$skip', '$top'), (p) => ({ value: p.records }), none('value'));
export const b56 = api('Eve', '/people', pag('page', 'max_results'), (p) => ({ _items: p.records, _links: { self: { href: 'people', title: 'people' }, ...(p.isLast ? {} : { next: { href: `people?page=${p.page + 1}`, title: 'next page' } }) }, _meta: { page: p.page, max_results: p.size, total: p.total } }), none('_items'));
export const b57 = api('Backendless', '/app/key/data/Person?pageSize=5', off('offset', 'pageSize'), (p) => p.records, none(''), { record: (i) => ({ objectId: `o${i}`, name: 'a' }) });
export const b58 = api('Parse Server', '/parse/classes/Vendor?limit=5', off('skip', 'limit'), (p) => ({ results: p.records }), none('results'), { record: (i) => ({ objectId: `o${i}`, name: 'a' }) });
export const b59 = api('SecurityScorecard-like', '/portfolios/p/companies', off('offset', 'limit'), (p) => ({ entries: p.records, total: p.total }), none('entries'));
export const b60 = api('Workday-like', '/ccx/api/v1/t/workers?limit=5', off('offset', 'limit'), (p) => ({ total: p.total, data: p.records }), none('data'));
void nextUrl; void offsets; void pages;
