// Names as APIs write them. cspell:disable
import { isRecord } from '../../basics/values';
import type { Counted, Fact } from '../response/metadata/facts';
import { BASE_NAMES, ID_NAMES, RECORD_WRAPPERS } from '../response/metadata/names';
import { isAddress, numberingIn } from '../response/metadata/urls';
import { byToken, byUrl, type Candidate, flagIn, type Kind, numbered } from './build';
import type { FirstPage } from './firstPage';
import { offsetParameters, pageParameters, styleOf, tokenParameters, USUAL } from './parameters';

/** Yields the schemes that a first page suggests, the likeliest first. */
export function* candidatesFor(page: FirstPage): Generator<Candidate> {
	for (const next of page.nextUrls) yield* nextUrls(page, next);
	for (const token of page.tokens) yield* tokens(page, token);
	for (const next of page.nextNumbers) yield* nextNumbers(page, next);
	yield* previousPages(page);
	const inUrl = numberingIn(page.url).flatMap(({ name, kind, value }) => {
		const what = kind === 'page' ? 'the page number' : 'the offset';
		return numberings(page, kind, [name], [value], `The URL has ${what} ${name}=${value}.`);
	});
	const echoed = [...echoedPages(page), ...echoedOffsets(page)].slice(0, MOST_ECHOED);
	yield* inUrl;
	yield* grouped(echoed);
	const id = page.tokens.length > 0 ? undefined : lastIdOf(page);
	yield* lastCursor(page);
	if (id !== undefined && flagIn(page) && echoed.length === 0) {
		const reason = `Only a flag says that there are more pages: the last record's ${id} names the next one.`;
		yield* fromLast(page, id, AFTER_NAMES, reason);
	}
	yield* guesses(page);
	if (id !== undefined && page.totals.length === 0) {
		const reason = `The response does not say how to continue: the ${id} of its last record was tried.`;
		// Whichever way they are sorted (Discord, Trello).
		for (const one of fromLast(page, id, ['after', 'before'], reason)) {
			yield { ...one, isGuess: true };
		}
	}
	yield* grouped(fewerGuesses(page), 0);
}

/** A response does not repeat its page in more ways, unless to keep n8n busy. */
const MOST_ECHOED = 40;

/** So many likely names are tried, before one request shows whether the server knows any of the others. */
const LIKELY = 3;

function grouped(candidates: Candidate[], likely = LIKELY): Candidate[] {
	const others = candidates.slice(likely);
	if (others.length < 2) return candidates;
	const group = others.flatMap(({ probe }) => (probe ? [probe] : []));
	return [...candidates.slice(0, likely), ...others.map((one) => ({ ...one, group }))];
}

function numberings(
	page: FirstPage,
	kind: Kind,
	names: readonly string[],
	starts: readonly number[],
	reason: string,
): Candidate[] {
	return names.flatMap((name) => starts.map((start) => numbered(page, kind, name, start, reason)));
}

function nextUrls(page: FirstPage, next: Fact): Candidate[] {
	const isRelative = next.path !== 'header:Link' && !/^https?:/i.test(String(next.value));
	const base = page.facts.find(
		({ name, value }) =>
			BASE_NAMES.has(name) && /^https?:/i.test(String(value)) && URL.canParse(String(value)),
	);
	// Confluence.
	const based = base && isRelative ? byUrl(page, next, base) : [];
	return [...based, ...byUrl(page, next)];
}

function tokens(page: FirstPage, token: Fact): Candidate[] {
	const reason = `Next token: ${token.path}.`;
	return grouped(
		tokenParameters(token, page.url).map((parameter) => byToken(page, token, parameter, reason)),
	);
}

/** A list that is read backwards: the page before the first one is the next one. */
function previousPages(page: FirstPage): Candidate[] {
	if (page.nextUrls.length + page.tokens.length + page.nextNumbers.length > 0) return [];
	return page.previous
		.filter((previous) => previous.isReadable && isAddress(previous))
		.flatMap((previous) => byUrl(page, previous));
}

/** The next page's number or offset in the response is read like a token: no counting is needed. */
function nextNumbers(page: FirstPage, fact: Counted): Candidate[] {
	const { name, path, number } = fact;
	if (!fact.isReadable || number === 0) return [];
	const isPage = /page(?!start)/.test(name) || page.pages.some((one) => one.number + 1 === number);
	const isOffset =
		!isPage && (/offset|start|skip|index/.test(name) || number === page.records.length);
	const step = isOffset ? page.records.length : 1;
	const inUrl = numberingIn(page.url).filter(({ value }) => value + step === number);
	const usual = isPage ? pageParameters(undefined, page.url).slice(0, 3) : [];
	const names = [...inUrl.map((one) => one.name), ...usual, ...tokenParameters(fact, page.url)];
	const reason = `Next ${isOffset ? 'offset' : 'page'}: ${path}.`;
	const pageUntil = isOffset ? 'noNextToken' : 'noDataLeft';
	return grouped(
		[...new Set(names)].map((parameter) => byToken(page, fact, parameter, reason, pageUntil)),
	);
}

/** @returns the numbers that a first page can have */
function firstOf(numbers: readonly Counted[]): Counted[] {
	return numbers.filter(({ number }) => number <= 1).slice(0, MOST_ECHOED);
}

function echoedPages(page: FirstPage): Candidate[] {
	return firstOf(page.pages).flatMap((fact) => {
		const { path, number } = fact;
		const reason = `Page number in the response: ${path} (${number}).`;
		const names = pageParameters(fact, page.url);
		return numberings(page, 'page', names, [number], reason);
	});
}

function echoedOffsets(page: FirstPage): Candidate[] {
	return firstOf(page.offsets).flatMap((fact) => {
		const { path, number } = fact;
		const reason = `Offset in the response: ${path} (${number}).`;
		const names = offsetParameters(fact, page.url);
		const by = (kind: Kind, some: string[]) => numberings(page, kind, some, [number], reason);
		const [likeliest, others] = [names.slice(0, 1), names.slice(1)];
		// Some servers count pages by what they call an offset.
		return [...by('offset', likeliest), ...by('page', likeliest), ...by('offset', others)];
	});
}

/** @returns the member of the last record that names it; `undefined` when it has none */
function lastIdOf({ records }: FirstPage): string | undefined {
	const last = records.at(-1);
	return ['', ...RECORD_WRAPPERS].flatMap((wrapper) => {
		const holder = isRecord(last) && wrapper !== '' ? last[wrapper] : last;
		const name = ID_NAMES.find((key) => isRecord(holder) && key in holder);
		return name === undefined ? [] : [wrapper === '' ? name : `${wrapper}.${name}`];
	})[0];
}

/** Where each record has a cursor of its own, that of the last one leads to the next page (Render). */
function lastCursor(page: FirstPage): Candidate[] {
	const last = page.records.at(-1);
	if (!isRecord(last) || typeof last.cursor !== 'string' || page.tokens.length > 0) return [];
	const reason = 'Each record has a cursor: that of the last one names the next page.';
	return fromLast(page, 'cursor', ['cursor', 'after', 'starting_after'], reason);
}

/** Parameters for the last record, where only a flag says that there are more (Stripe). */
const AFTER_NAMES = ['starting_after', 'after', 'after_id', 'startingAfter', 'last_id', 'since_id'];

function fromLast(page: FirstPage, member: string, names: string[], reason: string): Candidate[] {
	const path = `${page.property === '' ? '' : `${page.property}.`}-1.${member}`;
	const id = { path, value: null };
	return names.map((parameter) => byToken(page, id, parameter, reason, 'noDataLeft'));
}

const GUESSED = 'The response does not name the parameter of its pages: the usual ones were tried.';

/** Parameters that are usual, for a response that does not name its own. */
function guesses(page: FirstPage): Candidate[] {
	const { url, facts } = page;
	const has = (path: RegExp) => facts.some((fact) => path.test(fact.path));
	const offsets = [
		// Socrata, ArcGIS, OData.
		...(has(/^header:X-Soda/i) ? ['$offset'] : []),
		...(has(/exceededTransferLimit$/) ? ['resultOffset'] : []),
		...(has(/^(@odata|odata|d[.])/) ? ['$skip'] : []),
		...styleOf('offset', url),
	];
	return [
		...numberings(page, 'offset', offsets, [0], GUESSED),
		...numberings(page, 'page', [...styleOf('page', url), 'page'], [1, 0], GUESSED),
		...numberings(page, 'offset', ['offset'], [0], GUESSED),
	].map((one) => ({ ...one, isGuess: true }));
}

/** Parameters that fewer APIs have. */
function fewerGuesses(page: FirstPage): Candidate[] {
	return [
		...numberings(page, 'offset', USUAL.offset, [0, 1], GUESSED),
		...numberings(page, 'page', USUAL.page, [1, 0], GUESSED),
	].map((one) => ({ ...one, isGuess: true }));
}
