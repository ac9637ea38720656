import { refusing } from '../refusals';
import { nextToken, nextUrl } from '../schemes';
import type { Design } from '../types';

export const stripe: Design = {
	name: 'Stripe',
	docs: 'https://docs.stripe.com/api/pagination',
	path: '/v1/customers',
	signIn: { kind: 'bearer', token: 'stripe-key' },
	pager: {
		by: 'token',
		parameter: 'starting_after',
		size: 'limit',
		max: 100,
		tooLarge: 'refused',
		allowed: ['ending_before'],
		token: (start) => `cus_${start}`,
	},
	record: (index) => ({
		id: `cus_${index + 1}`,
		object: 'customer',
		email: `c${index}@example.com`,
	}),
	answer: ({ records, isLast }) => ({
		body: { object: 'list', data: records, has_more: !isLast, url: '/v1/customers' },
	}),
	refuse: refusing((message) => ({ error: { type: 'invalid_request_error', message } })),
	readings: [
		{
			property: 'data',
			pagingScheme: nextToken('starting_after', 'data.-1.id', ['limit', 100], {
				moreRecords: 'has_more',
			}),
		},
	],
	automatic: true,
};

export const shopify: Design = {
	name: 'Shopify REST',
	docs: 'https://shopify.dev/docs/api/admin-rest/usage/pagination',
	path: '/admin/api/2024-10/products.json?status=active',
	signIn: { kind: 'headers', headers: { 'X-Shopify-Access-Token': 'shopify-token' } },
	pager: {
		by: 'token',
		parameter: 'page_info',
		size: 'limit',
		max: 250,
		tooLarge: 'refused',
		tokenStandsAlone: true,
	},
	record: (index) => ({ id: 632_910 + index, title: `Product ${index + 1}`, variants: [] }),
	answer: ({ records, nextUrl: next }) => ({
		...(next && { headers: { Link: `<${next}>; rel="next"` } }),
		body: { products: records },
	}),
	refuse: refusing((errors) => ({ errors })),
	readings: [{ property: 'products', pagingScheme: nextUrl('header:Link', ['limit', 250]) }],
	automatic: true,
};

export const square: Design = {
	name: 'Square',
	docs: 'https://developer.squareup.com/docs/build-basics/common-api-patterns/pagination',
	path: '/v2/customers?sort_field=CREATED_AT',
	signIn: { kind: 'bearer', token: 'square-token' },
	headers: { 'Square-Version': '2024-10-17' },
	pager: { by: 'token', parameter: 'cursor', size: 'limit', max: 100, tooLarge: 'refused' },
	answer: ({ records, nextIfAny: cursor }) => ({
		body: { customers: records, ...(cursor !== undefined && { cursor }) },
	}),
	refuse: refusing((detail) => ({
		errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'BAD_REQUEST', detail }],
	})),
	readings: [
		{ property: 'customers', pagingScheme: nextToken('cursor', 'cursor', ['limit', 100]) },
	],
	automatic: true,
};
