import { byOffset, byToken, designs, header } from '../dialect';
import { withoutOrigin } from './links';

export const EXCHANGES = designs((message, status) => ({ code: status, message }), {
	CoinMarketCap: {
		docs: 'https://coinmarketcap.com/api/documentation/v1/',
		path: '/v1/cryptocurrency/listings/latest?convert=USD',
		signIn: header('X-CMC_PRO_API_KEY'),
		pager: byOffset('start', 'limit', 5000, { first: 1 }),
		record: (index) => ({ id: index + 1, symbol: `C${index}`, tags: [], quote: { USD: {} } }),
		page: ({ records, total }) => ({
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
		}),
	},
	Coinbase: {
		docs: 'https://docs.cdp.coinbase.com/coinbase-app/docs/pagination',
		path: '/v2/accounts?order=asc',
		pager: byToken('starting_after', 'limit', 100, { token: (start) => `a${start}` }),
		record: (index) => ({ id: `a${index + 1}`, name: `Account ${index + 1}`, type: 'wallet' }),
		page: ({ records, size, nextUrl: next }) => ({
			pagination: {
				ending_before: null,
				starting_after: null,
				limit: size,
				order: 'asc',
				previous_uri: null,
				next_uri: withoutOrigin(next) ?? null,
			},
			data: records,
		}),
	},
	'Coinbase Exchange': {
		docs: 'https://docs.cdp.coinbase.com/exchange/docs/rest-pagination',
		path: '/products/BTC-USD/trades',
		signIn: header('CB-ACCESS-KEY'),
		pager: byToken('after', 'limit', 1000, { token: (start) => String(901_000 - start) }),
		record: (index) => ({ trade_id: 901_000 - index, side: 'buy', price: '10.0' }),
		answer: ({ records, start, nextIfAny: next }) => ({
			headers: {
				'CB-BEFORE': String(901_000 - start),
				...(next !== undefined && { 'CB-AFTER': String(next) }),
			},
			body: records,
		}),
	},
});
