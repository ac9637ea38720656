// Names as APIs write them, without separators. cspell:disable
import { flagOf } from '../response/moreSigns';
import type { JsonObject } from '../types';
import { type NumberKind, numberParameters } from './parameters';
import type { FirstPage } from './types';

/** A paging scheme that may be that of the API, to be proven by page two. */
export interface Candidate {
	/** As it would be in a `dataSource.json`, not yet validated. */
	scheme: JsonObject;
	/** Sentences on what in the response speaks for it. */
	evidence: string[];
	/** What it would send or follow, for messages: `page as page number from 1`, `next as cursor`. */
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
	/** The same with a larger distance between pages, in case that records of page one were left out. */
	wider?: Candidate;
}

/** A parameter and its value. */
export type Probe = readonly [name: string, value: string | number];

/** In how many ways a response can repeat the number of its page; with more it only keeps n8n busy. */
const MOST_ECHOED = 20;

const WORDS_OF_KIND = { page: 'page number', offset: 'offset' };

const SCHEME_OF_KIND = { page: 'pageBased', offset: 'offsetAndLimit' };

/** @returns what the number in the response suggests that it has of its page, or of its first record */
export function echoedNumbers(page: FirstPage, kind: NumberKind): Candidate[] {
	const facts = kind === 'page' ? page.pages : page.offsets;
	const first = facts.filter(({ number }) => number <= 1).slice(0, MOST_ECHOED);
	return first.flatMap((fact) => {
		const reason = `The response has the ${WORDS_OF_KIND[kind]}: ${fact.path} (${fact.number}).`;
		const names = numberParameters(kind, fact, page.url);
		return names.map((name) => numbered(page, kind, name, fact.number, reason));
	});
}

/** @returns offsets of APIs that are recognized by what else they return: Socrata, ArcGIS, OData */
export function standardOffsets({ facts }: FirstPage): string[] {
	const has = (path: RegExp) => facts.some((fact) => path.test(fact.path));
	return [
		...(has(/^header:X-Soda/i) ? ['$offset'] : []),
		...(has(/exceededTransferLimit$/) ? ['resultOffset'] : []),
		...(has(/^(@odata|odata|d[.])/) ? ['$skip'] : []),
	];
}

/**
 * @param start number of the first page, or its offset
 * @param reason what in the response shows it; by default, the URL does
 * @returns the dataset whose pages are counted
 */
export function numbered(
	page: FirstPage,
	kind: NumberKind,
	parameter: string,
	start: number,
	reason = `The URL has the ${WORDS_OF_KIND[kind]} ${parameter}=${start}.`,
	isGuess = false,
	size = Math.max(1, page.records.length),
): Candidate {
	const { scheme, evidence } = stopOf(page, kind);
	const step = kind === 'page' ? 1 : size;
	const said = kind === 'offset' ? saidSize(page) : 0;
	const rise = `Offsets rise by ${said}, the page size: page one lacks some of its records.`;
	return {
		scheme: {
			type: SCHEME_OF_KIND[kind],
			request: {
				[`${kind}Parameter`]: parameter,
				[`${kind}StartingValue`]: start,
				limitValue: size,
			},
			...scheme,
		},
		evidence: [reason, ...evidence],
		attempt: `${parameter} as ${WORDS_OF_KIND[kind]} from ${start}`,
		isGuess,
		// Numbers 0 and 1 can mean the same; 1 and 2 cannot.
		probe: [parameter, isGuess ? Math.max(2, step) : start + step],
		...(said > size && {
			wider: numbered(page, kind, parameter, start, `${reason} ${rise}`, isGuess, said),
		}),
	};
}

/**
 * A server that hides records after it has cut the pages counts offsets with them: `limit=20` returns 13 records,
 * and the next page begins at offset 20.
 *
 * @returns the page size that the response says, or the URL; 0 when they say none
 */
function saidSize({ sizes, sizeInUrl = 0 }: FirstPage): number {
	const own = sizes.find(({ isAbout, path }) => isAbout && !path.startsWith('header:'));
	return own?.number ?? sizeInUrl;
}

/** @returns what ends the pages: what the response says most clearly, and the members of a scheme for it */
function stopOf(page: FirstPage, kind: NumberKind) {
	const pages = kind === 'page' ? page.totalPages.find(({ number }) => number > 1) : undefined;
	const total = pages ?? page.totals.find(({ number }) => number > page.records.length);
	if (total) {
		const { path, number } = total;
		return {
			scheme: {
				response: pages ? { totalPages: path } : { totalCount: path },
				pageUntil: 'reachTotalCount',
			},
			evidence: [`${pages ? 'Number of pages' : 'Total'}: ${path} (${number}).`],
		};
	}
	const { response, evidence } = flagIn(page);
	if (evidence.length > 0) return { scheme: { response, pageUntil: 'noDataLeft' }, evidence };
	return {
		scheme: { pageUntil: 'noDataLeft' },
		evidence: ['The response does not say how many pages there are: they end with an empty one.'],
	};
}

/** @returns the flag of the response that there are more pages, as a member of a scheme; without evidence when it has none */
export function flagIn(page: FirstPage): {
	response: { moreRecords?: string; lastPage?: string };
	evidence: string[];
} {
	const flag = flagOf(page, true);
	if (!flag?.hasMore) return { response: {}, evidence: [] };
	const { path, value, isLast } = flag;
	return {
		response: { [isLast ? 'lastPage' : 'moreRecords']: path },
		evidence: [`${isLast ? 'Last-page' : 'More-records'} flag: ${path} (${String(value)}).`],
	};
}
