import { DatasetError, validateDataset } from '../../../nodes/shared/paging';
import { graphql, nextUrls, offsets, pageBased, QUERY, tokens, withMembers } from './fakeServer';

/** @returns what a user is told about a dataset: warnings, or why it cannot be read */
function toldAbout(input: unknown) {
	try {
		return validateDataset(input).warnings;
	} catch (error) {
		if (!(error instanceof DatasetError)) throw error;
		return { name: error.name, field: error.field, message: error.message, fix: error.fix };
	}
}

const REQUEST = 'pagingScheme.request';
const RESPONSE = 'pagingScheme.response';
const scheme = (pagingScheme: unknown) => pageBased(undefined, {}, { pagingScheme });
const post = (dataset: object, body: object = { kind: 'cloud' }) => ({
	...dataset,
	method: 'POST',
	body,
});

type Refusal = [what: string, input: unknown, field: string, said: string, fix: string];

function refused(title: string, cases: Refusal[]): void {
	test.each(cases)(`${title}: %s`, (_what, input, field, said, fix) => {
		const message = `${field} ${said}.`;
		expect(toldAbout(input)).toEqual({ name: 'DatasetError', field, message, fix });
	});
}

describe('datasets that are accepted', () => {
	test.each([
		pageBased(),
		pageBased('t'),
		offsets(),
		offsets('t'),
		tokens(),
		nextUrls(),
		graphql(),
		tokens('n', { pageUntil: 'noDataLeft' }),
		graphql({ pageUntil: 'noDataLeft' }),
		tokens('n', { tokenType: undefined }),
		tokens('n', { request: { tokenParameter: 't' } }),
		pageBased(undefined, { limitParameter: undefined, limitValue: undefined }),
		post(pageBased(undefined, { pageParameter: 'paging.page' }), { paging: {} }),
		// A name of the body blocks no parameter in the query.
		post(
			withMembers(pageBased(undefined, { pageParameter: 'kind.page' }), { parametersIn: 'query' }),
		),
		graphql(
			{ request: { limitParameter: 'first', limitValue: 1 } },
			{ body: { query: QUERY, first: 5 } },
		),
		withMembers(nextUrls(), { request: { tokenParameter: 't' } }),
	])('%j', (input) => expect(toldAbout(input)).toEqual([]));

	test('a validated dataset is a dataset', () => {
		const { dataset } = validateDataset(graphql());
		expect(validateDataset(dataset)).toEqual({ dataset, warnings: [] });
	});

	test.each([pageBased(), graphql()])('empty members count as left out: %j', (input) => {
		const empty = withMembers(input, {
			endStatuses: [],
			parametersIn: '',
			request: { keepParameters: [] },
			response: { moreRecords: '', lastPage: null, totalPages: '', nextBase: null },
		});
		expect(validateDataset(empty)).toEqual(validateDataset(withMembers(input, {})));
	});

	test('what an object inherits is no field of it', () => {
		const input: object = Object.create({ method: 'POST' });
		expect(validateDataset(Object.assign(input, { url: '/rows' })).dataset.method).toBe('GET');
	});
});

describe('what is of no use is named', () => {
	const here = (name: string) => `is not used by ${name}; it is ignored.`;
	test.each<[what: string, input: object, warnings: string[]]>([
		['no scheme', { url: '/rows' }, ['pagingScheme is not set; only the first page is read.']],
		[
			'no first page',
			pageBased(undefined, { pageStartingValue: undefined }),
			[`${REQUEST}.pageStartingValue is not set; pages are read from 1.`],
		],
		[
			'a field of another scheme, and a total that no stop condition asks for',
			withMembers(pageBased(undefined, { tokenParameter: 't' }), { response: { totalCount: 't' } }),
			[
				`${REQUEST}.tokenParameter ${here('pageBased with noDataLeft')}`,
				`${RESPONSE}.totalCount ${here('pageBased with noDataLeft')}`,
			],
		],
		[
			'paths of other schemes, and a kind of token',
			graphql({ tokenType: 'url', response: { pageInfo: 'data.v.pageInfo', nextToken: 'n' } }),
			[
				`${RESPONSE}.nextToken ${here('graphqlConnections with noNextPage')}`,
				`pagingScheme.tokenType ${here('graphqlConnections with noNextPage')}`,
			],
		],
		[
			'a total of records beside one of pages',
			withMembers(pageBased('total'), { response: { totalPages: 'pages' } }),
			[`${RESPONSE}.totalCount ${here('pageBased with reachTotalCount')}`],
		],
		[
			'names that nobody knows',
			withMembers(pageBased('total', { perPage: 5 }, { limitValue: 1 }), { comment: 'x' }),
			[
				`${REQUEST}.perPage ${here('pageBased with reachTotalCount')}`,
				`pagingScheme.comment ${here('pageBased with reachTotalCount')}`,
				'limitValue is not a paging field; it is ignored.',
			],
		],
		[
			'a body over GET',
			pageBased(undefined, {}, { body: { a: 1 } }),
			['body is not sent with GET; it is ignored.'],
		],
	])('%s', (_what, input, warnings) => expect(toldAbout(input)).toEqual(warnings));
});

test.each([
	[null, 'null'],
	['{}', 'text'],
	[[], 'an array'],
])('a dataset that is no object: %p', (input, kind) => {
	expect(toldAbout(input)).toEqual({
		name: 'DatasetError',
		field: 'dataset',
		message: `dataset must be an object, not ${kind}.`,
		fix: 'Paste one dataset object from a Summary output or a dataSource.json file.',
	});
});

const URL_FIX =
	'Enter a URL that starts with https:// or http://, or a path relative to the base URL.';

refused('the endpoint', [
	['a blank url', pageBased(undefined, {}, { url: ' ' }), 'url', 'is missing', URL_FIX],
	[
		'a file as url',
		pageBased(undefined, {}, { url: 'file:///etc/passwd' }),
		'url',
		'cannot use the protocol file:',
		URL_FIX,
	],
	[
		'a header as property',
		pageBased(undefined, {}, { property: 'header:X-Rows' }),
		'property',
		'cannot be a header: records are read from the body',
		'Enter the path of the array in the body, or leave it empty if the body is that array.',
	],
	[
		'another method',
		pageBased(undefined, {}, { method: 'put' }),
		'method',
		'cannot be "put"; valid values: GET, POST',
		'Set method to GET or POST.',
	],
	[
		'a GraphQL query over GET',
		graphql({}, { method: undefined }),
		'method',
		'cannot be "GET"; valid values: POST',
		'Set method to POST.',
	],
]);

refused('the scheme', [
	[
		'a text',
		scheme('pageBased'),
		'pagingScheme',
		'must be an object, not text',
		'Write it as { … }.',
	],
	[
		'another type',
		scheme({ type: 'cursor' }),
		'pagingScheme.type',
		'cannot be "cursor"; valid values: pageBased, offsetAndLimit, nextToken, graphqlConnections',
		'Set pagingScheme.type to pageBased or offsetAndLimit or nextToken or graphqlConnections.',
	],
	[
		'tokens with the stop condition of pages',
		tokens('next', { pageUntil: 'reachTotalCount' }),
		'pagingScheme.pageUntil',
		'cannot be "reachTotalCount"; valid values: noNextToken, noDataLeft',
		'Set pagingScheme.pageUntil to noNextToken or noDataLeft.',
	],
	[
		'another type of token',
		tokens('next', { tokenType: 'uri' }),
		'pagingScheme.tokenType',
		'cannot be "uri"; valid values: token, url',
		'Set pagingScheme.tokenType to token or url.',
	],
]);

const missing = (field: string, input: unknown, fix: string): Refusal => [
	`no ${field}`,
	input,
	field,
	'is missing',
	fix,
];
const LIMIT_FIX = 'Set it to the number of records per page.';

refused('a field that is needed', [
	missing(
		`${REQUEST}.pageParameter`,
		pageBased(undefined, { pageParameter: '' }),
		'Enter the name of the parameter for the page number, such as page.',
	),
	missing(
		`${REQUEST}.offsetParameter`,
		offsets(undefined, { offsetParameter: ' ' }),
		'Enter the name of the parameter for the offset, such as offset.',
	),
	missing(`${REQUEST}.limitValue`, pageBased(undefined, { limitValue: '' }), LIMIT_FIX),
	missing(
		`${REQUEST}.limitValue`,
		pageBased('total', { limitParameter: undefined, limitValue: undefined }),
		LIMIT_FIX,
	),
	missing(
		`${REQUEST}.limitValue`,
		withMembers(tokens(), {
			request: { limitParameter: '', limitValue: '', valueTemplate: '{position},{size}' },
		}),
		LIMIT_FIX,
	),
	missing(
		`${RESPONSE}.totalCount`,
		pageBased(''),
		'Enter the path of the total number of records, or set pagingScheme.pageUntil to noDataLeft.',
	),
	missing(
		`${RESPONSE}.nextToken`,
		nextUrls(''),
		'Enter the path of the next token or next URL in the response, or header:Name for a header.',
	),
	missing(
		`${REQUEST}.tokenParameter`,
		tokens('next', { request: {} }),
		'Enter the name of the parameter for the token, or set pagingScheme.tokenType to url.',
	),
	missing(
		`${RESPONSE}.pageInfo`,
		graphql({ response: {} }),
		'Enter the path of the pageInfo object, such as data.vendors.pageInfo.',
	),
	missing('body.query', graphql({}, { body: undefined }), 'Enter the GraphQL query in body.query.'),
]);

const noNumber = (field: string, input: unknown, least: string, value: string): Refusal => [
	`${field} ${value}`,
	input,
	field,
	`must be ${least}, not ${value}`,
	`Set ${field} to ${least}.`,
];

refused('a number that is none', [
	...[
		[0, '0'],
		['many', '"many"'],
		[2 ** 53, '9007199254740992'],
		['9'.repeat(90), `"${'9'.repeat(79)}…`],
	].map(([limitValue, value]) =>
		noNumber(
			`${REQUEST}.limitValue`,
			offsets(undefined, { limitValue }),
			'a positive integer',
			String(value),
		),
	),
	noNumber(
		`${REQUEST}.pageStartingValue`,
		pageBased(undefined, { pageStartingValue: 1.5 }),
		'an integer of 0 or more',
		'1.5',
	),
	noNumber(
		`${REQUEST}.offsetStartingValue`,
		offsets(undefined, { offsetStartingValue: -1 }),
		'an integer of 0 or more',
		'-1',
	),
]);

const LIMIT = `${REQUEST}.limitParameter`;
const sized = (limitParameter: string, variables: object) =>
	graphql({ request: { limitParameter, limitValue: 1 } }, { body: { query: QUERY, variables } });
const taken = (what: string, input: object, name: string): Refusal => [
	what,
	input,
	LIMIT,
	`is ${name}, a name that is already used for paging`,
	'Give each parameter a different name.',
];
const blocks = (what: string, input: object, field: string, name: string, by: string): Refusal => [
	what,
	input,
	field,
	`is ${name}, but ${by} in the body is not an object`,
	`Change the name, or remove ${by} from the body.`,
];

refused('names that get into each other’s way', [
	taken('one name twice', pageBased(undefined, { limitParameter: 'page' }), 'page'),
	taken('after is taken', sized('after', {}), 'after'),
	blocks(
		'below a number',
		post(pageBased(undefined, { pageParameter: 'paging.page' }), { paging: 5 }),
		`${REQUEST}.pageParameter`,
		'paging.page',
		'paging',
	),
	blocks(
		'the second one below a text',
		post(pageBased(undefined, { limitParameter: 'a.b.c' }), { a: { b: 'x' } }),
		LIMIT,
		'a.b.c',
		'a.b',
	),
	blocks(
		'below a variable that is no object',
		sized('page.first', { page: 5 }),
		LIMIT,
		'page.first',
		'page',
	),
]);

const unfit = (input: object, field: string, here: string, need: string): Refusal => [
	`${field} with ${here}`,
	input,
	`pagingScheme.${field}`,
	`cannot be used by ${here}`,
	`Remove pagingScheme.${field}. It needs ${need}.`,
];

refused('a member beyond the specification that does not fit', [
	unfit(
		withMembers(tokens(), { endStatuses: [404] }),
		'endStatuses',
		'nextToken with noNextToken',
		'pageBased or offsetAndLimit',
	),
	unfit(
		withMembers(graphql(), { parametersIn: 'query' }),
		'parametersIn',
		'graphqlConnections with noNextPage',
		'pageBased or offsetAndLimit or nextToken',
	),
	unfit(
		withMembers(tokens(), { request: { keepParameters: ['a'] } }),
		'request.keepParameters',
		'nextToken with noNextToken',
		'tokenType url',
	),
	unfit(
		withMembers(nextUrls(), { request: { valueTemplate: '{position}' } }),
		'request.valueTemplate',
		'nextToken with noNextToken',
		'pageBased or offsetAndLimit or tokenType token',
	),
	unfit(
		withMembers(offsets('total'), { response: { totalPages: 'pages' } }),
		'response.totalPages',
		'offsetAndLimit with reachTotalCount',
		'pageBased with reachTotalCount',
	),
]);

const STATUSES =
	'Set pagingScheme.endStatuses to an array of statuses that an API returns after its last page, such as 404 or 422.';

refused('a member beyond the specification that is wrong', [
	[
		'one status',
		withMembers(pageBased(), { endStatuses: 404 }),
		'pagingScheme.endStatuses',
		'must be an array, not a number',
		STATUSES,
	],
	[
		'a status that can mean that the API is busy',
		withMembers(pageBased(), { endStatuses: [404, 503] }),
		'pagingScheme.endStatuses',
		'cannot contain 503',
		STATUSES,
	],
	[
		'the body of a GET',
		withMembers(pageBased(), { parametersIn: 'body' }),
		'pagingScheme.parametersIn',
		'cannot be body with GET, which has none',
		'Set method to POST, or remove pagingScheme.parametersIn.',
	],
	[
		'both flags',
		withMembers(tokens(), { response: { moreRecords: 'more', lastPage: 'last' } }),
		`${RESPONSE}.lastPage`,
		`cannot be set together with ${RESPONSE}.moreRecords`,
		'Remove the one that the API does not return.',
	],
	[
		'a template without the position',
		withMembers(tokens(), { request: { valueTemplate: 'a' } }),
		`${REQUEST}.valueTemplate`,
		'does not contain {position}',
		'Write {position} where the API wants it.',
	],
	[
		'a header that says who sends',
		withMembers(tokens(), { request: { tokenParameter: 'header:Authorization' } }),
		`${REQUEST}.tokenParameter`,
		'is header:Authorization, which is not a name that can be used here',
		'Enter the name of a parameter, or header:Range.',
	],
]);
