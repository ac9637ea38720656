import { MESSAGE, basicKey, byOffset, byPage, byToken, designs, oauth2 } from '../dialect';
import type { Shape } from '../dialect';
import { nextUrl } from '../schemes';
import { linkHeader, withoutOrigin } from './links';

const boxError: Shape = (message, status) => ({
	type: 'error',
	status,
	code: 'refused',
	message,
});

export const OFFICE = designs(MESSAGE, {
	Asana: {
		docs: 'https://developers.asana.com/docs/pagination',
		path: '/api/1.0/tasks?project=1201&limit=5',
		pager: byToken('offset', 'limit', 100, { tooLarge: 'refused' }),
		record: (index) => ({
			gid: String(120_000 + index),
			resource_type: 'task',
			name: `Task ${index}`,
		}),
		page: ({ records, nextIfAny: offset, nextUrl: uri }) => ({
			data: records,
			next_page: uri ? { offset, path: withoutOrigin(uri).replace('/api/1.0', ''), uri } : null,
		}),
		refuse: (message) => ({ errors: [{ message, help: 'See the documentation.' }] }),
		read: ['token', { note: 'by URL', pagingScheme: nextUrl('next_page.uri', ['limit', 100]) }],
	},
	'Box, marker': {
		docs: 'https://developer.box.com/guides/api-calls/pagination/marker-based/',
		path: '/2.0/folders/0/items?usemarker=true',
		signIn: oauth2,
		pager: byToken('marker', 'limit', 1000),
		record: (index) => ({ type: 'file', id: String(index + 1), name: `File ${index + 1}.pdf` }),
		page: ({ records, nextIfAny: next_marker = '', size }) => ({
			entries: records,
			limit: size,
			next_marker,
		}),
		refuse: boxError,
	},
	'Box, offset': {
		docs: 'https://developer.box.com/guides/api-calls/pagination/offset-based/',
		path: '/2.0/folders/0/items?fields=id,name',
		signIn: oauth2,
		pager: byOffset('offset', 'limit', 1000),
		record: (index) => ({ type: 'file', id: String(index + 1), name: `File ${index + 1}.pdf` }),
		page: ({ records, total, start, size }) => ({
			total_count: total,
			entries: records,
			offset: start,
			limit: size,
			order: [{ by: 'type', direction: 'ASC' }],
		}),
		refuse: boxError,
	},
	Calendly: {
		docs: 'https://developer.calendly.com/api-docs',
		path: '/scheduled_events?organization=acme',
		pager: byToken('page_token', 'count', 100, { tooLarge: 'refused' }),
		record: (index) => ({
			uri: `event-${index + 1}`,
			name: `Event ${index + 1}`,
			event_guests: [],
		}),
		page: ({ records, nextIfAny = null, nextUrl: next = null }) => ({
			collection: records,
			pagination: {
				count: records.length,
				next_page: next,
				previous_page: null,
				next_page_token: nextIfAny,
				previous_page_token: null,
			},
		}),
		refuse: (message) => ({ title: 'Refused', message }),
	},
	Greenhouse: {
		docs: 'https://developers.greenhouse.io/harvest.html#pagination',
		path: '/v1/candidates',
		signIn: basicKey,
		pager: byPage('page', 'per_page', 500, { tooLarge: 'refused' }),
		record: (index) => ({
			id: index + 1,
			first_name: `Ada ${index + 1}`,
			phone_numbers: [],
			tags: [],
		}),
		answer: (page) => ({ headers: linkHeader(page, 'page'), body: page.records }),
		refuse: (message) => ({ message }),
	},
	Harvest: {
		docs: 'https://help.getharvest.com/api-v2/introduction/overview/pagination/',
		path: '/v2/clients?is_active=true',
		headers: { 'Harvest-Account-Id': '1201' },
		pager: byPage('page', 'per_page', 2000),
		page: ({
			records,
			page,
			size,
			pages: count,
			total,
			url,
			nextIfAny = null,
			nextUrl: next = null,
		}) => ({
			clients: records,
			per_page: size,
			total_pages: count,
			total_entries: total,
			next_page: nextIfAny,
			previous_page: page > 1 ? page - 1 : null,
			page,
			links: { first: url({ page: 1 }), next, previous: null, last: url({ page: count }) },
		}),
		refuse: (message) => ({ message }),
	},
	Typeform: {
		docs: 'https://www.typeform.com/developers/create/reference/retrieve-forms/',
		path: '/forms?workspace_id=grc',
		pager: byPage('page', 'page_size', 200, { tooLarge: 'refused' }),
		page: ({ records, total, pages: page_count }) => ({
			total_items: total,
			page_count,
			items: records,
		}),
		refuse: (description) => ({ code: 'REFUSED', description }),
		read: 'total',
	},
	Xero: {
		docs: 'https://developer.xero.com/documentation/api/accounting/contacts',
		path: '/api.xro/2.0/Contacts?summaryOnly=true',
		signIn: oauth2,
		headers: { Accept: 'application/json', 'xero-tenant-id': 'acme' },
		pager: byPage('page', 'pageSize', 1000),
		record: (index) => ({ ContactID: `c${index + 1}`, Name: `Contact ${index + 1}`, Phones: [] }),
		page: ({ records, page, size, pages: pageCount, total }) => ({
			Id: 'f1',
			Status: 'OK',
			pagination: { page, pageSize: size, pageCount, itemCount: total },
			Contacts: records,
		}),
		refuse: (Detail, Status) => ({ Title: 'Refused', Status, Detail }),
	},
});
