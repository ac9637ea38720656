import { basic, basicKey, byOffset, byPage, byToken, designs, header } from '../dialect';
import { nextToken } from '../schemes';
import { withoutOrigin } from './links';

export const SECURITY = designs((message, code) => ({ errors: [{ code, message }] }), {
	'BitSight-like': {
		path: '/ratings/v1/companies?fields=guid,name',
		signIn: basicKey,
		pager: byOffset('offset', 'limit', 1000),
		record: (index) => ({ guid: `b${index}`, name: `Company ${index}`, tags: [] }),
		page: ({ records, total, nextUrl: next = null }) => ({
			links: { next, previous: null },
			count: total,
			results: records,
		}),
	},
	'Bitbucket Data Center': {
		docs: 'https://developer.atlassian.com/server/bitbucket/how-tos/command-line-rest/',
		path: '/rest/api/1.0/projects?permission=PROJECT_READ',
		pager: byOffset('start', 'limit', 1000),
		record: (index) => ({ key: `P${index}`, id: index + 1, links: { self: [{ href: 'x' }] } }),
		page: ({ records, size, start, isLast, nextIfAny = null }) => ({
			size: records.length,
			limit: size,
			isLastPage: isLast,
			values: records,
			start,
			nextPageStart: nextIfAny,
		}),
		read: {
			pagingScheme: nextToken('start', 'nextPageStart', ['limit', 1000], {
				lastPage: 'isLastPage',
			}),
		},
	},
	'Black Kite-like': {
		path: '/api/v2/companies?sort=id',
		pager: byPage('page_number', 'page_size', 100),
		record: (index) => ({ CompanyId: index + 1, CompanyName: `Company ${index}`, Ecosystems: [] }),
		answer: ({ records, total, page, size }) => ({
			headers: {
				'X-Page': String(page),
				'X-Page-Size': String(size),
				'X-Total-Items': String(total),
			},
			body: records,
		}),
	},
	CrowdStrike: {
		docs: 'https://www.falconpy.io/Usage/Basic-Uber-Class-usage.html',
		path: '/devices/queries/devices/v1?sort=device_id.asc',
		pager: byOffset('offset', 'limit', 5000),
		record: (index) => `device-${index + 1}`,
		page: ({ records, total, start, size }) => ({
			meta: {
				query_time: 0.01,
				pagination: { offset: start, limit: size, total },
				powered_by: 'device-api',
				trace_id: 't1',
			},
			resources: records,
			errors: [],
		}),
	},
	KnowBe4: {
		docs: 'https://developer.knowbe4.com/rest/reporting#tag/Pagination',
		path: '/v1/users?status=active',
		pager: byPage('page', 'per_page', 500),
		record: (index) => ({ id: index + 1, email: `u${index}@example.com`, aliases: [] }),
		page: ({ records }) => records,
	},
	'Rapid7 InsightVM': {
		docs: 'https://help.rapid7.com/insightvm/en-us/api/index.html',
		path: '/api/3/assets?sort=id,asc',
		signIn: basic,
		pager: byPage('page', 'size', 500, { first: 0 }),
		record: (index) => ({ id: index + 1, ip: `10.0.0.${index}`, links: [], services: [] }),
		page: ({ records, page, size, total, pages: totalPages, url, nextUrl: next }) => ({
			resources: records,
			page: { number: page, size, totalResources: total, totalPages },
			links: [
				{ href: url({ page: 0 }), rel: 'first' },
				{ href: url({}), rel: 'self' },
				...(next ? [{ href: next, rel: 'next' }] : []),
				{ href: url({ page: totalPages - 1 }), rel: 'last' },
			],
		}),
	},
	SentinelOne: {
		docs: 'https://usea1-partners.sentinelone.net/api-doc/overview',
		path: '/web/api/v2.1/agents?sortBy=id',
		signIn: header('Authorization', 'ApiToken '),
		pager: byToken('cursor', 'limit', 1000),
		record: (index) => ({ id: String(index), computerName: `pc-${index}`, networkInterfaces: [] }),
		page: ({ records, total, nextIfAny: nextCursor = null }) => ({
			data: records,
			pagination: { nextCursor, totalItems: total },
		}),
	},
	Snyk: {
		docs: 'https://docs.snyk.io/snyk-api/rest-api/about-the-rest-api',
		path: '/rest/orgs/o1/projects?version=2024-10-15',
		signIn: header('Authorization', 'token '),
		pager: byToken('starting_after', 'limit', 100, { token: (start) => `s${start - 1}` }),
		record: (index) => ({ id: `s${index}`, type: 'project', attributes: { tags: [] } }),
		page: ({ records, nextUrl: next }) => ({
			jsonapi: { version: '1.0' },
			data: records,
			links: { ...(next && { next: withoutOrigin(next) }) },
		}),
	},
	'Sophos Central': {
		docs: 'https://developer.sophos.com/docs/endpoint-v1/1/overview',
		path: '/endpoint/v1/endpoints?sort=id',
		headers: { 'X-Tenant-ID': 'acme' },
		pager: byToken('pageFromKey', 'pageSize', 500),
		record: (index) => ({ id: `e${index}`, type: 'computer', ipv4Addresses: [] }),
		page: ({ records, size, total, nextIfAny: nextKey }) => ({
			items: records,
			pages: { ...(nextKey !== undefined && { nextKey }), size, total, maxSize: 500 },
		}),
	},
	Tenable: {
		docs: 'https://developer.tenable.com/docs/pagination',
		path: '/scans/remediation?sort=scan_creation_date:asc',
		signIn: header('X-ApiKeys'),
		pager: byOffset('offset', 'limit', 5000),
		record: (index) => ({ uuid: `t${index}`, name: `Scan ${index}`, tags: [] }),
		page: ({ records, total, start, size }) => ({
			scans: records,
			pagination: {
				offset: start,
				total,
				sort: [{ order: 'asc', name: 'scan_creation_date' }],
				limit: size,
			},
		}),
	},
	'UpGuard-like': {
		path: '/api/public/vendors?sort_by=name',
		signIn: header('Authorization'),
		pager: byToken('page_token', 'page_size', 2000),
		record: (index) => ({ id: index + 1, name: `Vendor ${index}`, labels: [], score: 900 }),
		page: ({ records, total, nextIfAny: next_page_token }) => ({
			...(next_page_token !== undefined && { next_page_token }),
			total_results: total,
			vendors: records,
		}),
	},
});
