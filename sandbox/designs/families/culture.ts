import { family } from '../common';
import { nextUrl, offsets, pages } from '../schemes';
import type { Design } from '../types';
import { withoutOrigin } from './links';

const { common, open } = family((message, status) => ({ status, error: message }));

export const musicBrainz: Design = {
	...open,
	name: 'MusicBrainz',
	docs: 'https://musicbrainz.org/doc/MusicBrainz_API#Browse',
	path: '/ws/2/release?artist=1201&fmt=json',
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 100 },
	record: (index) => ({ id: `mb-${index + 1}`, title: `Release ${index + 1}`, barcode: null }),
	answer: ({ records, start, total }) => ({
		body: { 'release-offset': start, 'release-count': total, releases: records },
	}),
	readings: [
		{
			property: 'releases',
			pagingScheme: offsets('offset', ['limit', 100], { totalCount: 'release-count' }),
		},
	],
};

export const nasaImages: Design = {
	...open,
	name: 'NASA images',
	docs: 'https://images.nasa.gov/docs/images.nasa.gov_api_docs.pdf',
	path: '/search?q=moon',
	pager: { by: 'page', parameter: 'page', size: 'page_size', max: 100 },
	record: (index) => ({
		href: `https://example.com/${index}/collection.json`,
		data: [{ nasa_id: `n${index}`, title: `Image ${index}` }],
		links: [{ href: 'https://example.com/thumb.jpg', rel: 'preview' }],
	}),
	answer: ({ records, total, url, nextUrl: next }) => ({
		body: {
			collection: {
				version: '1.0',
				href: url({}),
				items: records,
				metadata: { total_hits: total },
				...(next && { links: [{ rel: 'next', prompt: 'Next', href: next }] }),
			},
		},
	}),
	readings: [
		{
			property: 'collection.items',
			pagingScheme: pages('page', 1, ['page_size', 100], {
				totalCount: 'collection.metadata.total_hits',
			}),
		},
	],
};

export const lastFm: Design = {
	...common,
	name: 'Last.fm',
	docs: 'https://www.last.fm/api/show/artist.search',
	path: '/2.0/?method=artist.search&artist=risk&format=json',
	signIn: { kind: 'query', name: 'api_key', value: 'lastfm-key' },
	pager: { by: 'page', parameter: 'page', size: 'limit', max: 30 },
	record: (index) => ({ name: `Artist ${index}`, mbid: `m${index}`, image: [] }),
	answer: ({ records, total, page, size, start }) => ({
		body: {
			results: {
				'opensearch:Query': { '#text': '', role: 'request', startPage: String(page) },
				'opensearch:totalResults': String(total),
				'opensearch:startIndex': String(start),
				'opensearch:itemsPerPage': String(size),
				artistmatches: { artist: records },
				'@attr': { for: 'risk' },
			},
		},
	}),
	readings: [
		{
			property: 'results.artistmatches.artist',
			pagingScheme: pages('page', 1, ['limit', 30], {
				totalCount: 'results.opensearch:totalResults',
			}),
		},
	],
};

export const googleBooks: Design = {
	...open,
	name: 'Google Books',
	docs: 'https://developers.google.com/books/docs/v1/using#pagination',
	path: '/books/v1/volumes?q=risk',
	pager: {
		by: 'offset',
		parameter: 'startIndex',
		size: 'maxResults',
		max: 40,
		tooLarge: 'refused',
	},
	record: (index) => ({ kind: 'books#volume', id: `b${index}`, volumeInfo: { authors: [] } }),
	answer: ({ records, total }) => ({
		body: {
			kind: 'books#volumes',
			totalItems: total,
			...(records.length > 0 && { items: records }),
		},
	}),
	noListWhenEmpty: true,
	readings: [
		{
			property: 'items',
			pagingScheme: offsets('startIndex', ['maxResults', 40], { totalCount: 'totalItems' }),
		},
	],
};

export const openLibrary: Design = {
	...open,
	name: 'Open Library',
	docs: 'https://openlibrary.org/dev/docs/api/search',
	path: '/search.json?q=risk',
	pager: { by: 'page', parameter: 'page', size: 'limit', max: 1000 },
	record: (index) => ({ key: `/works/OL${index}W`, title: `Book ${index}`, author_name: ['Ada'] }),
	answer: ({ records, total, start }) => ({
		body: {
			numFound: total,
			start,
			numFoundExact: true,
			num_found: total,
			documentation_url: 'https://example.com/dev/docs/api/search',
			q: 'risk',
			offset: null,
			docs: records,
		},
	}),
	readings: [
		{
			property: 'docs',
			pagingScheme: pages('page', 1, ['limit', 1000], { totalCount: 'numFound' }),
		},
	],
};

export const discogs: Design = {
	...open,
	name: 'Discogs',
	docs: 'https://www.discogs.com/developers#page:home,header:home-pagination',
	path: '/artists/1/releases?sort=year',
	pager: { by: 'page', parameter: 'page', size: 'per_page', max: 100 },
	answer: ({ records, total, page, pages: count, size, url, nextUrl: next }) => ({
		body: {
			pagination: {
				page,
				pages: count,
				per_page: size,
				items: total,
				urls: next ? { last: url({ page: count }), next } : {},
			},
			releases: records,
		},
	}),
	readings: [
		{ property: 'releases', pagingScheme: nextUrl('pagination.urls.next', ['per_page', 100]) },
	],
};

export const discourse: Design = {
	...common,
	name: 'Discourse',
	docs: 'https://docs.discourse.org/#tag/Topics/operation/listLatestTopics',
	path: '/latest.json?order=created',
	signIn: { kind: 'headers', headers: { 'Api-Key': 'discourse-key' } },
	headers: { 'Api-Username': 'system' },
	pager: { by: 'page', parameter: 'page', max: 30, first: 0 },
	record: (index) => ({ id: index + 1, title: `Topic ${index + 1}`, posters: [{ user_id: 1 }] }),
	answer: ({ records, size, nextUrl: next }) => ({
		body: {
			users: [
				{ id: 1, username: 'ada', name: 'Ada' },
				{ id: 2, username: 'bob', name: 'Bob' },
			],
			primary_groups: [],
			topic_list: {
				can_create_topic: true,
				...(next && { more_topics_url: withoutOrigin(next).replace('/latest.json', '/latest') }),
				per_page: size,
				topics: records,
			},
		},
	}),
	readings: [
		{
			property: 'topic_list.topics',
			pagingScheme: {
				type: 'pageBased',
				request: { pageParameter: 'page', pageStartingValue: 0 },
				pageUntil: 'noDataLeft',
			},
		},
	],
};
