import {
	type Dataset,
	DatasetError,
	type PagingScheme,
	validateDataset,
} from '../../../nodes/shared/paging';
import { declaredVariables } from '../../../nodes/shared/paging/dataset/graphql';
import { graphql, nextUrls, offsets, pageBased, QUERY, tokens } from './fakeServer';

function refusal(input: unknown): DatasetError {
	try {
		validateDataset(input);
	} catch (error) {
		if (error instanceof DatasetError) return error;
		throw error;
	}
	throw new Error('The dataset was accepted');
}

const REQUEST = 'pagingScheme.request';

describe('datasets that are refused', () => {
	test.each([
		[
			'case 17: no limitValue',
			offsets(undefined, { limitValue: undefined }),
			`${REQUEST}.limitValue`,
		],
		['case 17: limitValue 0', offsets(undefined, { limitValue: 0 }), `${REQUEST}.limitValue`],
		['case 17: pages', pageBased(undefined, { limitValue: 0 }), `${REQUEST}.limitValue`],
		[
			'pages, a size without value',
			pageBased(undefined, { limitValue: null }),
			`${REQUEST}.limitValue`,
		],
		[
			'pages counted without a size',
			pageBased('total', { limitParameter: undefined, limitValue: undefined }),
			`${REQUEST}.limitValue`,
		],
		['limitValue 1.5', offsets(undefined, { limitValue: 1.5 }), `${REQUEST}.limitValue`],
		['limitValue text', offsets(undefined, { limitValue: 'many' }), `${REQUEST}.limitValue`],
		[
			'negative page',
			pageBased(undefined, { pageStartingValue: -1 }),
			`${REQUEST}.pageStartingValue`,
		],
		[
			'offset text',
			offsets(undefined, { offsetStartingValue: 'x' }),
			`${REQUEST}.offsetStartingValue`,
		],
		['no page parameter', pageBased(undefined, { pageParameter: '' }), `${REQUEST}.pageParameter`],
		['no token path', tokens('next', { response: {} }), 'pagingScheme.response.nextToken'],
		['no token parameter', tokens('next', { request: {} }), `${REQUEST}.tokenParameter`],
		['tokenType', tokens('next', { tokenType: 'uri' }), 'pagingScheme.tokenType'],
		[
			'one name twice',
			pageBased(undefined, { limitParameter: 'page' }),
			`${REQUEST}.limitParameter`,
		],
		['no url', pageBased(undefined, {}, { url: ' ' }), 'url'],
		['other protocol', pageBased(undefined, {}, { url: 'file:///etc/passwd' }), 'url'],
		['other method', pageBased(undefined, {}, { method: 'PUT' }), 'method'],
		['body text', pageBased(undefined, {}, { method: 'POST', body: '{}' }), 'body'],
		['header as property', pageBased(undefined, {}, { property: 'header:x' }), 'property'],
		['scheme text', pageBased(undefined, {}, { pagingScheme: 'pageBased' }), 'pagingScheme'],
		['no scheme type', { url: 'https://a.test', pagingScheme: {} }, 'pagingScheme.type'],
		['an array', [], 'dataset'],
		['a text', '{}', 'dataset'],
		[
			'case 39: endCursor',
			graphql({ response: { pageInfo: 'data.v.pageInfo.endCursor' } }),
			'pagingScheme.response.pageInfo',
		],
		[
			'case 39: hasNextPage',
			graphql({ response: { pageInfo: 'hasNextPage' } }),
			'pagingScheme.response.pageInfo',
		],
		[
			'case 39: no $after',
			graphql({}, { body: { query: 'query ($first: Int) { a }' } }),
			'body.query',
		],
		[
			'case 39: $after used, not declared',
			graphql(
				{},
				{ body: { query: 'query ($first: Int) { a(after: $after) { b } } # $after: String' } },
			),
			'body.query',
		],
		['no query', graphql({}, { body: {} }), 'body.query'],
		[
			'limit named after',
			graphql({ request: { limitParameter: 'after', limitValue: 1 } }),
			`${REQUEST}.limitParameter`,
		],
		[
			'a parameter below a number',
			pageBased(
				undefined,
				{ pageParameter: 'paging.page' },
				{ method: 'POST', body: { paging: 5 } },
			),
			`${REQUEST}.pageParameter`,
		],
	])('%s', (_name, input, field) => {
		const { field: named, message, fix } = refusal(input);
		expect(named).toBe(field);
		expect(message).toContain(field);
		expect(fix).not.toBe('');
	});

	test.each([
		[
			'nextToken with reachTotalCount',
			tokens('next', { pageUntil: 'reachTotalCount' }),
			/noNextToken, noDataLeft/,
		],
		['pageBased with noNextToken', pageBased(undefined, {}, {}), /noDataLeft, reachTotalCount/],
		[
			'graphqlConnections with noNextToken',
			graphql({ pageUntil: 'noNextToken' }),
			/noNextPage, noDataLeft/,
		],
		['GraphQL over GET', graphql({}, { method: 'GET' }), /POST/],
		['no method with GraphQL', graphql({}, { method: undefined }), /POST/],
		[
			'type',
			pageBased(undefined, {}, { pagingScheme: { type: 'cursor' } }),
			/pageBased, offsetAndLimit, nextToken, graphqlConnections/,
		],
	])('case 47: %s names the valid choices', (name, input, choices) => {
		const scheme = { pagingScheme: { type: 'pageBased', request: {}, pageUntil: 'noNextToken' } };
		const given = name.startsWith('pageBased') ? { ...input, ...scheme } : input;
		expect(refusal(given).message).toMatch(choices);
	});

	test('case 47: reachTotalCount without totalCount', () => {
		const { field, fix } = refusal(pageBased(''));
		expect(field).toBe('pagingScheme.response.totalCount');
		expect(fix).toContain('noDataLeft');
	});
});

describe('datasets that are accepted', () => {
	test.each([
		pageBased(),
		pageBased('t'),
		offsets(),
		offsets('t'),
		tokens(),
		nextUrls(),
		graphql(),
	])('%j says nothing', (input) => expect(validateDataset(input).warnings).toEqual([]));

	test.each([
		tokens('n', { pageUntil: 'noDataLeft' }),
		graphql({ pageUntil: 'noDataLeft' }),
		tokens('n', { tokenType: undefined }),
		tokens('n', { request: { tokenParameter: 't' } }),
		pageBased(undefined, { limitParameter: undefined, limitValue: undefined }),
	])('%j', (input) => expect(validateDataset(input).warnings).toEqual([]));

	test('a validated dataset is a dataset', () => {
		const { dataset } = validateDataset(graphql());
		expect(validateDataset(dataset)).toEqual({ dataset, warnings: [] });
	});

	test('unknown and unused fields are named', () => {
		const input = {
			...pageBased(undefined, { offsetParameter: 'o', perPage: 5 }, { name: 'vendors' }),
		};
		expect(validateDataset(input).warnings).toEqual([
			expect.stringMatching(/^pagingScheme\.request\.offsetParameter is not used by pageBased/),
			expect.stringMatching(/^pagingScheme\.request\.perPage is not a paging field/),
			expect.stringMatching(/^name is not a paging field/),
		]);
	});

	test('defaults', () => {
		const { dataset, warnings } = validateDataset({
			url: '/rows',
			pagingScheme: {
				type: 'pageBased',
				request: { pageParameter: 'p' },
				pageUntil: 'noDataLeft',
			},
		});
		expect(dataset).toEqual({
			url: '/rows',
			method: 'GET',
			property: '',
			pagingScheme: {
				type: 'pageBased',
				request: { pageParameter: 'p', pageStartingValue: 1 },
				pageUntil: 'noDataLeft',
			},
		});
		expect(warnings).toEqual([expect.stringContaining('pageStartingValue')]);
	});

	test('what a query may get wrong is said beforehand', () => {
		const query = 'query ($after: String!) { a(after: $after) }';
		const body = { query, variables: { after: 'x' } };
		expect(validateDataset(graphql({}, { body })).warnings).toEqual([
			expect.stringContaining('String!'),
			expect.stringContaining('$first'),
			expect.stringContaining('body.variables contains after'),
		]);
	});
});

test('combinations that cannot work have no type', () => {
	const request = { pageParameter: 'p', pageStartingValue: 1 };
	const sized = { ...request, limitParameter: 'l' };
	const response = { nextToken: 'n' };
	const token = { type: 'nextToken', tokenType: 'token', response } as const;
	const typed = (...schemes: PagingScheme[]) => schemes.length;

	typed({ type: 'pageBased', request, pageUntil: 'noDataLeft' });
	// @ts-expect-error tokens do not end pages with a number
	typed({ type: 'pageBased', request, pageUntil: 'noNextToken' });
	// @ts-expect-error a total needs a path to it, and a size to count with
	typed({ type: 'pageBased', request, pageUntil: 'reachTotalCount' });
	// @ts-expect-error a size parameter needs a size
	typed({ type: 'pageBased', request: sized, pageUntil: 'noDataLeft' });
	// @ts-expect-error tokenType belongs to nextToken
	typed({ type: 'pageBased', tokenType: 'url', request, pageUntil: 'noDataLeft' });
	// @ts-expect-error a token needs a parameter
	typed({ ...token, request: {}, pageUntil: 'noNextToken' });

	const pagingScheme: PagingScheme = {
		type: 'graphqlConnections',
		request: {},
		response: { pageInfo: 'p' },
		pageUntil: 'noNextPage',
	};
	const url = 'https://api.test';
	// @ts-expect-error GraphQL goes over POST
	const dataset: Dataset = { url, property: '', method: 'GET', pagingScheme };
	expect(() => validateDataset(dataset)).toThrow(DatasetError);
});

test('declared variables', () => {
	const text = `
		# query ($after: String)
		query Q($first: Int = 5, $in: [Kind!]! = ["$after: x"] $cursor : String!) @d(a: $b) {
			a(after: $after, text: """ $after: "quoted" """)
		}`;
	expect(Object.fromEntries(declaredVariables(text))).toEqual({
		first: 'Int',
		in: '[Kind!]',
		cursor: 'String!',
	});
	expect(declaredVariables(QUERY).has('after')).toBe(true);
	expect(declaredVariables('query($after:String){a}').get('after')).toBe('String');
});
