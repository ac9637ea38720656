import { validateDataset } from '../../../nodes/shared/paging';
import { graphql, nextUrls, pageBased, tokens } from './fakeServer';

const warningsOf = (input: unknown) => validateDataset(input).warnings;

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
});

describe('what is read of a dataset', () => {
	test('what an object inherits is no field of it', () => {
		const input: object = Object.create({ method: 'POST' });
		expect(validateDataset(Object.assign(input, { url: '/rows' })).dataset.method).toBe('GET');
	});
});
