import { countOf } from '../../basics/values';
import type { Dataset } from '../dataset/types';
import { PagingError } from '../errors';
import { compareRecords, type Comparison } from '../response/compare';
import type { MoreSign } from '../response/metadata/metadata';
import { TOTAL_NAMES } from '../response/metadata/names';
import { readPath } from '../values';
import { PAST_THE_END } from '../run/answer';
import { paginate } from '../run/paginate';
import type { Page, PageResponse, Pages, PagingOptions, StopReason, Summary } from '../types';
import type { FirstPage } from './firstPage';
import type { Candidate } from './numbers';
import { IGNORED, type Recorder } from './questions';

/** Empty pages that are followed before the next one with records. */
const MOST_EMPTY_PAGES = 4;

/** What page two shows; a text is why the candidate is not the scheme of the API. */
type Verdict = string | Proof;

export interface Proof {
	/** What page two has, as a sentence. */
	evidence: string;
	/** Page two, if it has records; without it, the scheme works, and page one has all records. */
	second?: PageResponse | undefined;
	/** By which the server says that there is no page two. */
	endStatus?: number;
}

/** How a candidate is tried. */
interface Trial {
	page: FirstPage;
	/** What says that there are more pages. */
	seen: readonly MoreSign[];
	options: PagingOptions;
	recorder: Recorder;
	/** Of the candidate. */
	dataset: Dataset;
}

/** Reads page one and two as the run itself would, and compares them. */
export async function prove(candidate: Candidate, trial: Trial): Promise<Verdict> {
	const { page, seen, options, recorder, dataset } = trial;
	const { records } = page;
	const responses: PageResponse[] = [];
	const pages = paginate(dataset, {
		...options,
		send: async (request, control) =>
			await recorder.send(request, { ...control, isTrial: candidate.isGuess }),
		limits: { maxPages: MOST_EMPTY_PAGES + 2, prefetch: 1 },
		onRead: ({ response }) => void responses.push(response),
		// Of the run that follows.
		resume: undefined,
		warnings: [],
	});
	let read = 0;
	for await (const step of stepsOf(pages)) {
		if ('stopReason' in step) return atEnd(step, read, responses, candidate, trial);
		read++;
		if (read === 1) {
			const { items } = step;
			const isSame = items.length === 0 || compareRecords(records, items) === 'same';
			if (isSame && items.length === records.length) continue;
			return 'page one, requested by it, has other records';
		}
		const found = step.items.length;
		if (found > 0) {
			const relation = compareRecords(records, step.items);
			if (relation !== 'new') return NOT_NEW[relation];
			const evidence = `Page two has ${countOf(found, 'new record')} with the same fields.`;
			return { evidence, second: responses.at(-1) };
		}
		if (seen.length > 0 && !candidate.follows) return EMPTY;
	}
	return UNREAD;
}

/** The pages of a run, and then how it went. */
async function* stepsOf(pages: Pages): AsyncGenerator<Page | Summary> {
	yield yield* pages;
}

export const EMPTY = 'page two is empty';
const UNREAD = 'page one could not be read';

/** Why a run that ended like that has not read page two. */
const REFUTED: Partial<Record<StopReason, string>> = {
	loopDetected: IGNORED,
	pathNotFound: 'page two has no list of records',
	// A parameter that is not one for tokens may lead from empty page to empty page without an end.
	maxPages: 'the pages after page one are empty',
};

/** What records are that are not those of page two. */
const NOT_NEW: Record<Exclude<Comparison, 'new'>, string> = {
	same: IGNORED,
	overlapping: 'page two has some of the records of page one',
	different: 'the records of page two have other fields',
};

/** The run ended without a second page that has records. */
function atEnd(
	{ stopReason, error }: Summary,
	pages: number,
	responses: readonly PageResponse[],
	{ follows, isGuess }: Candidate,
	{ page, seen }: Trial,
): Verdict {
	// A link or token that leads to an empty last page is no contradiction; a number or a flag is.
	const reportsMore = seen.some(({ kind }) => kind !== 'next' && (!follows || kind !== 'previous'));
	// A usual number that leads to an empty page says that there is no page two; a token does not.
	const isWeak = isGuess && follows !== undefined;
	if (stopReason === 'error') {
		const status = error instanceof PagingError ? error.status : undefined;
		const isPast = status !== undefined && PAST_THE_END.includes(status);
		if (isPast && pages === 1 && !reportsMore && !follows) {
			const evidence = `The API returned status ${status} for page two: page one has all records.`;
			return { evidence, endStatus: status };
		}
		return error instanceof Error ? error.message : String(error);
	}
	const known = REFUTED[stopReason];
	if (known !== undefined) return known;
	if (pages === 0) return UNREAD;
	// A parameter that means something else can lead to an empty page, too.
	if (reportsMore || isWeak) return EMPTY;
	if (!follows && sinksTotal(page, responses)) return 'the total of page two is lower';
	return { evidence: 'Page two is empty: page one has all records.' };
}

/** A total that sinks as the offset rises is not that of the list (Verdaccio). */
function sinksTotal({ facts }: FirstPage, responses: readonly PageResponse[]): boolean {
	const last = responses.at(-1);
	return facts.some(({ name, path, value }) => {
		const found = last && TOTAL_NAMES.has(name) ? readPath(path, last) : undefined;
		return found !== undefined && Number(found) < Number(value);
	});
}

/** A candidate, and why it is not the dataset. */
export interface Attempt {
	candidate: Candidate;
	reason: string;
}

/** What was found out about an API. */
interface Findings {
	page: FirstPage;
	seen: readonly MoreSign[];
	/** Why what says that page one is all is not believed. */
	doubt: string | undefined;
	attempts: readonly Attempt[];
}

/** More attempts than this would not be read, nor more signs. */
const MOST_ATTEMPTS = 4;
const MOST_SIGNS = 8;

/** Words for a sign that is neither a number nor a flag. */
const SIGNS: Partial<Record<MoreSign['kind'], string>> = {
	next: 'has a value',
	previous: 'has a value, although the URL names no page',
};

/** @returns the error that says what the first page shows, what was tried, and what to fill in */
export function notProven({ page, seen, doubt, attempts }: Findings): PagingError {
	const hasMore = seen.length > 0;
	const signs = seen.map(({ kind, path, value }) => `${path} ${SIGNS[kind] ?? `is ${value}`}.`);
	const named = attempts.filter(({ candidate }) => !candidate.isGuess);
	const tried = named.map(
		({ candidate, reason }) => `${candidate.attempt} (${reason.replace(/[.]$/, '')})`,
	);
	const listed = [...new Set(tried)].slice(0, MOST_ATTEMPTS).join('; ');
	const { property } = page;
	const [where, path] =
		property === ''
			? ['in the array that is the response', 'leave Records Path empty']
			: [`at ${property}`, `set Records Path to ${property}`];
	const message = [
		`Couldn't determine the paging scheme of this API. The response has ${countOf(page.records.length, 'record')} ${where}.`,
		...(hasMore
			? signs.slice(0, MOST_SIGNS)
			: [doubt ?? 'Nothing in it says whether there are more pages.']),
		...(listed === '' ? [] : [`Tried: ${listed}.`]),
		...(attempts.length > named.length
			? ["The usual parameters, such as page and offset, didn't return another page."]
			: []),
	].join(' ');
	const fields = fieldsFor(named[0]?.candidate, hasMore);
	const fix = `Set Paging Setup to Set Up Manually, ${path}, and fill in ${fields} as the documentation of the API says.`;
	const only = ' If the API has no more pages, set Paging Scheme to One Page.';
	return new PagingError(message, hasMore ? fix : fix + only);
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
