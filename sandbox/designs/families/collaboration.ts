import { refusing } from '../refusals';
import { nextToken, nextUrl } from '../schemes';
import type { Design } from '../types';

export const slack: Design = {
	name: 'Slack',
	docs: 'https://docs.slack.dev/apis/web-api/pagination/',
	path: '/api/conversations.list?exclude_archived=true',
	signIn: { kind: 'bearer', token: 'slack-token' },
	pager: { by: 'token', parameter: 'cursor', size: 'limit', max: 1000 },
	record: (index) => ({ id: `C${1000 + index}`, name: `channel-${index + 1}`, is_channel: true }),
	answer: ({ records, nextIfAny = '' }) => ({
		body: { ok: true, channels: records, response_metadata: { next_cursor: nextIfAny } },
	}),
	// Errors have the status of success.
	refuse: (problem) => ({
		body: { ok: false, error: problem.kind === 'credential' ? 'not_authed' : 'invalid_arguments' },
	}),
	readings: [
		{
			property: 'channels',
			pagingScheme: nextToken('cursor', 'response_metadata.next_cursor', ['limit', 200]),
		},
	],
	automatic: true,
};

const notionError = refusing((message, status, { kind }) => ({
	object: 'error',
	status,
	code:
		{ credential: 'unauthorized', header: 'missing_version' }[kind as string] ?? 'validation_error',
	message,
}));

export const notion: Design = {
	name: 'Notion query',
	docs: 'https://developers.notion.com/reference/intro#pagination',
	path: '/v1/databases/vendors/query',
	method: 'POST',
	body: { sorts: [{ timestamp: 'created_time', direction: 'ascending' }] },
	signIn: { kind: 'bearer', token: 'notion-token' },
	headers: { 'Notion-Version': '2022-06-28' },
	pager: {
		by: 'token',
		parameter: 'start_cursor',
		size: 'page_size',
		max: 100,
		tooLarge: 'refused',
	},
	record: (index) => ({ object: 'page', id: `page-${index + 1}`, properties: {} }),
	answer: ({ records, nextIfAny = null, isLast }) => ({
		body: {
			object: 'list',
			results: records,
			next_cursor: nextIfAny,
			has_more: !isLast,
			type: 'page',
		},
	}),
	refuse: notionError,
	readings: [
		{
			property: 'results',
			pagingScheme: nextToken('start_cursor', 'next_cursor', ['page_size', 100]),
		},
	],
	automatic: 'POST',
};

const { method: _method, body: _body, ...notionShape } = notion;

export const notionUsers: Design = {
	...notionShape,
	name: 'Notion list',
	path: '/v1/users',
	record: (index) => ({ object: 'user', id: `user-${index + 1}`, name: `User ${index + 1}` }),
	automatic: true,
};

export const airtable: Design = {
	name: 'Airtable',
	docs: 'https://airtable.com/developers/web/api/list-records',
	path: '/v0/appAcme/Vendors?view=Grid',
	signIn: { kind: 'bearer', token: 'airtable-token' },
	pager: { by: 'token', parameter: 'offset', size: 'pageSize', max: 100, tooLarge: 'refused' },
	record: (index) => ({
		id: `rec${1000 + index}`,
		createdTime: '2024-01-01T00:00:00.000Z',
		fields: {},
	}),
	answer: ({ records, nextIfAny: offset }) => ({
		body: { records, ...(offset !== undefined && { offset }) },
	}),
	refuse: refusing(
		(message, status) => ({
			error: {
				type: status === 401 ? 'AUTHENTICATION_REQUIRED' : 'INVALID_REQUEST_UNKNOWN',
				message,
			},
		}),
		{ parameter: 422, size: 422, position: 422 },
	),
	readings: [
		{ property: 'records', pagingScheme: nextToken('offset', 'offset', ['pageSize', 100]) },
	],
	automatic: true,
};

export const hubspot: Design = {
	name: 'HubSpot',
	docs: 'https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/guide',
	path: '/crm/v3/objects/contacts?archived=false',
	signIn: { kind: 'bearer', token: 'hubspot-token' },
	pager: {
		by: 'token',
		parameter: 'after',
		size: 'limit',
		max: 100,
		tooLarge: 'refused',
		token: (start) => String(start),
	},
	record: (index) => ({ id: String(index + 1), properties: { firstname: `Contact ${index + 1}` } }),
	answer: ({ records, nextIfAny: after, nextUrl: link }) => ({
		body: { results: records, ...(link && { paging: { next: { after, link } } }) },
	}),
	refuse: refusing((message) => ({
		status: 'error',
		message,
		correlationId: 'a43683b0',
		category: 'VALIDATION_ERROR',
	})),
	readings: [
		{ property: 'results', pagingScheme: nextToken('after', 'paging.next.after', ['limit', 100]) },
		{
			note: 'by URL',
			property: 'results',
			pagingScheme: nextUrl('paging.next.link', ['limit', 100]),
		},
	],
	automatic: true,
};
