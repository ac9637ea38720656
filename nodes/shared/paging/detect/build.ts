import { isSecretName } from '../../basics/text';
import { nextFromLinkHeader } from '../response/path';
import { type Counted, type Fact, objectOf } from '../response/metadata/facts';
import type { PageUntil } from '../dataset/types';
import type { Metadata } from '../response/metadata/metadata';
import { flagOf } from '../response/metadata/more';
import { isAddress, queryOf } from '../response/metadata/urls';
import type { JsonObject } from '../types';
import type { FirstPage } from './firstPage';

/** A paging scheme that may be that of the API, to be proven by page two. */
export interface Candidate {
	/** As it would be in a `dataSource.json`, not yet validated. */
	scheme: JsonObject;
	/** Sentences on what in the response speaks for it. */
	evidence: string[];
	/** What it would send or follow, for messages: `page` as page number, `next_cursor` as cursor. */
	attempt: string;
	/** Whether nothing in the response speaks for it but that such parameters are usual. */
	isGuess: boolean;
	/** A parameter of it, with a value that leads to another page than the first. */
	probe?: Probe;
	/** Probes that are sent in one request before this is tried, its own included. */
	group?: readonly Probe[];
	/**
	 * What it follows instead of counting pages or records: the path of a URL, or of the token that a
	 * parameter sends.
	 */
	follows?: { path: string; parameter?: string };
}

/** What a number counts. */
export type Kind = 'page' | 'offset';

/** A parameter and its value. */
export type Probe = readonly [name: string, value: string | number];

/**
 * @param start number of the first page, or its offset
 * @param reason what in the response, or in the URL, shows it
 * @returns the dataset whose pages are counted
 */
export function numbered(
	page: FirstPage,
	kind: Kind,
	parameter: string,
	start: number,
	reason: string,
): Candidate {
	const size = Math.max(1, page.records.length);
	const { scheme, evidence } = stopOf(page, kind);
	const isPage = kind === 'page';
	return {
		scheme: {
			type: isPage ? 'pageBased' : 'offsetAndLimit',
			request: isPage
				? { pageParameter: parameter, pageStartingValue: start, limitValue: size }
				: { offsetParameter: parameter, offsetStartingValue: start, limitValue: size },
			...scheme,
		},
		evidence: [reason, evidence],
		attempt: `${isPage ? 'a page number' : 'an offset'} as ${parameter} from ${start}`,
		isGuess: false,
		// Numbers 0 and 1 can mean the same; 1 and 2 cannot.
		probe: [parameter, isPage ? 2 : Math.max(2, size)],
	};
}

interface Stop {
	scheme: JsonObject;
	evidence: string;
}

/** The stop condition that needs nothing in the response. */
export const UNTIL_NO_DATA: Stop = {
	scheme: { pageUntil: 'noDataLeft' },
	evidence: 'The response does not say how many pages there are: they end with an empty one.',
};

/** What ends the pages: what the response says most clearly. */
function stopOf(page: FirstPage, kind: Kind): Stop {
	// What is in JSON within a header has no path.
	const more = (counts: readonly Counted[], than: number) =>
		counts.find(({ isReadable, number }) => isReadable && number > than);
	const pages = kind === 'page' ? more(page.totalPages, 1) : undefined;
	const total = pages ?? more(page.totals, page.records.length);
	if (total) {
		const { path } = total;
		const response = pages ? { totalPages: path } : { totalCount: path };
		return {
			scheme: { response, pageUntil: 'reachTotalCount' },
			evidence: `${pages ? 'Number of pages' : 'Total'}: ${path} (${total.number}).`,
		};
	}
	const flag = flagIn(page);
	if (!flag) return UNTIL_NO_DATA;
	return {
		scheme: { response: flag.members, ...UNTIL_NO_DATA.scheme },
		evidence: flag.evidence,
	};
}

/** @returns the members of a scheme for the flag of the response; `undefined` when it has none */
export function flagIn(page: Metadata): { members: JsonObject; evidence: string } | undefined {
	const flag = flagOf(page);
	if (!flag?.hasMore || !flag.isReadable) return undefined;
	const { path, value } = flag;
	return {
		members: flag.isLast ? { lastPage: path } : { moreRecords: path },
		evidence: `${flag.isLast ? 'Last-page' : 'More-records'} flag: ${path} (${String(value)}).`,
	};
}

/** @returns the dataset whose pages each contain the token of the next one, at `path` */
export function byToken(
	page: FirstPage,
	{ path, value }: Pick<Fact, 'path' | 'value'>,
	parameter: string,
	reason: string,
	pageUntil: PageUntil = 'noNextToken',
): Candidate {
	const flag = flagIn(page);
	return {
		scheme: {
			type: 'nextToken',
			tokenType: 'token',
			request: { tokenParameter: parameter },
			response: { nextToken: path, ...flag?.members },
			pageUntil,
		},
		evidence: [reason, ...(flag ? [flag.evidence] : [])],
		attempt: `${path} as ${parameter}`,
		isGuess: false,
		...(value !== null && typeof value !== 'boolean' && { probe: [parameter, value] }),
		follows: { path, parameter },
	};
}

/** @returns the datasets whose pages each contain the URL of the next one, the likeliest first */
export function byUrl(page: FirstPage, next: Fact, base?: Fact): Candidate[] {
	const { path } = next;
	const flag = flagIn(page);
	const lost = parametersLost(page.url, next, base);
	const keepsFirst = lost.some(isSecretName);
	const kept = lost.length === 0 ? [[]] : keepsFirst ? [lost, []] : [[], lost];
	return kept.map((names) => ({
		scheme: {
			type: 'nextToken',
			tokenType: 'url',
			request: names.length > 0 ? { keepParameters: names } : {},
			response: { nextToken: path, ...(base && { nextBase: base.path }), ...flag?.members },
			pageUntil: alwaysHasNext(page, next) ? 'noDataLeft' : 'noNextToken',
		},
		evidence: [
			`Next URL: ${path}${base ? `, relative to ${base.path}` : ''}.`,
			...(names.length > 0
				? [`The next URL lacks ${names.join(', ')}, which the first URL has.`]
				: []),
			...(flag ? [flag.evidence] : []),
		],
		attempt: `the URL at ${path}${base ? ` after ${base.path}` : ''}${names.length > 0 ? ` with ${names.join(', ')}` : ''}`,
		isGuess: false,
		follows: { path },
	}));
}

/** Some servers link to a next page also from the last one: a link back from the first shows it. */
function alwaysHasNext({ facts }: FirstPage, next: Fact): boolean {
	// Sentry.
	if (next.path === 'header:Link') return /results\s*=\s*"/i.test(String(next.value));
	return facts.some(
		(fact) =>
			fact !== next &&
			/^(prev|previous)(page)?$/.test(fact.name) &&
			objectOf(fact).startsWith(objectOf(next)) &&
			isAddress(fact),
	);
}

/** @returns the names of the first URL's query parameters that the next URL lacks */
function parametersLost(url: string, { path, value }: Fact, base: Fact | undefined): string[] {
	const link = path === 'header:Link' ? nextFromLinkHeader(String(value)) : String(value);
	const origin = base ? String(base.value) : url;
	if (link === undefined || !URL.canParse(link, origin)) return [];
	const { searchParams } = new URL(link, origin);
	const names = queryOf(url).map(({ name }) => name);
	return [...new Set(names)].filter((name) => !searchParams.has(name));
}

/** @returns the dataset with a paging scheme, as it would be in a `dataSource.json` */
export function datasetOf({ url, property }: FirstPage, pagingScheme: JsonObject): JsonObject {
	return { url, method: 'GET', property, pagingScheme };
}
