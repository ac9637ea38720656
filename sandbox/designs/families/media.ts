import { family } from '../common';
import { nextToken, nextUrl, pages } from '../schemes';
import type { Design } from '../types';
import { withoutOrigin } from './links';

const { bearer, common } = family((message, status) => ({ status, errors: [{ message }] }));

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
	...common,
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
