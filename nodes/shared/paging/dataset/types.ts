import type { Call } from '../request';
import type { JsonObject } from '../types';
import type { FieldReader } from './fieldReader';

/**
 * The paged datasets that the engine reads: one type per combination of scheme, stop condition and
 * kind of token that makes sense (paging-schemes, "Behavior per scheme"). A combination that cannot
 * work has no type.
 */

/** The page size is sent if there is a parameter for it, and is required then. */
export type OptionalLimit =
	{ limitParameter: string; limitValue: number } | { limitParameter?: never; limitValue?: number };

/** The page size is required for counting, whether it is sent or not. */
export interface RequiredLimit {
	limitParameter?: string;
	/** Records per page, at least 1. */
	limitValue: number;
}

/** Ends on an empty page. Every scheme accepts it. */
export interface UntilNoDataLeft {
	pageUntil: 'noDataLeft';
}

/** Ends when the pages read cover the total that the server reports. */
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
		/** Path to the object that contains `endCursor` and `hasNextPage`. */
		pageInfo: string;
	};
	pageUntil: 'noNextPage' | 'noDataLeft';
}

/** Schemes that work with GET as well as with POST. */
export type RestScheme = PageBasedScheme | OffsetScheme | NextTokenScheme;

/** Every scheme. */
export type PagingScheme = RestScheme | GraphqlScheme;

interface Endpoint {
	/** Absolute, or a path that the engine's option `baseUrl` completes. */
	url: string;
	/** Path to the array of records in the body; empty when the body is that array. */
	property: string;
}

/** A dataset read with one of the REST schemes. */
export type RestDataset = Endpoint & Call & { pagingScheme: RestScheme };

/** A dataset read from a GraphQL connection. */
export type GraphqlDataset = Endpoint & {
	method: 'POST';
	body: JsonObject & { query: string; variables?: JsonObject };
	pagingScheme: GraphqlScheme;
};

/** A dataset without a scheme: one request reads all of it. */
export type UnpagedDataset = Endpoint & Call & { pagingScheme?: never };

/** What `validateDataset` returns and `paginate` reads. */
export type Dataset = RestDataset | GraphqlDataset | UnpagedDataset;

/** A dataset that can be read, and what its author should know. */
export interface ValidatedDataset {
	dataset: Dataset;
	/** Sentences about fields that are unknown, unused or likely to be wrong. */
	warnings: string[];
}

/** The objects that make up a paging scheme, before they are checked. */
export interface SchemeFields {
	scheme: FieldReader;
	request: FieldReader;
	response: FieldReader;
	warnings: string[];
}
