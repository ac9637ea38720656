import type { FieldText } from '../fieldText';
import type { Call, ParametersIn } from '../request';
import type { JsonObject } from '../types';

/** How the pages of an API are requested. */
export type SchemeType = 'pageBased' | 'offsetAndLimit' | 'nextToken' | 'graphqlConnections';

/** What the pages of a list end with. */
export type PageUntil = 'noDataLeft' | 'reachTotalCount' | 'noNextToken' | 'noNextPage';

/**
 * How an API writes the token of its next page: as text, which is encoded for a URL; as `encoded` text, which
 * is sent as it is; or as a `url` that has the token as a parameter.
 */
export type TokenFormat = 'text' | 'encoded' | 'url';

/**
 * A flag in each response that says whether there are more pages, by one of its two forms. Beyond
 * the specification.
 */
interface MoreFlag {
	/** Path to a flag that is true while there are more pages. */
	moreRecords?: string | undefined;
	/** Path to a flag that is true on the last page. */
	lastPage?: string | undefined;
}

/**
 * How a list is read page by page (paging-schemes, "Behavior per scheme"). Which of the members go
 * together, `validateDataset` checks; those that a scheme does not use are left out.
 */
export interface PagingScheme {
	type: SchemeType;
	/** Whether the next page is named by a token or by its URL, of nextToken. */
	tokenType?: 'token' | 'url' | undefined;
	pageUntil: PageUntil;
	/** Statuses that end numbered pages after the first one, such as 404. Beyond the specification. */
	endStatuses?: readonly number[] | undefined;
	/** Where a POST has the parameters of paging: by default in its body. Beyond the specification. */
	parametersIn?: ParametersIn | undefined;
	request: {
		pageParameter?: string | undefined;
		/** Number of the first page, 0 or more. */
		pageStartingValue?: number | undefined;
		offsetParameter?: string | undefined;
		/** Offset of the first record, 0 or more. */
		offsetStartingValue?: number | undefined;
		tokenParameter?: string | undefined;
		/** The page size is sent if there is a parameter for it. */
		limitParameter?: string | undefined;
		/** Records per page, at least 1. */
		limitValue?: number | undefined;
		/** The text that an API wants as value, with `{position}` in it. Beyond the specification. */
		valueTemplate?: string | undefined;
		/** How the API writes its tokens; `text` by default. Beyond the specification. */
		tokenFormat?: TokenFormat | undefined;
		/**
		 * Query parameters of the first URL that are added to each next URL that lacks them. Beyond the
		 * specification.
		 */
		keepParameters?: readonly string[] | undefined;
	};
	response: MoreFlag & {
		/** Path to the number of records; `header:Content-Range` reads what follows its slash. */
		totalCount?: string | undefined;
		/** Path to the number of pages. Beyond the specification. */
		totalPages?: string | undefined;
		/**
		 * Path to the URL of the next page, or to its token: text, a number, or, beyond the
		 * specification, an array for a POST body.
		 */
		nextToken?: string | undefined;
		/** Path to the URL that relative next URLs belong to. Beyond the specification. */
		nextBase?: string | undefined;
		/** Path to the object that contains `endCursor` and `hasNextPage`. */
		pageInfo?: string | undefined;
	};
}

interface Endpoint {
	/** Absolute, or a path that the engine's option `baseUrl` completes. */
	url: string;
	/** Path to the array of records in the body; empty when the body is that array. */
	property: string;
}

/** A dataset read with one of the REST schemes; without a scheme, one request reads all of it. */
type RestDataset = Endpoint & Call & { pagingScheme?: PagingScheme };

/** A dataset read from a GraphQL connection. */
export type GraphqlDataset = Endpoint & {
	method: 'POST';
	body: JsonObject & { query: string; variables?: JsonObject };
	pagingScheme: PagingScheme;
};

/** What `validateDataset` returns and `paginate` reads. */
export type Dataset = RestDataset | GraphqlDataset;

/** A dataset that can be read, and what its author should know, still to be put into words. */
export interface CheckedDataset {
	dataset: Dataset;
	/** Texts about fields that are unknown, unused or likely to be wrong. */
	warnings: FieldText[];
}

/** A dataset that can be read, and what its author should know. */
export interface ValidatedDataset {
	dataset: Dataset;
	/** Sentences about fields that are unknown, unused or likely to be wrong. */
	warnings: string[];
}
