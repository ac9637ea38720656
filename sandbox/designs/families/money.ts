import { basicKey, byOffset, byPage, byToken, designs, header } from '../dialect';
import { withoutOrigin } from './links';

export const MONEY = designs((message, status) => ({ code: status, message }), {
	'Adyen Management': {
		docs: 'https://docs.adyen.com/api-explorer/Management/latest/get/merchants',
		path: '/v3/merchants?pageSize=5',
		signIn: header('X-API-Key'),
		pager: byPage('pageNumber', 'pageSize', 100),
		record: (index) => ({ id: `M${index}`, status: 'Active', _links: { self: { href: '/v3/1' } } }),
		page: ({ records, total, pages: pagesTotal, url, page, nextUrl: next }) => ({
			_links: {
				first: { href: url({ pageNumber: 1 }) },
				last: { href: url({ pageNumber: pagesTotal }) },
				...(next && { next: { href: next } }),
				self: { href: url({ pageNumber: page }) },
			},
			itemsTotal: total,
			pagesTotal,
			data: records,
		}),
	},
	Chargebee: {
		docs: 'https://apidocs.chargebee.com/docs/api#pagination_and_filtering',
		path: '/api/v2/customers?sort_by[asc]=created_at',
		signIn: basicKey,
		pager: byToken('offset', 'limit', 100, {
			token: (start) => `["${1_700_000_000 + start}","${start}"]`,
		}),
		record: (index) => ({
			customer: { id: `c${index}`, first_name: 'Ada' },
			card: { last4: '4242' },
		}),
		page: ({ records, nextIfAny: next_offset }) => ({
			list: records,
			...(next_offset !== undefined && { next_offset }),
		}),
	},
	DocuSign: {
		docs: 'https://developers.docusign.com/docs/esign-rest-api/reference/envelopes/envelopes/liststatuschanges/',
		path: '/restapi/v2.1/accounts/1201/envelopes?from_date=2024-01-01',
		pager: byOffset('start_position', 'count', 1000),
		record: (index) => ({ envelopeId: `e${index}`, status: 'completed', purgeState: 'unpurged' }),
		page: ({ records, total, start, nextUrl: next }) => ({
			resultSetSize: String(records.length),
			totalSetSize: String(total),
			startPosition: String(start),
			endPosition: String(start + Math.max(0, records.length - 1)),
			...(next && { nextUri: withoutOrigin(next).replace('/restapi/v2.1/accounts/1201', '') }),
			envelopes: records,
			continuationToken: 'AbCd',
		}),
		read: 'total',
	},
	GoCardless: {
		docs: 'https://developer.gocardless.com/api-reference/#api-usage-cursor-pagination',
		path: '/customers?sort_direction=asc',
		headers: { 'GoCardless-Version': '2015-07-06' },
		pager: byToken('after', 'limit', 500, { token: (start) => `CU${start}` }),
		record: (index) => ({ id: `CU${index + 1}`, email: `c${index}@example.com`, metadata: {} }),
		page: ({ records, size, nextIfAny: after = null, start }) => ({
			customers: records,
			meta: { cursors: { before: start > 0 ? `CU${start + 1}` : null, after }, limit: size },
		}),
		read: 'token',
	},
	NetSuite: {
		docs: 'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1545222128.html',
		path: '/services/rest/record/v1/customer?limit=5',
		pager: byOffset('offset', 'limit', 1000),
		record: (index) => ({
			links: [{ rel: 'self', href: 'https://example.com/1' }],
			id: String(index + 1),
		}),
		page: ({ records, total, start, isLast, url, nextUrl: next }) => ({
			links: [...(next ? [{ rel: 'next', href: next }] : []), { rel: 'self', href: url({}) }],
			count: records.length,
			hasMore: !isLast,
			items: records,
			offset: start,
			totalResults: total,
		}),
	},
	Paddle: {
		docs: 'https://developer.paddle.com/api-reference/about/pagination',
		path: '/customers?status=active',
		pager: byToken('after', 'per_page', 200),
		record: (index) => ({ id: `ctm_${index}`, name: `Customer ${index}`, import_meta: null }),
		page: ({ records, size, total, isLast, next, url }) => ({
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
		}),
	},
	'PayPal invoices': {
		docs: 'https://developer.paypal.com/docs/api/invoicing/v2/#invoices_list',
		path: '/v2/invoicing/invoices?total_required=true&page_size=5',
		pager: byPage('page', 'page_size', 100),
		record: (index) => ({
			id: `INV2-${index}`,
			status: 'PAID',
			links: [{ href: 'https://example.com/v2/1', rel: 'self', method: 'GET' }],
		}),
		page: ({ records, total, pages: total_pages, page, url, nextUrl: next }) => ({
			total_items: total,
			total_pages,
			items: records,
			links: [
				{ href: url({ page }), rel: 'self', method: 'GET' },
				...(next ? [{ href: next, rel: 'next', method: 'GET' }] : []),
				{ href: url({ page: total_pages }), rel: 'last', method: 'GET' },
			],
		}),
	},
});
