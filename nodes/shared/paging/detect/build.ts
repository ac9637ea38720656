// Names as APIs write them, without separators. cspell:disable
import { countOf } from '../../count';
import { isSecretName } from '../../secretNames';
import { nextFromLinkHeader } from '../response/path';
import { ONE_PAGE } from '../dataset/schemes';
import type { JsonObject } from '../types';
import { queryOf } from '../response/metadata/urls';
import type { Metadata } from '../response/metadata/metadata';
import type { Counted, Fact } from '../response/metadata/facts';
import type { Candidate, FirstPage } from './types';

/** A scheme that counts pages or records. */
export interface Numbering {
	kind: 'page' | 'offset';
	parameter: string;
	/** Number of the first page, or its offset. */
	start: number;
	/** What in the response, or in the URL, shows it. */
	reason: string;
	isGuess?: boolean;
	/** Parameters that are asked about in one request, and what each of them counts. */
	group?: ReadonlyMap<string, 'page' | 'offset'>;
	/** Records per page, where it is not their number on the first one. */
	step?: number;
}

/** @returns the dataset whose pages are counted */
export function numbered(page: FirstPage, signs: Metadata, numbering: Numbering): Candidate {
	const { kind, parameter, start, reason, isGuess = false, step, group } = numbering;
	const limitValue = step ?? Math.max(1, page.records.length);
	const stop = stopOf(page, signs, kind);
	const request =
		kind === 'page'
			? { pageParameter: parameter, pageStartingValue: start, limitValue }
			: { offsetParameter: parameter, offsetStartingValue: start, limitValue };
	return {
		dataset: datasetOf(page, {
			type: kind === 'page' ? 'pageBased' : 'offsetAndLimit',
			request,
			...stop.scheme,
		}),
		evidence: [reason, stop.evidence],
		attempt: `${kind === 'page' ? 'a page number' : 'an offset'} as ${parameter} from ${start}`,
		isGuess,
		...(group && { group }),
	};
}

interface Stop {
	scheme: JsonObject;
	evidence: string;
}

/** What ends the pages: what the response says most clearly. */
function stopOf(page: FirstPage, signs: Metadata, kind: Numbering['kind']): Stop {
	const pages = kind === 'page' ? totalPagesOf(page, signs) : undefined;
	if (pages) {
		return {
			scheme: { response: { totalPages: pages.fact.path }, pageUntil: 'reachTotalCount' },
			evidence: `Number of pages: ${pages.fact.path} (${pages.number}).`,
		};
	}
	const total = totalOf(page, signs);
	if (total) {
		return {
			scheme: { response: { totalCount: total.fact.path }, pageUntil: 'reachTotalCount' },
			evidence: `Total: ${total.fact.path} (${total.number}).`,
		};
	}
	const flag = flagIn(signs);
	if (flag) {
		return {
			scheme: { response: flag.members, pageUntil: 'noDataLeft' },
			evidence: flag.evidence,
		};
	}
	return untilNoData();
}

/** @returns the stop condition that needs nothing in the response */
export function untilNoData(): Stop {
	return {
		scheme: { pageUntil: 'noDataLeft' },
		evidence: 'The response does not say how many pages there are: they end with an empty one.',
	};
}

/** The number of pages, if it goes with the total. */
function totalPagesOf({ records }: FirstPage, signs: Metadata): Counted | undefined {
	const [pages] = signs.totalPages.filter(({ fact, number }) => fact.isReadable && number > 1);
	const [total] = signs.isCount ? [] : signs.totals;
	const isConsistent =
		!pages || !total || Math.ceil(total.number / Math.max(1, records.length)) === pages.number;
	return isConsistent ? pages : undefined;
}

function totalOf({ records }: FirstPage, signs: Metadata): Counted | undefined {
	return signs.totals.find(({ fact, number }) => fact.isReadable && number > records.length);
}

/** @returns the members of a scheme for the flag of the response; `undefined` when it has none */
export function flagIn({ flags }: Metadata): { members: JsonObject; evidence: string } | undefined {
	const readable = flags.filter(({ fact }) => fact.isReadable);
	// Flags that contradict each other say nothing.
	if (readable.some(({ hasMore }) => !hasMore)) return undefined;
	const [flag] = readable;
	if (!flag) return undefined;
	const { path, value } = flag.fact;
	return {
		members: flag.isLast ? { lastPage: path } : { moreRecords: path },
		evidence: `${flag.isLast ? 'Last-page' : 'More-records'} flag: ${path} (${String(value)}).`,
	};
}

/** What ends pages that name the next one. */
type PageUntil = 'noNextToken' | 'noDataLeft';

/** @returns the dataset whose pages each contain the token of the next one */
export function byToken(
	page: FirstPage,
	signs: Metadata,
	token: { path: string; parameter: string; reason: string },
	pageUntil: PageUntil = 'noNextToken',
): Candidate {
	const flag = flagIn(signs);
	return {
		dataset: datasetOf(page, {
			type: 'nextToken',
			tokenType: 'token',
			request: { tokenParameter: token.parameter },
			response: { nextToken: token.path, ...flag?.members },
			pageUntil,
		}),
		evidence: [token.reason, ...(flag ? [flag.evidence] : [])],
		attempt: `${token.path} as ${token.parameter}`,
		isGuess: false,
	};
}

/** @returns the datasets whose pages each contain the URL of the next one, the likeliest first */
export function byUrl(
	page: FirstPage,
	signs: Metadata,
	next: Fact,
	base?: Fact,
	pageUntil: PageUntil = alwaysHasNext(page, next) ? 'noDataLeft' : 'noNextToken',
): Candidate[] {
	const flag = flagIn(signs);
	const lost = parametersLost(page.url, next, base);
	const keepsFirst = lost.some(isSecretName);
	const kept = lost.length === 0 ? [[]] : keepsFirst ? [lost, []] : [[], lost];
	return kept.map((names) => ({
		dataset: datasetOf(page, {
			type: 'nextToken',
			tokenType: 'url',
			request: names.length > 0 ? { keepParameters: names } : {},
			response: {
				nextToken: next.path,
				...(base && { nextBase: base.path }),
				...flag?.members,
			},
			pageUntil,
		}),
		evidence: [
			`Next URL: ${next.path}${base ? `, relative to ${base.path}` : ''}.`,
			...(names.length > 0
				? [`The next URL lacks ${names.join(', ')}, which the first URL has.`]
				: []),
			...(flag ? [flag.evidence] : []),
		],
		attempt: `the URL at ${next.path}${base ? ` after ${base.path}` : ''}${names.length > 0 ? ` with ${names.join(', ')}` : ''}`,
		isGuess: false,
	}));
}

/** Some servers link to a next page also from the last one: a link back from the first shows it. */
function alwaysHasNext({ facts }: FirstPage, { path, value }: Fact): boolean {
	if (path === 'header:Link') return /results\s*=\s*"/i.test(String(value));
	const parent = path.slice(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf(']')) + 1);
	return facts.some(
		(fact) =>
			/^(prev|previous|previouspage|prevpage)$/.test(fact.name) &&
			fact.path.startsWith(parent) &&
			typeof fact.value === 'string' &&
			/^(https?:|[/?])/.test(fact.value),
	);
}

/** @returns the names of the first URL's query parameters that the next URL lacks */
function parametersLost(url: string, { path, value }: Fact, base: Fact | undefined): string[] {
	const link = path === 'header:Link' ? nextFromLinkHeader(String(value)) : String(value);
	const origin = base ? String(base.value) : url;
	if (link === undefined || !URL.canParse(link, origin)) return [];
	const next = new Set(queryOf(new URL(link, origin).href).map(({ name }) => name));
	return [...new Set(queryOf(url).map(({ name }) => name))].filter((name) => !next.has(name));
}

/** @returns the dataset of a page that is the only one */
export function onlyPage(page: FirstPage): JsonObject {
	return datasetOf(page, { type: ONE_PAGE });
}

function datasetOf({ url, property }: FirstPage, pagingScheme: JsonObject): JsonObject {
	return { url, method: 'GET', property, pagingScheme };
}

/** @returns what a total says, for messages */
export function totalIn({ fact, number }: Counted, records: number): string {
	return `${fact.path} is ${number}, and the page has ${countOf(records, 'record')}`;
}
