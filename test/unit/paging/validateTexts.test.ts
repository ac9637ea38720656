import { DatasetError, validateDataset } from '../../../nodes/shared/paging';
import { graphql, nextUrls, offsets, pageBased, tokens } from './fakeServer';

/** @returns what a user is told about a dataset that cannot be read */
function toldAbout(input: unknown) {
	try {
		validateDataset(input);
	} catch (error) {
		if (!(error instanceof DatasetError)) throw error;
		return { name: error.name, field: error.field, message: error.message, fix: error.fix };
	}
	return 'accepted';
}

type Case = [what: string, input: unknown, field: string, message: string, fix: string];

function refused(title: string, cases: Case[]): void {
	test.each(cases)(`${title}: %s`, (_what, input, field, message, fix) => {
		expect(toldAbout(input)).toEqual({ name: 'DatasetError', field, message, fix });
	});
}

const REQUEST = 'pagingScheme.request';
const RESPONSE = 'pagingScheme.response';
const scheme = (pagingScheme: unknown) => pageBased(undefined, {}, { pagingScheme });

describe('a dataset that is no object', () => {
	test.each([
		[null, 'null'],
		[undefined, 'missing'],
		['{}', 'text'],
		[[], 'an array'],
	])('%p', (input, kind) => {
		expect(toldAbout(input)).toEqual({
			name: 'DatasetError',
			field: 'dataset',
			message: `dataset must be an object, not ${kind}.`,
			fix: 'Paste one dataset object from the dataSource.json.',
		});
	});
});

const URL_FIX =
	'Enter a URL that starts with https:// or http://, or a path relative to the base URL.';
const PROPERTY_FIX =
	'Enter the path of the array in the body, or leave it empty if the body is that array.';

refused('the endpoint', [
	['a blank url', pageBased(undefined, {}, { url: ' ' }), 'url', 'url is missing.', URL_FIX],
	[
		'a file as url',
		pageBased(undefined, {}, { url: 'file:///etc/passwd' }),
		'url',
		'url cannot use the protocol file:.',
		URL_FIX,
	],
	[
		'a header as property',
		pageBased(undefined, {}, { property: 'header:X-Rows' }),
		'property',
		'property cannot be a header: records are read from the body.',
		PROPERTY_FIX,
	],
	[
		'another method',
		pageBased(undefined, {}, { method: 'put' }),
		'method',
		'method cannot be PUT; valid values: GET, POST.',
		'Set it to GET or POST.',
	],
	[
		'a GraphQL query over GET',
		graphql({}, { method: undefined }),
		'method',
		'method cannot be GET with graphqlConnections; valid values: POST.',
		'Set method to POST.',
	],
]);

const TYPES = 'pageBased, offsetAndLimit, nextToken, graphqlConnections';
const TYPE_FIX =
	'Set pagingScheme.type to pageBased or offsetAndLimit or nextToken or graphqlConnections.';

refused('the scheme', [
	[
		'a text',
		scheme('pageBased'),
		'pagingScheme',
		'pagingScheme must be an object, not text.',
		'Write it as { … }.',
	],
	[
		'another type',
		scheme({ type: 'cursor' }),
		'pagingScheme.type',
		`pagingScheme.type cannot be "cursor"; valid values: ${TYPES}.`,
		TYPE_FIX,
	],
	[
		'tokens with the stop condition of pages',
		tokens('next', { pageUntil: 'reachTotalCount' }),
		'pagingScheme.pageUntil',
		'pagingScheme.pageUntil cannot be "reachTotalCount" with nextToken; valid values: noNextToken, noDataLeft.',
		'Set pagingScheme.pageUntil to noNextToken or noDataLeft.',
	],
	[
		'another type of token',
		tokens('next', { tokenType: 'uri' }),
		'pagingScheme.tokenType',
		'pagingScheme.tokenType cannot be "uri" with nextToken; valid values: token, url.',
		'Set pagingScheme.tokenType to token or url.',
	],
]);

const missing = (field: string, input: unknown, fix: string): Case => [
	`no ${field}`,
	input,
	field,
	`${field} is missing.`,
	fix,
];
const LIMIT_FIX = 'Set it to the number of records per page.';
const PAGE_INFO_FIX = 'Enter the path of the pageInfo object, such as data.vendors.pageInfo.';

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
	missing(`${REQUEST}.limitValue`, offsets(undefined, { limitValue: null }), LIMIT_FIX),
	missing(`${REQUEST}.limitValue`, pageBased(undefined, { limitValue: '' }), LIMIT_FIX),
	missing(
		`${REQUEST}.limitValue`,
		pageBased('total', { limitParameter: undefined, limitValue: undefined }),
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
	missing(`${RESPONSE}.pageInfo`, graphql({ response: {} }), PAGE_INFO_FIX),
	missing('body.query', graphql({}, { body: undefined }), 'Enter the GraphQL query in body.query.'),
]);

const COUNTS: Array<[unknown, string]> = [
	[-1, '-1'],
	[1.5, '1.5'],
	['many', '"many"'],
	[NaN, 'NaN'],
	[2 ** 53, '9007199254740992'],
	['9'.repeat(90), `"${'9'.repeat(79)}…`],
];

describe('a number that is none', () => {
	const said = (field: string, least: number, value: string) => ({
		name: 'DatasetError',
		field,
		message: `${field} must be ${least === 1 ? 'a positive integer' : 'an integer of 0 or more'}, not ${value}.`,
		fix: `Set ${field} to ${least === 1 ? 'a positive integer' : 'an integer of 0 or more'}.`,
	});
	test.each([[0, '0'], ...COUNTS])('%p as page size', (limitValue, value) => {
		const field = `${REQUEST}.limitValue`;
		expect(toldAbout(offsets(undefined, { limitValue }))).toEqual(said(field, 1, value));
		const pages = pageBased(undefined, { limitParameter: undefined, limitValue });
		expect(toldAbout(pages)).toEqual(said(field, 1, value));
	});

	test.each(COUNTS)('%p as first page or offset', (first, value) => {
		const page = toldAbout(pageBased(undefined, { pageStartingValue: first }));
		expect(page).toEqual(said(`${REQUEST}.pageStartingValue`, 0, value));
		const offset = toldAbout(offsets(undefined, { offsetStartingValue: first }));
		expect(offset).toEqual(said(`${REQUEST}.offsetStartingValue`, 0, value));
	});
});
