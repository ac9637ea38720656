import { readGraphql } from './graphqlScheme';
import { readNextToken } from './nextTokenScheme';
import { readPageBased } from './numberedScheme';
import { readOffset } from './offsetScheme';

/** How each scheme is read, by `pagingScheme.type`. */
export const SCHEMES = {
	pageBased: readPageBased,
	offsetAndLimit: readOffset,
	nextToken: readNextToken,
	graphqlConnections: readGraphql,
} as const;

/** Values of `pagingScheme.type`. */
export const TYPES = ['pageBased', 'offsetAndLimit', 'nextToken', 'graphqlConnections'] as const;

/** The type of a list without pages. Beyond the specification. */
export const ONE_PAGE = 'onePage';

/** Fields of `pagingScheme.request` that some scheme uses; any other name is unknown. */
export const REQUEST_FIELDS = [
	'pageParameter',
	'pageStartingValue',
	'offsetParameter',
	'offsetStartingValue',
	'limitParameter',
	'limitValue',
	'tokenParameter',
];

/** Fields of `pagingScheme.response` that some scheme uses. */
export const RESPONSE_FIELDS = ['totalCount', 'nextToken', 'pageInfo'];

/** Members beyond the specification, and what each of them needs. Elsewhere they are refused. */
export const OWN_MEMBERS = {
	scheme: {
		endStatuses: 'pageBased or offsetAndLimit',
		parametersIn: 'pageBased, offsetAndLimit or nextToken',
	},
	request: {
		keepParameters: 'nextToken with tokenType url',
		valueTemplate: 'pageBased, offsetAndLimit, or nextToken with tokenType token',
	},
	response: {
		moreRecords: 'pageBased, offsetAndLimit or nextToken',
		lastPage: 'pageBased, offsetAndLimit or nextToken',
		totalPages: 'pageBased with reachTotalCount',
		nextBase: 'nextToken with tokenType url',
	},
} as const;
