// Names as APIs write them. cspell:disable
import { isRecord } from '../../basics/guards';
import { readPath } from '../path';
import { type Fact, objectOf } from '../response/facts';
import { ID_NAMES, OFFSET_NAMES, PAGE_PARAMETERS } from '../response/knownNames';
import { isAddress } from '../response/nextPage';
import { numberingIn } from '../response/numbering';
import { isTooLong } from '../schemes/token';
import { waysToFollow } from './followedUrls';
import {
	type Candidate,
	echoedNumbers,
	flagIn,
	numbered,
	standardOffsets,
} from './numberCandidates';
import { type NumberKind, styleOf, tokenParameters, USUAL } from './parameters';
import { isFilter } from './ownParameters';
import type { FirstPage } from './types';

/** How many likely names are tried one by one, before one request shows whether the server knows any of the others. */
const LIKELY = 3;

/** Parameters of tokens besides the one that has the token's name. */
const TEXT_PARAMETERS = ['cursor', 'token', 'page_token', 'pageToken'];

/** How many texts are tried. */
const MOST_TEXTS = 2;

const GUESSED = 'The response does not name the parameter of its pages: the usual ones were tried.';

/** Yields the schemes that a first page suggests, the likeliest first. */
export function* candidatesFor(page: FirstPage): Generator<Candidate> {
	const { url, nextUrls, tokens, totals } = page;
	for (const next of nextUrls) yield* byUrl(page, next);
	for (const token of tokens) yield* grouped(byToken(page, token));
	for (const { name, kind, value } of numberingIn(url)) yield numbered(page, kind, name, value);
	const echoed = [...echoedNumbers(page, 'page'), ...echoedNumbers(page, 'offset')];
	yield* grouped(echoed);
	yield* byText(page);
	if (tokens.length === 0) yield* byLastRecord(page, echoed.length === 0);
	const guess = (kind: NumberKind, names: readonly string[], starts: readonly number[]) =>
		names
			.filter((name) => !isFilter(url, name))
			.flatMap((name) => starts.map((start) => numbered(page, kind, name, start, GUESSED, true)));
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

/** The token of the next page, or its number, by each name that its parameter may have. */
function byToken(page: FirstPage, token: Fact): Candidate[] {
	const { name, path, number } = token;
	// Some servers number a next page also on the last one, `{ "nextPage": 8 }`; a token says that there is one.
	const pageUntil = number !== undefined && /page$/.test(name) ? 'noDataLeft' : 'noNextToken';
	const names = tokenParameters(token, page.url);
	return names.map((parameter) =>
		sending(page, token, parameter, `Next token: ${path}.`, pageUntil),
	);
}

/** Text where an API has the number of a page or an offset may be a token: `{ "page": "b64==" }`. */
function byText(page: FirstPage): Candidate[] {
	const { url, facts, tokens } = page;
	const texts = facts.filter(
		(fact) =>
			fact.isAbout &&
			(PAGE_PARAMETERS.has(fact.name) || OFFSET_NAMES.has(fact.name)) &&
			isWord(fact) &&
			!tokens.includes(fact) &&
			!isFilter(url, fact.keys.at(-1) ?? ''),
	);
	return texts.slice(0, MOST_TEXTS).flatMap((fact) => {
		const reason = `The response has text for the number of a page: ${fact.path}.`;
		const names = [fact.keys.at(-1) ?? '', ...TEXT_PARAMETERS.filter((one) => !isFilter(url, one))];
		const candidates = names.map((name) => ({
			// It may be that of a page after the last one.
			...sending(page, fact, name, reason, 'noDataLeft'),
			isGuess: true,
		}));
		return grouped(candidates, 1);
	});
}

function isWord(fact: Fact): boolean {
	const { path, value, number } = fact;
	const isText = typeof value === 'string' && number === undefined && /^\S+$/.test(value);
	return isText && !path.startsWith('header:') && !isAddress(fact);
}

/** Where nothing names the next page but the last record of this one. */
function* byLastRecord(page: FirstPage, isUnnumbered: boolean): Generator<Candidate> {
	const last = page.records.at(-1);
	// Render: `[{ "cursor": "abc", "service": { … } }, …]`.
	if (isRecord(last) && typeof last.cursor === 'string' && !isFilter(page.url, 'cursor'))
		yield sendingOfLast(
			page,
			'cursor',
			'cursor',
			'Each record has a cursor: that of the last one names the next page.',
		);
	const id = idOf(last);
	if (id === undefined || !isUnnumbered || flagIn(page).evidence.length === 0) return;
	const reason = `Only a flag says that there are more pages: the last record's ${id} names the next one.`;
	// Stripe.
	for (const name of ['starting_after', 'after'])
		if (!isFilter(page.url, name)) yield sendingOfLast(page, id, name, reason);
}

/** Whichever way records are sorted (Discord, Trello). */
function* byLastId(page: FirstPage): Generator<Candidate> {
	const id = idOf(page.records.at(-1));
	if (id === undefined) return;
	const reason = `The response does not say how to continue: the ${id} of its last record was tried.`;
	for (const name of ['after', 'before'])
		if (!isFilter(page.url, name))
			yield { ...sendingOfLast(page, id, name, reason), isGuess: true };
}

/** @returns the path of what names a record, as its user does a member of a server (Discord); `undefined` when nothing does */
function idOf(record: unknown): string | undefined {
	return [...ID_NAMES, 'user.id'].find((path) => readPath(path, { body: record }) !== undefined);
}

function sendingOfLast(
	page: FirstPage,
	member: string,
	parameter: string,
	reason: string,
): Candidate {
	const { property, records } = page;
	const value = readPath(member, { body: records.at(-1) });
	const path = `${property === '' ? '' : `${property}.`}-1.${member}`;
	return sending(page, { path, value }, parameter, reason, 'noDataLeft');
}

/** @returns the dataset whose pages each contain what the next one is requested by */
function sending(
	page: FirstPage,
	{ path, value }: { path: string; value: unknown },
	parameter: string,
	reason: string,
	pageUntil: string,
): Candidate {
	const { response, evidence } = flagIn(page);
	return {
		scheme: {
			type: 'nextToken',
			tokenType: 'token',
			request: { tokenParameter: parameter },
			response: { nextToken: path, ...response },
			pageUntil,
		},
		evidence: [reason, ...evidence],
		attempt: `${path} as ${parameter}`,
		isGuess: false,
		...((typeof value === 'string' || typeof value === 'number') &&
			!isTooLong(value) && { probe: [parameter, value] }),
		follows: { path, parameter },
	};
}

/** The URL of the next page: completed if it has to be, as it is, and with all that it lacks of the first one (Polygon: the key). */
function byUrl(page: FirstPage, next: Fact): Candidate[] {
	const { path } = next;
	const { response, evidence } = flagIn(page);
	const pageUntil = alwaysHasNext(page, next) ? 'noDataLeft' : 'noNextToken';
	return waysToFollow(page, next).map(({ nextBase, keepParameters }) => {
		const names = keepParameters?.join(', ');
		return {
			scheme: {
				type: 'nextToken',
				tokenType: 'url',
				request: { ...(keepParameters && { keepParameters }) },
				response: {
					nextToken: path,
					...(nextBase !== undefined && { nextBase }),
					...response,
				},
				pageUntil,
			},
			evidence: [
				`Next URL: ${path}.`,
				...evidence,
				...(nextBase === undefined ? [] : [`Relative next URLs belong to ${nextBase}.`]),
				...(names === undefined ? [] : [`The next URL lacks ${names}, which the first URL has.`]),
			],
			attempt: `the URL at ${path}${names === undefined ? '' : ` with ${names}`}`,
			isGuess: false,
			follows: { path },
		};
	});
}

/** Some servers link to a next page also from the last one: a link back from the first shows it. */
function alwaysHasNext({ facts }: FirstPage, next: Fact): boolean {
	// Sentry: `<https://…>; rel="next"; results="false"; cursor="0:100:0"`.
	if (next.path === 'header:Link') return /results\s*=\s*"/i.test(String(next.value));
	return facts.some(
		(fact) =>
			fact !== next &&
			/^(prev|previous)(page)?$/.test(fact.name) &&
			objectOf(fact).startsWith(objectOf(next)) &&
			isAddress(fact),
	);
}
