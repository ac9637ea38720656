import { refusing } from '../refusals';
import { nextToken, nextUrl, offsets } from '../schemes';
import type { Design } from '../types';
import { ANY } from '../types';
import { withoutOrigin } from './links';

export const discord: Design = {
	name: 'Discord',
	docs: 'https://docs.discord.com/developers/resources/guild#list-guild-members',
	path: '/api/v10/guilds/1201/members?limit=5',
	signIn: { kind: 'headers', headers: { Authorization: 'Bot discord-token' } },
	pager: {
		by: 'token',
		parameter: 'after',
		size: 'limit',
		max: 1000,
		tooLarge: 'refused',
		token: (start) => String(80_350_000_000_000_000n + BigInt(start)),
	},
	record: (index) => ({
		user: { id: String(80_350_000_000_000_001n + BigInt(index)), username: `user-${index + 1}` },
		roles: [],
	}),
	answer: ({ records }) => ({ body: records }),
	refuse: refusing((message, status) => ({ message, code: status === 401 ? 0 : 50_035 })),
	readings: [
		{
			property: '',
			pagingScheme: {
				...nextToken('after', '-1.user.id', ['limit', 1000]),
				pageUntil: 'noDataLeft',
			},
		},
	],
	automatic: true,
};

export const trello: Design = {
	name: 'Trello',
	docs: 'https://developer.atlassian.com/cloud/trello/guides/rest-api/api-introduction/#paging',
	path: '/1/boards/grc/actions?limit=5',
	signIn: {
		kind: 'headers',
		headers: { Authorization: 'OAuth oauth_consumer_key="key", oauth_token="token"' },
	},
	pager: {
		by: 'token',
		parameter: 'before',
		size: 'limit',
		max: 1000,
		token: (start) => `5f${(100_000 - start + 1).toString(16)}`,
	},
	record: (index) => ({ id: `5f${(100_000 - index).toString(16)}`, type: 'createCard', data: {} }),
	answer: ({ records }) => ({ body: records }),
	refuse: refusing((message) => ({ message, error: 'ERROR' })),
	readings: [
		{
			property: '',
			pagingScheme: { ...nextToken('before', '-1.id', ['limit', 1000]), pageUntil: 'noDataLeft' },
		},
	],
	automatic: true,
};

export const x: Design = {
	name: 'X',
	docs: 'https://docs.x.com/x-api/fundamentals/pagination',
	path: '/2/users/1201/followers?user.fields=created_at',
	signIn: { kind: 'bearer', token: 'x-token', oauth2: true },
	pager: {
		by: 'token',
		parameter: 'pagination_token',
		size: 'max_results',
		max: 1000,
		tooLarge: 'refused',
	},
	record: (index) => ({ id: String(2_244_994_945 + index), name: `User ${index + 1}` }),
	answer: ({ records, nextIfAny: next_token }) => ({
		body: {
			...(records.length > 0 && { data: records }),
			meta: { result_count: records.length, ...(next_token !== undefined && { next_token }) },
		},
	}),
	noListWhenEmpty: true,
	refuse: refusing((detail, status) => ({ title: 'Refused', type: 'about:blank', status, detail })),
	readings: [
		{
			property: 'data',
			pagingScheme: nextToken('pagination_token', 'meta.next_token', ['max_results', 1000]),
		},
	],
	automatic: true,
};

export const facebook: Design = {
	name: 'Facebook Graph',
	docs: 'https://developers.facebook.com/docs/graph-api/results',
	path: '/v21.0/1201/feed?fields=id,message',
	signIn: { kind: 'query', name: 'access_token', value: 'facebook-token' },
	pager: { by: 'token', parameter: 'after', size: 'limit', max: 100 },
	record: (index) => ({ id: `1201_${index + 1}`, message: `Post ${index + 1}` }),
	// Cursors are on every page that has records; the URL contains the token of the request.
	answer: ({ records, url, next, isLast, start }) => ({
		body: {
			data: records,
			...(records.length > 0 && {
				paging: {
					cursors: { before: `b${start}`, after: next },
					...(!isLast && { next: url({ after: next }) }),
				},
			}),
		},
	}),
	refuse: refusing(
		(message) => ({ error: { message, type: 'OAuthException', code: 104, fbtrace_id: 'A1' } }),
		{ credential: 400 },
	),
	readings: [{ property: 'data', pagingScheme: nextUrl('paging.next', ['limit', 100]) }],
	automatic: true,
};

export const linkedIn: Design = {
	name: 'LinkedIn',
	docs: 'https://learn.microsoft.com/linkedin/shared/api-guide/concepts/pagination',
	path: '/v2/organizationAcls?q=roleAssignee',
	signIn: { kind: 'bearer', token: 'linkedin-token', oauth2: true },
	headers: { 'X-Restli-Protocol-Version': '2.0.0' },
	pager: { by: 'offset', parameter: 'start', size: 'count', max: 100 },
	record: (index) => ({ organization: `urn:li:organization:${index + 1}`, role: 'ADMINISTRATOR' }),
	answer: ({ records, start, size, total, nextUrl: next }) => ({
		body: {
			elements: records,
			paging: {
				start,
				count: size,
				total,
				links: next ? [{ rel: 'next', type: 'application/json', href: withoutOrigin(next) }] : [],
			},
		},
	}),
	refuse: refusing((message, status) => ({ status, serviceErrorCode: 65_600, message })),
	readings: [
		{
			property: 'elements',
			pagingScheme: offsets('start', ['count', 100], { totalCount: 'paging.total' }),
		},
	],
	automatic: true,
};

export const reddit: Design = {
	name: 'Reddit',
	docs: 'https://www.reddit.com/dev/api/#listings',
	path: '/r/grc/new?raw_json=1',
	signIn: { kind: 'bearer', token: 'reddit-token', oauth2: true },
	headers: { 'User-Agent': ANY },
	pager: {
		by: 'token',
		parameter: 'after',
		size: 'limit',
		max: 100,
		token: (start) => `t3_${1000 + start}`,
	},
	record: (index) => ({
		kind: 't3',
		data: { name: `t3_${1001 + index}`, title: `Post ${index + 1}` },
	}),
	answer: ({ records, nextIfAny: after = null }) => ({
		body: {
			kind: 'Listing',
			data: { after, dist: records.length, modhash: null, children: records, before: null },
		},
	}),
	refuse: refusing((message, error) => ({ message, error })),
	readings: [
		{ property: 'data.children', pagingScheme: nextToken('after', 'data.after', ['limit', 100]) },
	],
	automatic: true,
};

export const spotify: Design = {
	name: 'Spotify',
	docs: 'https://developer.spotify.com/documentation/web-api/concepts/api-calls',
	path: '/v1/me/playlists',
	signIn: { kind: 'bearer', token: 'spotify-token', oauth2: true },
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 50, tooLarge: 'refused' },
	record: (index) => ({ id: `p${index + 1}`, name: `Playlist ${index + 1}`, images: [] }),
	answer: ({ records, url, size, start, total, nextUrl: next = null }) => ({
		body: {
			href: url({}),
			limit: size,
			next,
			offset: start,
			previous: start > 0 ? url({ offset: start - size }) : null,
			total,
			items: records,
		},
	}),
	refuse: refusing((message, status) => ({ error: { status, message } })),
	readings: [{ property: 'items', pagingScheme: nextUrl('next', ['limit', 50]) }],
	automatic: true,
};

export const youTube: Design = {
	name: 'YouTube',
	docs: 'https://developers.google.com/youtube/v3/guides/implementation/pagination',
	path: '/youtube/v3/playlistItems?part=snippet&playlistId=PL1',
	signIn: { kind: 'query', name: 'key', value: 'youtube-key' },
	pager: { by: 'token', parameter: 'pageToken', size: 'maxResults', max: 50, tooLarge: 'refused' },
	record: (index) => ({ kind: 'youtube#playlistItem', id: `UEx${1000 + index}`, snippet: {} }),
	answer: ({ records, nextIfAny: nextPageToken, total, size }) => ({
		body: {
			kind: 'youtube#playlistItemListResponse',
			etag: 'NJGOBlOv',
			...(nextPageToken !== undefined && { nextPageToken }),
			items: records,
			pageInfo: { totalResults: total, resultsPerPage: size },
		},
	}),
	refuse: refusing((message, code) => ({ error: { code, message, errors: [] } }), {
		credential: 403,
	}),
	readings: [
		{
			property: 'items',
			pagingScheme: nextToken('pageToken', 'nextPageToken', ['maxResults', 50]),
		},
	],
	automatic: true,
};
