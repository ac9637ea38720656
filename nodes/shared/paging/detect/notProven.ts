import { countOf } from '../../basics/countOf';
import { type FieldText, fieldText, inDatasetWords, joinTexts } from '../fieldText';
import { PagingError } from '../pagingErrors';
import type { MoreSign } from '../response/moreSigns';
import { isPositionNumber } from '../response/numbering';
import type { Candidate, Probe } from './numberCandidates';
import type { FirstPage } from './types';

/** A candidate, and why it is not the dataset. */
export interface Attempt {
	candidate: Candidate;
	reason: FieldText;
}

/** What was found out about an API. */
interface Findings {
	page: FirstPage;
	seen: readonly MoreSign[];
	/** Why what says that page one is all is not believed. */
	doubt: string | undefined;
	attempts: readonly Attempt[];
	/** What has led to the last records of page one, and to others after them. */
	continuing: Candidate | undefined;
	/** Which parameters were answered by something other than a page, as a sentence; `undefined` if none was. */
	refused: string | undefined;
}

/** How many attempts a message lists: more would not be read. */
const MOST_ATTEMPTS = 4;

/** How many signs of more pages a message lists. */
const MOST_SIGNS = 8;

const CONTINUED =
	'the last of these records and others, so pages overlap, or the API leaves out records of each page';

/** Words for a sign that is neither a number nor a flag. */
const SIGNS: Partial<Record<MoreSign['kind'], string>> = {
	next: 'has a value',
	previous: 'has a value, although the URL names no page',
};

/** @returns the error that says what the first page shows, what was tried, and what to fill in */
export function notProven(findings: Findings): PagingError {
	const { page, seen, doubt, attempts, refused, continuing } = findings;
	const more = continuing?.probe && `${shown(continuing.probe)} returns ${CONTINUED}.`;
	const hasMore = seen.length > 0 || more !== undefined;
	const signs = seen.map(({ kind, path, value }) => `${path} ${SIGNS[kind] ?? `is ${value}`}.`);
	const named = attempts.filter(({ candidate }) => !candidate.isGuess);
	const tried = named.map(
		({ candidate, reason }) => fieldText`${candidate.attempt} (${withoutPeriod(reason)})`,
	);
	const distinct = new Map(tried.map((text) => [inDatasetWords(text), text]));
	const listed = joinTexts([...distinct.values()].slice(0, MOST_ATTEMPTS), '; ');
	const { property } = page;
	const [where, path] =
		property === ''
			? ['in the array that is the response', 'leave Records Path empty']
			: [`at ${property}`, `set Records Path to ${property}`];
	const sentences = [
		`Couldn't determine the paging scheme of this API. The response has ${countOf(page.records.length, 'record')} ${where}.`,
		...(hasMore
			? [...signs.slice(0, MOST_SIGNS), ...(more === undefined ? [] : [more])]
			: [doubt ?? 'Nothing in it says whether there are more pages.']),
		...(listed === '' ? [] : [fieldText`Tried: ${listed}.`]),
		...(attempts.length > named.length
			? ["The usual parameters, such as page and offset, didn't return another page."]
			: []),
		...(refused === undefined ? [] : [refused]),
	];
	const fields = fieldsFor(named[0]?.candidate ?? continuing, hasMore);
	const fix = `Set Paging Setup to Set Up Manually, ${path}, and fill in ${fields} as the documentation of the API says.`;
	const only = ' If the API has no more pages, set Paging Scheme to One Page.';
	return new PagingError(joinTexts(sentences, ' '), hasMore ? fix : fix + only);
}

/** @returns a parameter with its value; one that is not a number may be a secret */
function shown([name, value]: Probe): string {
	return isPositionNumber(String(value)) ? `${name}=${value}` : name;
}

/** @returns a text without its period, to stand in brackets */
function withoutPeriod(text: FieldText): FieldText {
	if (typeof text === 'string') return text.replace(/[.]$/, '');
	return text.map((part, at) =>
		typeof part === 'string' && at === text.length - 1 ? part.replace(/[.]$/, '') : part,
	);
}

function fieldsFor(candidate: Candidate | undefined, hasMore: boolean): string {
	const { follows, scheme } = candidate ?? {};
	if (follows) {
		const { path, parameter } = follows;
		const [, pageInfo] = /^(data[.].+)[.]endCursor$/.exec(path) ?? [];
		if (pageInfo !== undefined)
			return `Paging Scheme (GraphQL Connection), Page Info Path (${pageInfo}), and Query`;
		return parameter === undefined
			? `Paging Scheme (Next Token or URL), Next Page Type (URL), and Next Path (${path})`
			: `Paging Scheme (Next Token or URL), Next Path (${path}), and Token Parameter`;
	}
	if (scheme?.type === 'offsetAndLimit')
		return 'Paging Scheme (Offset and Limit), Offset Parameter, Page Size Parameter, and Page Size';
	return scheme && hasMore ? 'Page Parameter and First Page' : 'Paging Scheme and its parameters';
}
