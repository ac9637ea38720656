// Names as APIs write them. cspell:disable
import { isRecord } from '../../basics/values';
import type { PageUntil } from '../dataset/types';
import { type Fact, objectOf } from '../response/metadata/facts';
import { flagOf } from '../response/metadata/more';
import { ID_NAMES } from '../response/metadata/names';
import { isAddress, numberingIn, queryOf } from '../response/metadata/urls';
import { nextFromLinkHeader, readPath } from '../response/path';
import { isTooLong } from '../schemes/tokens';
import type { JsonObject } from '../types';
import type { FirstPage } from './firstPage';
import { type Kind, numberParameters, styleOf, tokenParameters, USUAL } from './parameters';

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

/** A parameter and its value. */
export type Probe = readonly [name: string, value: string | number];

/** A response does not repeat its page in more ways, unless to keep n8n busy. */
const MOST_ECHOED = 20;

/** So many likely names are tried, before one request shows whether the server knows any of the others. */
const LIKELY = 3;

const GUESSED = 'The response does not name the parameter of its pages: the usual ones were tried.';

/** Yields the schemes that a first page suggests, the likeliest first. */
export function* candidatesFor(page: FirstPage): Generator<Candidate> {
	const { url, nextUrls, tokens, totals } = page;
	for (const next of nextUrls) yield* byUrl(page, next);
	for (const token of tokens) yield* grouped(byToken(page, token));
	for (const { name, kind, value } of numberingIn(url)) {
		yield numbered(page, kind, name, value, `The URL has ${WORDS[kind].its} ${name}=${value}.`);
	}
	const echoed = KINDS.flatMap((kind) => echoedNumbers(page, kind));
	yield* grouped(echoed);
	if (tokens.length === 0) yield* byLastRecord(page, echoed.length === 0);
	const guess = (kind: Kind, names: readonly string[], starts: readonly number[]) =>
		names.flatMap((name) =>
			starts.map((start) => numbered(page, kind, name, start, GUESSED, true)),
		);
	yield* guess('offset', [...standardOffsets(page), ...styleOf('offset', url)], [0]);
	yield* guess('page', [...styleOf('page', url), 'page'], [1, 0]);
	yield* guess('offset', ['offset'], [0]);
	if (tokens.length + totals.length === 0) yield* byLastId(page);
	const fewer = [...guess('offset', USUAL.offset, [0, 1]), ...guess('page', USUAL.page, [1, 0])];
	yield* grouped(fewer, 0);
}

function grouped(candidates: Candidate[], likely = LIKELY): Candidate[] {
	const others = candidates.slice(likely);
	if (others.length < 2) return candidates;
	const group = others.flatMap(({ probe }) => (probe ? [probe] : []));
	return [...candidates.slice(0, likely), ...others.map((one) => ({ ...one, group }))];
}

const KINDS = ['page', 'offset'] as const;

const WORDS = {
	page: { a: 'a page number', its: 'the page number', title: 'Page number' },
	offset: { a: 'an offset', its: 'the offset', title: 'Offset' },
};

/** Where the response has the number of its page, or of its first record. */
function echoedNumbers(page: FirstPage, kind: Kind): Candidate[] {
	const facts = kind === 'page' ? page.pages : page.offsets;
	const first = facts.filter(({ number }) => number <= 1).slice(0, MOST_ECHOED);
	return first.flatMap((fact) => {
		const reason = `${WORDS[kind].title} in the response: ${fact.path} (${fact.number}).`;
		const names = numberParameters(kind, fact, page.url);
		return names.map((name) => numbered(page, kind, name, fact.number, reason));
	});
}

/** Offsets of APIs that are recognized by what else they return: Socrata, ArcGIS, OData. */
function standardOffsets({ facts }: FirstPage): string[] {
	const has = (path: RegExp) => facts.some((fact) => path.test(fact.path));
	return [
		...(has(/^header:X-Soda/i) ? ['$offset'] : []),
		...(has(/exceededTransferLimit$/) ? ['resultOffset'] : []),
		...(has(/^(@odata|odata|d[.])/) ? ['$skip'] : []),
	];
}

/**
 * @param start number of the first page, or its offset
 * @param reason what in the response, or in the URL, shows it
 * @returns the dataset whose pages are counted
 */
function numbered(
	page: FirstPage,
	kind: Kind,
	parameter: string,
	start: number,
	reason: string,
	isGuess = false,
): Candidate {
	const size = Math.max(1, page.records.length);
	const { scheme, evidence } = stopOf(page, kind);
	const isPage = kind === 'page';
	const step = isPage ? 1 : size;
	return {
		scheme: {
			type: isPage ? 'pageBased' : 'offsetAndLimit',
			request: isPage
				? { pageParameter: parameter, pageStartingValue: start, limitValue: size }
				: { offsetParameter: parameter, offsetStartingValue: start, limitValue: size },
			...scheme,
		},
		evidence: [reason, evidence],
		attempt: `${WORDS[kind].a} as ${parameter} from ${start}`,
		isGuess,
		// Numbers 0 and 1 can mean the same; 1 and 2 cannot.
		probe: [parameter, isGuess ? Math.max(2, step) : start + step],
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
	const pages = kind === 'page' ? page.totalPages.find(({ number }) => number > 1) : undefined;
	const total = pages ?? page.totals.find(({ number }) => number > page.records.length);
	if (total) {
		const { path, number } = total;
		return {
			scheme: {
				response: pages ? { totalPages: path } : { totalCount: path },
				pageUntil: 'reachTotalCount',
			},
			evidence: `${pages ? 'Number of pages' : 'Total'}: ${path} (${number}).`,
		};
	}
	const flag = flagIn(page);
	if (!flag) return UNTIL_NO_DATA;
	const { members, evidence } = flag;
	return { scheme: { response: members, ...UNTIL_NO_DATA.scheme }, evidence };
}

/** @returns the members of a scheme for the flag of the response; `undefined` when it has none */
function flagIn(page: FirstPage): { members: JsonObject; evidence: string } | undefined {
	const flag = flagOf(page);
	if (!flag?.hasMore) return undefined;
	const { path, value } = flag;
	return {
		members: flag.isLast ? { lastPage: path } : { moreRecords: path },
		evidence: `${flag.isLast ? 'Last-page' : 'More-records'} flag: ${path} (${String(value)}).`,
	};
}

/** The token of the next page, or its number, by each name that its parameter may have. */
function byToken(page: FirstPage, token: Fact): Candidate[] {
	const { name, path, number } = token;
	// Some servers name a next page on the last one, too; a token says that there is one.
	const pageUntil = number !== undefined && /page$/.test(name) ? 'noDataLeft' : 'noNextToken';
	const names = tokenParameters(token, page.url);
	return names.map((parameter) =>
		sending(page, token, parameter, `Next token: ${path}.`, pageUntil),
	);
}

/** Where nothing names the next page but the last record of this one. */
function* byLastRecord(page: FirstPage, isUnnumbered: boolean): Generator<Candidate> {
	const last = page.records.at(-1);
	// Render: each record has a cursor of its own.
	if (isRecord(last) && typeof last.cursor === 'string') {
		const reason = 'Each record has a cursor: that of the last one names the next page.';
		yield sending(page, ofLast(page, 'cursor'), 'cursor', reason, 'noDataLeft');
	}
	const id = idOf(last);
	if (id === undefined || !isUnnumbered || !flagIn(page)) return;
	const reason = `Only a flag says that there are more pages: the last record's ${id} names the next one.`;
	// Stripe.
	for (const name of ['starting_after', 'after']) {
		yield sending(page, ofLast(page, id), name, reason, 'noDataLeft');
	}
}

/** Whichever way records are sorted (Discord, Trello). */
function* byLastId(page: FirstPage): Generator<Candidate> {
	const id = idOf(page.records.at(-1));
	if (id === undefined) return;
	const reason = `The response does not say how to continue: the ${id} of its last record was tried.`;
	for (const name of ['after', 'before']) {
		const one = sending(page, ofLast(page, id), name, reason, 'noDataLeft');
		yield { ...one, isGuess: true };
	}
}

/** Objects around what names a record: a member of a server is named by its user (Discord). */
const HOLDERS = ['', 'user'];

/** @returns the path of what names a record; `undefined` when nothing does */
function idOf(record: unknown): string | undefined {
	const paths = HOLDERS.flatMap((holder) =>
		ID_NAMES.map((name) => (holder === '' ? name : `${holder}.${name}`)),
	);
	return paths.find((path) => readPath(path, { body: record }) !== undefined);
}

/** What the last record has at a path. */
function ofLast({ property, records }: FirstPage, path: string): Pick<Fact, 'path' | 'value'> {
	const value = readPath(path, { body: records.at(-1) });
	const isText = typeof value === 'string' || typeof value === 'number';
	return {
		path: `${property === '' ? '' : `${property}.`}-1.${path}`,
		value: isText ? value : null,
	};
}

/** @returns the dataset whose pages each contain what the next one is requested by */
function sending(
	page: FirstPage,
	{ path, value }: Pick<Fact, 'path' | 'value'>,
	parameter: string,
	reason: string,
	pageUntil: PageUntil,
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
		...(value !== null &&
			typeof value !== 'boolean' &&
			!isTooLong(value) && { probe: [parameter, value] }),
		follows: { path, parameter },
	};
}

/** The URL of the next page: as it is, and with what it lacks of the first one (Polygon: the key). */
function byUrl(page: FirstPage, next: Fact): Candidate[] {
	const { path } = next;
	const flag = flagIn(page);
	const lost = parametersLost(page.url, next);
	return (lost.length > 0 ? [[], lost] : [[]]).map((names) => ({
		scheme: {
			type: 'nextToken',
			tokenType: 'url',
			request: names.length > 0 ? { keepParameters: names } : {},
			response: { nextToken: path, ...flag?.members },
			pageUntil: alwaysHasNext(page, next) ? 'noDataLeft' : 'noNextToken',
		},
		evidence: [
			`Next URL: ${path}.`,
			...(names.length > 0
				? [`The next URL lacks ${names.join(', ')}, which the first URL has.`]
				: []),
			...(flag ? [flag.evidence] : []),
		],
		attempt: `the URL at ${path}${names.length > 0 ? ` with ${names.join(', ')}` : ''}`,
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
function parametersLost(url: string, { path, value }: Fact): string[] {
	const link = path === 'header:Link' ? nextFromLinkHeader(String(value)) : String(value);
	if (link === undefined || !URL.canParse(link, url)) return [];
	const { searchParams } = new URL(link, url);
	const names = queryOf(url).map(({ name }) => name);
	return [...new Set(names)].filter((name) => !searchParams.has(name));
}

/** @returns the dataset with a paging scheme, as it would be in a `dataSource.json` */
export function datasetOf({ url, property }: FirstPage, pagingScheme: JsonObject): JsonObject {
	return { url, method: 'GET', property, pagingScheme };
}
