import { family } from '../common';
import { refusing } from '../refusals';
import { nextToken, offsets, pages } from '../schemes';
import type { Design } from '../types';

const { bearer, common } = family((message, code) => ({ errors: [{ code, message }] }));

export const duo: Design = {
	...common,
	name: 'Duo Admin',
	docs: 'https://duo.com/docs/adminapi#response-paging',
	path: '/admin/v1/users?include=groups',
	signIn: { kind: 'headers', headers: { Authorization: 'Basic duo-signature' } },
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 300 },
	record: (index) => ({ user_id: `DU${index}`, username: `u${index}`, groups: [] }),
	answer: ({ records, start, total, nextIfAny: next_offset }) => ({
		body: {
			stat: 'OK',
			response: records,
			metadata: {
				...(next_offset !== undefined && { next_offset }),
				prev_offset: Math.max(0, start - 5),
				total_objects: total,
			},
		},
	}),
	refuse: refusing((message) => ({ stat: 'FAIL', code: 40_002, message })),
	readings: [
		{
			property: 'response',
			pagingScheme: nextToken('offset', 'metadata.next_offset', ['limit', 300]),
		},
	],
};

export const oneLogin: Design = {
	...bearer('onelogin-token'),
	name: 'OneLogin',
	docs: 'https://developers.onelogin.com/api-docs/2/getting-started/using-query-parameters',
	path: '/api/2/users?fields=id,email',
	pager: { by: 'token', parameter: 'cursor', size: 'limit', max: 1000 },
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
	readings: [
		{ property: '', pagingScheme: nextToken('cursor', 'header:After-Cursor', ['limit', 1000]) },
	],
};

export const jumpCloud: Design = {
	...common,
	name: 'JumpCloud v2',
	docs: 'https://docs.jumpcloud.com/api/2.0/index.html#section/API-Overview/Parameters',
	path: '/api/v2/usergroups?sort=name',
	signIn: { kind: 'headers', headers: { 'x-api-key': 'jumpcloud-key' } },
	pager: { by: 'offset', parameter: 'skip', size: 'limit', max: 100 },
	record: (index) => ({ id: `j${index}`, name: `Group ${index}`, type: 'user_group' }),
	answer: ({ records, total }) => ({
		headers: { 'X-Total-Count': String(total) },
		body: records,
	}),
	readings: [
		{
			property: '',
			pagingScheme: offsets('skip', ['limit', 100], { totalCount: 'header:X-Total-Count' }),
		},
	],
};

export const jamf: Design = {
	...bearer('jamf-token'),
	name: 'Jamf Pro',
	docs: 'https://developer.jamf.com/jamf-pro/docs/pagination',
	path: '/api/v1/computers-inventory?section=GENERAL',
	pager: { by: 'page', parameter: 'page', size: 'page-size', max: 2000, first: 0 },
	record: (index) => ({ id: String(index), udid: `u${index}`, general: { name: 'Mac' } }),
	answer: ({ records, total }) => ({ body: { totalCount: total, results: records } }),
	readings: [
		{
			property: 'results',
			pagingScheme: pages('page', 0, ['page-size', 2000], { totalCount: 'totalCount' }),
		},
	],
};
