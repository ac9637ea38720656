import { byPage, byToken, designs, header } from '../dialect';
import { withoutOrigin } from './links';

export const MEDIA = designs((message, status) => ({ status, errors: [{ message }] }), {
	Bitly: {
		docs: 'https://dev.bitly.com/api-reference/#getBitlinksByGroup',
		path: '/v4/groups/Bg1/bitlinks?archived=off',
		pager: byToken('search_after', 'size', 100),
		record: (index) => ({ id: `bit.ly/${index}`, link: `https://bit.ly/${index}`, tags: [] }),
		page: ({ records, total, size, nextIfAny = '', nextUrl: next = '' }) => ({
			pagination: { prev: '', next, size, page: 1, total, search_after: nextIfAny },
			links: records,
		}),
	},
	Eventbrite: {
		docs: 'https://www.eventbrite.com/platform/docs/pagination',
		path: '/v3/organizations/1/events/?order_by=created_asc',
		pager: byToken('continuation'),
		page: ({ records, total, size, page, pages: page_count, isLast, nextIfAny }) => ({
			pagination: {
				object_count: total,
				page_number: page,
				page_size: size,
				page_count,
				...(!isLast && { continuation: nextIfAny }),
				has_more_items: !isLast,
			},
			events: records,
		}),
	},
	Pinterest: {
		docs: 'https://developers.pinterest.com/docs/reference/pagination/',
		path: '/v5/boards?privacy=ALL',
		pager: byToken('bookmark', 'page_size', 250),
		page: ({ records, nextIfAny: bookmark = null }) => ({ items: records, bookmark }),
	},
	'TikTok for Business': {
		docs: 'https://business-api.tiktok.com/portal/docs',
		path: '/open_api/v1.3/campaign/get/?advertiser_id=1201',
		signIn: header('Access-Token'),
		pager: byPage('page', 'page_size', 1000),
		record: (index) => ({
			campaign_id: String(index),
			campaign_name: `C${index}`,
			is_smart: false,
		}),
		page: ({ records, page, size, total, pages: total_page }) => ({
			code: 0,
			message: 'OK',
			request_id: '2024',
			data: {
				list: records,
				page_info: { page, page_size: size, total_number: total, total_page },
			},
		}),
	},
	Twitch: {
		docs: 'https://dev.twitch.tv/docs/api/guide/#pagination',
		path: '/helix/streams?language=en',
		headers: { 'Client-Id': 'grc' },
		pager: byToken('after', 'first', 100),
		record: (index) => ({ id: String(index), user_name: `u${index}`, tag_ids: [] }),
		page: ({ records, nextIfAny: cursor }) => ({
			data: records,
			pagination: cursor === undefined ? {} : { cursor },
		}),
	},
	Vimeo: {
		docs: 'https://developer.vimeo.com/api/common-formats#using-the-pagination-parameter',
		path: '/me/videos?sort=date',
		pager: byPage('page', 'per_page', 100),
		record: (index) => ({ uri: `/videos/${index}`, name: `Video ${index}`, tags: [] }),
		page: ({ records, total, page, size, pages: count, url, nextUrl: next }) => ({
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
		}),
		read: 'total',
	},
});
