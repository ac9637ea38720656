import { byOffset, byPage, byToken, designs, header } from '../dialect';

export const IDENTITY = designs((message, code) => ({ errors: [{ code, message }] }), {
	'Duo Admin': {
		docs: 'https://duo.com/docs/adminapi#response-paging',
		path: '/admin/v1/users?include=groups',
		signIn: header('Authorization', 'Basic '),
		pager: byOffset('offset', 'limit', 300),
		record: (index) => ({ user_id: `DU${index}`, username: `u${index}`, groups: [] }),
		page: ({ records, start, total, nextIfAny: next_offset }) => ({
			stat: 'OK',
			response: records,
			metadata: {
				...(next_offset !== undefined && { next_offset }),
				prev_offset: Math.max(0, start - 5),
				total_objects: total,
			},
		}),
		refuse: (message) => ({ stat: 'FAIL', code: 40_002, message }),
		read: 'token',
	},
	'Jamf Pro': {
		docs: 'https://developer.jamf.com/jamf-pro/docs/pagination',
		path: '/api/v1/computers-inventory?section=GENERAL',
		pager: byPage('page', 'page-size', 2000, { first: 0 }),
		record: (index) => ({ id: String(index), udid: `u${index}`, general: { name: 'Mac' } }),
		page: ({ records, total }) => ({ totalCount: total, results: records }),
	},
	'JumpCloud v2': {
		docs: 'https://docs.jumpcloud.com/api/2.0/index.html#section/API-Overview/Parameters',
		path: '/api/v2/usergroups?sort=name',
		signIn: header('x-api-key'),
		pager: byOffset('skip', 'limit', 100),
		record: (index) => ({ id: `j${index}`, name: `Group ${index}`, type: 'user_group' }),
		answer: ({ records, total }) => ({
			headers: { 'X-Total-Count': String(total) },
			body: records,
		}),
	},
	OneLogin: {
		docs: 'https://developers.onelogin.com/api-docs/2/getting-started/using-query-parameters',
		path: '/api/2/users?fields=id,email',
		pager: byToken('cursor', 'limit', 1000),
		answer: ({ records, total, page, pages: count, size, nextIfAny: next }) => ({
			headers: {
				'Current-Page': String(page),
				'Page-Items': String(size),
				'Total-Count': String(total),
				'Total-Pages': String(count),
				...(next !== undefined && { 'After-Cursor': String(next) }),
			},
			body: records,
		}),
	},
});
