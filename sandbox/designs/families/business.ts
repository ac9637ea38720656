import { refusing } from '../refusals';
import { nextToken, nextUrl, offsets, pages } from '../schemes';
import type { Design } from '../types';
import { linkHeader, withoutOrigin } from './links';

export const asana: Design = {
	name: 'Asana',
	docs: 'https://developers.asana.com/docs/pagination',
	path: '/api/1.0/tasks?project=1201&limit=5',
	signIn: { kind: 'bearer', token: 'asana-token' },
	pager: { by: 'token', parameter: 'offset', size: 'limit', max: 100, tooLarge: 'refused' },
	record: (index) => ({
		gid: String(120_000 + index),
		resource_type: 'task',
		name: `Task ${index}`,
	}),
	answer: ({ records, nextIfAny: offset, nextUrl: uri }) => ({
		body: {
			data: records,
			next_page: uri ? { offset, path: withoutOrigin(uri).replace('/api/1.0', ''), uri } : null,
		},
	}),
	refuse: refusing((message) => ({ errors: [{ message, help: 'See the documentation.' }] })),
	readings: [
		{ property: 'data', pagingScheme: nextToken('offset', 'next_page.offset', ['limit', 100]) },
		{ note: 'by URL', property: 'data', pagingScheme: nextUrl('next_page.uri', ['limit', 100]) },
	],
	automatic: true,
};

const boxError = refusing((message, status) => ({
	type: 'error',
	status,
	code: 'refused',
	message,
}));

export const boxOffset: Design = {
	name: 'Box, offset',
	docs: 'https://developer.box.com/guides/api-calls/pagination/offset-based/',
	path: '/2.0/folders/0/items?fields=id,name',
	signIn: { kind: 'bearer', token: 'box-token', oauth2: true },
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 1000 },
	record: (index) => ({ type: 'file', id: String(index + 1), name: `File ${index + 1}.pdf` }),
	answer: ({ records, total, start, size }) => ({
		body: {
			total_count: total,
			entries: records,
			offset: start,
			limit: size,
			order: [{ by: 'type', direction: 'ASC' }],
		},
	}),
	refuse: boxError,
	readings: [
		{
			property: 'entries',
			pagingScheme: offsets('offset', ['limit', 1000], { totalCount: 'total_count' }),
		},
	],
	automatic: true,
};

export const boxMarker: Design = {
	...boxOffset,
	name: 'Box, marker',
	docs: 'https://developer.box.com/guides/api-calls/pagination/marker-based/',
	path: '/2.0/folders/0/items?usemarker=true',
	pager: { by: 'token', parameter: 'marker', size: 'limit', max: 1000 },
	answer: ({ records, nextIfAny: next_marker = '', size }) => ({
		body: { entries: records, limit: size, next_marker },
	}),
	readings: [
		{ property: 'entries', pagingScheme: nextToken('marker', 'next_marker', ['limit', 1000]) },
	],
};

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

export const typeform: Design = {
	name: 'Typeform',
	docs: 'https://www.typeform.com/developers/create/reference/retrieve-forms/',
	path: '/forms?workspace_id=grc',
	signIn: { kind: 'bearer', token: 'typeform-token' },
	pager: { by: 'page', parameter: 'page', size: 'page_size', max: 200, tooLarge: 'refused' },
	answer: ({ records, total, pages: page_count }) => ({
		body: { total_items: total, page_count, items: records },
	}),
	refuse: refusing((description) => ({ code: 'REFUSED', description })),
	readings: [
		{
			property: 'items',
			pagingScheme: pages('page', 1, ['page_size', 200], { totalCount: 'total_items' }),
		},
	],
	automatic: true,
};

export const calendly: Design = {
	name: 'Calendly',
	docs: 'https://developer.calendly.com/api-docs',
	path: '/scheduled_events?organization=acme',
	signIn: { kind: 'bearer', token: 'calendly-token' },
	pager: { by: 'token', parameter: 'page_token', size: 'count', max: 100, tooLarge: 'refused' },
	record: (index) => ({ uri: `event-${index + 1}`, name: `Event ${index + 1}`, event_guests: [] }),
	answer: ({ records, nextIfAny = null, nextUrl: next = null }) => ({
		body: {
			collection: records,
			pagination: {
				count: records.length,
				next_page: next,
				previous_page: null,
				next_page_token: nextIfAny,
				previous_page_token: null,
			},
		},
	}),
	refuse: refusing((message) => ({ title: 'Refused', message })),
	readings: [
		{ property: 'collection', pagingScheme: nextUrl('pagination.next_page', ['count', 100]) },
	],
	automatic: true,
};

export const xero: Design = {
	name: 'Xero',
	docs: 'https://developer.xero.com/documentation/api/accounting/contacts',
	path: '/api.xro/2.0/Contacts?summaryOnly=true',
	signIn: { kind: 'bearer', token: 'xero-token', oauth2: true },
	headers: { Accept: 'application/json', 'xero-tenant-id': 'acme' },
	pager: { by: 'page', parameter: 'page', size: 'pageSize', max: 1000 },
	record: (index) => ({ ContactID: `c${index + 1}`, Name: `Contact ${index + 1}`, Phones: [] }),
	answer: ({ records, page, size, pages: pageCount, total }) => ({
		body: {
			Id: 'f1',
			Status: 'OK',
			pagination: { page, pageSize: size, pageCount, itemCount: total },
			Contacts: records,
		},
	}),
	refuse: refusing((Detail, Status) => ({ Title: 'Refused', Status, Detail })),
	readings: [
		{
			property: 'Contacts',
			pagingScheme: pages('page', 1, ['pageSize', 1000], { totalPages: 'pagination.pageCount' }),
		},
	],
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

export const harvest: Design = {
	name: 'Harvest',
	docs: 'https://help.getharvest.com/api-v2/introduction/overview/pagination/',
	path: '/v2/clients?is_active=true',
	signIn: { kind: 'bearer', token: 'harvest-token' },
	headers: { 'Harvest-Account-Id': '1201' },
	pager: { by: 'page', parameter: 'page', size: 'per_page', max: 2000 },
	answer: ({
		records,
		page,
		size,
		pages: count,
		total,
		url,
		nextIfAny = null,
		nextUrl: next = null,
	}) => ({
		body: {
			clients: records,
			per_page: size,
			total_pages: count,
			total_entries: total,
			next_page: nextIfAny,
			previous_page: page > 1 ? page - 1 : null,
			page,
			links: { first: url({ page: 1 }), next, previous: null, last: url({ page: count }) },
		},
	}),
	refuse: refusing((message) => ({ message })),
	readings: [{ property: 'clients', pagingScheme: nextUrl('links.next', ['per_page', 2000]) }],
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

export const greenhouse: Design = {
	name: 'Greenhouse',
	docs: 'https://developers.greenhouse.io/harvest.html#pagination',
	path: '/v1/candidates',
	signIn: { kind: 'basic', user: 'greenhouse-key', password: '' },
	pager: { by: 'page', parameter: 'page', size: 'per_page', max: 500, tooLarge: 'refused' },
	record: (index) => ({
		id: index + 1,
		first_name: `Ada ${index + 1}`,
		phone_numbers: [],
		tags: [],
	}),
	answer: (page) => ({ headers: linkHeader(page, 'page'), body: page.records }),
	refuse: refusing((message) => ({ message })),
	readings: [{ property: '', pagingScheme: nextUrl('header:Link', ['per_page', 500]) }],
	automatic: true,
};
