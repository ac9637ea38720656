import { basic, byOffset, byPage, byToken, designs, header, open } from '../dialect';
import { pages } from '../schemes';
import { withoutOrigin } from './links';

function lastPage(limit: number, total: number) {
	const offset = Math.max(0, Math.ceil(total / limit) - 1) * limit;
	return { '@href': `/owner/grc/repos?active=true&offset=${offset}`, offset, limit };
}

export const BUILDS = designs((message, status) => ({ status, message }), {
	CircleCI: {
		docs: 'https://circleci.com/docs/api/v2/',
		path: '/api/v2/pipeline?org-slug=gh/grc',
		signIn: header('Circle-Token'),
		pager: byToken('page-token'),
		record: (index) => ({ id: `p${index}`, errors: [], number: index }),
		page: ({ records, nextIfAny: next_page_token = null }) => ({ next_page_token, items: records }),
	},
	'Docker registry': {
		docs: 'https://distribution.github.io/distribution/spec/api/#pagination',
		path: '/v2/_catalog?n=5',
		pager: byToken('last', 'n', 100, { token: (start) => `image-${start}` }),
		record: (index) => `image-${index + 1}`,
		answer: ({ records, nextUrl: next }) => ({
			...(next && { headers: { Link: `<${withoutOrigin(next)}>; rel="next"` } }),
			body: { repositories: records },
		}),
		refuse: (message) => ({ errors: [{ code: 'REFUSED', message }] }),
	},
	'Sonatype Nexus': {
		docs: 'https://help.sonatype.com/en/pagination.html',
		path: '/service/rest/v1/components?repository=releases',
		signIn: basic,
		pager: byToken('continuationToken'),
		record: (index) => ({ id: `n${index}`, repository: 'releases', assets: [] }),
		page: ({ records, nextIfAny: continuationToken = null }) => ({
			items: records,
			continuationToken,
		}),
	},
	'npm search': {
		docs: 'https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md',
		path: '/-/v1/search?text=n8n',
		signIn: open,
		pager: byOffset('from', 'size', 250),
		record: (index) => ({ package: { name: `p${index}`, keywords: [] }, score: { final: 1 } }),
		page: ({ records, total }) => ({ objects: records, total, time: '2024-01-01T00:00:00.000Z' }),
	},
	SonarQube: {
		docs: 'https://docs.sonarsource.com/sonarqube-server/latest/extension-guide/web-api/',
		path: '/api/issues/search?componentKeys=grc',
		pager: byPage('p', 'ps', 500),
		record: (index) => ({ key: `i${index}`, rule: 'ts:S1', flows: [], tags: [] }),
		page: ({ records, total, page, size }) => ({
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
		}),
		read: { pagingScheme: pages('p', 1, ['ps', 500], { totalCount: 'paging.total' }) },
	},
	'Terraform Cloud': {
		docs: 'https://developer.hashicorp.com/terraform/cloud-docs/api-docs#pagination',
		path: '/api/v2/organizations/grc/workspaces?sort=name',
		pager: byPage('page[number]', 'page[size]', 100),
		record: (index) => ({ id: `ws-${index}`, type: 'workspaces', attributes: {} }),
		page: ({ records, total, page, pages: count, size, url, nextUrl: next = null }) => ({
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
		}),
	},
	'Travis CI': {
		docs: 'https://developer.travis-ci.com/pagination',
		path: '/owner/grc/repos?active=true',
		signIn: header('Authorization', 'token '),
		headers: { 'Travis-API-Version': '3' },
		pager: byOffset('offset', 'limit', 100),
		record: (index) => ({ '@type': 'repository', id: index + 1, name: `repo-${index}` }),
		page: ({ records, start, size, total, isLast, next, nextUrl }) => ({
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
				last: lastPage(size, total),
			},
			repositories: records,
		}),
		read: 'total',
	},
	Vercel: {
		docs: 'https://vercel.com/docs/rest-api#pagination',
		path: '/v9/projects?teamId=t1',
		pager: byToken('until', 'limit', 100, { token: (start) => 1_700_000_000_000 - start * 1000 }),
		record: (index) => ({ id: `prj_${index}`, name: `project-${index}`, env: [] }),
		page: ({ records, nextIfAny: next = null }) => ({
			projects: records,
			pagination: { count: records.length, next, prev: 1_700_000_000_000 },
		}),
	},
});
