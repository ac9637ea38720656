import { DatasetError, validateDataset } from '../../../nodes/shared/paging';
import { graphql, nextUrls, offsets, pageBased, tokens, withMembers } from './fakeServer';

function toldAbout(input: unknown) {
	try {
		return validateDataset(input).warnings;
	} catch (error) {
		if (!(error instanceof DatasetError)) throw error;
		return { field: error.field, message: error.message, fix: error.fix };
	}
}

const post = (dataset: object) => ({ ...dataset, method: 'POST', body: { kind: 'cloud' } });

describe('members beyond the specification are read without a warning', () => {
	test.each<[what: string, input: object]>([
		['query with GET', withMembers(tokens(), { parametersIn: 'query' })],
		['body with POST', post(withMembers(tokens(), { parametersIn: 'body' }))],
	])('what happens anyway is not kept: %s', (_what, input) => {
		const { pagingScheme } = validateDataset(input).dataset;
		expect(pagingScheme).toMatchObject({ parametersIn: undefined });
	});

	test.each<[what: string, input: object]>([
		['of a scheme with pages', pageBased()],
		['of a query', graphql()],
	])('empty ones count as left out: %s', (_what, input) => {
		const empty = withMembers(input, {
			endStatuses: [],
			parametersIn: '',
			request: { keepParameters: [] },
			response: { moreRecords: '', lastPage: null, totalPages: '', nextBase: null },
		});
		expect(validateDataset(empty)).toEqual(validateDataset(withMembers(input, {})));
	});
});

const FLAGS = 'pageBased, offsetAndLimit or nextToken';

describe('a member beyond the specification that does not fit is refused', () => {
	const unfit = (field: string, here: string, need: string) => ({
		field: `pagingScheme.${field}`,
		message: `pagingScheme.${field} cannot be used by ${here}.`,
		fix: `Remove pagingScheme.${field}. It needs ${need}.`,
	});
	test.each<[what: string, input: object, told: object]>([
		[
			'end statuses of tokens',
			withMembers(tokens(), { endStatuses: [404] }),
			unfit('endStatuses', 'nextToken with noNextToken', 'pageBased or offsetAndLimit'),
		],
		[
			'the place of the parameters of a query',
			withMembers(graphql(), { parametersIn: 'query' }),
			unfit('parametersIn', 'graphqlConnections with noNextPage', FLAGS),
		],
		[
			'kept parameters without next URLs',
			withMembers(tokens(), { request: { keepParameters: ['a'] } }),
			unfit('request.keepParameters', 'nextToken with noNextToken', 'nextToken with tokenType url'),
		],
		[
			'a template with next URLs',
			withMembers(nextUrls(), { request: { valueTemplate: '{position}' } }),
			unfit(
				'request.valueTemplate',
				'nextToken with noNextToken',
				'pageBased, offsetAndLimit, or nextToken with tokenType token',
			),
		],
		[
			'a number of pages of offsets',
			withMembers(offsets('total'), { response: { totalPages: 'pages' } }),
			unfit(
				'response.totalPages',
				'offsetAndLimit with reachTotalCount',
				'pageBased with reachTotalCount',
			),
		],
		[
			'a number of pages that no stop condition asks for',
			withMembers(pageBased(), { response: { totalPages: 'pages' } }),
			unfit('response.totalPages', 'pageBased with noDataLeft', 'pageBased with reachTotalCount'),
		],
	])('%s', (_what, input, told) => expect(toldAbout(input)).toEqual(told));
});

describe('a member beyond the specification that is wrong is refused', () => {
	const told = (field: string, what: string, fix: string) => ({
		field: `pagingScheme.${field}`,
		message: `pagingScheme.${field} ${what}.`,
		fix,
	});
	const STATUSES = 'Set pagingScheme.endStatuses to an array such as [404].';
	const NAMES =
		'Set pagingScheme.request.keepParameters to an array of names such as ["api-version"].';
	test.each<[what: string, input: object, told: object]>([
		[
			'one status',
			withMembers(pageBased(), { endStatuses: 404 }),
			told('endStatuses', 'must be an array, not a number', STATUSES),
		],
		[
			'a status that can mean that the API is busy',
			withMembers(pageBased(), { endStatuses: [404, 500] }),
			told('endStatuses', 'cannot contain 500; valid values: 400, 404, 416', STATUSES),
		],
		[
			'the body of a GET',
			withMembers(pageBased(), { parametersIn: 'body' }),
			told(
				'parametersIn',
				'cannot be body with GET, which has none',
				'Set method to POST, or remove pagingScheme.parametersIn.',
			),
		],
		[
			'both flags',
			withMembers(tokens(), { response: { moreRecords: 'more', lastPage: 'last' } }),
			told(
				'response.lastPage',
				'cannot be set together with pagingScheme.response.moreRecords',
				'Remove the one that the API does not return.',
			),
		],
		[
			'records and pages counted at once',
			withMembers(pageBased('total'), { response: { totalPages: 'pages' } }),
			told(
				'response.totalPages',
				'cannot be set together with pagingScheme.response.totalCount',
				'Remove one of them.',
			),
		],
		[
			'a template without the position',
			withMembers(tokens(), { request: { valueTemplate: 'a' } }),
			told(
				'request.valueTemplate',
				'does not contain {position}',
				'Write {position} where the API wants it.',
			),
		],
		[
			'a template with a page size that is not set',
			withMembers(tokens(), {
				request: { limitParameter: '', limitValue: '', valueTemplate: '{position},{size}' },
			}),
			told('request.valueTemplate', 'needs a page size', 'Set pagingScheme.request.limitValue.'),
		],
		[
			'a header that says who sends',
			withMembers(tokens(), { request: { tokenParameter: 'header:Authorization' } }),
			told(
				'request.tokenParameter',
				'is header:Authorization, which is not a name that can be used here',
				'Enter the name of a parameter, or header:Range.',
			),
		],
		[
			'a number as a name',
			withMembers(nextUrls(), { request: { keepParameters: ['active', 5] } }),
			told('request.keepParameters', 'cannot contain 5', NAMES),
		],
	])('%s', (_what, input, expected) => expect(toldAbout(input)).toEqual(expected));

	test('a name of the body blocks no parameter in the query', () => {
		const dataset = withMembers(pageBased(undefined, { pageParameter: 'kind.page' }), {});
		expect(toldAbout(post(dataset))).toMatchObject({
			field: 'pagingScheme.request.pageParameter',
		});
		expect(toldAbout(post(withMembers(dataset, { parametersIn: 'query' })))).toEqual([]);
	});
});
