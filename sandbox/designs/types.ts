/** How a paged API works, and how Paged HTTP reads it: the members of the table of designs. */

/** A required header may have any value; every HTTP client sends one. */
export const ANY = '*';

/** Parsed JSON with named members. */
export type JsonObject = Record<string, unknown>;

/** What a client has to present. Every request without it is refused. */
export type SignIn =
	| { kind: 'none' }
	| { kind: 'bearer'; token: string; oauth2?: boolean }
	| { kind: 'basic'; user: string; password: string }
	/** Headers with secrets; most APIs have one, some have two. */
	| { kind: 'headers'; headers: Readonly<Record<string, string>> }
	| { kind: 'query'; name: string; value: string };

/** What an API may dislike about a request. */
export interface Problem {
	kind: 'path' | 'method' | 'credential' | 'header' | 'parameter' | 'size' | 'position';
	/** A sentence that names the header or parameter. */
	message: string;
}

/** What a server answers. */
export interface Answer {
	/** HTTP status; 200 by default. */
	status?: number;
	headers?: Readonly<Record<string, string | string[]>>;
	/** Sent as JSON. */
	body: unknown;
}

/** How an API pages: which parameters it takes, and what it makes of them. */
export interface Pager {
	/** What names a page: its number, the number of records before it, or something opaque. */
	by: 'page' | 'offset' | 'token';
	/** Parameter with that; dotted in a body, and `header:Name` for a header. */
	parameter: string;
	/** @returns what is in the value of that parameter, where it contains more than the position */
	within?: (value: string) => { position: string; size?: string } | undefined;
	/** Number of the first page (1 by default), or offset of the first record (0). */
	first?: number;
	/** Parameter for the number of records per page; without it the size is fixed. */
	size?: string;
	/** The most records that the API returns at once. */
	max: number;
	/** Records per page that its documentation or we recommend, where `max` is too many. */
	usual?: number;
	/** What a larger page size leads to. */
	tooLarge?: 'capped' | 'refused';
	/** What a page after the last one is: empty (default), or refused with the problem `position`. */
	atEnd?: 'empty' | 'refused';
	/** Where the parameters of a POST are: in its body (default) or in the query. */
	in?: 'body' | 'query';
	/** Further parameters that the API knows. */
	allowed?: readonly string[];
	/** With a token, nothing but the token and the page size is accepted. */
	tokenStandsAlone?: boolean;
	/** The token is not a parameter but the end of this path. */
	nextPath?: string;
	/** What the token is on the first page, where it can be sent. */
	beginning?: string;
	/** @returns the token of the page that starts with a record, counted from 0; opaque by default */
	token?: (start: number) => unknown;
}

/** One page as the server is about to answer it. */
export interface ServedPage {
	/** Origin of the server. */
	origin: string;
	records: readonly unknown[];
	/** Number of records before this page. */
	start: number;
	/** Records per page. */
	size: number;
	/** Number of records in all. */
	total: number;
	/** Number of pages in all. */
	pages: number;
	/** Number of this page: from 1, or from the first number of the API. */
	page: number;
	isLast: boolean;
	/** Position of the next page, as the API names it; also set on the last page. */
	next: unknown;
	/** Position of the next page; `undefined` on the last one. */
	nextIfAny: unknown;
	/** URL of the request with other parameters; `undefined` removes one. */
	url(changes: Readonly<Record<string, unknown>>): string;
	/** URL of the next page, absolute; `undefined` on the last page. */
	nextUrl: string | undefined;
}

/** How Paged HTTP reads a design: members of the dataset that the design itself does not give. */
export interface Reading {
	/** What is special, in a few words; empty for the usual way. */
	note?: string;
	/** Path of the records. */
	property: string;
	pagingScheme: JsonObject;
	/** Query that this way of reading needs, in place of that of the design. */
	path?: string;
}

/** A paged API: the shape of its answers and its rules, with records of our own making. */
export interface Design {
	name: string;
	/** Where it is documented; a page of its makers, or nothing for a usual framework. */
	docs?: string;
	/** Path and query of the list; the query has to be sent with every request. */
	path: string;
	/** GET by default. */
	method?: 'POST';
	/** What a POST has to contain besides the parameters of paging. */
	body?: JsonObject;
	signIn: SignIn;
	/** Headers without secrets that the API requires. */
	headers?: Readonly<Record<string, string>>;
	pager: Pager;
	/** @returns a record, counted from 0; `{ id, name }` by default */
	record?: (index: number) => unknown;
	/** @returns what a page looks like; a GraphQL API returns its connection */
	answer: (page: ServedPage) => Answer;
	/** The list is left out of an answer without records. */
	noListWhenEmpty?: boolean;
	/** Schema of a GraphQL API, and its root value around a connection. */
	graphql?: { schema: string; root: (connection: GraphqlConnection) => object };
	/** @returns what a request with a problem is answered */
	refuse: (problem: Problem) => Answer;
	/** Ways to read it; the first one is the recommended one. */
	readings: readonly [Reading, ...Reading[]];
	/** Whether Paging Setup: Automatic finds out by itself, from the path above; if not, why. */
	automatic: true | string;
}

/** Resolver of a connection in a GraphQL API. */
export type GraphqlConnection = (args: { first: number; after?: string | null }) => unknown;
