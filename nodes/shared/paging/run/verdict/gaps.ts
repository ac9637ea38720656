import type { Fact } from '../../response/facts';
import { countOf } from '../../../basics/countOf';
import { type FieldText, fieldText } from '../../fieldText';
import { sendsSize } from '../../valueTemplate';
import { LAST_NAMES, MORE_NAMES, TOTAL_NAMES, TOTAL_PAGES_NAMES } from '../../response/knownNames';
import { lastNameOf } from '../../response/memberNames';
import { flagOf } from '../../response/moreSigns';
import { isRoundNumber, isUsualSize } from '../../response/usualSize';
import type { StopReason } from '../../types';
import {
	incomplete,
	isIncomplete,
	isUnanswered,
	type Observed,
	pathsToEnd,
	type Finding,
	type OpenEnd,
	type ReadAnswer,
} from './observed';
import { LIMIT_VALUE } from './pageSizes';
import { mayBeLastNumber } from './statements/pageCount';
import { otherTotalOf, totalIn } from './statements/total';

/** Names that say where a list ends and mean nothing else; a total may be that of the page. */
const SAYS_END = new Set([...LAST_NAMES, ...MORE_NAMES, ...TOTAL_PAGES_NAMES]);

/** What the answers leave open: whether there are records where none were read. */
interface Doubt extends OpenEnd {
	/** What it means if that page has records. */
	text: FieldText;
	/** Whether records are so likely that the run counts as incomplete if the page is not requested. */
	isGap: boolean;
	/** Whether they are likely enough to say so then. */
	isLikely: boolean;
}

/** Records between pages, or after the last one, that no answer has mentioned. */
export function unreadRecords(observed: Observed, before: readonly Finding[]): Finding[] {
	// Anything else that was found is clearer; so is a total of more than a page has.
	const { number = 0 } = otherTotalOf(observed) ?? {};
	if (isIncomplete(before) || number > observed.counts.largest) return [];
	return findingsOf(
		observed,
		gapInside(observed) ??
			gapAtEnd(observed) ??
			pageAfterOne(observed) ??
			emptyPageInside(observed),
	);
}

/** A total that may be only how far the API lets its users read, as the page that has reached it is full. */
export function totalAsLimit(observed: Observed): Finding[] {
	const { answers, counts, ending, numbering } = observed;
	const { end } = answers;
	const { number } = totalIn(observed) ?? {};
	const isFull = counts.last === counts.largest && counts.filled > 1;
	if (!end || !numbering || number === undefined || !isFull) return [];
	if (ending?.stopReason !== 'reachTotalCount' || end.position === undefined) return [];
	const isSaid = saysMore(end, observed);
	if (!isSaid && number % USUAL_LIMIT !== 0) return [];
	return findingsOf(observed, {
		position: end.position + numbering.step,
		text: `Reading stopped at the total of ${number}, but the API has more records: the total may be a limit.`,
		isGap: isSaid,
		isLikely: false,
	});
}

/** APIs that limit how far a list can be read, or how far they count, do so at a round number of records. */
const USUAL_LIMIT = 1_000;

/**
 * @returns whether an answer says that there is more, by a flag, a next URL, or a token: one that is the
 *   same on the first page, such as that of a search, names no page
 */
export function saysMore(answer: ReadAnswer, { answers: { first } }: Observed): boolean {
	const { nextUrls, tokens } = answer.metadata;
	const isFirst = first?.metadata === answer.metadata;
	const before = isFirst ? [] : (first?.metadata.tokens ?? []);
	const isConstant = ({ path, value }: Fact) =>
		before.some((one) => one.path === path && one.value === value);
	return (
		flagOf(answer.metadata)?.hasMore === true ||
		nextUrls.length > 0 ||
		tokens.some((token) => !isConstant(token))
	);
}

/** @returns whether an answer says that it is the last one: `{ "has_more": false }`, `{ "next": null }` */
export function saysEnd({ metadata }: ReadAnswer): boolean {
	return flagOf(metadata)?.hasMore === false || metadata.noNext.some(({ isAbout }) => isAbout);
}

/** An empty page that names a next one, or that the page before has named: all of its records may be left out. */
function emptyPageInside(observed: Observed): Doubt | undefined {
	const { answers, ending, numbering, pages } = observed;
	const { end, last } = answers;
	const isEmpty = ending?.stopReason === 'noDataLeft' && end?.records.length === 0;
	if (!isEmpty || last?.position === undefined || !numbering) return undefined;
	if (!saysMore(end, observed) && (!saysMore(last, observed) || saysEnd(end))) return undefined;
	return {
		position: last.position + 2 * numbering.step,
		text: `Page ${pages} has no records, but the page after it has: reading stopped there.`,
		isGap: false,
		isLikely: false,
	};
}

function findingsOf(observed: Observed, doubt: Doubt | undefined): Finding[] {
	if (!doubt) return [];
	const { text, isGap, isLikely, position, isCommon = false, isBetween = false } = doubt;
	const isOpen = isUnanswered(doubt, observed);
	const isMore = isOpen ? isGap : observed.beyond === 'new';
	const isSaid = isLikely && isOpen;
	const notice: Finding[] = isSaid ? [{ kind: 'notice', text }] : [];
	return [
		{ kind: 'doubt', position, isCommon, isBetween },
		...(isMore ? incomplete(text) : notice),
	];
}

/** Offsets rise by the page size, whatever the server returns: after a page that has fewer records, others lie between. */
function gapInside(observed: Observed): Doubt | undefined {
	const { short, largest } = observed.counts;
	const step = stepOf(observed);
	if (!short || step === undefined) return undefined;
	const isCapped = largest < step;
	return {
		position: short.position + short.records,
		text: isCapped
			? cappedPages(largest, step)
			: fieldText`Offsets rise by ${step}, but page ${short.page} has only ${countOf(short.records, 'record')}, so those after it may be missing. Set ${LIMIT_VALUE} to ${short.records} or less.`,
		isGap: isCapped && isCap(observed),
		isLikely: true,
		isBetween: true,
	};
}

/** How reading ends at an offset that is too large. */
const LEAVES_GAP = new Set<StopReason>(['noDataLeft', 'noNextPage', 'loopDetected']);

/** The only page with records, or the last one, has fewer records than offsets rise by. */
function gapAtEnd(observed: Observed): Doubt | undefined {
	const { dataset, counts, ending, answers } = observed;
	const { largest, filled } = counts;
	const { position, metadata } = answers.last ?? {};
	const step = stepOf(observed);
	// An empty page that says that it is the last one says nothing of the records before it.
	const isAnswered = metadata !== undefined && flagOf(metadata)?.hasMore === false;
	if (
		position === undefined ||
		step === undefined ||
		!LEAVES_GAP.has(ending?.stopReason ?? 'error') ||
		!(largest < step) ||
		isAnswered
	)
		return undefined;
	// Some servers call the number of records on the page its size.
	const sizes = filled > 1 || isUsualSize(largest) ? (metadata?.sizes ?? []) : [];
	const isGap =
		isCap(observed) || (sizes.length > 0 && sizes.every(({ number }) => number === largest));
	return {
		position: position + counts.last,
		text: cappedPages(largest, step),
		isGap,
		isLikely: isGap || !sendsSize(dataset.pagingScheme?.request ?? {}) || isUsualSize(largest),
		isBetween: true,
	};
}

/** @returns by how much offsets rise; `undefined` where pages have no offsets */
function stepOf({ dataset: { pagingScheme: scheme } }: Observed): number | undefined {
	return scheme?.type === 'offsetAndLimit' ? scheme.request.limitValue : undefined;
}

/** @returns whether the server seems to have a largest page size: two pages may have the same number of records by chance */
function isCap({ counts: { largest, filled, isEven } }: Observed): boolean {
	return filled > 1 && isEven && (filled > 2 || isRoundNumber(largest));
}

function cappedPages(largest: number, step: number): FieldText {
	return fieldText`No page contained more than ${countOf(largest, 'record')}, but offsets rise by ${step}, so the records between them are missing: set ${LIMIT_VALUE} to ${largest}.`;
}

/**
 * A total or a number of pages that is the same on every page ends a run on its first one, which is full then;
 * the number of the last page, where pages count from 0, ends it before that page.
 */
function pageAfterOne(observed: Observed): Doubt | undefined {
	const { dataset, counts, ending, pages, numbering, answers } = observed;
	const { position } = answers.last ?? {};
	const { pagingScheme: scheme } = dataset;
	if (position === undefined || !scheme) return undefined;
	const [path = ''] = pathsToEnd(observed);
	const { limitValue = Infinity } = scheme.request;
	const isFull = counts.last >= limitValue || isUsualSize(counts.last);
	const isEnd = ending?.stopReason === 'noDataLeft' || SAYS_END.has(lastNameOf(path));
	const isNumber =
		ending?.stopReason === 'reachTotalCount' &&
		scheme.response.totalPages !== undefined &&
		mayBeLastNumber(path, observed);
	if (!isNumber && (pages > 1 || !isFull || isEnd)) return undefined;
	return {
		position: position + (scheme.type === 'offsetAndLimit' ? counts.last : (numbering?.step ?? 1)),
		text: `Reading stopped at "${path}", but the page after the last one has records. It may be about the page, not about the list.`,
		isGap: false,
		isLikely: false,
		isCommon: TOTAL_NAMES.has(lastNameOf(path)),
	};
}
