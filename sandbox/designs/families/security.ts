import { family } from '../common';
import { nextToken, nextUrl, offsets, pages } from '../schemes';
import type { Design } from '../types';
import { withoutOrigin } from './links';

const { bearer, common } = family((message, code) => ({ errors: [{ code, message }] }));

export const crowdStrike: Design = {
	...bearer('crowdstrike-token'),
	name: 'CrowdStrike',
	docs: 'https://www.falconpy.io/Usage/Basic-Uber-Class-usage.html',
	path: '/devices/queries/devices/v1?sort=device_id.asc',
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 5000 },
	record: (index) => `device-${index + 1}`,
	answer: ({ records, total, start, size }) => ({
		body: {
			meta: {
				query_time: 0.01,
				pagination: { offset: start, limit: size, total },
				powered_by: 'device-api',
				trace_id: 't1',
			},
			resources: records,
			errors: [],
		},
	}),
	readings: [
		{
			property: 'resources',
			pagingScheme: offsets('offset', ['limit', 5000], { totalCount: 'meta.pagination.total' }),
		},
	],
};

export const tenable: Design = {
	...common,
	name: 'Tenable',
	docs: 'https://developer.tenable.com/docs/pagination',
	path: '/scans/remediation?sort=scan_creation_date:asc',
	signIn: { kind: 'headers', headers: { 'X-ApiKeys': 'accessKey=a;secretKey=b' } },
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 5000 },
	record: (index) => ({ uuid: `t${index}`, name: `Scan ${index}`, tags: [] }),
	answer: ({ records, total, start, size }) => ({
		body: {
			scans: records,
			pagination: {
				offset: start,
				total,
				sort: [{ order: 'asc', name: 'scan_creation_date' }],
				limit: size,
			},
		},
	}),
	readings: [
		{
			property: 'scans',
			pagingScheme: offsets('offset', ['limit', 5000], { totalCount: 'pagination.total' }),
		},
	],
};

export const rapid7: Design = {
	...common,
	name: 'Rapid7 InsightVM',
	docs: 'https://help.rapid7.com/insightvm/en-us/api/index.html',
	path: '/api/3/assets?sort=id,asc',
	signIn: { kind: 'basic', user: 'rapid', password: 'rapid-password' },
	pager: { by: 'page', parameter: 'page', size: 'size', max: 500, first: 0 },
	record: (index) => ({ id: index + 1, ip: `10.0.0.${index}`, links: [], services: [] }),
	answer: ({ records, page, size, total, pages: totalPages, url, nextUrl: next }) => ({
		body: {
			resources: records,
			page: { number: page, size, totalResources: total, totalPages },
			links: [
				{ href: url({ page: 0 }), rel: 'first' },
				{ href: url({}), rel: 'self' },
				...(next ? [{ href: next, rel: 'next' }] : []),
				{ href: url({ page: totalPages - 1 }), rel: 'last' },
			],
		},
	}),
	readings: [
		{ property: 'resources', pagingScheme: nextUrl('links[rel=next].href', ['size', 500]) },
	],
};

export const sentinelOne: Design = {
	...common,
	name: 'SentinelOne',
	docs: 'https://usea1-partners.sentinelone.net/api-doc/overview',
	path: '/web/api/v2.1/agents?sortBy=id',
	signIn: { kind: 'headers', headers: { Authorization: 'ApiToken sentinel-token' } },
	pager: { by: 'token', parameter: 'cursor', size: 'limit', max: 1000 },
	record: (index) => ({ id: String(index), computerName: `pc-${index}`, networkInterfaces: [] }),
	answer: ({ records, total, nextIfAny: nextCursor = null }) => ({
		body: { data: records, pagination: { nextCursor, totalItems: total } },
	}),
	readings: [
		{
			property: 'data',
			pagingScheme: nextToken('cursor', 'pagination.nextCursor', ['limit', 1000]),
		},
	],
};

export const sophos: Design = {
	...bearer('sophos-token'),
	name: 'Sophos Central',
	docs: 'https://developer.sophos.com/docs/endpoint-v1/1/overview',
	path: '/endpoint/v1/endpoints?sort=id',
	headers: { 'X-Tenant-ID': 'acme' },
	pager: { by: 'token', parameter: 'pageFromKey', size: 'pageSize', max: 500 },
	record: (index) => ({ id: `e${index}`, type: 'computer', ipv4Addresses: [] }),
	answer: ({ records, size, total, nextIfAny: nextKey }) => ({
		body: {
			items: records,
			pages: {
				...(nextKey !== undefined && { nextKey }),
				size,
				total,
				maxSize: 500,
			},
		},
	}),
	readings: [
		{
			property: 'items',
			pagingScheme: nextToken('pageFromKey', 'pages.nextKey', ['pageSize', 500]),
		},
	],
};

export const knowBe4: Design = {
	...bearer('knowbe4-token'),
	name: 'KnowBe4',
	docs: 'https://developer.knowbe4.com/rest/reporting#tag/Pagination',
	path: '/v1/users?status=active',
	pager: { by: 'page', parameter: 'page', size: 'per_page', max: 500 },
	record: (index) => ({ id: index + 1, email: `u${index}@example.com`, aliases: [] }),
	answer: ({ records }) => ({ body: records }),
	readings: [{ property: '', pagingScheme: pages('page', 1, ['per_page', 500]) }],
};

export const snyk: Design = {
	...common,
	name: 'Snyk',
	docs: 'https://docs.snyk.io/snyk-api/rest-api/about-the-rest-api',
	path: '/rest/orgs/o1/projects?version=2024-10-15',
	signIn: { kind: 'headers', headers: { Authorization: 'token snyk-token' } },
	pager: {
		by: 'token',
		parameter: 'starting_after',
		size: 'limit',
		max: 100,
		token: (start) => `s${start - 1}`,
	},
	record: (index) => ({ id: `s${index}`, type: 'project', attributes: { tags: [] } }),
	answer: ({ records, nextUrl: next }) => ({
		body: {
			jsonapi: { version: '1.0' },
			data: records,
			links: { ...(next && { next: withoutOrigin(next) }) },
		},
	}),
	readings: [
		{
			property: 'data',
			pagingScheme: {
				...nextToken('starting_after', 'data.-1.id', ['limit', 100]),
				pageUntil: 'noDataLeft',
			},
		},
	],
};

export const upGuard: Design = {
	...common,
	name: 'UpGuard-like',
	path: '/api/public/vendors?sort_by=name',
	signIn: { kind: 'headers', headers: { Authorization: 'upguard-key' } },
	pager: { by: 'token', parameter: 'page_token', size: 'page_size', max: 2000 },
	record: (index) => ({ id: index + 1, name: `Vendor ${index}`, labels: [], score: 900 }),
	answer: ({ records, total, nextIfAny: next_page_token }) => ({
		body: {
			...(next_page_token !== undefined && { next_page_token }),
			total_results: total,
			vendors: records,
		},
	}),
	readings: [
		{
			property: 'vendors',
			pagingScheme: nextToken('page_token', 'next_page_token', ['page_size', 2000]),
		},
	],
};

export const bitSight: Design = {
	...common,
	name: 'BitSight-like',
	path: '/ratings/v1/companies?fields=guid,name',
	signIn: { kind: 'basic', user: 'bitsight-token', password: '' },
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 1000 },
	record: (index) => ({ guid: `b${index}`, name: `Company ${index}`, tags: [] }),
	answer: ({ records, total, nextUrl: next = null }) => ({
		body: { links: { next, previous: null }, count: total, results: records },
	}),
	readings: [{ property: 'results', pagingScheme: nextUrl('links.next', ['limit', 1000]) }],
};

export const blackKite: Design = {
	...bearer('kite-token'),
	name: 'Black Kite-like',
	path: '/api/v2/companies?sort=id',
	pager: { by: 'page', parameter: 'page_number', size: 'page_size', max: 100 },
	record: (index) => ({ CompanyId: index + 1, CompanyName: `Company ${index}`, Ecosystems: [] }),
	answer: ({ records, total, page, size }) => ({
		headers: {
			'X-Page': String(page),
			'X-Page-Size': String(size),
			'X-Total-Items': String(total),
		},
		body: records,
	}),
	readings: [
		{
			property: '',
			pagingScheme: pages('page_number', 1, ['page_size', 100], {
				totalCount: 'header:X-Total-Items',
			}),
		},
	],
};

export const bitbucketServer: Design = {
	...bearer('bitbucket-token'),
	name: 'Bitbucket Data Center',
	docs: 'https://developer.atlassian.com/server/bitbucket/how-tos/command-line-rest/',
	path: '/rest/api/1.0/projects?permission=PROJECT_READ',
	pager: { by: 'offset', parameter: 'start', size: 'limit', max: 1000 },
	record: (index) => ({ key: `P${index}`, id: index + 1, links: { self: [{ href: 'x' }] } }),
	answer: ({ records, size, start, isLast, nextIfAny = null }) => ({
		body: {
			size: records.length,
			limit: size,
			isLastPage: isLast,
			values: records,
			start,
			nextPageStart: nextIfAny,
		},
	}),
	readings: [
		{
			property: 'values',
			pagingScheme: nextToken('start', 'nextPageStart', ['limit', 1000], {
				lastPage: 'isLastPage',
			}),
		},
	],
};
