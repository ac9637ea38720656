import { basic, byOffset, byToken, designs, header } from '../dialect';

export const MARKETING = designs((message, status) => ({ status, errors: [{ message }] }), {
	ActiveCampaign: {
		docs: 'https://developers.activecampaign.com/reference/pagination',
		path: '/api/3/contacts?orders[id]=ASC',
		signIn: header('Api-Token'),
		pager: byOffset('offset', 'limit', 100),
		record: (index) => ({ id: String(index + 1), email: `c${index}@example.com`, scoreValues: [] }),
		page: ({ records, total, start, size }) => ({
			scoreValues: [],
			contacts: records,
			meta: {
				page_input: { segmentid: 0, formid: 0, offset: start, limit: size, search: null },
				total: String(total),
				sortable: true,
			},
		}),
	},
	Brevo: {
		docs: 'https://developers.brevo.com/reference/get-contacts',
		path: '/v3/contacts?sort=asc',
		signIn: header('api-key'),
		pager: byOffset('offset', 'limit', 1000),
		record: (index) => ({ id: index + 1, email: `c${index}@example.com`, listIds: [] }),
		page: ({ records, total }) => ({ contacts: records, count: total }),
	},
	'Customer.io': {
		docs: 'https://docs.customer.io/api/app/#operation/getPeopleInSegment',
		path: '/v1/segments/7/membership?limit=5',
		pager: byToken('start', 'limit', 30_000),
		record: (index) => ({ id: `p${index}`, cio_id: `c${index}`, email: `p${index}@example.com` }),
		page: ({ records, nextIfAny: next = '' }) => ({
			identifiers: records,
			ids: records.map((record) => (record as { id: string }).id),
			next,
		}),
	},
	'Kit (ConvertKit)': {
		docs: 'https://developers.kit.com/api-reference/pagination',
		path: '/v4/subscribers?status=active',
		signIn: header('X-Kit-Api-Key'),
		pager: byToken('after', 'per_page', 1000),
		page: ({ records, size, next, isLast, start }) => ({
			subscribers: records,
			pagination: {
				has_previous_page: start > 0,
				has_next_page: !isLast,
				start_cursor: 'WzFd',
				end_cursor: next,
				per_page: size,
			},
		}),
	},
	'Mailgun events': {
		docs: 'https://documentation.mailgun.com/docs/mailgun/api-reference/openapi-final/tag/Events/',
		path: '/v3/example.com/events?ascending=yes',
		signIn: basic,
		pager: byToken('page', 'limit', 300),
		record: (index) => ({ id: `e${index}`, event: 'delivered', tags: [], timestamp: index }),
		page: ({ records, next, url }) => ({
			items: records,
			paging: {
				previous: url({ page: 'prev' }),
				first: url({ page: undefined }),
				last: url({ page: 'last' }),
				next: url({ page: next }),
			},
		}),
	},
	Postmark: {
		docs: 'https://postmarkapp.com/developer/api/bounce-api',
		path: '/bounces?count=5&offset=0',
		signIn: header('X-Postmark-Server-Token'),
		headers: { Accept: 'application/json' },
		pager: byOffset('offset', 'count', 500),
		record: (index) => ({ ID: index + 1, Type: 'HardBounce', Email: `b${index}@example.com` }),
		page: ({ records, total }) => ({ TotalCount: total, Bounces: records }),
	},
	Segment: {
		docs: 'https://docs.segmentapis.com/tag/Pagination/',
		path: '/sources?sort=name',
		pager: byToken('pagination[cursor]', 'pagination[count]', 200),
		record: (index) => ({ id: `s${index}`, slug: `source-${index}`, labels: [], writeKeys: ['a'] }),
		page: ({ records, total, nextIfAny: next }) => ({
			data: {
				sources: records,
				pagination: { current: 'MA==', ...(next !== undefined && { next }), totalEntries: total },
			},
		}),
	},
});
