import { MESSAGE, byToken, designs } from '../dialect';
import type { Shape } from '../dialect';

const notionError: Shape = (message, status, { kind }) => ({
	object: 'error',
	status,
	code:
		{ credential: 'unauthorized', header: 'missing_version' }[kind as string] ?? 'validation_error',
	message,
});

export const COLLABORATION = designs(MESSAGE, {
	Airtable: {
		docs: 'https://airtable.com/developers/web/api/list-records',
		path: '/v0/appAcme/Vendors?view=Grid',
		pager: byToken('offset', 'pageSize', 100, { tooLarge: 'refused' }),
		record: (index) => ({
			id: `rec${1000 + index}`,
			createdTime: '2024-01-01T00:00:00.000Z',
			fields: {},
		}),
		page: ({ records, nextIfAny: offset }) => ({
			records,
			...(offset !== undefined && { offset }),
		}),
		refuse: (message, status) => ({
			error: {
				type: status === 401 ? 'AUTHENTICATION_REQUIRED' : 'INVALID_REQUEST_UNKNOWN',
				message,
			},
		}),
		statuses: { parameter: 422, size: 422, position: 422 },
	},
	HubSpot: {
		docs: 'https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/guide',
		path: '/crm/v3/objects/contacts?archived=false',
		pager: byToken('after', 'limit', 100, { tooLarge: 'refused', token: (start) => String(start) }),
		record: (index) => ({
			id: String(index + 1),
			properties: { firstname: `Contact ${index + 1}` },
		}),
		page: ({ records, nextIfAny: after, nextUrl: link }) => ({
			results: records,
			...(link && { paging: { next: { after, link } } }),
		}),
		refuse: (message) => ({
			status: 'error',
			message,
			correlationId: 'a43683b0',
			category: 'VALIDATION_ERROR',
		}),
		read: ['token', 'url'],
	},
	'Notion query': {
		docs: 'https://developers.notion.com/reference/intro#pagination',
		path: '/v1/databases/vendors/query',
		method: 'POST',
		body: { sorts: [{ timestamp: 'created_time', direction: 'ascending' }] },
		headers: { 'Notion-Version': '2022-06-28' },
		pager: byToken('start_cursor', 'page_size', 100, { tooLarge: 'refused' }),
		record: (index) => ({ object: 'page', id: `page-${index + 1}`, properties: {} }),
		page: ({ records, nextIfAny = null, isLast }) => ({
			object: 'list',
			results: records,
			next_cursor: nextIfAny,
			has_more: !isLast,
			type: 'page',
		}),
		refuse: notionError,
		automatic: 'POST',
	},
	'Notion list': {
		docs: 'https://developers.notion.com/reference/intro#pagination',
		path: '/v1/users',
		headers: { 'Notion-Version': '2022-06-28' },
		pager: byToken('start_cursor', 'page_size', 100, { tooLarge: 'refused' }),
		record: (index) => ({ object: 'user', id: `user-${index + 1}`, name: `User ${index + 1}` }),
		page: ({ records, nextIfAny = null, isLast }) => ({
			object: 'list',
			results: records,
			next_cursor: nextIfAny,
			has_more: !isLast,
			type: 'page',
		}),
		refuse: notionError,
	},
	Slack: {
		docs: 'https://docs.slack.dev/apis/web-api/pagination/',
		path: '/api/conversations.list?exclude_archived=true',
		pager: byToken('cursor', 'limit', 1000, { usual: 200 }),
		record: (index) => ({ id: `C${1000 + index}`, name: `channel-${index + 1}`, is_channel: true }),
		page: ({ records, nextIfAny = '' }) => ({
			ok: true,
			channels: records,
			response_metadata: { next_cursor: nextIfAny },
		}),
		// Errors have the status of success.
		refusal: (problem) => ({
			body: {
				ok: false,
				error: problem.kind === 'credential' ? 'not_authed' : 'invalid_arguments',
			},
		}),
	},
});
