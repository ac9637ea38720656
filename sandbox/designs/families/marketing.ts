import { refusing } from '../refusals';
import { nextToken, nextUrl, offsets, pages } from '../schemes';
import type { Design } from '../types';
import { withoutOrigin } from './links';

const bearer = (token: string) =>
	({
		signIn: { kind: 'bearer', token },
		refuse: refusing((message, status) => ({ status, errors: [{ message }] })),
		automatic: true,
	}) as const satisfies Partial<Design>;

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

export const eventbrite: Design = {
	...bearer('eventbrite-token'),
	name: 'Eventbrite',
	docs: 'https://www.eventbrite.com/platform/docs/pagination',
	path: '/v3/organizations/1/events/?order_by=created_asc',
	pager: { by: 'token', parameter: 'continuation', max: 50 },
	answer: ({ records, total, size, page, pages: page_count, isLast, nextIfAny }) => ({
		body: {
			pagination: {
				object_count: total,
				page_number: page,
				page_size: size,
				page_count,
				...(!isLast && { continuation: nextIfAny }),
				has_more_items: !isLast,
			},
			events: records,
		},
	}),
	readings: [
		{ property: 'events', pagingScheme: nextToken('continuation', 'pagination.continuation') },
	],
};

export const activeCampaign: Design = {
	...bearer('x'),
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
	...bearer('x'),
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
	...bearer('x'),
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
	...bearer('x'),
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
	...bearer('x'),
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

export const pinterest: Design = {
	...bearer('pinterest-token'),
	name: 'Pinterest',
	docs: 'https://developers.pinterest.com/docs/reference/pagination/',
	path: '/v5/boards?privacy=ALL',
	pager: { by: 'token', parameter: 'bookmark', size: 'page_size', max: 250 },
	answer: ({ records, nextIfAny: bookmark = null }) => ({ body: { items: records, bookmark } }),
	readings: [
		{ property: 'items', pagingScheme: nextToken('bookmark', 'bookmark', ['page_size', 250]) },
	],
};

export const tikTok: Design = {
	...bearer('x'),
	name: 'TikTok for Business',
	docs: 'https://business-api.tiktok.com/portal/docs',
	path: '/open_api/v1.3/campaign/get/?advertiser_id=1201',
	signIn: { kind: 'headers', headers: { 'Access-Token': 'tiktok-token' } },
	pager: { by: 'page', parameter: 'page', size: 'page_size', max: 1000 },
	record: (index) => ({ campaign_id: String(index), campaign_name: `C${index}`, is_smart: false }),
	answer: ({ records, page, size, total, pages: total_page }) => ({
		body: {
			code: 0,
			message: 'OK',
			request_id: '2024',
			data: {
				list: records,
				page_info: { page, page_size: size, total_number: total, total_page },
			},
		},
	}),
	readings: [
		{
			property: 'data.list',
			pagingScheme: pages('page', 1, ['page_size', 1000], {
				totalPages: 'data.page_info.total_page',
			}),
		},
	],
};

export const twitch: Design = {
	...bearer('twitch-token'),
	name: 'Twitch',
	docs: 'https://dev.twitch.tv/docs/api/guide/#pagination',
	path: '/helix/streams?language=en',
	headers: { 'Client-Id': 'grc' },
	pager: { by: 'token', parameter: 'after', size: 'first', max: 100 },
	record: (index) => ({ id: String(index), user_name: `u${index}`, tag_ids: [] }),
	answer: ({ records, nextIfAny: cursor }) => ({
		body: { data: records, pagination: cursor === undefined ? {} : { cursor } },
	}),
	readings: [
		{ property: 'data', pagingScheme: nextToken('after', 'pagination.cursor', ['first', 100]) },
	],
};

export const vimeo: Design = {
	...bearer('vimeo-token'),
	name: 'Vimeo',
	docs: 'https://developer.vimeo.com/api/common-formats#using-the-pagination-parameter',
	path: '/me/videos?sort=date',
	pager: { by: 'page', parameter: 'page', size: 'per_page', max: 100 },
	record: (index) => ({ uri: `/videos/${index}`, name: `Video ${index}`, tags: [] }),
	answer: ({ records, total, page, size, pages: count, url, nextUrl: next }) => ({
		body: {
			total,
			page,
			per_page: size,
			paging: {
				next: withoutOrigin(next) ?? null,
				previous: page > 1 ? withoutOrigin(url({ page: page - 1 })) : null,
				first: withoutOrigin(url({ page: 1 })),
				last: withoutOrigin(url({ page: count })),
			},
			data: records,
		},
	}),
	readings: [
		{
			property: 'data',
			pagingScheme: pages('page', 1, ['per_page', 100], { totalCount: 'total' }),
		},
	],
};

export const bitly: Design = {
	...bearer('bitly-token'),
	name: 'Bitly',
	docs: 'https://dev.bitly.com/api-reference/#getBitlinksByGroup',
	path: '/v4/groups/Bg1/bitlinks?archived=off',
	pager: { by: 'token', parameter: 'search_after', size: 'size', max: 100 },
	record: (index) => ({ id: `bit.ly/${index}`, link: `https://bit.ly/${index}`, tags: [] }),
	answer: ({ records, total, size, nextIfAny = '', nextUrl: next = '' }) => ({
		body: {
			pagination: { prev: '', next, size, page: 1, total, search_after: nextIfAny },
			links: records,
		},
	}),
	readings: [{ property: 'links', pagingScheme: nextUrl('pagination.next', ['size', 100]) }],
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

export const aircall: Design = {
	...bearer('x'),
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
	...bearer('x'),
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
