import { countOf } from '../../basics/countOf';
import type { Dataset } from '../dataset/types';
import type { FieldText } from '../fieldText';
import { PagingError } from '../pagingErrors';
import { readPath } from '../path';
import type { Comparison } from '../response/compare';
import { TOTAL_NAMES } from '../response/knownNames';
import type { MoreSign } from '../response/moreSigns';
import { PAST_THE_END } from '../run/pageAnswer';
import { paginate } from '../run/paginate';
import type { Page, PageResponse, Pages, PagingOptions, StopReason, Summary } from '../types';
import { NO_LIST, OTHER_FIELDS } from './noPage';
import type { Candidate } from './numberCandidates';
import type { PageOne } from './pageOne';
import { SAME_RECORDS } from './questions';
import type { Recorder } from './recorder';
import type { FirstPage } from './types';

/** How many empty pages are followed at most before the next one with records. */
const MOST_EMPTY_PAGES = 4;

/** What page two shows; a text is why the candidate is not the scheme of the API. */
type TrialResult = FieldText | Proof;

export interface Proof {
	/** What page two has, as a sentence. */
	evidence: string;
	/** Page two, if it has records; without it, the scheme works, and page one has all records. */
	second?: PageResponse | undefined;
	/** Whether a record of page one is on page two as well, and nothing explains it. */
	isOverlapping?: boolean;
	/** The status by which the server says that there is no page two: 404. */
	endStatus?: number;
}

/** How a candidate is tried. */
interface Trial {
	page: FirstPage;
	pageOne: PageOne;
	/** What says that there are more pages. */
	seen: readonly MoreSign[];
	options: PagingOptions;
	recorder: Recorder;
	/** Of the candidate. */
	dataset: Dataset;
}

/** Reads page one and two as the run itself would, and compares them. */
export async function prove(candidate: Candidate, trial: Trial): Promise<TrialResult> {
	const { seen, options, recorder, dataset, pageOne } = trial;
	const responses: PageResponse[] = [];
	const pages = paginate(dataset, {
		...options,
		send: async (request, control) =>
			await recorder.send(request, { ...control, isTrial: candidate.isGuess }),
		limits: { maxPages: MOST_EMPTY_PAGES + 2, prefetch: 1 },
		observer: { onRead: ({ response }) => void responses.push(response) },
		// Of the run that follows.
		resume: undefined,
		warnings: [],
	});
	let read = 0;
	for await (const step of stepsOf(pages)) {
		if ('stopReason' in step) return atEnd(step, read, responses, candidate, trial);
		read++;
		if (read === 1) {
			if (await isPageOne(step.items, pageOne)) continue;
			return 'page one, requested by it, has other records';
		}
		const found = step.items.length;
		if (found > 0) {
			const relation = await pageOne.relationOf(step.items);
			const repeated = relation === 'overlapping' ? await pageOne.repeatedOn(step.items) : 0;
			if (relation !== 'new' && repeated > 1)
				return !candidate.follows && pageOne.isContinuedBy(step.items)
					? CONTINUING
					: NOT_NEW.overlapping;
			if (relation === 'same' || relation === 'different') return NOT_NEW[relation];
			const evidence = `Page two has ${countOf(found - repeated, 'new record')} with the same fields.`;
			const repeats = repeated > 0 ? ' It begins with a record of page one.' : '';
			return {
				evidence: evidence + repeats,
				second: responses.at(-1),
				isOverlapping: repeated > 0,
			};
		}
		if (seen.length > 0 && !candidate.follows) return EMPTY_PAGE;
	}
	return UNREAD;
}

/** Whether these are the records of page one, as they were or as they are now. */
async function isPageOne(items: readonly unknown[], pageOne: PageOne): Promise<boolean> {
	const relation = items.length === 0 ? 'same' : await pageOne.relationOf(items);
	if (relation === 'same' && items.length === pageOne.records.length) return true;
	return relation === 'overlapping' && (await pageOne.isNow(items));
}

/** The pages of a run, and then how it went. */
async function* stepsOf(pages: Pages): AsyncGenerator<Page | Summary> {
	yield yield* pages;
}

export const EMPTY_PAGE = 'page two is empty';

export const OVERLAPPING = 'page two has some of the records of page one';

/** There are more records than those of page one. */
export const CONTINUING = 'page two has some of the records of page one, and others';

export const LOWER_TOTAL = 'the total of page two is lower';

const UNREAD = 'page one could not be read';

/** Why a run that ended like that has not read page two. */
const REFUTED: Partial<Record<StopReason, string>> = {
	loopDetected: SAME_RECORDS,
	pathNotFound: NO_LIST,
	// A parameter that is not one for tokens may lead from empty page to empty page without an end.
	maxPages: 'the pages after page one are empty',
};

/** What records are that are not those of page two. */
const NOT_NEW: Record<Exclude<Comparison, 'new'>, string> = {
	same: SAME_RECORDS,
	overlapping: OVERLAPPING,
	different: OTHER_FIELDS,
};

/** The run ended without a second page that has records. */
function atEnd(
	{ stopReason, error }: Summary,
	pages: number,
	responses: readonly PageResponse[],
	{ follows, isGuess }: Candidate,
	{ page, seen }: Trial,
): TrialResult {
	// A link or a token may lead to an empty last page; a number or a flag says that there are records.
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
		if (error instanceof PagingError) return error.texts.message;
		return error instanceof Error ? error.message : String(error);
	}
	const known = REFUTED[stopReason];
	if (known !== undefined) return known;
	if (pages === 0) return UNREAD;
	// A parameter that means something else, such as a filter, can lead to an empty page as well.
	if (reportsMore || isWeak) return EMPTY_PAGE;
	if (!follows && sinksTotal(page, responses)) return LOWER_TOTAL;
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
