import { family } from '../common';
import { nextToken, nextUrl, pages } from '../schemes';
import type { Design } from '../types';

const { bearer, common } = family((message, status) => ({ status, errors: [{ message }] }));

export const zoom: Design = {
	...bearer('zoom-token'),
	name: 'Zoom',
	docs: 'https://developers.zoom.us/docs/api/using-zoom-apis/#pagination',
	path: '/v2/users?status=active',
	pager: { by: 'token', parameter: 'next_page_token', size: 'page_size', max: 300 },
	record: (index) => ({ id: `z${index}`, email: `u${index}@example.com`, group_ids: [] }),
	answer: ({ records, total, size, pages: page_count, nextIfAny = '' }) => ({
		body: {
			page_count,
			page_number: 1,
			page_size: size,
			total_records: total,
			next_page_token: nextIfAny,
			users: records,
		},
	}),
	readings: [
		{
			property: 'users',
			pagingScheme: nextToken('next_page_token', 'next_page_token', ['page_size', 300]),
		},
	],
};

export const aircall: Design = {
	...common,
	name: 'Aircall',
	docs: 'https://developer.aircall.io/api-references/#pagination',
	path: '/v1/users?order=asc',
	signIn: { kind: 'basic', user: 'aircall-id', password: 'aircall-token' },
	pager: { by: 'page', parameter: 'page', size: 'per_page', max: 50 },
	record: (index) => ({ id: index + 1, name: `User ${index}`, numbers: [] }),
	answer: ({ records, total, page, size, nextUrl: next = null }) => ({
		body: {
			meta: {
				count: records.length,
				total,
				current_page: page,
				per_page: size,
				next_page_link: next,
				previous_page_link: null,
			},
			users: records,
		},
	}),
	readings: [{ property: 'users', pagingScheme: nextUrl('meta.next_page_link', ['per_page', 50]) }],
};

export const gong: Design = {
	...common,
	name: 'Gong',
	docs: 'https://gong.app.gong.io/settings/api/documentation',
	path: '/v2/calls?fromDateTime=2024-01-01T00:00:00Z',
	signIn: { kind: 'basic', user: 'gong-key', password: 'gong-secret' },
	pager: { by: 'token', parameter: 'cursor', max: 100 },
	record: (index) => ({ id: `g${index}`, title: `Call ${index}`, scope: 'Internal' }),
	answer: ({ records, total, page, nextIfAny: cursor }) => ({
		body: {
			requestId: 'q1',
			records: {
				totalRecords: total,
				currentPageSize: records.length,
				currentPageNumber: page - 1,
				...(cursor !== undefined && { cursor }),
			},
			calls: records,
		},
	}),
	readings: [{ property: 'calls', pagingScheme: nextToken('cursor', 'records.cursor') }],
};

export const ringCentral: Design = {
	...bearer('ringcentral-token'),
	name: 'RingCentral',
	docs: 'https://developers.ringcentral.com/guide/basics/pagination',
	path: '/restapi/v1.0/account/~/extension?status=Enabled',
	pager: { by: 'page', parameter: 'page', size: 'perPage', max: 1000 },
	record: (index) => ({ id: 1000 + index, name: `Extension ${index}`, type: 'User' }),
	answer: ({ records, page, pages: totalPages, size, start, total, url, nextUrl: next }) => ({
		body: {
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
		},
	}),
	readings: [
		{
			property: 'records',
			pagingScheme: pages('page', 1, ['perPage', 1000], { totalPages: 'paging.totalPages' }),
		},
	],
};
