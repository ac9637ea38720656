/**
 * The paged datasets that the engine reads: one type per combination of scheme, stop condition and
 * kind of token that makes sense (paging-schemes, "Behavior per scheme"). A combination that cannot
 * work has no type.
 */

/** Parsed JSON with named members. */
export type JsonObject = Record<string, unknown>;

/** The page size is sent where a parameter is named for it, and then it must be known. */
export type OptionalLimit =
	{ limitParameter: string; limitValue: number } | { limitParameter?: never; limitValue?: number };

/** The page size is needed for counting, whether it is sent or not. */
export interface RequiredLimit {
	limitParameter?: string;
	/** Records per page, at least 1. */
	limitValue: number;
}

/** Ends on an empty page. Every scheme takes it. */
export interface UntilNoDataLeft {
	pageUntil: 'noDataLeft';
}

/** Ends when the pages read cover the total that the server tells. */
export interface UntilTotal {
	pageUntil: 'reachTotalCount';
	response: {
		/** Path to the number of records. */
		totalCount: string;
	};
}

interface PageNumber {
	pageParameter: string;
	/** Number of the first page, 0 or more. */
	pageStartingValue: number;
}

interface Offset extends RequiredLimit {
	offsetParameter: string;
	/** Offset of the first record, 0 or more. */
	offsetStartingValue: number;
}

/** Pages with a number that rises by 1. */
export type PageBasedScheme =
	| ({ type: 'pageBased'; request: PageNumber & OptionalLimit } & UntilNoDataLeft)
	| ({ type: 'pageBased'; request: PageNumber & RequiredLimit } & UntilTotal);

/** Pages with an offset that rises by the page size. */
export type OffsetScheme =
	| ({ type: 'offsetAndLimit'; request: Offset } & UntilNoDataLeft)
	| ({ type: 'offsetAndLimit'; request: Offset } & UntilTotal);

interface NextTokenResponse {
	pageUntil: 'noNextToken' | 'noDataLeft';
	response: {
		/** Path to the token, or to the URL of the next page. */
		nextToken: string;
	};
}

/** Pages that each name the next one, by a token or by its URL. */
export type NextTokenScheme = NextTokenResponse &
	(
		| { type: 'nextToken'; tokenType: 'token'; request: { tokenParameter: string } & OptionalLimit }
		| { type: 'nextToken'; tokenType: 'url'; request: OptionalLimit }
	);

/** Forward paging through one GraphQL connection. */
export interface GraphqlScheme {
	type: 'graphqlConnections';
	request: OptionalLimit;
	response: {
		/** Path to the object that holds `endCursor` and `hasNextPage`. */
		pageInfo: string;
	};
	pageUntil: 'noNextPage' | 'noDataLeft';
}

/** Schemes that go over GET as well as over POST. */
export type RestScheme = PageBasedScheme | OffsetScheme | NextTokenScheme;

/** Every scheme. */
export type PagingScheme = RestScheme | GraphqlScheme;

interface Endpoint {
	/** Absolute, or a path that the engine's option `baseUrl` completes. */
	url: string;
	/** Path to the array of records in the body; empty when the body is that array. */
	property: string;
}

type RestCall = { method: 'GET' } | { method: 'POST'; body: JsonObject };

/** A dataset read with one of the REST schemes. */
export type RestDataset = Endpoint & RestCall & { pagingScheme: RestScheme };

/** A dataset read from a GraphQL connection. */
export type GraphqlDataset = Endpoint & {
	method: 'POST';
	body: JsonObject & { query: string; variables?: JsonObject };
	pagingScheme: GraphqlScheme;
};

/** A dataset without a scheme: one request is all there is. */
export type UnpagedDataset = Endpoint & RestCall & { pagingScheme?: never };

/** What `validateDataset` hands out and `paginate` reads. */
export type Dataset = RestDataset | GraphqlDataset | UnpagedDataset;

/** @returns whether a dataset is read from a GraphQL connection */
export function isGraphql(dataset: Dataset): dataset is GraphqlDataset {
	return dataset.pagingScheme?.type === 'graphqlConnections';
}
