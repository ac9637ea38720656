import { MESSAGE, basic, byOffset, byPage, byToken, designs, header, query } from '../dialect';

export const CUSTOMERS = designs(MESSAGE, {
	Freshdesk: {
		docs: 'https://developers.freshdesk.com/api/#pagination',
		path: '/api/v2/tickets?order_by=created_at',
		signIn: basic,
		pager: byPage('page', 'per_page', 100, { tooLarge: 'refused' }),
		answer: ({ records, nextUrl: next }) => ({
			...(next && { headers: { Link: `<${next}>; rel="next"` } }),
			body: records,
		}),
		refuse: (message) => ({ code: 'refused', message }),
	},
	Intercom: {
		docs: 'https://developers.intercom.com/docs/build-an-integration/learn-more/rest-apis/pagination-cursor',
		path: '/contacts',
		headers: { 'Intercom-Version': '2.11' },
		pager: byToken('starting_after', 'per_page', 150),
		record: (index) => ({
			type: 'contact',
			id: `i${1000 + index}`,
			tags: { type: 'list', data: [] },
		}),
		page: ({ records, page, size, pages: total_pages, nextIfAny: starting_after, total }) => ({
			type: 'list',
			data: records,
			total_count: total,
			pages: {
				type: 'pages',
				page,
				...(starting_after !== undefined && { next: { page: page + 1, starting_after } }),
				per_page: size,
				total_pages,
			},
		}),
		refuse: (message) => ({
			type: 'error.list',
			request_id: 'b2c3',
			errors: [{ code: 'refused', message }],
		}),
	},
	Klaviyo: {
		docs: 'https://developers.klaviyo.com/en/docs/use_pagination',
		path: '/api/profiles?sort=id',
		signIn: header('Authorization', 'Klaviyo-API-Key '),
		headers: { revision: '2024-10-15' },
		pager: byToken('page[cursor]', 'page[size]', 100, { tooLarge: 'refused' }),
		record: (index) => ({
			type: 'profile',
			id: `k${index + 1}`,
			attributes: {},
			links: { self: 'k' },
		}),
		page: ({ records, url, nextUrl: next = null }) => ({
			data: records,
			links: { self: url({}), next, prev: null },
		}),
		refuse: (detail, status) => ({ errors: [{ id: 'e', status, code: 'refused', detail }] }),
	},
	Mailchimp: {
		docs: 'https://mailchimp.com/developer/marketing/docs/methods-parameters/#pagination',
		path: '/3.0/lists/abc/members?status=subscribed',
		signIn: basic,
		pager: byOffset('offset', 'count', 1000),
		record: (index) => ({
			id: `m${index + 1}`,
			email_address: `m${index + 1}@example.com`,
			_links: [{ rel: 'self', href: `https://example.com/members/m${index + 1}`, method: 'GET' }],
		}),
		page: ({ records, total, url }) => ({
			members: records,
			list_id: 'abc',
			total_items: total,
			_links: [{ rel: 'self', href: url({}), method: 'GET' }],
		}),
		refuse: (detail, status) => ({ type: 'about:blank', title: 'Refused', status, detail }),
	},
	Pipedrive: {
		docs: 'https://pipedrive.readme.io/docs/core-api-concepts-pagination',
		path: '/v1/organizations?sort=id',
		signIn: query('api_token'),
		pager: byOffset('start', 'limit', 500),
		page: ({ records, start, size, isLast, next }) => ({
			success: true,
			data: records,
			additional_data: {
				pagination: {
					start,
					limit: size,
					more_items_in_collection: !isLast,
					...(!isLast && { next_start: next }),
				},
			},
		}),
		refuse: (error) => ({ success: false, error }),
		read: ['token', 'more'],
	},
	'SendGrid lists': {
		docs: 'https://www.twilio.com/docs/sendgrid/api-reference/lists/get-all-lists',
		path: '/v3/marketing/lists',
		pager: byToken('page_token', 'page_size', 1000),
		page: ({ records, url, nextUrl: next, total }) => ({
			result: records,
			_metadata: { self: url({}), ...(next && { next }), count: total },
		}),
		refuse: (message) => ({ errors: [{ field: null, message }] }),
	},
	'SendGrid bounces': {
		docs: 'https://www.twilio.com/docs/sendgrid/api-reference/bounces-api/retrieve-all-bounces',
		path: '/v3/suppression/bounces',
		pager: byOffset('offset', 'limit', 500),
		record: (index) => ({ created: 1_700_000_000 + index, email: `b${index}@example.com` }),
		page: ({ records }) => records,
		refuse: (message) => ({ errors: [{ field: null, message }] }),
	},
});
