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
