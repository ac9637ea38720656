import { validateDataset } from '../../../nodes/shared/paging';
import { graphql, nextUrls, pageBased, tokens } from './fakeServer';

const warningsOf = (input: unknown) => validateDataset(input).warnings;
const schemeOf = (input: unknown) => validateDataset(input).dataset.pagingScheme;

const REQUEST = 'pagingScheme.request';
const RESPONSE = 'pagingScheme.response';
const UNKNOWN = 'is not a paging field; it is ignored.';
const NOT_SET = 'is not set; pages are read from 1.';

describe('what is of no use is named', () => {
	const here = (scheme: string) => `is not used by ${scheme}; it is ignored.`;
	test.each<[what: string, input: object, warnings: string[]]>([
		['no scheme', { url: '/rows' }, ['pagingScheme is not set; only the first page is read.']],
		[
			'no first page',
			pageBased(undefined, { pageStartingValue: undefined }),
			[`${REQUEST}.pageStartingValue ${NOT_SET}`],
		],
		[
			'fields of other schemes',
			pageBased(undefined, { offsetParameter: 'o', offsetStartingValue: 0, tokenParameter: 't' }),
			[
				`${REQUEST}.offsetParameter ${here('pageBased with noDataLeft')}`,
				`${REQUEST}.offsetStartingValue ${here('pageBased with noDataLeft')}`,
				`${REQUEST}.tokenParameter ${here('pageBased with noDataLeft')}`,
			],
		],
		[
			'paths of other schemes, and a kind of token',
			graphql({
				tokenType: 'url',
				response: { pageInfo: 'data.v.pageInfo', totalCount: 't', nextToken: 'n' },
			}),
			[
				`${RESPONSE}.totalCount ${here('graphqlConnections with noNextPage')}`,
				`${RESPONSE}.nextToken ${here('graphqlConnections with noNextPage')}`,
				`pagingScheme.tokenType ${here('graphqlConnections with noNextPage')}`,
			],
		],
		[
			'a total that no stop condition asks for',
			{
				...pageBased(),
				pagingScheme: { ...Object(pageBased()).pagingScheme, response: { totalCount: 't' } },
			},
			[`${RESPONSE}.totalCount ${here('pageBased with noDataLeft')}`],
		],
		[
			'names that nobody knows',
			pageBased('total', { perPage: 5 }, { name: 'vendors', limitValue: 1 }),
			[`${REQUEST}.perPage ${UNKNOWN}`, `name ${UNKNOWN}`, `limitValue ${UNKNOWN}`],
		],
		[
			'an unknown field next to the parts of a scheme',
			tokens('next', { comment: 'x' }),
			[`pagingScheme.comment ${UNKNOWN}`],
		],
		[
			'a body over GET',
			pageBased(undefined, {}, { body: { a: 1 } }),
			['body is not sent with GET; it is ignored.'],
		],
		[
			'a token parameter beside next URLs',
			{
				...nextUrls(),
				pagingScheme: { ...Object(nextUrls()).pagingScheme, request: { tokenParameter: 't' } },
			},
			[],
		],
	])('%s', (_what, input, warnings) => expect(warningsOf(input)).toEqual(warnings));

	test('warnings come in the order of scheme, fields and body', () => {
		const input = pageBased(undefined, { pageStartingValue: '', extra: 1 }, { body: { a: 1 } });
		expect(warningsOf(input)).toEqual([
			`${REQUEST}.pageStartingValue ${NOT_SET}`,
			`${REQUEST}.extra ${UNKNOWN}`,
			'body is not sent with GET; it is ignored.',
		]);
	});
});

describe('what is read of a dataset', () => {
	const page = { pageParameter: 'page', pageStartingValue: 1 };
	const response = { nextToken: 'next' };
	test.each<[what: string, input: object, scheme: object]>([
		[
			'pages',
			pageBased(),
			{
				type: 'pageBased',
				request: { ...page, limitParameter: 'size', limitValue: 100 },
				pageUntil: 'noDataLeft',
			},
		],
		[
			'pages from 0 with a total',
			pageBased(' total ', { pageStartingValue: '0', limitParameter: null, limitValue: ' 10 ' }),
			{
				type: 'pageBased',
				request: { pageParameter: 'page', pageStartingValue: 0, limitValue: 10 },
				pageUntil: 'reachTotalCount',
				response: { totalCount: 'total' },
			},
		],
		[
			'a token is a token',
			tokens('next', { tokenType: undefined, request: { tokenParameter: ' t ' } }),
			{
				type: 'nextToken',
				tokenType: 'token',
				request: { tokenParameter: 't' },
				response,
				pageUntil: 'noNextToken',
			},
		],
		[
			'next URLs',
			nextUrls(),
			{
				type: 'nextToken',
				tokenType: 'url',
				request: { limitParameter: 'size', limitValue: 100 },
				response,
				pageUntil: 'noNextToken',
			},
		],
	])('%s', (_what, input, scheme) => expect(schemeOf(input)).toEqual(scheme));

	const rest = { url: '/rows', property: '' };
	test.each<[what: string, input: object, dataset: object]>([
		['GET is the method', { url: ' /rows ' }, { ...rest, method: 'GET' }],
		[
			'no body over GET',
			{ url: '/rows', method: 'get', body: { a: 1 } },
			{ ...rest, method: 'GET' },
		],
		[
			'a path to the records',
			{ url: '/rows', property: ' data.items ' },
			{ ...rest, property: 'data.items', method: 'GET' },
		],
	])('%s', (_what, input, dataset) => expect(validateDataset(input).dataset).toEqual(dataset));

	test('what an object inherits is no field of it', () => {
		const input: object = Object.create({ method: 'POST' });
		expect(validateDataset(Object.assign(input, { url: '/rows' })).dataset.method).toBe('GET');
	});
});
