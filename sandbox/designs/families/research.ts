import { family } from '../common';
import { refusing } from '../refusals';
import { nextToken, nextUrl, offsets, pages } from '../schemes';
import type { Design } from '../types';

const { common, open } = family((message, status) => ({ status, error: message }));

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
	...common,
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
