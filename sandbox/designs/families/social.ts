import { MESSAGE, byOffset, byToken, designs, header, oauth2, query } from '../dialect';
import { ANY } from '../types';
import { withoutOrigin } from './links';

export const SOCIAL = designs(MESSAGE, {
	Discord: {
		docs: 'https://docs.discord.com/developers/resources/guild#list-guild-members',
		path: '/api/v10/guilds/1201/members?limit=5',
		signIn: header('Authorization', 'Bot '),
		pager: byToken('after', 'limit', 1000, {
			tooLarge: 'refused',
			token: (start) => String(80_350_000_000_000_000n + BigInt(start)),
		}),
		record: (index) => ({
			user: { id: String(80_350_000_000_000_001n + BigInt(index)), username: `user-${index + 1}` },
			roles: [],
		}),
		page: ({ records }) => records,
		refuse: (message, status) => ({ message, code: status === 401 ? 0 : 50_035 }),
	},
	'Facebook Graph': {
		docs: 'https://developers.facebook.com/docs/graph-api/results',
		path: '/v21.0/1201/feed?fields=id,message',
		signIn: query('access_token'),
		pager: byToken('after', 'limit', 100),
		record: (index) => ({ id: `1201_${index + 1}`, message: `Post ${index + 1}` }),
		// Cursors are on every page that has records; the URL contains the token of the request.
		page: ({ records, url, next, isLast, start }) => ({
			data: records,
			...(records.length > 0 && {
				paging: {
					cursors: { before: `b${start}`, after: next },
					...(!isLast && { next: url({ after: next }) }),
				},
			}),
		}),
		refuse: (message) => ({
			error: { message, type: 'OAuthException', code: 104, fbtrace_id: 'A1' },
		}),
		statuses: { credential: 400 },
	},
	LinkedIn: {
		docs: 'https://learn.microsoft.com/linkedin/shared/api-guide/concepts/pagination',
		path: '/v2/organizationAcls?q=roleAssignee',
		signIn: oauth2,
		headers: { 'X-Restli-Protocol-Version': '2.0.0' },
		pager: byOffset('start', 'count', 100),
		record: (index) => ({
			organization: `urn:li:organization:${index + 1}`,
			role: 'ADMINISTRATOR',
		}),
		page: ({ records, start, size, total, nextUrl: next }) => ({
			elements: records,
			paging: {
				start,
				count: size,
				total,
				links: next ? [{ rel: 'next', type: 'application/json', href: withoutOrigin(next) }] : [],
			},
		}),
		refuse: (message, status) => ({ status, serviceErrorCode: 65_600, message }),
		read: 'total',
	},
	Reddit: {
		docs: 'https://www.reddit.com/dev/api/#listings',
		path: '/r/grc/new?raw_json=1',
		signIn: oauth2,
		headers: { 'User-Agent': ANY },
		pager: byToken('after', 'limit', 100, { token: (start) => `t3_${1000 + start}` }),
		record: (index) => ({
			kind: 't3',
			data: { name: `t3_${1001 + index}`, title: `Post ${index + 1}` },
		}),
		page: ({ records, nextIfAny: after = null }) => ({
			kind: 'Listing',
			data: { after, dist: records.length, modhash: null, children: records, before: null },
		}),
		refuse: (message, error) => ({ message, error }),
		read: 'token',
	},
	Spotify: {
		docs: 'https://developer.spotify.com/documentation/web-api/concepts/api-calls',
		path: '/v1/me/playlists',
		signIn: oauth2,
		pager: byOffset('offset', 'limit', 50, { tooLarge: 'refused' }),
		record: (index) => ({ id: `p${index + 1}`, name: `Playlist ${index + 1}`, images: [] }),
		page: ({ records, url, size, start, total, nextUrl: next = null }) => ({
			href: url({}),
			limit: size,
			next,
			offset: start,
			previous: start > 0 ? url({ offset: start - size }) : null,
			total,
			items: records,
		}),
		refuse: (message, status) => ({ error: { status, message } }),
	},
	Trello: {
		docs: 'https://developer.atlassian.com/cloud/trello/guides/rest-api/api-introduction/#paging',
		path: '/1/boards/grc/actions?limit=5',
		signIn: header('Authorization', 'OAuth '),
		pager: byToken('before', 'limit', 1000, {
			token: (start) => `5f${(100_000 - start + 1).toString(16)}`,
		}),
		record: (index) => ({
			id: `5f${(100_000 - index).toString(16)}`,
			type: 'createCard',
			data: {},
		}),
		page: ({ records }) => records,
		refuse: (message) => ({ message, error: 'ERROR' }),
	},
	X: {
		docs: 'https://docs.x.com/x-api/fundamentals/pagination',
		path: '/2/users/1201/followers?user.fields=created_at',
		signIn: oauth2,
		pager: byToken('pagination_token', 'max_results', 1000, { tooLarge: 'refused' }),
		record: (index) => ({ id: String(2_244_994_945 + index), name: `User ${index + 1}` }),
		page: ({ records, nextIfAny: next_token }) => ({
			...(records.length > 0 && { data: records }),
			meta: { result_count: records.length, ...(next_token !== undefined && { next_token }) },
		}),
		noListWhenEmpty: true,
		refuse: (detail, status) => ({ title: 'Refused', type: 'about:blank', status, detail }),
	},
	YouTube: {
		docs: 'https://developers.google.com/youtube/v3/guides/implementation/pagination',
		path: '/youtube/v3/playlistItems?part=snippet&playlistId=PL1',
		signIn: query('key'),
		pager: byToken('pageToken', 'maxResults', 50, { tooLarge: 'refused' }),
		record: (index) => ({ kind: 'youtube#playlistItem', id: `UEx${1000 + index}`, snippet: {} }),
		page: ({ records, nextIfAny: nextPageToken, total, size }) => ({
			kind: 'youtube#playlistItemListResponse',
			etag: 'NJGOBlOv',
			...(nextPageToken !== undefined && { nextPageToken }),
			items: records,
			pageInfo: { totalResults: total, resultsPerPage: size },
		}),
		refuse: (message, code) => ({ error: { code, message, errors: [] } }),
		statuses: { credential: 403 },
	},
});
