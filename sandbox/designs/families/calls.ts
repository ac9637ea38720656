import { basic, byPage, byToken, designs } from '../dialect';

export const CALLS = designs((message, status) => ({ status, errors: [{ message }] }), {
	Aircall: {
		docs: 'https://developer.aircall.io/api-references/#pagination',
		path: '/v1/users?order=asc',
		signIn: basic,
		pager: byPage('page', 'per_page', 50),
		record: (index) => ({ id: index + 1, name: `User ${index}`, numbers: [] }),
		page: ({ records, total, page, size, nextUrl: next = null }) => ({
			meta: {
				count: records.length,
				total,
				current_page: page,
				per_page: size,
				next_page_link: next,
				previous_page_link: null,
			},
			users: records,
		}),
	},
	Gong: {
		docs: 'https://gong.app.gong.io/settings/api/documentation',
		path: '/v2/calls?fromDateTime=2024-01-01T00:00:00Z',
		signIn: basic,
		pager: byToken('cursor'),
		record: (index) => ({ id: `g${index}`, title: `Call ${index}`, scope: 'Internal' }),
		page: ({ records, total, page, nextIfAny: cursor }) => ({
			requestId: 'q1',
			records: {
				totalRecords: total,
				currentPageSize: records.length,
				currentPageNumber: page - 1,
				...(cursor !== undefined && { cursor }),
			},
			calls: records,
		}),
	},
	RingCentral: {
		docs: 'https://developers.ringcentral.com/guide/basics/pagination',
		path: '/restapi/v1.0/account/~/extension?status=Enabled',
		pager: byPage('page', 'perPage', 1000),
		record: (index) => ({ id: 1000 + index, name: `Extension ${index}`, type: 'User' }),
		page: ({ records, page, pages: totalPages, size, start, total, url, nextUrl: next }) => ({
			uri: url({}),
			records,
			paging: {
				page,
				totalPages,
				perPage: size,
				totalElements: total,
				pageStart: start,
				pageEnd: start + records.length - 1,
			},
			navigation: {
				firstPage: { uri: url({ page: 1 }) },
				...(next && { nextPage: { uri: next } }),
				lastPage: { uri: url({ page: totalPages }) },
			},
		}),
		read: 'pages',
	},
	Zoom: {
		docs: 'https://developers.zoom.us/docs/api/using-zoom-apis/#pagination',
		path: '/v2/users?status=active',
		pager: byToken('next_page_token', 'page_size', 300),
		record: (index) => ({ id: `z${index}`, email: `u${index}@example.com`, group_ids: [] }),
		page: ({ records, total, size, pages: page_count, nextIfAny = '' }) => ({
			page_count,
			page_number: 1,
			page_size: size,
			total_records: total,
			next_page_token: nextIfAny,
			users: records,
		}),
	},
});
