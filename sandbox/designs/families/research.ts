import { refusing } from '../refusals';
import { nextToken, nextUrl, offsets, pages } from '../schemes';
import type { Design } from '../types';
import { withoutOrigin } from './links';

const open = {
	signIn: { kind: 'none' },
	refuse: refusing((message, status) => ({ status, error: message })),
	automatic: true,
} as const satisfies Partial<Design>;

export const crossref: Design = {
	...open,
	name: 'Crossref',
	docs: 'https://www.crossref.org/documentation/retrieve-metadata/rest-api/',
	path: '/works?query=risk',
	pager: { by: 'offset', parameter: 'offset', size: 'rows', max: 1000 },
	record: (index) => ({ DOI: `10.5555/${index}`, title: [`Work ${index}`], author: [], link: [] }),
	answer: ({ records, total, start, size }) => ({
		body: {
			status: 'ok',
			'message-type': 'work-list',
			'message-version': '1.0.0',
			message: {
				facets: {},
				'total-results': total,
				items: records,
				'items-per-page': size,
				query: { 'start-index': start, 'search-terms': 'risk' },
			},
		},
	}),
	readings: [
		{
			property: 'message.items',
			pagingScheme: offsets('offset', ['rows', 1000], { totalCount: 'message.total-results' }),
		},
	],
};

export const openAlex: Design = {
	...open,
	name: 'OpenAlex',
	docs: 'https://docs.openalex.org/how-to-use-the-api/get-lists-of-entities/paging',
	path: '/works?filter=type:report&cursor=*',
	pager: {
		by: 'token',
		parameter: 'cursor',
		size: 'per-page',
		max: 200,
		beginning: '*',
	},
	record: (index) => ({ id: `https://openalex.org/W${index + 1}`, authorships: [], locations: [] }),
	answer: ({ records, total, size, nextIfAny = null }) => ({
		body: {
			meta: {
				count: total,
				db_response_time_ms: 31,
				page: null,
				per_page: size,
				next_cursor: nextIfAny,
			},
			results: records,
			group_by: [],
		},
	}),
	readings: [
		{
			property: 'results',
			path: '/works?filter=type:report&cursor=*',
			pagingScheme: nextToken('cursor', 'meta.next_cursor', ['per-page', 200]),
		},
	],
};

export const openAlexPages: Design = {
	...openAlex,
	name: 'OpenAlex, page numbers',
	path: '/works?filter=type:report',
	pager: { by: 'page', parameter: 'page', size: 'per-page', max: 200 },
	answer: ({ records, total, page, size }) => ({
		body: {
			meta: { count: total, db_response_time_ms: 31, page, per_page: size, groups_count: null },
			results: records,
			group_by: [],
		},
	}),
	readings: [
		{
			property: 'results',
			pagingScheme: pages('page', 1, ['per-page', 200], { totalCount: 'meta.count' }),
		},
	],
};

export const europePmc: Design = {
	...open,
	name: 'Europe PMC',
	docs: 'https://europepmc.org/RestfulWebService',
	path: '/webservices/rest/search?query=risk&format=json',
	pager: { by: 'token', parameter: 'cursorMark', size: 'pageSize', max: 1000, beginning: '*' },
	record: (index) => ({ id: String(30_000 + index), source: 'MED', title: `Article ${index}` }),
	answer: ({ records, total, size, nextIfAny, nextUrl: next }) => ({
		body: {
			version: '6.9',
			hitCount: total,
			...(next && { nextCursorMark: nextIfAny, nextPageUrl: next }),
			request: { queryString: 'risk', resultType: 'lite', cursorMark: '*', pageSize: size },
			resultList: { result: records },
		},
	}),
	readings: [
		{ property: 'resultList.result', pagingScheme: nextUrl('nextPageUrl', ['pageSize', 1000]) },
	],
};

export const semanticScholar: Design = {
	...open,
	name: 'Semantic Scholar',
	docs: 'https://api.semanticscholar.org/api-docs/graph',
	path: '/graph/v1/paper/search?query=risk',
	signIn: { kind: 'headers', headers: { 'x-api-key': 'scholar-key' } },
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 100 },
	record: (index) => ({ paperId: `p${index + 1}`, title: `Paper ${index + 1}` }),
	answer: ({ records, total, start, nextIfAny: next }) => ({
		body: { total, offset: start, ...(next !== undefined && { next }), data: records },
	}),
	readings: [{ property: 'data', pagingScheme: nextToken('offset', 'next', ['limit', 100]) }],
};

export const zotero: Design = {
	...open,
	name: 'Zotero',
	docs: 'https://www.zotero.org/support/dev/web_api/v3/basics',
	path: '/users/1201/items?v=3',
	pager: { by: 'offset', parameter: 'start', size: 'limit', max: 100 },
	record: (index) => ({ key: `K${index + 1}`, version: 7, data: { tags: [] }, links: {} }),
	answer: ({ records, total, url, nextUrl: next, isLast }) => ({
		headers: {
			'Total-Results': String(total),
			'Last-Modified-Version': '1201',
			Link: [
				...(isLast ? [] : [`<${next}>; rel="next"`]),
				`<${url({ start: total - 1 })}>; rel="last"`,
				`<https://example.com/users/1201/items>; rel="alternate"`,
			].join(', '),
		},
		body: records,
	}),
	readings: [{ property: '', pagingScheme: nextUrl('header:Link', ['limit', 100]) }],
};

export const gbif: Design = {
	...open,
	name: 'GBIF',
	docs: 'https://techdocs.gbif.org/en/openapi/',
	path: '/v1/species/search?q=risk',
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 1000 },
	record: (index) => ({ key: 5000 + index, scientificName: `Species ${index}`, synonym: false }),
	answer: ({ records, start, size, total, isLast }) => ({
		body: {
			offset: start,
			limit: size,
			endOfRecords: isLast,
			count: total,
			results: records,
			facets: [],
		},
	}),
	readings: [
		{
			property: 'results',
			pagingScheme: offsets('offset', ['limit', 1000], { lastPage: 'endOfRecords' }),
		},
	],
};

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

export const openFda: Design = {
	...open,
	name: 'openFDA',
	docs: 'https://open.fda.gov/apis/query-parameters/',
	path: '/drug/enforcement.json?search=state:CA',
	pager: { by: 'offset', parameter: 'skip', size: 'limit', max: 1000, atEnd: 'refused' },
	record: (index) => ({ recall_number: `D-${index + 1}`, status: 'Terminated', openfda: {} }),
	answer: ({ records, start, size, total }) => ({
		body: {
			meta: {
				disclaimer: 'Of our own making.',
				terms: 'https://example.com/terms/',
				license: 'https://example.com/license/',
				last_updated: '2024-01-01',
				results: { skip: start, limit: size, total },
			},
			results: records,
		},
	}),
	refuse: refusing((message) => ({ error: { code: 'NOT_FOUND', message } }), { position: 404 }),
	readings: [
		{
			property: 'results',
			pagingScheme: offsets('skip', ['limit', 1000], { totalCount: 'meta.results.total' }),
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
	...open,
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

export const fhir: Design = {
	...open,
	name: 'FHIR',
	docs: 'https://hl7.org/fhir/http.html#paging',
	path: '/fhir/Organization?_count=5',
	pager: { by: 'token', parameter: '_getpages', size: '_count', max: 1000 },
	record: (index) => ({
		fullUrl: `https://example.com/Organization/${index}`,
		resource: { resourceType: 'Organization', id: String(index), identifier: [] },
		search: { mode: 'match' },
	}),
	answer: ({ records, total, url, nextUrl: next }) => ({
		body: {
			resourceType: 'Bundle',
			id: 'b1',
			type: 'searchset',
			total,
			link: [
				{ relation: 'self', url: url({}) },
				...(next ? [{ relation: 'next', url: next }] : []),
			],
			entry: records,
		},
	}),
	readings: [
		{ property: 'entry', pagingScheme: nextUrl('link[relation=next].url', ['_count', 1000]) },
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
	...open,
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
