import { type Api, byToken } from './api';

const orNothing = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value });

const AFTER_LAST = {
	token: (start: number, records: Array<Record<string, unknown>>) => records[start - 1]?.id,
};

/** Tokens, cursors, and flags with the last record. */
export const BY_TOKEN: Api[] = [
	byToken('response_metadata.next_cursor', '/api/users.list', 'cursor', (page) => ({
		ok: true,
		members: page.records,
		cache_ts: 1,
		response_metadata: { next_cursor: page.next ?? '' },
	})),
	byToken(
		'channel messages with has_more',
		'/api/conversations.history?channel=C1',
		'cursor',
		(page) => ({
			ok: true,
			messages: page.records,
			has_more: !page.isLast,
			...(page.isLast ? {} : { response_metadata: { next_cursor: page.next } }),
		}),
	),
	byToken(
		'has_more and next_cursor as start_cursor',
		'/v1/users?page_size=5',
		'start_cursor',
		(page) => ({
			object: 'list',
			results: page.records,
			next_cursor: page.next ?? null,
			has_more: !page.isLast,
		}),
	),
	byToken(
		'offset in letters',
		'/v0/app/table?pageSize=5',
		'offset',
		(page) => ({ records: page.records, ...orNothing('offset', page.next) }),
		{ token: (start) => `itr${start}/rec${start}` },
	),
	byToken('nextPageToken as pageToken', '/drive/v3/files', 'pageToken', (page) => ({
		kind: 'drive#fileList',
		incompleteSearch: false,
		...orNothing('nextPageToken', page.next),
		files: page.records,
	})),
	byToken(
		'nextPageToken as nextPageToken, isLast',
		'/rest/api/3/search/jql?jql=x',
		'nextPageToken',
		(page) => ({
			issues: page.records,
			...orNothing('nextPageToken', page.next),
			isLast: page.isLast,
		}),
	),
	byToken(
		'next_page_token as next_page_token',
		'/v2/users?page_size=5',
		'next_page_token',
		(page) => ({
			page_count: page.pages,
			page_number: 1,
			page_size: page.size,
			total_records: page.total,
			next_page_token: page.next ?? '',
			users: page.records,
		}),
	),
	byToken(
		'meta.next_token as pagination_token',
		'/2/users/1/tweets?max_results=5',
		'pagination_token',
		(page) => ({
			data: page.records,
			includes: { users: [{ id: '1' }, { id: '2' }] },
			meta: {
				result_count: page.records.length,
				newest_id: '1',
				oldest_id: '2',
				...orNothing('next_token', page.next),
			},
		}),
	),
	byToken(
		'results.pageInfo.endCursor as pageCursor',
		'/v1/vendors?pageSize=5',
		'pageCursor',
		(page) => ({
			results: {
				data: page.records,
				pageInfo: {
					endCursor: page.next ?? 'end',
					hasNextPage: !page.isLast,
					hasPreviousPage: false,
					startCursor: 'a',
				},
			},
		}),
	),
	byToken(
		'data.children and data.after',
		'/r/n8n/new.json?limit=5',
		'after',
		(page) => ({
			kind: 'Listing',
			data: {
				after: page.next ?? null,
				before: null,
				dist: page.records.length,
				modhash: '',
				children: page.records,
			},
		}),
		{ record: (index) => ({ kind: 't3', data: { id: `x${index}`, title: 'T' } }) },
	),
	byToken('pages.next.starting_after', '/contacts', 'starting_after', (page) => ({
		type: 'list',
		data: page.records,
		total_count: page.total,
		pages: {
			type: 'pages',
			...(page.isLast ? {} : { next: { page: page.page + 1, starting_after: page.next } }),
			page: page.page,
			per_page: page.size,
			total_pages: page.pages,
		},
	})),
	byToken('next as a token for from', '/api/v2/users?take=5', 'from', (page) => ({
		users: page.records,
		...orNothing('next', page.next),
	})),
	byToken('hasNext and next as offset', '/v1/opportunities?limit=5', 'offset', (page) => ({
		data: page.records,
		hasNext: !page.isLast,
		...orNothing('next', page.next),
	})),
	byToken('meta.links.next as a token', '/v2/instances', 'cursor', (page) => ({
		instances: page.records,
		meta: { total: page.total, links: { next: page.next ?? '', prev: '' } },
	})),
	byToken('metadata.continue', '/api/v1/pods?limit=5', 'continue', (page) => ({
		kind: 'PodList',
		apiVersion: 'v1',
		metadata: {
			resourceVersion: '1',
			...orNothing('continue', page.next),
			remainingItemCount: page.total - page.start,
		},
		items: page.records,
	})),
	byToken('next_marker as marker', '/2.0/folders/0/items?usemarker=true', 'marker', (page) => ({
		entries: page.records,
		limit: 5,
		next_marker: page.next ?? '',
	})),
	byToken('data.meta.cursor', '/api/v3/files', 'cursor', (page) => ({
		data: page.records,
		meta: orNothing('cursor', page.next),
	})),
	byToken('pagination.nextCursor', '/web/api/v2.1/agents', 'cursor', (page) => ({
		data: page.records,
		pagination: { nextCursor: page.next ?? null, totalItems: page.total },
	})),
	byToken('cursor beside has_more that ends it', '/2/files/list', 'cursor', (page) => ({
		entries: page.records,
		cursor: page.next ?? 'end',
		has_more: !page.isLast,
	})),
	byToken('next_page as a token for page', '/v1/customers/search?query=x', 'page', (page) => ({
		object: 'search_result',
		url: '/v1/customers/search',
		has_more: !page.isLast,
		next_page: page.next ?? null,
		data: page.records,
	})),
	byToken(
		'has_more and the last record',
		'/v1/customers?limit=5',
		'starting_after',
		(page) => ({
			object: 'list',
			url: '/v1/customers',
			has_more: !page.isLast,
			data: page.records,
		}),
		AFTER_LAST,
	),
	byToken(
		'last_id and has_more',
		'/v1/models',
		'after_id',
		(page) => ({
			data: page.records,
			first_id: 'a',
			last_id: page.records.at(-1)?.id,
			has_more: !page.isLast,
		}),
		AFTER_LAST,
	),
	byToken('additional_data.next_cursor', '/api/v2/deals', 'cursor', (page) => ({
		success: true,
		data: page.records,
		additional_data: { next_cursor: page.next ?? null },
	})),
	byToken(
		'message.next-cursor',
		'/works?rows=5&cursor=*',
		'cursor',
		(page) => ({
			status: 'ok',
			'message-type': 'work-list',
			message: {
				facets: {},
				'total-results': page.total,
				items: page.records,
				'items-per-page': page.size,
				'next-cursor': page.next ?? null,
			},
		}),
		{ token: (start) => (start === 0 ? '*' : `DnF1${start}`) },
	),
	byToken('nextCursorMark', '/search?query=x', 'cursorMark', (page) => ({
		hitCount: page.total,
		nextCursorMark: page.next ?? null,
		resultList: { result: page.records },
	})),
	byToken(
		'continue.cmcontinue',
		'/w/api.php?action=query&list=categorymembers&format=json',
		'cmcontinue',
		(page) => ({
			batchcomplete: '',
			...(page.isLast ? {} : { continue: { cmcontinue: page.next, continue: '-||' } }),
			query: { categorymembers: page.records },
		}),
		{ record: (index) => ({ pageid: index, ns: 0, title: `P${index}` }) },
	),
	byToken('NextToken in a payload', '/orders/v0/orders', 'NextToken', (page) => ({
		payload: { Orders: page.records, ...orNothing('NextToken', page.next) },
	})),
	byToken('meta.cursors.after', '/payments', 'after', (page) => ({
		payments: page.records,
		meta: { cursors: { before: null, after: page.next ?? null }, limit: 5 },
	})),
	byToken(
		'next_offset in JSON',
		'/api/v2/subscriptions',
		'offset',
		(page) => ({ list: page.records, ...orNothing('next_offset', page.next) }),
		{
			token: (start) => `["15${start}", "23"]`,
			record: (index) => ({ subscription: { id: `s${index}`, status: 'active' } }),
		},
	),
	byToken('pagination.nextPageCursor', '/1.0/commerce/orders', 'cursor', (page) => ({
		result: page.records,
		pagination: { hasNextPage: !page.isLast, nextPageCursor: page.next ?? null },
	})),
	byToken('page.cursor beside tokens of sessions', '/v1/rows', 'cursor', (page) => ({
		rows: page.records,
		session_token: 'abc',
		cursor: page.next ?? null,
	})),
	{
		name: 'x-ms-continuationtoken header',
		path: '/o/p/_apis/git/repositories?api-version=7.0',
		by: 'token',
		parameter: 'continuationToken',
		answer: (page) => ({
			headers: orNothing('x-ms-continuationtoken', page.next),
			body: { count: page.records.length, value: page.records },
		}),
	},
	{
		name: 'opc-next-page header',
		path: '/20160918/instances',
		by: 'token',
		parameter: 'page',
		answer: (page) => ({ headers: orNothing('opc-next-page', page.next), body: page.records }),
	},
	{
		name: 'X-Next-Cursor header',
		path: '/v1/things',
		by: 'token',
		parameter: 'cursor',
		answer: (page) => ({ headers: orNothing('X-Next-Cursor', page.next), body: page.records }),
	},
	byToken(
		'CouchDB, whose last sequence stays',
		'/vendors/_changes?limit=5',
		'since',
		({ records, total, start, size }) => ({
			results: records,
			last_seq: records.at(-1)?.seq ?? `${total}-x`,
			pending: Math.max(0, total - start - size),
		}),
		{
			record: (index) => ({ seq: `${index + 1}-x`, id: `r${index}`, changes: [{ rev: '1-y' }] }),
			token: (start, records) => records[start - 1]?.seq,
		},
	),
];
