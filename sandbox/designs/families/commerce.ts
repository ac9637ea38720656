import { MESSAGE, byToken, designs, header } from '../dialect';

export const COMMERCE = designs(MESSAGE, {
	'Shopify REST': {
		docs: 'https://shopify.dev/docs/api/admin-rest/usage/pagination',
		path: '/admin/api/2024-10/products.json?status=active',
		signIn: header('X-Shopify-Access-Token'),
		pager: byToken('page_info', 'limit', 250, { tooLarge: 'refused', tokenStandsAlone: true }),
		record: (index) => ({ id: 632_910 + index, title: `Product ${index + 1}`, variants: [] }),
		answer: ({ records, nextUrl: next }) => ({
			...(next && { headers: { Link: `<${next}>; rel="next"` } }),
			body: { products: records },
		}),
		refuse: (errors) => ({ errors }),
	},
	Square: {
		docs: 'https://developer.squareup.com/docs/build-basics/common-api-patterns/pagination',
		path: '/v2/customers?sort_field=CREATED_AT',
		headers: { 'Square-Version': '2024-10-17' },
		pager: byToken('cursor', 'limit', 100, { tooLarge: 'refused' }),
		page: ({ records, nextIfAny: cursor }) => ({
			customers: records,
			...(cursor !== undefined && { cursor }),
		}),
		refuse: (detail) => ({
			errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'BAD_REQUEST', detail }],
		}),
	},
	Stripe: {
		docs: 'https://docs.stripe.com/api/pagination',
		path: '/v1/customers',
		pager: byToken('starting_after', 'limit', 100, {
			tooLarge: 'refused',
			allowed: ['ending_before'],
			token: (start) => `cus_${start}`,
		}),
		record: (index) => ({
			id: `cus_${index + 1}`,
			object: 'customer',
			email: `c${index}@example.com`,
		}),
		page: ({ records, isLast }) => ({
			object: 'list',
			data: records,
			has_more: !isLast,
			url: '/v1/customers',
		}),
		refuse: (message) => ({ error: { type: 'invalid_request_error', message } }),
	},
});
