import { family } from '../common';
import { nextToken, offsets } from '../schemes';
import type { Design } from '../types';
import { withoutOrigin } from './links';

const { bearer, common } = family((message, status) => ({ code: status, message }));

export const coinbase: Design = {
	...bearer('coinbase-token'),
	name: 'Coinbase',
	docs: 'https://docs.cdp.coinbase.com/coinbase-app/docs/pagination',
	path: '/v2/accounts?order=asc',
	pager: {
		by: 'token',
		parameter: 'starting_after',
		size: 'limit',
		max: 100,
		token: (start) => `a${start}`,
	},
	record: (index) => ({ id: `a${index + 1}`, name: `Account ${index + 1}`, type: 'wallet' }),
	answer: ({ records, size, nextUrl: next }) => ({
		body: {
			pagination: {
				ending_before: null,
				starting_after: null,
				limit: size,
				order: 'asc',
				previous_uri: null,
				next_uri: withoutOrigin(next) ?? null,
			},
			data: records,
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

export const coinbaseExchange: Design = {
	...common,
	name: 'Coinbase Exchange',
	docs: 'https://docs.cdp.coinbase.com/exchange/docs/rest-pagination',
	path: '/products/BTC-USD/trades',
	signIn: { kind: 'headers', headers: { 'CB-ACCESS-KEY': 'coinbase-key' } },
	pager: {
		by: 'token',
		parameter: 'after',
		size: 'limit',
		max: 1000,
		token: (start) => String(901_000 - start),
	},
	record: (index) => ({ trade_id: 901_000 - index, side: 'buy', price: '10.0' }),
	answer: ({ records, start, nextIfAny: next }) => ({
		headers: {
			'CB-BEFORE': String(901_000 - start),
			...(next !== undefined && { 'CB-AFTER': String(next) }),
		},
		body: records,
	}),
	readings: [
		{ property: '', pagingScheme: nextToken('after', 'header:CB-AFTER', ['limit', 1000]) },
	],
};

export const coinMarketCap: Design = {
	...common,
	name: 'CoinMarketCap',
	docs: 'https://coinmarketcap.com/api/documentation/v1/',
	path: '/v1/cryptocurrency/listings/latest?convert=USD',
	signIn: { kind: 'headers', headers: { 'X-CMC_PRO_API_KEY': 'cmc-key' } },
	pager: { by: 'offset', parameter: 'start', size: 'limit', max: 5000, first: 1 },
	record: (index) => ({ id: index + 1, symbol: `C${index}`, tags: [], quote: { USD: {} } }),
	answer: ({ records, total }) => ({
		body: {
			status: {
				timestamp: '2024-01-01T00:00:00.000Z',
				error_code: 0,
				error_message: null,
				elapsed: 19,
				credit_count: 1,
				notice: null,
				total_count: total,
			},
			data: records,
		},
	}),
	readings: [
		{
			property: 'data',
			pagingScheme: offsets('start', ['limit', 5000], { totalCount: 'status.total_count' }, 1),
		},
	],
};
