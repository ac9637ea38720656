import { byOffset, byPage, designs, header, open, query } from '../dialect';
import { withoutOrigin } from './links';

export const CULTURE = designs((message, status) => ({ status, error: message }), {
	Discogs: {
		docs: 'https://www.discogs.com/developers#page:home,header:home-pagination',
		path: '/artists/1/releases?sort=year',
		signIn: open,
		pager: byPage('page', 'per_page', 100),
		page: ({ records, total, page, pages: count, size, url, nextUrl: next }) => ({
			pagination: {
				page,
				pages: count,
				per_page: size,
				items: total,
				urls: next ? { last: url({ page: count }), next } : {},
			},
			releases: records,
		}),
	},
	Discourse: {
		docs: 'https://docs.discourse.org/#tag/Topics/operation/listLatestTopics',
		path: '/latest.json?order=created',
		signIn: header('Api-Key'),
		headers: { 'Api-Username': 'system' },
		pager: byPage('page', { first: 0 }),
		record: (index) => ({ id: index + 1, title: `Topic ${index + 1}`, posters: [{ user_id: 1 }] }),
		page: ({ records, size, nextUrl: next }) => ({
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
		}),
		read: 'empty',
	},
	'Google Books': {
		docs: 'https://developers.google.com/books/docs/v1/using#pagination',
		path: '/books/v1/volumes?q=risk',
		signIn: open,
		pager: byOffset('startIndex', 'maxResults', 40, { tooLarge: 'refused' }),
		record: (index) => ({ kind: 'books#volume', id: `b${index}`, volumeInfo: { authors: [] } }),
		page: ({ records, total }) => ({
			kind: 'books#volumes',
			totalItems: total,
			...(records.length > 0 && { items: records }),
		}),
		noListWhenEmpty: true,
	},
	'Last.fm': {
		docs: 'https://www.last.fm/api/show/artist.search',
		path: '/2.0/?method=artist.search&artist=risk&format=json',
		signIn: query('api_key'),
		pager: byPage('page', 'limit', 30),
		record: (index) => ({ name: `Artist ${index}`, mbid: `m${index}`, image: [] }),
		page: ({ records, total, page, size, start }) => ({
			results: {
				'opensearch:Query': { '#text': '', role: 'request', startPage: String(page) },
				'opensearch:totalResults': String(total),
				'opensearch:startIndex': String(start),
				'opensearch:itemsPerPage': String(size),
				artistmatches: { artist: records },
				'@attr': { for: 'risk' },
			},
		}),
	},
	MusicBrainz: {
		docs: 'https://musicbrainz.org/doc/MusicBrainz_API#Browse',
		path: '/ws/2/release?artist=1201&fmt=json',
		signIn: open,
		pager: byOffset('offset', 'limit', 100),
		record: (index) => ({ id: `mb-${index + 1}`, title: `Release ${index + 1}`, barcode: null }),
		page: ({ records, start, total }) => ({
			'release-offset': start,
			'release-count': total,
			releases: records,
		}),
	},
	'NASA images': {
		docs: 'https://images.nasa.gov/docs/images.nasa.gov_api_docs.pdf',
		path: '/search?q=moon',
		signIn: open,
		pager: byPage('page', 'page_size', 100),
		record: (index) => ({
			href: `https://example.com/${index}/collection.json`,
			data: [{ nasa_id: `n${index}`, title: `Image ${index}` }],
			links: [{ href: 'https://example.com/thumb.jpg', rel: 'preview' }],
		}),
		page: ({ records, total, url, nextUrl: next }) => ({
			collection: {
				version: '1.0',
				href: url({}),
				items: records,
				metadata: { total_hits: total },
				...(next && { links: [{ rel: 'next', prompt: 'Next', href: next }] }),
			},
		}),
		read: 'total',
	},
	'Open Library': {
		docs: 'https://openlibrary.org/dev/docs/api/search',
		path: '/search.json?q=risk',
		signIn: open,
		pager: byPage('page', 'limit', 1000),
		record: (index) => ({
			key: `/works/OL${index}W`,
			title: `Book ${index}`,
			author_name: ['Ada'],
		}),
		page: ({ records, total, start }) => ({
			numFound: total,
			start,
			numFoundExact: true,
			num_found: total,
			documentation_url: 'https://example.com/dev/docs/api/search',
			q: 'risk',
			offset: null,
			docs: records,
		}),
	},
});
