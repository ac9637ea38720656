import { MESSAGE, byPage, byToken, designs, oauth2 } from '../dialect';

export const GRC = designs(MESSAGE, {
	'Drata-like': {
		path: '/public/vendors?sort=NAME',
		pager: byPage('page', 'limit', 50, { tooLarge: 'refused' }),
		page: ({ records, page, size, total }) => ({ data: records, page, limit: size, total }),
		refuse: (message, statusCode) => ({ statusCode, message, code: 10_000 }),
	},
	'OneTrust-like': {
		path: '/api/assessment/v2/assessments?assessmentArchivalState=ALL',
		signIn: oauth2,
		pager: byPage('page', 'size', 2000, { first: 0 }),
		record: (index) => ({
			assessmentId: `a-${index + 1}`,
			name: `Assessment ${index + 1}`,
			tags: [],
		}),
		page: ({ records, page, size, total, pages: count }) => ({
			content: records,
			page: { number: page, size, totalElements: total, totalPages: count },
		}),
		refuse: (message, status) => ({ timestamp: 1_700_000_000, status, message }),
		read: 'total',
	},
	'Vanta-like': {
		path: '/v1/vendors?statusMatchesAny=MANAGED',
		signIn: oauth2,
		pager: byToken('pageCursor', 'pageSize', 100, { tooLarge: 'refused' }),
		// A cursor is also on the last page.
		page: ({ records, next, start, isLast }) => ({
			results: {
				pageInfo: {
					startCursor: `s${start}`,
					endCursor: next,
					hasNextPage: !isLast,
					hasPreviousPage: start > 0,
				},
				data: records,
			},
		}),
		refuse: (message) => ({ message }),
	},
});
