import { refusing } from '../refusals';
import { nextToken, nextUrl, offsets } from '../schemes';
import type { Design } from '../types';

export const intercom: Design = {
	name: 'Intercom',
	docs: 'https://developers.intercom.com/docs/build-an-integration/learn-more/rest-apis/pagination-cursor',
	path: '/contacts',
	signIn: { kind: 'bearer', token: 'intercom-token' },
	headers: { 'Intercom-Version': '2.11' },
	pager: { by: 'token', parameter: 'starting_after', size: 'per_page', max: 150 },
	record: (index) => ({
		type: 'contact',
		id: `i${1000 + index}`,
		tags: { type: 'list', data: [] },
	}),
	answer: ({ records, page, size, pages: total_pages, nextIfAny: starting_after, total }) => ({
		body: {
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
		},
	}),
	refuse: refusing((message) => ({
		type: 'error.list',
		request_id: 'b2c3',
		errors: [{ code: 'refused', message }],
	})),
	readings: [
		{
			property: 'data',
			pagingScheme: nextToken('starting_after', 'pages.next.starting_after', ['per_page', 150]),
		},
	],
	automatic: true,
};

export const mailchimp: Design = {
	name: 'Mailchimp',
	docs: 'https://mailchimp.com/developer/marketing/docs/methods-parameters/#pagination',
	path: '/3.0/lists/abc/members?status=subscribed',
	signIn: { kind: 'basic', user: 'any', password: 'mailchimp-key' },
	pager: { by: 'offset', parameter: 'offset', size: 'count', max: 1000 },
	record: (index) => ({
		id: `m${index + 1}`,
		email_address: `m${index + 1}@example.com`,
		_links: [{ rel: 'self', href: `https://example.com/members/m${index + 1}`, method: 'GET' }],
	}),
	answer: ({ records, total, url }) => ({
		body: {
			members: records,
			list_id: 'abc',
			total_items: total,
			_links: [{ rel: 'self', href: url({}), method: 'GET' }],
		},
	}),
	refuse: refusing((detail, status) => ({ type: 'about:blank', title: 'Refused', status, detail })),
	readings: [
		{
			property: 'members',
			pagingScheme: offsets('offset', ['count', 1000], { totalCount: 'total_items' }),
		},
	],
	automatic: true,
};

export const sendGrid: Design = {
	name: 'SendGrid lists',
	docs: 'https://www.twilio.com/docs/sendgrid/api-reference/lists/get-all-lists',
	path: '/v3/marketing/lists',
	signIn: { kind: 'bearer', token: 'sendgrid-key' },
	pager: { by: 'token', parameter: 'page_token', size: 'page_size', max: 1000 },
	answer: ({ records, url, nextUrl: next, total }) => ({
		body: { result: records, _metadata: { self: url({}), ...(next && { next }), count: total } },
	}),
	refuse: refusing((message) => ({ errors: [{ field: null, message }] })),
	readings: [{ property: 'result', pagingScheme: nextUrl('_metadata.next', ['page_size', 1000]) }],
	automatic: true,
};

export const sendGridBounces: Design = {
	...sendGrid,
	name: 'SendGrid bounces',
	docs: 'https://www.twilio.com/docs/sendgrid/api-reference/bounces-api/retrieve-all-bounces',
	path: '/v3/suppression/bounces',
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 500 },
	record: (index) => ({ created: 1_700_000_000 + index, email: `b${index}@example.com` }),
	answer: ({ records }) => ({ body: records }),
	readings: [{ property: '', pagingScheme: offsets('offset', ['limit', 500]) }],
	automatic: true,
};

export const freshdesk: Design = {
	name: 'Freshdesk',
	docs: 'https://developers.freshdesk.com/api/#pagination',
	path: '/api/v2/tickets?order_by=created_at',
	signIn: { kind: 'basic', user: 'freshdesk-key', password: 'X' },
	pager: { by: 'page', parameter: 'page', size: 'per_page', max: 100, tooLarge: 'refused' },
	answer: ({ records, nextUrl: next }) => ({
		...(next && { headers: { Link: `<${next}>; rel="next"` } }),
		body: records,
	}),
	refuse: refusing((message) => ({ code: 'refused', message })),
	readings: [{ property: '', pagingScheme: nextUrl('header:link', ['per_page', 100]) }],
	automatic: true,
};

export const pipedrive: Design = {
	name: 'Pipedrive',
	docs: 'https://pipedrive.readme.io/docs/core-api-concepts-pagination',
	path: '/v1/organizations?sort=id',
	signIn: { kind: 'query', name: 'api_token', value: 'pipedrive-token' },
	pager: { by: 'offset', parameter: 'start', size: 'limit', max: 500 },
	answer: ({ records, start, size, isLast, next }) => ({
		body: {
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
		},
	}),
	refuse: refusing((error) => ({ success: false, error })),
	readings: [
		{
			property: 'data',
			pagingScheme: nextToken('start', 'additional_data.pagination.next_start', ['limit', 500]),
		},
		{
			note: 'by offset, with prefetch',
			property: 'data',
			pagingScheme: offsets('start', ['limit', 500], {
				moreRecords: 'additional_data.pagination.more_items_in_collection',
			}),
		},
	],
	automatic: true,
};

export const klaviyo: Design = {
	name: 'Klaviyo',
	docs: 'https://developers.klaviyo.com/en/docs/use_pagination',
	path: '/api/profiles?sort=id',
	signIn: { kind: 'headers', headers: { Authorization: 'Klaviyo-API-Key klaviyo-key' } },
	headers: { revision: '2024-10-15' },
	pager: {
		by: 'token',
		parameter: 'page[cursor]',
		size: 'page[size]',
		max: 100,
		tooLarge: 'refused',
	},
	record: (index) => ({
		type: 'profile',
		id: `k${index + 1}`,
		attributes: {},
		links: { self: 'k' },
	}),
	answer: ({ records, url, nextUrl: next = null }) => ({
		body: { data: records, links: { self: url({}), next, prev: null } },
	}),
	refuse: refusing((detail, status) => ({
		errors: [{ id: 'e', status, code: 'refused', detail }],
	})),
	readings: [{ property: 'data', pagingScheme: nextUrl('links.next', ['page[size]', 100]) }],
	automatic: true,
};
