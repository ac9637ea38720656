import { MESSAGE, byOffset, byPage, byToken, designs, header, oauth2 } from '../dialect';
import type { Shape } from '../dialect';
import { pages } from '../schemes';

const datadogSignIn = {
	kind: 'headers',
	headers: { 'DD-API-KEY': 'datadog-key', 'DD-APPLICATION-KEY': 'datadog-application-key' },
} as const;

const datadogError: Shape = (message) => ({ errors: [message] });

export const CLOUD = designs(MESSAGE, {
	'Auth0, page numbers': {
		docs: 'https://auth0.com/docs/manage-users/user-search/view-search-results-by-page',
		path: '/api/v2/users?include_totals=true',
		signIn: oauth2,
		pager: byPage('page', 'per_page', 100, { first: 0, tooLarge: 'refused' }),
		record: (index) => ({ user_id: `auth0|${index + 1}`, identities: [{ provider: 'auth0' }] }),
		// The answer counts records, although the request counts pages.
		page: ({ records, start, size, total }) => ({
			start,
			limit: size,
			length: records.length,
			users: records,
			total,
		}),
		refuse: (message, statusCode) => ({ statusCode, error: 'Refused', message }),
	},
	'Auth0, checkpoints': {
		docs: 'https://auth0.com/docs/manage-users/organizations/configure-organizations/retrieve-organizations',
		path: '/api/v2/organizations?take=5',
		signIn: oauth2,
		pager: byToken('from', 'take', 100),
		record: (index) => ({ id: `org_${index + 1}`, name: `organization-${index + 1}` }),
		page: ({ records, nextIfAny: next }) => ({
			organizations: records,
			...(next !== undefined && { next }),
		}),
		refuse: (message, statusCode) => ({ statusCode, error: 'Refused', message }),
	},
	Cloudflare: {
		docs: 'https://developers.cloudflare.com/fundamentals/api/how-to/make-api-calls/',
		path: '/client/v4/zones?status=active',
		pager: byPage('page', 'per_page', 50, { tooLarge: 'refused' }),
		page: ({ records, page, size, pages: count, total }) => ({
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
		}),
		refuse: (message) => ({
			success: false,
			errors: [{ code: 10_000, message }],
			messages: [],
			result: null,
		}),
		read: 'total',
	},
	'Datadog, cursor': {
		docs: 'https://docs.datadoghq.com/logs/guide/collect-multiple-logs-with-pagination/',
		path: '/api/v2/logs/events?filter[query]=service%3Agrc',
		signIn: datadogSignIn,
		pager: byToken('page[cursor]', 'page[limit]', 1000),
		record: (index) => ({ id: `l${index + 1}`, type: 'log', attributes: { tags: ['env:test'] } }),
		page: ({ records, nextIfAny: after, nextUrl: next }) => ({
			data: records,
			meta: { elapsed: 12, status: 'done', ...(next && { page: { after } }) },
			...(next && { links: { next } }),
		}),
		refuse: datadogError,
		statuses: { credential: 403 },
	},
	'Datadog, page numbers': {
		docs: 'https://docs.datadoghq.com/api/latest/users/',
		path: '/api/v2/users?sort=name',
		signIn: datadogSignIn,
		pager: byPage('page[number]', 'page[size]', 100, { first: 0 }),
		record: (index) => ({
			id: `u${index + 1}`,
			type: 'users',
			attributes: { name: `User ${index}` },
		}),
		page: ({ records, total }) => ({
			data: records,
			included: [],
			meta: { page: { total_count: total, total_filtered_count: total } },
		}),
		refuse: datadogError,
		statuses: { credential: 403 },
		read: {
			pagingScheme: pages('page[number]', 0, ['page[size]', 100], {
				totalCount: 'meta.page.total_filtered_count',
			}),
		},
	},
	DigitalOcean: {
		docs: 'https://docs.digitalocean.com/reference/api/intro/#links--pagination',
		path: '/v2/droplets?tag_name=grc',
		pager: byPage('page', 'per_page', 200),
		record: (index) => ({
			id: index + 1,
			name: `droplet-${index + 1}`,
			networks: { v4: [], v6: [] },
		}),
		page: ({ records, url, page, pages: count, nextUrl: next, total }) => ({
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
		}),
		refuse: (message, status) => ({ id: status === 401 ? 'Unauthorized' : 'bad_request', message }),
	},
	Kubernetes: {
		docs: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks',
		path: '/api/v1/namespaces/grc/pods?limit=5',
		pager: byToken('continue', 'limit', 10_000, { usual: 500 }),
		record: (index) => ({
			metadata: { name: `pod-${index + 1}`, ownerReferences: [] },
			spec: { containers: [{ name: 'app' }] },
		}),
		page: ({ records, nextIfAny = '', total, start, isLast }) => ({
			kind: 'PodList',
			apiVersion: 'v1',
			metadata: {
				resourceVersion: '10245',
				continue: nextIfAny,
				...(!isLast && { remainingItemCount: total - start - records.length }),
			},
			items: records,
		}),
		refuse: (message, code) => ({
			kind: 'Status',
			apiVersion: 'v1',
			status: 'Failure',
			message,
			code,
		}),
		statuses: { position: 410 },
	},
	Linode: {
		docs: 'https://techdocs.akamai.com/linode-api/reference/pagination',
		path: '/v4/linode/instances',
		pager: byPage('page', 'page_size', 500, { tooLarge: 'refused', atEnd: 'refused' }),
		record: (index) => ({ id: index + 1, label: `linode-${index + 1}`, tags: [] }),
		page: ({ records, page, pages: count, total }) => ({
			data: records,
			page,
			pages: Math.max(count, 1),
			results: total,
		}),
		refuse: (reason) => ({ errors: [{ reason }] }),
		statuses: { position: 404 },
	},
	PagerDuty: {
		docs: 'https://developer.pagerduty.com/docs/pagination',
		path: '/incidents?statuses[]=resolved',
		signIn: header('Authorization', 'Token token='),
		headers: { Accept: 'application/vnd.pagerduty+json;version=2' },
		pager: byOffset('offset', 'limit', 100),
		record: (index) => ({ id: `P${1000 + index}`, type: 'incident', assignments: [] }),
		page: ({ records, start, size, isLast }) => ({
			incidents: records,
			limit: size,
			offset: start,
			more: !isLast,
			total: null,
		}),
		refuse: (message) => ({ error: { message, code: 2001 } }),
	},
});
