import { refusing } from '../refusals';
import { nextToken, nextUrl, offsets, pages } from '../schemes';
import type { Design } from '../types';
import { withoutOrigin } from './links';

const bearer = (token: string) =>
	({
		signIn: { kind: 'bearer', token },
		refuse: refusing((message, status) => ({ code: status, message })),
		automatic: true,
	}) as const satisfies Partial<Design>;

export const chargebee: Design = {
	...bearer('chargebee-key'),
	name: 'Chargebee',
	docs: 'https://apidocs.chargebee.com/docs/api#pagination_and_filtering',
	path: '/api/v2/customers?sort_by[asc]=created_at',
	signIn: { kind: 'basic', user: 'chargebee-key', password: '' },
	pager: {
		by: 'token',
		parameter: 'offset',
		size: 'limit',
		max: 100,
		token: (start) => `["${1_700_000_000 + start}","${start}"]`,
	},
	record: (index) => ({
		customer: { id: `c${index}`, first_name: 'Ada' },
		card: { last4: '4242' },
	}),
	answer: ({ records, nextIfAny: next_offset }) => ({
		body: { list: records, ...(next_offset !== undefined && { next_offset }) },
	}),
	readings: [
		{ property: 'list', pagingScheme: nextToken('offset', 'next_offset', ['limit', 100]) },
	],
};

export const paddle: Design = {
	...bearer('paddle-key'),
	name: 'Paddle',
	docs: 'https://developer.paddle.com/api-reference/about/pagination',
	path: '/customers?status=active',
	pager: { by: 'token', parameter: 'after', size: 'per_page', max: 200 },
	record: (index) => ({ id: `ctm_${index}`, name: `Customer ${index}`, import_meta: null }),
	answer: ({ records, size, total, isLast, next, url }) => ({
		body: {
			data: records,
			meta: {
				request_id: 'f1',
				pagination: {
					per_page: size,
					next: url({ after: next }),
					has_more: !isLast,
					estimated_total: total,
				},
			},
		},
	}),
	readings: [
		{
			property: 'data',
			pagingScheme: nextUrl('meta.pagination.next', ['per_page', 200], {
				moreRecords: 'meta.pagination.has_more',
			}),
		},
	],
};

export const goCardless: Design = {
	...bearer('gocardless-token'),
	name: 'GoCardless',
	docs: 'https://developer.gocardless.com/api-reference/#api-usage-cursor-pagination',
	path: '/customers?sort_direction=asc',
	headers: { 'GoCardless-Version': '2015-07-06' },
	pager: {
		by: 'token',
		parameter: 'after',
		size: 'limit',
		max: 500,
		token: (start) => `CU${start}`,
	},
	record: (index) => ({ id: `CU${index + 1}`, email: `c${index}@example.com`, metadata: {} }),
	answer: ({ records, size, nextIfAny: after = null, start }) => ({
		body: {
			customers: records,
			meta: { cursors: { before: start > 0 ? `CU${start + 1}` : null, after }, limit: size },
		},
	}),
	readings: [
		{
			property: 'customers',
			pagingScheme: nextToken('after', 'meta.cursors.after', ['limit', 500]),
		},
	],
};

export const payPal: Design = {
	...bearer('paypal-token'),
	name: 'PayPal invoices',
	docs: 'https://developer.paypal.com/docs/api/invoicing/v2/#invoices_list',
	path: '/v2/invoicing/invoices?total_required=true&page_size=5',
	pager: { by: 'page', parameter: 'page', size: 'page_size', max: 100 },
	record: (index) => ({
		id: `INV2-${index}`,
		status: 'PAID',
		links: [{ href: 'https://example.com/v2/1', rel: 'self', method: 'GET' }],
	}),
	answer: ({ records, total, pages: total_pages, page, url, nextUrl: next }) => ({
		body: {
			total_items: total,
			total_pages,
			items: records,
			links: [
				{ href: url({ page }), rel: 'self', method: 'GET' },
				...(next ? [{ href: next, rel: 'next', method: 'GET' }] : []),
				{ href: url({ page: total_pages }), rel: 'last', method: 'GET' },
			],
		},
	}),
	readings: [
		{ property: 'items', pagingScheme: nextUrl('links[rel=next].href', ['page_size', 100]) },
	],
};

export const adyen: Design = {
	...bearer('adyen-key'),
	name: 'Adyen Management',
	docs: 'https://docs.adyen.com/api-explorer/Management/latest/get/merchants',
	path: '/v3/merchants?pageSize=5',
	signIn: { kind: 'headers', headers: { 'X-API-Key': 'adyen-key' } },
	pager: { by: 'page', parameter: 'pageNumber', size: 'pageSize', max: 100 },
	record: (index) => ({ id: `M${index}`, status: 'Active', _links: { self: { href: '/v3/1' } } }),
	answer: ({ records, total, pages: pagesTotal, url, page, nextUrl: next }) => ({
		body: {
			_links: {
				first: { href: url({ pageNumber: 1 }) },
				last: { href: url({ pageNumber: pagesTotal }) },
				...(next && { next: { href: next } }),
				self: { href: url({ pageNumber: page }) },
			},
			itemsTotal: total,
			pagesTotal,
			data: records,
		},
	}),
	readings: [{ property: 'data', pagingScheme: nextUrl('_links.next.href', ['pageSize', 100]) }],
};

export const coinbase: Design = {
	...bearer('coinbase-token'),
	name: 'Coinbase',
	docs: 'https://docs.cdp.coinbase.com/coinbase-app/docs/pagination',
	path: '/v2/accounts?order=asc',
	pager: {
		by: 'token',
		parameter: 'starting_after',
		size: 'limit',
		max: 100,
		token: (start) => `a${start}`,
	},
	record: (index) => ({ id: `a${index + 1}`, name: `Account ${index + 1}`, type: 'wallet' }),
	answer: ({ records, size, nextUrl: next }) => ({
		body: {
			pagination: {
				ending_before: null,
				starting_after: null,
				limit: size,
				order: 'asc',
				previous_uri: null,
				next_uri: withoutOrigin(next) ?? null,
			},
			data: records,
		},
	}),
	readings: [
		{
			property: 'data',
			pagingScheme: {
				...nextToken('starting_after', 'data.-1.id', ['limit', 100]),
				pageUntil: 'noDataLeft',
			},
		},
	],
};

export const coinbaseExchange: Design = {
	...bearer('x'),
	name: 'Coinbase Exchange',
	docs: 'https://docs.cdp.coinbase.com/exchange/docs/rest-pagination',
	path: '/products/BTC-USD/trades',
	signIn: { kind: 'headers', headers: { 'CB-ACCESS-KEY': 'coinbase-key' } },
	pager: {
		by: 'token',
		parameter: 'after',
		size: 'limit',
		max: 1000,
		token: (start) => String(901_000 - start),
	},
	record: (index) => ({ trade_id: 901_000 - index, side: 'buy', price: '10.0' }),
	answer: ({ records, start, nextIfAny: next }) => ({
		headers: {
			'CB-BEFORE': String(901_000 - start),
			...(next !== undefined && { 'CB-AFTER': String(next) }),
		},
		body: records,
	}),
	readings: [
		{ property: '', pagingScheme: nextToken('after', 'header:CB-AFTER', ['limit', 1000]) },
	],
};

export const coinMarketCap: Design = {
	...bearer('x'),
	name: 'CoinMarketCap',
	docs: 'https://coinmarketcap.com/api/documentation/v1/',
	path: '/v1/cryptocurrency/listings/latest?convert=USD',
	signIn: { kind: 'headers', headers: { 'X-CMC_PRO_API_KEY': 'cmc-key' } },
	pager: { by: 'offset', parameter: 'start', size: 'limit', max: 5000, first: 1 },
	record: (index) => ({ id: index + 1, symbol: `C${index}`, tags: [], quote: { USD: {} } }),
	answer: ({ records, total }) => ({
		body: {
			status: {
				timestamp: '2024-01-01T00:00:00.000Z',
				error_code: 0,
				error_message: null,
				elapsed: 19,
				credit_count: 1,
				notice: null,
				total_count: total,
			},
			data: records,
		},
	}),
	readings: [
		{
			property: 'data',
			pagingScheme: offsets('start', ['limit', 5000], { totalCount: 'status.total_count' }, 1),
		},
	],
};

export const ebay: Design = {
	...bearer('ebay-token'),
	name: 'eBay Browse',
	docs: 'https://developer.ebay.com/api-docs/buy/browse/resources/item_summary/methods/search',
	path: '/buy/browse/v1/item_summary/search?q=risk',
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 200 },
	record: (index) => ({ itemId: `v1|${index}|0`, categories: [], itemLocation: {} }),
	answer: ({ records, total, start, size, url, nextUrl: next }) => ({
		body: {
			href: url({}),
			total,
			...(next && { next }),
			limit: size,
			offset: start,
			itemSummaries: records,
		},
	}),
	readings: [{ property: 'itemSummaries', pagingScheme: nextUrl('next', ['limit', 200]) }],
};

export const bigCommerce: Design = {
	...bearer('x'),
	name: 'BigCommerce',
	docs: 'https://developer.bigcommerce.com/docs/start/best-practices/api',
	path: '/stores/grc/v3/catalog/products?include=images',
	signIn: { kind: 'headers', headers: { 'X-Auth-Token': 'bigcommerce-token' } },
	pager: { by: 'page', parameter: 'page', size: 'limit', max: 250 },
	record: (index) => ({ id: index + 1, name: `Product ${index}`, images: [] }),
	answer: ({ records, total, page, pages: total_pages, size, url, nextUrl: next }) => ({
		body: {
			data: records,
			meta: {
				pagination: {
					total,
					count: records.length,
					per_page: size,
					current_page: page,
					total_pages,
					links: {
						...(next && { next: new URL(next).search }),
						current: new URL(url({ page })).search,
					},
					too_many: false,
				},
			},
		},
	}),
	readings: [
		{
			property: 'data',
			pagingScheme: pages('page', 1, ['limit', 250], { totalPages: 'meta.pagination.total_pages' }),
		},
	],
};

export const magento: Design = {
	...bearer('magento-token'),
	name: 'Adobe Commerce (Magento)',
	docs: 'https://developer.adobe.com/commerce/webapi/rest/use-rest/performing-searches/',
	path: '/rest/V1/products?searchCriteria[pageSize]=5',
	pager: {
		by: 'page',
		parameter: 'searchCriteria[currentPage]',
		size: 'searchCriteria[pageSize]',
		max: 300,
	},
	record: (index) => ({ id: index + 1, sku: `s${index}`, custom_attributes: [] }),
	answer: ({ records, total, page, size }) => ({
		body: {
			items: records,
			search_criteria: {
				filter_groups: [],
				sort_orders: [{ field: 'id', direction: 'ASC' }],
				page_size: size,
				current_page: page,
			},
			total_count: total,
		},
	}),
	readings: [
		{
			property: 'items',
			pagingScheme: pages('searchCriteria[currentPage]', 1, ['searchCriteria[pageSize]', 300], {
				totalCount: 'total_count',
			}),
		},
	],
};

export const docuSign: Design = {
	...bearer('docusign-token'),
	name: 'DocuSign',
	docs: 'https://developers.docusign.com/docs/esign-rest-api/reference/envelopes/envelopes/liststatuschanges/',
	path: '/restapi/v2.1/accounts/1201/envelopes?from_date=2024-01-01',
	pager: { by: 'offset', parameter: 'start_position', size: 'count', max: 1000 },
	record: (index) => ({ envelopeId: `e${index}`, status: 'completed', purgeState: 'unpurged' }),
	answer: ({ records, total, start, nextUrl: next }) => ({
		body: {
			resultSetSize: String(records.length),
			totalSetSize: String(total),
			startPosition: String(start),
			endPosition: String(start + Math.max(0, records.length - 1)),
			...(next && {
				nextUri: withoutOrigin(next).replace('/restapi/v2.1/accounts/1201', ''),
			}),
			envelopes: records,
			continuationToken: 'AbCd',
		},
	}),
	readings: [
		{
			property: 'envelopes',
			pagingScheme: offsets('start_position', ['count', 1000], { totalCount: 'totalSetSize' }),
		},
	],
};

export const netSuite: Design = {
	...bearer('netsuite-token'),
	name: 'NetSuite',
	docs: 'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1545222128.html',
	path: '/services/rest/record/v1/customer?limit=5',
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 1000 },
	record: (index) => ({
		links: [{ rel: 'self', href: 'https://example.com/1' }],
		id: String(index + 1),
	}),
	answer: ({ records, total, start, isLast, url, nextUrl: next }) => ({
		body: {
			links: [...(next ? [{ rel: 'next', href: next }] : []), { rel: 'self', href: url({}) }],
			count: records.length,
			hasMore: !isLast,
			items: records,
			offset: start,
			totalResults: total,
		},
	}),
	readings: [{ property: 'items', pagingScheme: nextUrl('links[rel=next].href', ['limit', 1000]) }],
};
