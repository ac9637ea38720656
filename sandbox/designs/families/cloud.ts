import { refusing } from '../refusals';
import { nextToken, nextUrl, offsets, pages } from '../schemes';
import type { Design } from '../types';

export const cloudflare: Design = {
	name: 'Cloudflare',
	docs: 'https://developers.cloudflare.com/fundamentals/api/how-to/make-api-calls/',
	path: '/client/v4/zones?status=active',
	signIn: { kind: 'bearer', token: 'cloudflare-token' },
	pager: { by: 'page', parameter: 'page', size: 'per_page', max: 50, tooLarge: 'refused' },
	answer: ({ records, page, size, pages: count, total }) => ({
		body: {
			success: true,
			errors: [],
			messages: [],
			result: records,
			result_info: {
				page,
				per_page: size,
				total_pages: count,
				count: records.length,
				total_count: total,
			},
		},
	}),
	refuse: refusing((message) => ({
		success: false,
		errors: [{ code: 10_000, message }],
		messages: [],
		result: null,
	})),
	readings: [
		{
			property: 'result',
			pagingScheme: pages('page', 1, ['per_page', 50], { totalCount: 'result_info.total_count' }),
		},
	],
	automatic: true,
};

export const digitalOcean: Design = {
	name: 'DigitalOcean',
	docs: 'https://docs.digitalocean.com/reference/api/intro/#links--pagination',
	path: '/v2/droplets?tag_name=grc',
	signIn: { kind: 'bearer', token: 'ocean-token' },
	pager: { by: 'page', parameter: 'page', size: 'per_page', max: 200 },
	record: (index) => ({
		id: index + 1,
		name: `droplet-${index + 1}`,
		networks: { v4: [], v6: [] },
	}),
	answer: ({ records, url, page, pages: count, nextUrl: next, total }) => ({
		body: {
			droplets: records,
			links: {
				...(count > 1 && {
					pages: {
						...(page > 1 && { first: url({ page: 1 }), prev: url({ page: page - 1 }) }),
						...(next && { next, last: url({ page: count }) }),
					},
				}),
			},
			meta: { total },
		},
	}),
	refuse: refusing((message, status) => ({
		id: status === 401 ? 'Unauthorized' : 'bad_request',
		message,
	})),
	readings: [
		{ property: 'droplets', pagingScheme: nextUrl('links.pages.next', ['per_page', 200]) },
	],
	automatic: true,
};

export const linode: Design = {
	name: 'Linode',
	docs: 'https://techdocs.akamai.com/linode-api/reference/pagination',
	path: '/v4/linode/instances',
	signIn: { kind: 'bearer', token: 'linode-token' },
	pager: {
		by: 'page',
		parameter: 'page',
		size: 'page_size',
		max: 500,
		tooLarge: 'refused',
		atEnd: 'refused',
	},
	record: (index) => ({ id: index + 1, label: `linode-${index + 1}`, tags: [] }),
	answer: ({ records, page, pages: count, total }) => ({
		body: { data: records, page, pages: Math.max(count, 1), results: total },
	}),
	refuse: refusing((reason) => ({ errors: [{ reason }] }), { position: 404 }),
	readings: [
		{
			property: 'data',
			pagingScheme: pages('page', 1, ['page_size', 500], { totalPages: 'pages' }),
		},
	],
	automatic: true,
};

const datadogSignIn = {
	kind: 'headers',
	headers: { 'DD-API-KEY': 'datadog-key', 'DD-APPLICATION-KEY': 'datadog-application-key' },
} as const;

const datadogError = refusing((message) => ({ errors: [message] }), { credential: 403 });

export const datadogLogs: Design = {
	name: 'Datadog, cursor',
	docs: 'https://docs.datadoghq.com/logs/guide/collect-multiple-logs-with-pagination/',
	path: '/api/v2/logs/events?filter[query]=service%3Agrc',
	signIn: datadogSignIn,
	pager: { by: 'token', parameter: 'page[cursor]', size: 'page[limit]', max: 1000 },
	record: (index) => ({ id: `l${index + 1}`, type: 'log', attributes: { tags: ['env:test'] } }),
	answer: ({ records, nextIfAny: after, nextUrl: next }) => ({
		body: {
			data: records,
			meta: { elapsed: 12, status: 'done', ...(next && { page: { after } }) },
			...(next && { links: { next } }),
		},
	}),
	refuse: datadogError,
	readings: [{ property: 'data', pagingScheme: nextUrl('links.next', ['page[limit]', 1000]) }],
	automatic: true,
};

export const datadogUsers: Design = {
	name: 'Datadog, page numbers',
	docs: 'https://docs.datadoghq.com/api/latest/users/',
	path: '/api/v2/users?sort=name',
	signIn: datadogSignIn,
	pager: { by: 'page', parameter: 'page[number]', size: 'page[size]', max: 100, first: 0 },
	record: (index) => ({
		id: `u${index + 1}`,
		type: 'users',
		attributes: { name: `User ${index}` },
	}),
	answer: ({ records, total }) => ({
		body: {
			data: records,
			included: [],
			meta: { page: { total_count: total, total_filtered_count: total } },
		},
	}),
	refuse: datadogError,
	readings: [
		{
			property: 'data',
			pagingScheme: pages('page[number]', 0, ['page[size]', 100], {
				totalCount: 'meta.page.total_filtered_count',
			}),
		},
	],
	automatic: true,
};

export const pagerDuty: Design = {
	name: 'PagerDuty',
	docs: 'https://developer.pagerduty.com/docs/pagination',
	path: '/incidents?statuses[]=resolved',
	signIn: { kind: 'headers', headers: { Authorization: 'Token token=pagerduty-key' } },
	headers: { Accept: 'application/vnd.pagerduty+json;version=2' },
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 100 },
	record: (index) => ({ id: `P${1000 + index}`, type: 'incident', assignments: [] }),
	answer: ({ records, start, size, isLast }) => ({
		body: { incidents: records, limit: size, offset: start, more: !isLast, total: null },
	}),
	refuse: refusing((message) => ({ error: { message, code: 2001 } })),
	readings: [
		{
			property: 'incidents',
			pagingScheme: offsets('offset', ['limit', 100], { moreRecords: 'more' }),
		},
	],
	automatic: true,
};

export const auth0: Design = {
	name: 'Auth0, page numbers',
	docs: 'https://auth0.com/docs/manage-users/user-search/view-search-results-by-page',
	path: '/api/v2/users?include_totals=true',
	signIn: { kind: 'bearer', token: 'auth0-token', oauth2: true },
	pager: {
		by: 'page',
		parameter: 'page',
		size: 'per_page',
		max: 100,
		first: 0,
		tooLarge: 'refused',
	},
	record: (index) => ({ user_id: `auth0|${index + 1}`, identities: [{ provider: 'auth0' }] }),
	// The answer counts records, although the request counts pages.
	answer: ({ records, start, size, total }) => ({
		body: { start, limit: size, length: records.length, users: records, total },
	}),
	refuse: refusing((message, statusCode) => ({ statusCode, error: 'Refused', message })),
	readings: [
		{
			property: 'users',
			pagingScheme: pages('page', 0, ['per_page', 100], { totalCount: 'total' }),
		},
	],
	automatic: true,
};

export const auth0Checkpoint: Design = {
	...auth0,
	name: 'Auth0, checkpoints',
	docs: 'https://auth0.com/docs/manage-users/organizations/configure-organizations/retrieve-organizations',
	path: '/api/v2/organizations?take=5',
	pager: { by: 'token', parameter: 'from', size: 'take', max: 100 },
	record: (index) => ({ id: `org_${index + 1}`, name: `organization-${index + 1}` }),
	answer: ({ records, nextIfAny: next }) => ({
		body: { organizations: records, ...(next !== undefined && { next }) },
	}),
	readings: [{ property: 'organizations', pagingScheme: nextToken('from', 'next', ['take', 100]) }],
};

export const kubernetes: Design = {
	name: 'Kubernetes',
	docs: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks',
	path: '/api/v1/namespaces/grc/pods?limit=5',
	signIn: { kind: 'bearer', token: 'service-account' },
	pager: { by: 'token', parameter: 'continue', size: 'limit', max: 10_000 },
	record: (index) => ({
		metadata: { name: `pod-${index + 1}`, ownerReferences: [] },
		spec: { containers: [{ name: 'app' }] },
	}),
	answer: ({ records, nextIfAny = '', total, start, isLast }) => ({
		body: {
			kind: 'PodList',
			apiVersion: 'v1',
			metadata: {
				resourceVersion: '10245',
				continue: nextIfAny,
				...(!isLast && { remainingItemCount: total - start - records.length }),
			},
			items: records,
		},
	}),
	refuse: refusing(
		(message, code) => ({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message, code }),
		{ position: 410 },
	),
	readings: [
		{ property: 'items', pagingScheme: nextToken('continue', 'metadata.continue', ['limit', 500]) },
	],
	automatic: true,
};
