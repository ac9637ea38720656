import {
	type Dataset,
	DatasetError,
	type PagingScheme,
	validateDataset,
} from '../../../nodes/shared/paging';
import { graphql, nextUrls, offsets, pageBased, tokens } from './fakeServer';

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
