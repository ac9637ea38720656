import { refusing } from '../refusals';
import { nextToken, nextUrl, offsets, pages } from '../schemes';
import type { Design } from '../types';
import { withoutOrigin } from './links';

const bearer = (token: string) =>
	({
		signIn: { kind: 'bearer', token },
		refuse: refusing((message, status) => ({ status, message })),
		automatic: true,
	}) as const satisfies Partial<Design>;

export const circleCi: Design = {
	...bearer('x'),
	name: 'CircleCI',
	docs: 'https://circleci.com/docs/api/v2/',
	path: '/api/v2/pipeline?org-slug=gh/grc',
	signIn: { kind: 'headers', headers: { 'Circle-Token': 'circle-token' } },
	pager: { by: 'token', parameter: 'page-token', max: 20 },
	record: (index) => ({ id: `p${index}`, errors: [], number: index }),
	answer: ({ records, nextIfAny: next_page_token = null }) => ({
		body: { next_page_token, items: records },
	}),
	readings: [{ property: 'items', pagingScheme: nextToken('page-token', 'next_page_token') }],
};

export const travis: Design = {
	...bearer('x'),
	name: 'Travis CI',
	docs: 'https://developer.travis-ci.com/pagination',
	path: '/owner/grc/repos?active=true',
	signIn: { kind: 'headers', headers: { Authorization: 'token travis-token' } },
	headers: { 'Travis-API-Version': '3' },
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 100 },
	record: (index) => ({ '@type': 'repository', id: index + 1, name: `repo-${index}` }),
	answer: ({ records, start, size, total, isLast, next, nextUrl }) => ({
		body: {
			'@type': 'repositories',
			'@href': '/owner/grc/repos?active=true',
			'@representation': 'standard',
			'@pagination': {
				limit: size,
				offset: start,
				count: total,
				is_first: start === 0,
				is_last: isLast,
				next: isLast ? null : { '@href': withoutOrigin(nextUrl), offset: next, limit: size },
				prev: null,
				first: { '@href': '/owner/grc/repos?active=true', offset: 0, limit: size },
				last: { '@href': '/owner/grc/repos?active=true&offset=20', offset: 20, limit: size },
			},
			repositories: records,
		},
	}),
	readings: [
		{
			property: 'repositories',
			pagingScheme: offsets('offset', ['limit', 100], { totalCount: '@pagination.count' }),
		},
	],
};

export const dockerRegistry: Design = {
	...bearer('registry-token'),
	name: 'Docker registry',
	docs: 'https://distribution.github.io/distribution/spec/api/#pagination',
	path: '/v2/_catalog?n=5',
	pager: {
		by: 'token',
		parameter: 'last',
		size: 'n',
		max: 100,
		token: (start) => `image-${start}`,
	},
	record: (index) => `image-${index + 1}`,
	answer: ({ records, nextUrl: next }) => ({
		...(next && { headers: { Link: `<${withoutOrigin(next)}>; rel="next"` } }),
		body: { repositories: records },
	}),
	refuse: refusing((message) => ({ errors: [{ code: 'REFUSED', message }] })),
	readings: [
		{
			property: 'repositories',
			pagingScheme: {
				...nextToken('last', 'repositories.-1', ['n', 100]),
				pageUntil: 'noDataLeft',
			},
		},
	],
};

export const npmSearch: Design = {
	...bearer('x'),
	name: 'npm search',
	docs: 'https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md',
	path: '/-/v1/search?text=n8n',
	signIn: { kind: 'none' },
	pager: { by: 'offset', parameter: 'from', size: 'size', max: 250 },
	record: (index) => ({ package: { name: `p${index}`, keywords: [] }, score: { final: 1 } }),
	answer: ({ records, total }) => ({
		body: { objects: records, total, time: '2024-01-01T00:00:00.000Z' },
	}),
	readings: [
		{ property: 'objects', pagingScheme: offsets('from', ['size', 250], { totalCount: 'total' }) },
	],
};

export const elasticGet: Design = {
	...bearer('x'),
	name: 'OpenSearch, GET',
	docs: 'https://docs.opensearch.org/docs/latest/search-plugins/searching-data/paginate/',
	path: '/vendors/_search?size=5',
	signIn: { kind: 'basic', user: 'admin', password: 'opensearch-password' },
	pager: { by: 'offset', parameter: 'from', size: 'size', max: 10_000 },
	record: (index) => ({ _index: 'vendors', _id: String(index), _source: { tags: [] } }),
	answer: ({ records, total }) => ({
		body: {
			took: 3,
			timed_out: false,
			_shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
			hits: { total: { value: total, relation: 'eq' }, max_score: 1, hits: records },
		},
	}),
	readings: [
		{
			property: 'hits.hits',
			pagingScheme: offsets('from', ['size', 1000], { totalCount: 'hits.total.value' }),
		},
	],
};

export const solr: Design = {
	...bearer('x'),
	name: 'Solr',
	docs: 'https://solr.apache.org/guide/solr/latest/query-guide/pagination-of-results.html',
	path: '/solr/vendors/select?q=*:*',
	signIn: { kind: 'none' },
	pager: { by: 'offset', parameter: 'start', size: 'rows', max: 10_000 },
	record: (index) => ({ id: String(index), title: ['Vendor'], _version_: index }),
	answer: ({ records, total, start }) => ({
		body: {
			responseHeader: { status: 0, QTime: 2, params: { q: '*:*' } },
			response: { numFound: total, start, numFoundExact: true, docs: records },
		},
	}),
	readings: [
		{
			property: 'response.docs',
			pagingScheme: offsets('start', ['rows', 1000], { totalCount: 'response.numFound' }),
		},
	],
};

export const couchDb: Design = {
	...bearer('x'),
	name: 'CouchDB',
	docs: 'https://docs.couchdb.org/en/stable/api/database/bulk-api.html#db-all-docs',
	path: '/vendors/_all_docs?limit=5',
	signIn: { kind: 'basic', user: 'admin', password: 'couch-password' },
	pager: { by: 'offset', parameter: 'skip', size: 'limit', max: 10_000 },
	record: (index) => ({ id: `v${index}`, key: `v${index}`, value: { rev: '1-a' } }),
	answer: ({ records, total, start }) => ({
		body: { total_rows: total, offset: start, rows: records },
	}),
	readings: [
		{
			property: 'rows',
			pagingScheme: offsets('skip', ['limit', 1000], { totalCount: 'total_rows' }),
		},
	],
};

export const nexus: Design = {
	...bearer('x'),
	name: 'Sonatype Nexus',
	docs: 'https://help.sonatype.com/en/pagination.html',
	path: '/service/rest/v1/components?repository=releases',
	signIn: { kind: 'basic', user: 'admin', password: 'nexus-password' },
	pager: { by: 'token', parameter: 'continuationToken', max: 50 },
	record: (index) => ({ id: `n${index}`, repository: 'releases', assets: [] }),
	answer: ({ records, nextIfAny: continuationToken = null }) => ({
		body: { items: records, continuationToken },
	}),
	readings: [
		{ property: 'items', pagingScheme: nextToken('continuationToken', 'continuationToken') },
	],
};

export const sonarQube: Design = {
	...bearer('sonar-token'),
	name: 'SonarQube',
	docs: 'https://docs.sonarsource.com/sonarqube-server/latest/extension-guide/web-api/',
	path: '/api/issues/search?componentKeys=grc',
	pager: { by: 'page', parameter: 'p', size: 'ps', max: 500 },
	record: (index) => ({ key: `i${index}`, rule: 'ts:S1', flows: [], tags: [] }),
	answer: ({ records, total, page, size }) => ({
		body: {
			total,
			p: page,
			ps: size,
			paging: { pageIndex: page, pageSize: size, total },
			effortTotal: 10,
			issues: records,
			components: [
				{ key: 'grc', name: 'GRC', qualifier: 'TRK' },
				{ key: 'grc:a', name: 'a.ts', qualifier: 'FIL' },
			],
			facets: [],
		},
	}),
	readings: [
		{
			property: 'issues',
			pagingScheme: pages('p', 1, ['ps', 500], { totalCount: 'paging.total' }),
		},
	],
};

export const grafana: Design = {
	...bearer('grafana-token'),
	name: 'Grafana',
	docs: 'https://grafana.com/docs/grafana/latest/developers/http_api/org/',
	path: '/api/users/search?query=a',
	pager: { by: 'page', parameter: 'page', size: 'perpage', max: 1000 },
	record: (index) => ({ id: index + 1, login: `u${index}`, authLabels: [] }),
	answer: ({ records, total, page, size }) => ({
		body: { totalCount: total, users: records, page, perPage: size },
	}),
	readings: [
		{
			property: 'users',
			pagingScheme: pages('page', 1, ['perpage', 1000], { totalCount: 'totalCount' }),
		},
	],
};

export const splunk: Design = {
	...bearer('splunk-token'),
	name: 'Splunk',
	docs: 'https://docs.splunk.com/Documentation/Splunk/latest/RESTUM/RESTusing',
	path: '/services/saved/searches?output_mode=json',
	pager: { by: 'offset', parameter: 'offset', size: 'count', max: 1000 },
	record: (index) => ({ name: `s${index}`, id: `https://example.com/${index}`, content: {} }),
	answer: ({ records, total, start, size }) => ({
		body: {
			links: { create: '/services/saved/searches/_new' },
			origin: 'https://example.com/services/saved/searches',
			updated: '2024-01-01T00:00:00+00:00',
			generator: { build: 'a', version: '9.0' },
			entry: records,
			paging: { total, perPage: size, offset: start },
			messages: [],
		},
	}),
	readings: [
		{
			property: 'entry',
			pagingScheme: offsets('offset', ['count', 1000], { totalCount: 'paging.total' }),
		},
	],
};

export const terraform: Design = {
	...bearer('terraform-token'),
	name: 'Terraform Cloud',
	docs: 'https://developer.hashicorp.com/terraform/cloud-docs/api-docs#pagination',
	path: '/api/v2/organizations/grc/workspaces?sort=name',
	pager: { by: 'page', parameter: 'page[number]', size: 'page[size]', max: 100 },
	record: (index) => ({ id: `ws-${index}`, type: 'workspaces', attributes: {} }),
	answer: ({ records, total, page, pages: count, size, url, nextUrl: next = null }) => ({
		body: {
			data: records,
			links: { self: url({}), first: url({ 'page[number]': 1 }), prev: null, next },
			meta: {
				'status-counts': { total, pending: 0 },
				pagination: {
					'current-page': page,
					'page-size': size,
					'prev-page': page > 1 ? page - 1 : null,
					'next-page': next === null ? null : page + 1,
					'total-pages': count,
					'total-count': total,
				},
			},
		},
	}),
	readings: [{ property: 'data', pagingScheme: nextUrl('links.next', ['page[size]', 100]) }],
};

export const launchDarkly: Design = {
	...bearer('x'),
	name: 'LaunchDarkly',
	docs: 'https://apidocs.launchdarkly.com/#section/Overview/Representations',
	path: '/api/v2/flags/grc?summary=true',
	signIn: { kind: 'headers', headers: { Authorization: 'launchdarkly-key' } },
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 100 },
	record: (index) => ({ key: `flag-${index}`, kind: 'boolean', variations: [], tags: [] }),
	answer: ({ records, total, url, nextUrl: next }) => ({
		body: {
			items: records,
			_links: {
				self: { href: withoutOrigin(url({})), type: 'application/json' },
				...(next && { next: { href: withoutOrigin(next), type: 'application/json' } }),
			},
			totalCount: total,
			totalCountWithDifferences: 0,
		},
	}),
	readings: [
		{
			property: 'items',
			pagingScheme: offsets('offset', ['limit', 100], { totalCount: 'totalCount' }),
		},
	],
};

export const sumoLogic: Design = {
	...bearer('x'),
	name: 'Sumo Logic',
	docs: 'https://api.sumologic.com/docs/',
	path: '/api/v1/users?limit=5',
	signIn: { kind: 'basic', user: 'sumo-id', password: 'sumo-key' },
	pager: { by: 'token', parameter: 'token', size: 'limit', max: 1000 },
	record: (index) => ({ id: `u${index}`, firstName: 'Ada', roleIds: [] }),
	answer: ({ records, nextIfAny: next = null }) => ({ body: { data: records, next } }),
	readings: [{ property: 'data', pagingScheme: nextToken('token', 'next', ['limit', 1000]) }],
};

export const vercel: Design = {
	...bearer('vercel-token'),
	name: 'Vercel',
	docs: 'https://vercel.com/docs/rest-api#pagination',
	path: '/v9/projects?teamId=t1',
	pager: {
		by: 'token',
		parameter: 'until',
		size: 'limit',
		max: 100,
		token: (start) => 1_700_000_000_000 - start * 1000,
	},
	record: (index) => ({ id: `prj_${index}`, name: `project-${index}`, env: [] }),
	answer: ({ records, nextIfAny: next = null }) => ({
		body: {
			projects: records,
			pagination: { count: records.length, next, prev: 1_700_000_000_000 },
		},
	}),
	readings: [
		{ property: 'projects', pagingScheme: nextToken('until', 'pagination.next', ['limit', 100]) },
	],
};

export const render: Design = {
	...bearer('render-key'),
	name: 'Render',
	docs: 'https://api-docs.render.com/reference/pagination',
	path: '/v1/services?limit=5',
	pager: {
		by: 'token',
		parameter: 'cursor',
		size: 'limit',
		max: 100,
		token: (start) => `c${start - 1}=`,
	},
	record: (index) => ({ cursor: `c${index}=`, service: { id: `srv-${index}`, name: 'web' } }),
	answer: ({ records }) => ({ body: records }),
	readings: [
		{
			property: '',
			pagingScheme: {
				...nextToken('cursor', '-1.cursor', ['limit', 100]),
				pageUntil: 'noDataLeft',
			},
		},
	],
};

export const meraki: Design = {
	...bearer('x'),
	name: 'Meraki',
	docs: 'https://developer.cisco.com/meraki/api-v1/pagination/',
	path: '/api/v1/organizations/1/networks?perPage=5',
	pager: { by: 'token', parameter: 'startingAfter', size: 'perPage', max: 1000 },
	record: (index) => ({ id: `N_${index}`, name: `Network ${index}`, tags: [] }),
	answer: ({ records, nextUrl: next, url }) => ({
		headers: {
			Link: [
				`<${url({ startingAfter: undefined })}>; rel=first`,
				...(next ? [`<${next}>; rel=next`] : []),
				`<${url({ endingBefore: 'N_99' })}>; rel=last`,
			].join(', '),
		},
		body: records,
	}),
	readings: [{ property: '', pagingScheme: nextUrl('header:Link', ['perPage', 1000]) }],
};
