import { basic, byOffset, byPage, byToken, designs, header } from '../dialect';
import { inOneValue, offsets } from '../schemes';
import { withoutOrigin } from './links';

const QUERY = /^select \* from Vendor startposition (\d+) maxresults (\d+)$/;

export const OPERATIONS = designs((message, status) => ({ status, message }), {
	GLPI: {
		docs: 'https://github.com/glpi-project/glpi/blob/main/apirest.md#get-all-items',
		path: '/apirest.php/Computer',
		signIn: {
			kind: 'headers',
			headers: { 'Session-Token': 'glpi-session', 'App-Token': 'glpi-app' },
		},
		pager: byOffset('range', 'range size', 1000, {
			atEnd: 'refused',
			within: (value) => {
				const [, from, to] = /^(\d+)-(\d+)$/.exec(value) ?? [];
				return from === undefined
					? undefined
					: { position: from, size: String(Number(to) - Number(from) + 1) };
			},
		}),
		answer: ({ records, start, total }) => ({
			status: records.length === total ? 200 : 206,
			headers: { 'Content-Range': `${start}-${start + records.length - 1}/${total}` },
			body: records,
		}),
		read: {
			pagingScheme: inOneValue(
				'{position}-{last}',
				offsets('range', undefined, { totalCount: 'header:Content-Range' }),
			),
		},
		automatic: 'the position is a part of a value',
	},
	Grafana: {
		docs: 'https://grafana.com/docs/grafana/latest/developers/http_api/org/',
		path: '/api/users/search?query=a',
		pager: byPage('page', 'perpage', 1000),
		record: (index) => ({ id: index + 1, login: `u${index}`, authLabels: [] }),
		page: ({ records, total, page, size }) => ({
			totalCount: total,
			users: records,
			page,
			perPage: size,
		}),
	},
	Heroku: {
		docs: 'https://devcenter.heroku.com/articles/platform-api-reference#ranges',
		path: '/apps',
		headers: { Accept: 'application/vnd.heroku+json; version=3' },
		pager: byToken('header:Range', { token: (start) => `id ]${start}..; max=5` }),
		answer: ({ records, nextIfAny }) => ({
			status: nextIfAny === undefined ? 200 : 206,
			headers: { ...(nextIfAny !== undefined && { 'Next-Range': String(nextIfAny) }) },
			body: records,
		}),
		automatic: 'the token is sent in a header',
	},
	LaunchDarkly: {
		docs: 'https://apidocs.launchdarkly.com/#section/Overview/Representations',
		path: '/api/v2/flags/grc?summary=true',
		signIn: header('Authorization'),
		pager: byOffset('offset', 'limit', 100),
		record: (index) => ({ key: `flag-${index}`, kind: 'boolean', variations: [], tags: [] }),
		page: ({ records, total, url, nextUrl: next }) => ({
			items: records,
			_links: {
				self: { href: withoutOrigin(url({})), type: 'application/json' },
				...(next && { next: { href: withoutOrigin(next), type: 'application/json' } }),
			},
			totalCount: total,
			totalCountWithDifferences: 0,
		}),
		read: 'total',
	},
	Meraki: {
		docs: 'https://developer.cisco.com/meraki/api-v1/pagination/',
		path: '/api/v1/organizations/1/networks?perPage=5',
		pager: byToken('startingAfter', 'perPage', 1000),
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
	},
	'QuickBooks Online query': {
		docs: 'https://developer.intuit.com/app/developer/qbo/docs/learn/explore-the-quickbooks-online-api/data-queries',
		path: '/v3/company/1/query',
		pager: byOffset('query', 'maxresults', 1000, {
			first: 1,
			within: (value) => {
				const [, position, size] = QUERY.exec(value) ?? [];
				return position === undefined ? undefined : { position, ...(size && { size }) };
			},
		}),
		record: (index) => ({ Id: String(index + 1), DisplayName: `Vendor ${index + 1}` }),
		page: ({ records, start }) => ({
			QueryResponse: { Vendor: records, startPosition: start + 1, maxResults: records.length },
			time: '2024-01-01T00:00:00.000-08:00',
		}),
		read: {
			pagingScheme: inOneValue(
				'select * from Vendor startposition {position} maxresults {size}',
				offsets('query', undefined, {}, 1),
			),
		},
		automatic: 'the position is a part of a value',
	},
	Render: {
		docs: 'https://api-docs.render.com/reference/pagination',
		path: '/v1/services?limit=5',
		pager: byToken('cursor', 'limit', 100, { token: (start) => `c${start - 1}=` }),
		record: (index) => ({ cursor: `c${index}=`, service: { id: `srv-${index}`, name: 'web' } }),
		page: ({ records }) => records,
	},
	'ServiceDesk Plus': {
		docs: 'https://www.manageengine.com/products/service-desk/sdpod-v3-api/getting-started/input-data.html',
		path: '/api/v3/requests',
		signIn: header('authtoken'),
		pager: byOffset('input_data', 'row_count', 100, {
			first: 1,
			within: (value) => {
				const { list_info: { start_index = 0, row_count = 0 } = {} } = JSON.parse(value) as {
					list_info?: Record<string, number>;
				};
				return { position: String(start_index), size: String(row_count) };
			},
		}),
		page: ({ records, start, isLast }) => ({
			response_status: [{ status_code: 2000, status: 'success' }],
			list_info: { has_more_rows: !isLast, start_index: start + 1, row_count: records.length },
			requests: records,
		}),
		read: {
			pagingScheme: inOneValue(
				'{"list_info":{"start_index":{position},"row_count":{size}}}',
				offsets('input_data', undefined, { moreRecords: 'list_info.has_more_rows' }, 1),
			),
		},
		automatic: 'the position is a part of a value',
	},
	Splunk: {
		docs: 'https://docs.splunk.com/Documentation/Splunk/latest/RESTUM/RESTusing',
		path: '/services/saved/searches?output_mode=json',
		pager: byOffset('offset', 'count', 1000),
		record: (index) => ({ name: `s${index}`, id: `https://example.com/${index}`, content: {} }),
		page: ({ records, total, start, size }) => ({
			links: { create: '/services/saved/searches/_new' },
			origin: 'https://example.com/services/saved/searches',
			updated: '2024-01-01T00:00:00+00:00',
			generator: { build: 'a', version: '9.0' },
			entry: records,
			paging: { total, perPage: size, offset: start },
			messages: [],
		}),
	},
	'Sumo Logic': {
		docs: 'https://api.sumologic.com/docs/',
		path: '/api/v1/users?limit=5',
		signIn: basic,
		pager: byToken('token', 'limit', 1000),
		record: (index) => ({ id: `u${index}`, firstName: 'Ada', roleIds: [] }),
		page: ({ records, nextIfAny: next = null }) => ({ data: records, next }),
	},
});
