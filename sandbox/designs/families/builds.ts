import { family } from '../common';
import { refusing } from '../refusals';
import { nextToken, nextUrl, offsets, pages } from '../schemes';
import type { Design } from '../types';
import { withoutOrigin } from './links';

const { bearer, common, open } = family((message, status) => ({ status, message }));

export const circleCi: Design = {
	...common,
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
	...common,
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
	...open,
	name: 'npm search',
	docs: 'https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md',
	path: '/-/v1/search?text=n8n',
	pager: { by: 'offset', parameter: 'from', size: 'size', max: 250 },
	record: (index) => ({ package: { name: `p${index}`, keywords: [] }, score: { final: 1 } }),
	answer: ({ records, total }) => ({
		body: { objects: records, total, time: '2024-01-01T00:00:00.000Z' },
	}),
	readings: [
		{ property: 'objects', pagingScheme: offsets('from', ['size', 250], { totalCount: 'total' }) },
	],
};

export const nexus: Design = {
	...common,
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
