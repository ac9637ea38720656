import type { Call, ParametersIn } from '../request';
import type { JsonObject } from '../types';

/**
 * The paged datasets that the engine reads: one type per combination of scheme, stop condition and
 * kind of token that makes sense (paging-schemes, "Behavior per scheme"). A combination that cannot
 * work has no type. Members beyond the specification are optional, and say so.
 */

/** The page size is sent if there is a parameter for it, and is required then. */
export type OptionalLimit =
	| { limitParameter: string; limitValue: number }
	| { limitParameter?: undefined; limitValue?: number | undefined };

/** The page size is required for counting, whether it is sent or not. */
export interface RequiredLimit {
	limitParameter?: string | undefined;
	/** Records per page, at least 1. */
	limitValue: number;
}

/**
 * A flag in each response that says whether there are more pages, by one of its two forms. Beyond
 * the specification.
 */
export type MoreFlag =
	| {
			/** Path to a flag that is true while there are more pages. */
			moreRecords: string;
			lastPage?: undefined;
	  }
	| {
			moreRecords?: undefined;
			/** Path to a flag that is true on the last page. */
			lastPage: string;
	  };

/** A flag, or none. */
type OptionalFlag = MoreFlag | { moreRecords?: undefined; lastPage?: undefined };

/** A status after the first page that can mean that there are no more pages. */
export type EndStatus = 400 | 404 | 416;

/** What all schemes but GraphQL have in common. Beyond the specification. */
interface Placed {
	/** Where a POST has the parameters of paging: by default in its body. */
	parametersIn?: ParametersIn | undefined;
}

/** What schemes have in common whose pages are numbered. Beyond the specification. */
interface Numbered extends Placed {
	/** Statuses that end the pages after the first one. */
	endStatuses?: readonly EndStatus[] | undefined;
}

/** Ends on an empty page. Every scheme accepts it. */
interface UntilNoDataLeft {
	pageUntil: 'noDataLeft';
	response?: MoreFlag | undefined;
}

/** Ends when the pages read cover the total that the server reports. */
export interface UntilTotal {
	pageUntil: 'reachTotalCount';
	response: OptionalFlag & {
		/** Path to the number of records; `header:Content-Range` reads what follows its slash. */
		totalCount: string;
		totalPages?: never;
	};
}

/** Ends with the last one of the pages that the server reports. Beyond the specification. */
interface UntilTotalPages {
	pageUntil: 'reachTotalCount';
	response: OptionalFlag & {
		/** Path to the number of pages. */
		totalPages: string;
		totalCount?: never;
	};
}

/** The text that an API wants as value, with `{position}` in it. Beyond the specification. */
interface Template {
	valueTemplate?: string | undefined;
}

interface PageNumber extends Template {
	pageParameter: string;
	/** Number of the first page, 0 or more. */
	pageStartingValue: number;
}

interface Offset extends RequiredLimit, Template {
	offsetParameter: string;
	/** Offset of the first record, 0 or more. */
	offsetStartingValue: number;
}

/** Pages with a number that rises by 1. */
export type PageBasedScheme = Numbered & { type: 'pageBased' } & (
		| ({ request: PageNumber & OptionalLimit } & (UntilNoDataLeft | UntilTotalPages))
		| ({ request: PageNumber & RequiredLimit } & UntilTotal)
	);

/** Pages with an offset that rises by the page size. */
export type OffsetScheme = Numbered & { type: 'offsetAndLimit'; request: Offset } & (
		UntilNoDataLeft | UntilTotal
	);

interface NextPage extends Placed {
	type: 'nextToken';
	pageUntil: 'noNextToken' | 'noDataLeft';
}

/** Pages that each name the next one by a token. */
export interface TokenScheme extends NextPage {
	tokenType: 'token';
	request: { tokenParameter: string } & Template & OptionalLimit;
	response: OptionalFlag & {
		/** Path to the token: text, a number, or, beyond the specification, an array for a POST body. */
		nextToken: string;
	};
}

/** Pages that each name the next one by its URL. */
export interface UrlScheme extends NextPage {
	tokenType: 'url';
	request: OptionalLimit & {
		/**
		 * Query parameters of the first URL that are added to each next URL that lacks them. Beyond the
		 * specification.
		 */
		keepParameters?: readonly string[] | undefined;
	};
	response: OptionalFlag & {
		/** Path to the URL of the next page. */
		nextToken: string;
		/** Path to the URL that relative next URLs belong to. Beyond the specification. */
		nextBase?: string | undefined;
	};
}

/** Pages that each name the next one, by a token or by its URL. */
export type NextTokenScheme = TokenScheme | UrlScheme;

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

/** Every scheme. */
export type PagingScheme = PageBasedScheme | OffsetScheme | NextTokenScheme | GraphqlScheme;

interface Endpoint {
	/** Absolute, or a path that the engine's option `baseUrl` completes. */
	url: string;
	/** Path to the array of records in the body; empty when the body is that array. */
	property: string;
}

/** A dataset read with one of the REST schemes, with GET as well as with POST. */
export type RestDataset = Endpoint & Call & { pagingScheme: Exclude<PagingScheme, GraphqlScheme> };

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
