import { family } from '../common';
import { nextToken, nextUrl, offsets } from '../schemes';
import type { Design } from '../types';

const { bearer, common } = family((message, status) => ({ status, errors: [{ message }] }));

export const activeCampaign: Design = {
	...common,
	name: 'ActiveCampaign',
	docs: 'https://developers.activecampaign.com/reference/pagination',
	path: '/api/3/contacts?orders[id]=ASC',
	signIn: { kind: 'headers', headers: { 'Api-Token': 'activecampaign-key' } },
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 100 },
	record: (index) => ({ id: String(index + 1), email: `c${index}@example.com`, scoreValues: [] }),
	answer: ({ records, total, start, size }) => ({
		body: {
			scoreValues: [],
			contacts: records,
			meta: {
				page_input: { segmentid: 0, formid: 0, offset: start, limit: size, search: null },
				total: String(total),
				sortable: true,
			},
		},
	}),
	readings: [
		{
			property: 'contacts',
			pagingScheme: offsets('offset', ['limit', 100], { totalCount: 'meta.total' }),
		},
	],
};

export const kit: Design = {
	...common,
	name: 'Kit (ConvertKit)',
	docs: 'https://developers.kit.com/api-reference/pagination',
	path: '/v4/subscribers?status=active',
	signIn: { kind: 'headers', headers: { 'X-Kit-Api-Key': 'kit-key' } },
	pager: { by: 'token', parameter: 'after', size: 'per_page', max: 1000 },
	answer: ({ records, size, next, isLast, start }) => ({
		body: {
			subscribers: records,
			pagination: {
				has_previous_page: start > 0,
				has_next_page: !isLast,
				start_cursor: 'WzFd',
				end_cursor: next,
				per_page: size,
			},
		},
	}),
	readings: [
		{
			property: 'subscribers',
			pagingScheme: nextToken('after', 'pagination.end_cursor', ['per_page', 1000], {
				moreRecords: 'pagination.has_next_page',
			}),
		},
	],
};

export const brevo: Design = {
	...common,
	name: 'Brevo',
	docs: 'https://developers.brevo.com/reference/get-contacts',
	path: '/v3/contacts?sort=asc',
	signIn: { kind: 'headers', headers: { 'api-key': 'brevo-key' } },
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 1000 },
	record: (index) => ({ id: index + 1, email: `c${index}@example.com`, listIds: [] }),
	answer: ({ records, total }) => ({ body: { contacts: records, count: total } }),
	readings: [
		{
			property: 'contacts',
			pagingScheme: offsets('offset', ['limit', 1000], { totalCount: 'count' }),
		},
	],
};

export const postmark: Design = {
	...common,
	name: 'Postmark',
	docs: 'https://postmarkapp.com/developer/api/bounce-api',
	path: '/bounces?count=5&offset=0',
	signIn: { kind: 'headers', headers: { 'X-Postmark-Server-Token': 'postmark-token' } },
	headers: { Accept: 'application/json' },
	pager: { by: 'offset', parameter: 'offset', size: 'count', max: 500 },
	record: (index) => ({ ID: index + 1, Type: 'HardBounce', Email: `b${index}@example.com` }),
	answer: ({ records, total }) => ({ body: { TotalCount: total, Bounces: records } }),
	readings: [
		{
			property: 'Bounces',
			pagingScheme: offsets('offset', ['count', 500], { totalCount: 'TotalCount' }),
		},
	],
};

export const customerIo: Design = {
	...bearer('customerio-key'),
	name: 'Customer.io',
	docs: 'https://docs.customer.io/api/app/#operation/getPeopleInSegment',
	path: '/v1/segments/7/membership?limit=5',
	pager: { by: 'token', parameter: 'start', size: 'limit', max: 30_000 },
	record: (index) => ({ id: `p${index}`, cio_id: `c${index}`, email: `p${index}@example.com` }),
	answer: ({ records, nextIfAny: next = '' }) => ({
		body: {
			identifiers: records,
			ids: records.map((record) => (record as { id: string }).id),
			next,
		},
	}),
	readings: [
		{ property: 'identifiers', pagingScheme: nextToken('start', 'next', ['limit', 30_000]) },
	],
};

export const mailgun: Design = {
	...common,
	name: 'Mailgun events',
	docs: 'https://documentation.mailgun.com/docs/mailgun/api-reference/openapi-final/tag/Events/',
	path: '/v3/example.com/events?ascending=yes',
	signIn: { kind: 'basic', user: 'api', password: 'mailgun-key' },
	pager: { by: 'token', parameter: 'page', size: 'limit', max: 300 },
	record: (index) => ({ id: `e${index}`, event: 'delivered', tags: [], timestamp: index }),
	answer: ({ records, next, url }) => ({
		body: {
			items: records,
			paging: {
				previous: url({ page: 'prev' }),
				first: url({ page: undefined }),
				last: url({ page: 'last' }),
				next: url({ page: next }),
			},
		},
	}),
	readings: [
		{
			property: 'items',
			pagingScheme: { ...nextUrl('paging.next', ['limit', 300]), pageUntil: 'noDataLeft' },
		},
	],
};

export const segment: Design = {
	...bearer('segment-token'),
	name: 'Segment',
	docs: 'https://docs.segmentapis.com/tag/Pagination/',
	path: '/sources?sort=name',
	pager: {
		by: 'token',
		parameter: 'pagination[cursor]',
		size: 'pagination[count]',
		max: 200,
	},
	record: (index) => ({ id: `s${index}`, slug: `source-${index}`, labels: [], writeKeys: ['a'] }),
	answer: ({ records, total, nextIfAny: next }) => ({
		body: {
			data: {
				sources: records,
				pagination: { current: 'MA==', ...(next !== undefined && { next }), totalEntries: total },
			},
		},
	}),
	readings: [
		{
			property: 'data.sources',
			pagingScheme: nextToken('pagination[cursor]', 'data.pagination.next', [
				'pagination[count]',
				200,
			]),
		},
	],
};
