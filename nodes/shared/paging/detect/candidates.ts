// Names as APIs write them, without separators. cspell:disable
import { isRecord } from '../../json';
import { BASE_NAMES, ID_NAMES, lastOf, RECORD_WRAPPERS } from '../response/metadata/names';
import { byToken, byUrl, flagIn, numbered, type Numbering } from './build';
import { isAddress, numberingIn, queryOf } from '../response/metadata/urls';
import {
	offsetParameters,
	offsetStyleOf,
	pageParameters,
	pageStyleOf,
	previousParameters,
	RARE_OFFSETS,
	RARE_PAGES,
	tokenParameters,
} from './parameters';
import type { Metadata } from '../response/metadata/metadata';
import type { Counted, Fact } from '../response/metadata/facts';
import type { Candidate, FirstPage } from './types';

/** Parameters for the last record, where only a flag says that there are more. */
const AFTER_PARAMETERS = [
	'starting_after',
	'after',
	'after_id',
	'startingAfter',
	'last_id',
	'since_id',
];

/** @returns the datasets that a first page suggests, the likeliest first */
export function candidatesFor(page: FirstPage, signs: Metadata): Candidate[] {
	const inUrl = numberingIn(page.url).map(({ name, kind, value }): Numbering => {
		const what = kind === 'page' ? 'the page number' : 'the offset';
		return { kind, parameter: name, start: value, reason: `The URL has ${what} ${name}=${value}.` };
	});
	const echoed = [
		...signs.pages.flatMap((one) => echoedPage(page, one)),
		...offsetsOf(page, signs),
	];
	const counting = [...inUrl, ...echoed].map((one) => numbered(page, signs, one));
	const all = [
		...nextUrls(page, signs),
		...signs.tokens.flatMap((token) => tokens(page, signs, token)),
		...signs.nextNumbers.flatMap((next) => nextNumbers(page, signs, next)),
		...previousPages(page, signs),
		...counting,
		...lastCursor(page, signs),
		...lastRecord(page, signs, echoed.length > 0),
		...guesses(page, signs).map((one) => numbered(page, signs, { ...one, isGuess: true })),
		...beyondLast(page, signs),
		...fewerGuesses().map((one) => numbered(page, signs, { ...one, isGuess: true })),
	];
	const seen = new Set<string>();
	return all.filter(({ dataset }) => {
		const text = JSON.stringify(dataset);
		return !seen.has(text) && seen.add(text);
	});
}

function nextUrls(page: FirstPage, signs: Metadata): Candidate[] {
	return signs.nextUrls.flatMap((next) => {
		const bases = page.facts.filter(
			({ name, value }) =>
				BASE_NAMES.has(name) && /^https?:\/\//i.test(String(value)) && URL.canParse(String(value)),
		);
		const isRelative = next.path !== 'header:Link' && !/^https?:/i.test(String(next.value));
		const [base] = isRelative ? bases : [];
		const plain = byUrl(page, signs, next);
		if (!base) return plain;
		const based = byUrl(page, signs, next, base);
		// A next URL that begins with the path of the base does not need it.
		const path = new URL(String(base.value)).pathname;
		const hasPath = path.length > 1 && String(next.value).startsWith(`${path.replace(/\/$/, '')}/`);
		return hasPath ? [...plain, ...based] : [...based, ...plain];
	});
}

function tokens(page: FirstPage, signs: Metadata, token: Fact): Candidate[] {
	// A last record's id is there on the last page too.
	if (token.name === 'lastid' && !flagIn(signs)) return [];
	return tokenParameters(token, page.url).map((parameter) =>
		byToken(page, signs, { path: token.path, parameter, reason: `Next token: ${token.path}.` }),
	);
}

/** A list that is read backwards: the page before the first one is the next one. */
function previousPages(page: FirstPage, signs: Metadata): Candidate[] {
	if (signs.nextUrls.length + signs.tokens.length + signs.nextNumbers.length > 0) return [];
	return signs.previous.flatMap((previous) => {
		if (!previous.isReadable || typeof previous.value === 'boolean') return [];
		const { path } = previous;
		if (isAddress(previous)) return byUrl(page, signs, previous, undefined, 'noNextToken');
		const reason = `Next token: ${path}, since the list is read backwards.`;
		return previousParameters(previous, page.url).map((parameter) =>
			byToken(page, signs, { path, parameter, reason }),
		);
	});
}

/** The next page's number or offset in the response is read like a token: no counting is needed. */
function nextNumbers(page: FirstPage, signs: Metadata, { fact, number }: Counted): Candidate[] {
	if (!fact.isReadable || number === 0) return [];
	const isPage = /page/.test(fact.name) || signs.pages.some((one) => one.number + 1 === number);
	const isOffset =
		(!isPage && number === page.records.length) ||
		(/offset|start|skip|index/.test(fact.name) && !/page(?!start)/.test(fact.name));
	const own = tokenParameters(fact, page.url);
	const usual = isOffset
		? offsetParameters(undefined, page.url)
		: isPage
			? pageParameters(undefined, page.url).slice(0, 3)
			: [];
	const step = isOffset ? page.records.length : 1;
	const inUrl = numberingIn(page.url).filter(({ value }) => value + step === number);
	const names = [...inUrl.map(({ name }) => name), ...(isOffset ? own : []), ...usual, ...own];
	return [...new Set(names)].slice(0, 10).map((parameter) => {
		const reason = `Next ${isOffset ? 'offset' : 'page'}: ${fact.path}.`;
		return byToken(
			page,
			signs,
			{ path: fact.path, parameter, reason },
			isOffset ? 'noNextToken' : 'noDataLeft',
		);
	});
}

/** A page number in the response; some APIs count from 0 there and from 1 in the request. */
function echoedPage({ url }: FirstPage, { fact, number }: Counted): Numbering[] {
	if (number > 1) return [];
	const reason = `Page number in the response: ${fact.path} (${number}).`;
	const from =
		(start: number) =>
		(parameter: string): Numbering => ({ kind: 'page', parameter, start, reason });
	const names = pageParameters(fact, url);
	return [...names.map(from(number)), ...names.slice(0, 2).map(from(1 - number))];
}

function offsetsOf({ url, records }: FirstPage, signs: Metadata): Numbering[] {
	const [size] = signs.sizes.filter(({ number }) => number > records.length);
	return signs.offsets.flatMap(({ fact, number }) => {
		if (number > 1) return [];
		const reason = `Offset in the response: ${fact.path} (${number}).`;
		const names = offsetParameters(fact, url);
		const one = (parameter: string): Numbering => ({
			kind: 'offset',
			parameter,
			start: number,
			reason,
		});
		const [name = 'offset', ...others] = names;
		const wide = size ? [{ ...one(name), step: size.number }] : [];
		// Some servers count pages by what they call an offset.
		const pages: Numbering = { ...one(name), kind: 'page' };
		return [one(name), pages, ...others.map(one), ...wide];
	});
}

/** @returns the path to the id of the last record; `undefined` when it has none */
function lastIdOf({ records, property }: FirstPage): string | undefined {
	const last = records.at(-1);
	const [id] = ['', ...RECORD_WRAPPERS].flatMap((wrapper) => {
		const holder = isRecord(last) && wrapper !== '' ? last[wrapper] : last;
		const name = ID_NAMES.find((key) => isRecord(holder) && key in holder);
		return name === undefined ? [] : [wrapper === '' ? name : `${wrapper}.${name}`];
	});
	if (id === undefined) return undefined;
	return property === '' ? `-1.${id}` : `${property}.-1.${id}`;
}

/** Where each record has a cursor of its own, that of the last one leads to the next page. */
function lastCursor(page: FirstPage, signs: Metadata): Candidate[] {
	const last = page.records.at(-1);
	const cursor = isRecord(last) ? last.cursor : undefined;
	if (typeof cursor !== 'string' || cursor === '' || signs.tokens.length > 0) return [];
	const path = page.property === '' ? '-1.cursor' : `${page.property}.-1.cursor`;
	const reason = 'Each record has a cursor: that of the last one names the next page.';
	return ['cursor', 'after', 'starting_after'].map((parameter) =>
		byToken(page, signs, { path, parameter, reason }, 'noDataLeft'),
	);
}

/** Nothing says how it goes on: after the last record, whichever way they are sorted. */
function beyondLast(page: FirstPage, signs: Metadata): Candidate[] {
	const path = lastIdOf(page);
	if (path === undefined || signs.tokens.length + signs.totals.length > 0) return [];
	const reason = 'The response does not say how to continue: the id of its last record was tried.';
	return ['after', 'before'].map((parameter) => ({
		...byToken(page, signs, { path, parameter, reason }, 'noDataLeft'),
		isGuess: true,
	}));
}

/** Where a flag alone says that there are more, the last record usually names the next page. */
function lastRecord(page: FirstPage, signs: Metadata, isNumbered: boolean): Candidate[] {
	const path = lastIdOf(page);
	if (!flagIn(signs) || path === undefined || isNumbered || signs.tokens.length > 0) return [];
	const id = lastOf(path);
	const reason = `Only a flag says that there are more pages: the last record's ${id} names the next one.`;
	return AFTER_PARAMETERS.map((parameter) => byToken(page, signs, { path, parameter, reason }));
}

const GUESSED = 'The response does not name the parameter of its pages: the usual ones were tried.';

/** Parameters that fewer APIs have: one request shows whether the server knows one of them. */
function fewerGuesses(): Numbering[] {
	const some = (kind: Numbering['kind'], names: readonly string[], starts: readonly number[]) =>
		names.flatMap((parameter) =>
			starts.map((start): Numbering => ({ kind, parameter, start, reason: GUESSED })),
		);
	const all = [
		...some('offset', ['start', 'skip'], [0]),
		...some('page', ['pageNumber', 'page[number]', 'pagination[page]'], [1, 0]),
		...some('offset', ['from'], [0]),
		...some('offset', ['start'], [1]),
		...some('offset', ['startIndex'], [0, 1]),
		...some('page', RARE_PAGES, [1, 0]),
		...some('offset', RARE_OFFSETS, [0, 1]),
	];
	const group = new Map(all.map(({ parameter, kind }) => [parameter, kind]));
	return all.map((one) => ({ ...one, group }));
}

/** Parameters that are usual, for a response that does not name its own. */
function guesses({ url, property, facts, body }: FirstPage, signs: Metadata): Numbering[] {
	const reason = GUESSED;
	const pages =
		(start: number) =>
		(parameter: string): Numbering => ({ kind: 'page', parameter, start, reason });
	const offsets = (parameter: string): Numbering => ({
		kind: 'offset',
		parameter,
		start: 0,
		reason,
	});
	const has = (path: RegExp) => facts.some((fact) => path.test(fact.path));
	const hinted = [
		...(/hits$/.test(property) && has(/hits[.]total/) ? ['from'] : []),
		...(has(/^header:X-Soda/i) ? ['$offset'] : []),
		...(has(/exceededTransferLimit$/) ? ['resultOffset'] : []),
		...(has(/^(@odata|odata|d[.])/) ? ['$skip'] : []),
		// An API that begins its parameters with an underscore does so with all of them.
		...(queryOf(url).some(({ name }) => /^_[a-z]/.test(name))
			? ['_skip', '_start', '_offset']
			: []),
	];
	const bare = Array.isArray(body) && signs.totals.length > 0;
	return [
		...[...hinted, ...offsetStyleOf(url)].map(offsets),
		...pageStyleOf(url).flatMap((name) => [pages(1)(name), pages(0)(name)]),
		pages(1)('page'),
		pages(0)('page'),
		offsets('offset'),
		...(bare ? [pages(1)('_page'), offsets('_start')] : []),
	];
}
