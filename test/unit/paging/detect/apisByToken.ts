import { type Api, byToken } from './api';

const orNothing = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value });

const AFTER_LAST = {
	token: (start: number, records: Array<Record<string, unknown>>) => records[start - 1]?.id,
};

/** Tokens, cursors, and flags with the last record. */
export const BY_TOKEN: Api[] = [
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
	byToken('data.meta.cursor', '/api/v3/files', 'cursor', (page) => ({
		data: page.records,
		meta: orNothing('cursor', page.next),
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
	byToken('pagination.nextPageCursor', '/1.0/commerce/orders', 'cursor', (page) => ({
		result: page.records,
		pagination: { hasNextPage: !page.isLast, nextPageCursor: page.next ?? null },
	})),
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
