import { DatasetError, validateDataset } from '../../../nodes/shared/paging';
import { graphql, QUERY } from './fakeServer';

const withQuery = (query: string, variables?: object, scheme: object = {}) =>
	graphql(scheme, { body: { query, ...(variables && { variables }) } });

describe('a query that declares $after', () => {
	test.each([
		['query ($after ,\n :,\t String) { a }'],
		['query ($after: String! = "x") { a }'],
		['query ($first: Int) { a(text: "\\\\") } query ($after: String) { b(text: "") }'],
		['query ($first: Int) { a(text: "no end\n) } query ($after: String) { b(text: "") }'],
		['query ($first: Int) { a(text: "# no comment") } query ($after: String) { b }'],
	])('%s', (query) => {
		expect(() => validateDataset(withQuery(query))).not.toThrow();
	});
});

describe('a query that does not', () => {
	test.each([
		['query { a(after: $after) { b } }'],
		['# $after: String\nquery ($first: Int) { a }'],
		['query ($first: Int) { a(text: "$after: String") }'],
		['""" ""quoted"" $after: String """ query ($first: Int) { a }'],
	])('%s', (query) => {
		expect(() => validateDataset(withQuery(query))).toThrow('does not declare the variable $after');
	});
});

describe('what a query may get wrong', () => {
	const required = (type: string, better: string) =>
		`body.query declares $after as ${type}, but the first page is requested without it; declare it as ${better}.`;

	test.each<[what: string, input: object, warnings: string[]]>([
		['nothing', withQuery(QUERY), []],
		[
			'after is required',
			withQuery('query ($first: Int, $after: String!) { a }'),
			[required('String!', 'String')],
		],
		['after has a default', withQuery('query ($first: Int, $after: String! = "x") { a }'), []],
		[
			'after has a value',
			withQuery(QUERY, { after: 'x' }),
			['body.variables contains after, which is ignored; paging sets it itself.'],
		],
		['after is null', withQuery(QUERY, { after: null }), []],
	])('%s', (_what, input, warnings) => {
		expect(validateDataset(input).warnings).toEqual(warnings);
	});

	test('after is left out of the variables, everything else stays', () => {
		const body = { query: QUERY, operationName: 'x', variables: { after: 'x', kind: 1 } };
		const { dataset } = validateDataset(graphql({}, { body }));
		expect(dataset).toMatchObject({ method: 'POST' });
		expect(Object(dataset).body).toEqual({ ...body, variables: { kind: 1 } });
	});
});

describe('connections that cannot be read', () => {
	const PAGE_INFO = 'pagingScheme.response.pageInfo';
	const PATH_FIX = 'Enter the path of the pageInfo object, such as data.vendors.pageInfo.';
	const path = (pageInfo: string) => graphql({ response: { pageInfo } });
	const toField = {
		field: PAGE_INFO,
		message: `${PAGE_INFO} must be the path of the pageInfo object, not of a field in it.`,
		fix: PATH_FIX,
	};
	const noAfter = {
		field: 'body.query',
		message: 'body.query does not declare the variable $after.',
		fix: 'Declare it, as in query ($first: Int, $after: String), and pass it as after: $after.',
	};

	test.each<[what: string, input: object, told: object]>([
		['the path of a cursor', path('data.v.pageInfo.endCursor'), toField],
		['a path in a header', path('header:X-Page'), toField],
		['$after is not declared', withQuery('query ($first: Int) { a(after: $after) }'), noAfter],
		[
			'variables in a text',
			graphql({}, { body: { query: QUERY, variables: '{}' } }),
			{
				field: 'body.variables',
				message: 'body.variables must be an object, not text.',
				fix: 'Write it as { … }.',
			},
		],
	])('%s', (_what, input, told) => {
		const reading = () => validateDataset(input);
		expect(reading).toThrow(DatasetError);
		expect(reading).toThrow(expect.objectContaining(told));
	});

	test.each(['data.v.endCursorInfo', 'data.v.myhasNextPage', 'endCursor.info', 'pageInfo'])(
		'%s may be the path of a pageInfo object',
		(pageInfo) => {
			expect(validateDataset(path(pageInfo)).dataset.pagingScheme).toMatchObject({
				response: { pageInfo },
			});
		},
	);
});
