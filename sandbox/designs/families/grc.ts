import { refusing } from '../refusals';
import { nextToken, pages } from '../schemes';
import type { Design } from '../types';

export const oneTrust: Design = {
	name: 'OneTrust-like',
	path: '/api/assessment/v2/assessments?assessmentArchivalState=ALL',
	signIn: { kind: 'bearer', token: 'onetrust-token', oauth2: true },
	pager: { by: 'page', parameter: 'page', size: 'size', max: 2000, first: 0 },
	record: (index) => ({
		assessmentId: `a-${index + 1}`,
		name: `Assessment ${index + 1}`,
		tags: [],
	}),
	answer: ({ records, page, size, total, pages: count }) => ({
		body: {
			content: records,
			page: { number: page, size, totalElements: total, totalPages: count },
		},
	}),
	refuse: refusing((message, status) => ({ timestamp: 1_700_000_000, status, message })),
	readings: [
		{
			property: 'content',
			pagingScheme: pages('page', 0, ['size', 2000], { totalCount: 'page.totalElements' }),
		},
	],
	automatic: true,
};

export const vanta: Design = {
	name: 'Vanta-like',
	path: '/v1/vendors?statusMatchesAny=MANAGED',
	signIn: { kind: 'bearer', token: 'vanta-token', oauth2: true },
	pager: { by: 'token', parameter: 'pageCursor', size: 'pageSize', max: 100, tooLarge: 'refused' },
	// A cursor is also on the last page.
	answer: ({ records, next, start, isLast }) => ({
		body: {
			results: {
				pageInfo: {
					startCursor: `s${start}`,
					endCursor: next,
					hasNextPage: !isLast,
					hasPreviousPage: start > 0,
				},
				data: records,
			},
		},
	}),
	refuse: refusing((message) => ({ message })),
	readings: [
		{
			property: 'results.data',
			pagingScheme: nextToken('pageCursor', 'results.pageInfo.endCursor', ['pageSize', 100], {
				moreRecords: 'results.pageInfo.hasNextPage',
			}),
		},
	],
	automatic: true,
};

export const drata: Design = {
	name: 'Drata-like',
	path: '/public/vendors?sort=NAME',
	signIn: { kind: 'bearer', token: 'drata-key' },
	pager: { by: 'page', parameter: 'page', size: 'limit', max: 50, tooLarge: 'refused' },
	answer: ({ records, page, size, total }) => ({
		body: { data: records, page, limit: size, total },
	}),
	refuse: refusing((message, statusCode) => ({ statusCode, message, code: 10_000 })),
	readings: [
		{
			property: 'data',
			pagingScheme: pages('page', 1, ['limit', 50], { totalCount: 'total' }),
		},
	],
	automatic: true,
};
