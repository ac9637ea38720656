import { family } from '../common';
import { nextToken, nextUrl, offsets } from '../schemes';
import type { Design } from '../types';
import { withoutOrigin } from './links';

const { bearer } = family((message, status) => ({ code: status, message }));

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
