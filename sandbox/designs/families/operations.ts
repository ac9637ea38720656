import { family } from '../common';
import { inOneValue, nextToken, nextUrl, offsets, pages } from '../schemes';
import type { Design } from '../types';
import { withoutOrigin } from './links';

const { bearer, common } = family((message, status) => ({ status, message }));

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

export const launchDarkly: Design = {
	...common,
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
	...common,
	name: 'Sumo Logic',
	docs: 'https://api.sumologic.com/docs/',
	path: '/api/v1/users?limit=5',
	signIn: { kind: 'basic', user: 'sumo-id', password: 'sumo-key' },
	pager: { by: 'token', parameter: 'token', size: 'limit', max: 1000 },
	record: (index) => ({ id: `u${index}`, firstName: 'Ada', roleIds: [] }),
	answer: ({ records, nextIfAny: next = null }) => ({ body: { data: records, next } }),
	readings: [{ property: 'data', pagingScheme: nextToken('token', 'next', ['limit', 1000]) }],
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

export const heroku: Design = {
	...bearer('heroku-token'),
	name: 'Heroku',
	docs: 'https://devcenter.heroku.com/articles/platform-api-reference#ranges',
	path: '/apps',
	headers: { Accept: 'application/vnd.heroku+json; version=3' },
	pager: {
		by: 'token',
		parameter: 'header:Range',
		max: 1000,
		token: (start) => `id ]${start}..; max=5`,
	},
	answer: ({ records, nextIfAny }) => ({
		status: nextIfAny === undefined ? 200 : 206,
		headers: { ...(nextIfAny !== undefined && { 'Next-Range': String(nextIfAny) }) },
		body: records,
	}),
	readings: [{ property: '', pagingScheme: nextToken('header:Range', 'header:Next-Range') }],
	automatic: 'the token is sent in a header',
};

export const glpi: Design = {
	...common,
	signIn: {
		kind: 'headers',
		headers: { 'Session-Token': 'glpi-session', 'App-Token': 'glpi-app' },
	},
	name: 'GLPI',
	docs: 'https://github.com/glpi-project/glpi/blob/main/apirest.md#get-all-items',
	path: '/apirest.php/Computer',
	pager: {
		by: 'offset',
		parameter: 'range',
		size: 'range size',
		max: 1000,
		atEnd: 'refused',
		within: (value) => {
			const [, from, to] = /^(\d+)-(\d+)$/.exec(value) ?? [];
			return from === undefined
				? undefined
				: { position: from, size: String(Number(to) - Number(from) + 1) };
		},
	},
	answer: ({ records, start, total }) => ({
		status: records.length === total ? 200 : 206,
		headers: { 'Content-Range': `${start}-${start + records.length - 1}/${total}` },
		body: records,
	}),
	readings: [
		{
			property: '',
			pagingScheme: inOneValue(
				'{position}-{last}',
				offsets('range', undefined, { totalCount: 'header:Content-Range' }),
			),
		},
	],
	automatic: 'the position is a part of a value',
};

export const serviceDeskPlus: Design = {
	...common,
	signIn: { kind: 'headers', headers: { authtoken: 'sdp-token' } },
	name: 'ServiceDesk Plus',
	docs: 'https://www.manageengine.com/products/service-desk/sdpod-v3-api/getting-started/input-data.html',
	path: '/api/v3/requests',
	pager: {
		by: 'offset',
		parameter: 'input_data',
		size: 'row_count',
		max: 100,
		first: 1,
		within: (value) => {
			const { list_info: { start_index = 0, row_count = 0 } = {} } = JSON.parse(value) as {
				list_info?: Record<string, number>;
			};
			return { position: String(start_index), size: String(row_count) };
		},
	},
	answer: ({ records, start, isLast }) => ({
		body: {
			response_status: [{ status_code: 2000, status: 'success' }],
			list_info: { has_more_rows: !isLast, start_index: start + 1, row_count: records.length },
			requests: records,
		},
	}),
	readings: [
		{
			property: 'requests',
			pagingScheme: inOneValue(
				'{"list_info":{"start_index":{position},"row_count":{size}}}',
				offsets('input_data', undefined, { moreRecords: 'list_info.has_more_rows' }, 1),
			),
		},
	],
	automatic: 'the position is a part of a value',
};

const QUERY = /^select \* from Vendor startposition (\d+) maxresults (\d+)$/;

export const quickBooks: Design = {
	...bearer('quickbooks-token'),
	name: 'QuickBooks Online query',
	docs: 'https://developer.intuit.com/app/developer/qbo/docs/learn/explore-the-quickbooks-online-api/data-queries',
	path: '/v3/company/1/query',
	pager: {
		by: 'offset',
		parameter: 'query',
		size: 'maxresults',
		max: 1000,
		first: 1,
		within: (value) => {
			const [, position, size] = QUERY.exec(value) ?? [];
			return position === undefined ? undefined : { position, ...(size && { size }) };
		},
	},
	record: (index) => ({ Id: String(index + 1), DisplayName: `Vendor ${index + 1}` }),
	answer: ({ records, start }) => ({
		body: {
			QueryResponse: {
				Vendor: records,
				startPosition: start + 1,
				maxResults: records.length,
			},
			time: '2024-01-01T00:00:00.000-08:00',
		},
	}),
	readings: [
		{
			property: 'QueryResponse.Vendor',
			pagingScheme: inOneValue(
				'select * from Vendor startposition {position} maxresults {size}',
				offsets('query', undefined, {}, 1),
			),
		},
	],
	automatic: 'the position is a part of a value',
};
