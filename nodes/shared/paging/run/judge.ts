import { countOf } from '../../basics/text';
import type { PagingScheme } from '../dataset/types';
import type { Metadata } from '../response/metadata/metadata';
import { flagOf, moreSigns, totalOf } from '../response/metadata/more';
import { nameOf, namesEnd, namesSomethingElse } from '../response/metadata/names';
import { isAddress, isUsualSize } from '../response/metadata/urls';
import { isNull, isPresent, readPath } from '../response/path';
import type { ObservedRun } from './observed';
import { tokenInstead } from './suggestion';

const LIMIT = 'pagingScheme.request.limitValue';

/** What only one more request can tell about the end of a run. */
interface Doubt {
	/** Of the request. */
	position: number;
	/** What it means if that request returns records that the run has not read. */
	text: string;
	/** Whether the text is worth saying if the request is not sent. */
	isLikely: boolean;
	/** Whether the run then counts as incomplete. */
	isGap: boolean;
}

/**
 * @returns what the numbers and the answers say about a run that has reached its end: why it may be
 *   incomplete, and what else is worth knowing
 */
export function judge(run: ObservedRun) {
	const incomplete: string[] = [];
	const notices: string[] = [];
	const { stopReason, first, isMore, total, firstTotal = total, items, leftOut } = run;
	if (isSettled(run)) return { incomplete, notices };
	const stopped = isEndAfterAll(run) ? undefined : run.stopped;
	if (stopped !== undefined) incomplete.push(stopped);
	// A loop that is the end after all needs no warning.
	else if (run.stopped !== undefined && stopReason !== 'loopDetected') notices.push(run.stopped);
	const expected = (total ?? NaN) - leftOut;
	if (leftOut === 0 || items < expected) incomplete.push(...compare(run, expected));
	if (total !== undefined && firstTotal !== undefined && total !== firstTotal) {
		const change = `from ${firstTotal} to ${total} during the run`;
		const isGrown = total > firstTotal && incomplete.length === 0;
		if (isGrown) notices.push(`The total that the API reported rose ${change}.`);
		else
			incomplete.push(
				`The total that the API reported changed ${change}, so records may be missing or duplicated.`,
			);
	}
	// Where no records were found at all, that says more than a total.
	if (stopped === undefined || first) incomplete.push(...compareWithOtherTotal(run));
	const doubt = incomplete.length === 0 ? doubtAbout(run) : undefined;
	if (doubt && (isMore ?? doubt.isGap)) incomplete.push(doubt.text);
	else if (doubt?.isLikely && isMore === undefined) notices.push(doubt.text);
	if (stopped === undefined) incomplete.push(...signsOfMore(run));
	return { incomplete, notices };
}

/** Whether the numbers leave nothing to judge. */
function isSettled({ stopReason, page, items, total, firstTotal }: ObservedRun): boolean {
	const isAll = items === total && total === firstTotal && page > 1;
	return isAll && stopReason === 'reachTotalCount';
}

/** Some servers show the end in another way than the dataset says. */
function isEndAfterAll(run: ObservedRun): boolean {
	const { stopReason, total, leftOut, items, page, response, dataset, watch, isRepeat } = run;
	const known = total ?? otherTotalOf(run)?.number;
	if (known !== undefined && items === known - leftOut) return true;
	if (stopReason === 'loopDetected') {
		if (run.isEmpty) return true;
		// A server that ignores the parameter repeats page one.
		return page > 2 && (isRepeat || watch.last < watch.largest);
	}
	// An empty list may be null. A token with it says that it is not the end.
	const { pagingScheme: scheme, property } = dataset;
	if (!response || !isNull(property, response)) return false;
	const { nextToken, pageInfo } = scheme?.response ?? {};
	if (nextToken !== undefined) return readPath(nextToken, response) === undefined;
	return pageInfo === undefined;
}

/**
 * @param place where the response contains the total, when that is not configured
 * @returns why records may be missing, or may have been read twice
 */
function compare({ items, watch, dataset }: ObservedRun, expected: number, place = ''): string[] {
	const { largest } = watch;
	const read = `${countOf(items, 'record')} ${items === 1 ? 'was' : 'were'} read`;
	const reported = `${expected} that the API reported${place}`;
	if (items > expected) {
		return [
			`${read}, more than the ${reported}: some may have been read twice, or the total is not that of the records.`,
		];
	}
	const isCapped =
		place === '' && largest > 0 && largest < (dataset.pagingScheme?.request.limitValue ?? 0);
	const advice = isCapped
		? ` No page contained more than ${countOf(largest, 'record')}: set ${LIMIT} to ${largest}.`
		: '';
	return items < expected ? [`${read}, fewer than the ${reported}.${advice}`] : [];
}

/** A total that is not configured counts only where it cannot be anything else. */
function compareWithOtherTotal(run: ObservedRun): string[] {
	const { items, watch, first, startsAtBeginning } = run;
	const scheme = run.dataset.pagingScheme;
	const { totalCount = '' } = scheme?.response ?? {};
	// A total that is configured is believed, unless its name is that of something else.
	if (run.total !== undefined && !namesSomethingElse(nameOf(totalCount))) return [];
	const other = otherTotalOf(run);
	if (!other || !startsAtBeginning) return [];
	const { number, path } = other;
	const pageSize = scheme?.request.limitValue ?? Infinity;
	// `count` is often that of the page, or the page size.
	if (first?.isCount && !(number > pageSize && watch.largest === pageSize)) return [];
	const isOther = number <= watch.largest || number === watch.filled || number === pageSize;
	return items < number || !isOther ? compare(run, number, ` in "${path}"`) : [];
}

/** A total that is not configured, the same on the first and last page with records. */
function otherTotalOf({ first, last, end, dataset }: ObservedRun) {
	const known = pathsOf(dataset.pagingScheme);
	const [one, other] = [first ?? end, last ?? end].map(
		(page) => page && totalOf(page, dataset.property, known),
	);
	return one?.number === other?.number && one?.path === other?.path ? one : undefined;
}

/** @returns what the answers leave open about the end of a run; `undefined` when they settle it */
export function doubtAbout(run: ObservedRun): Doubt | undefined {
	const { dataset, watch, lastPosition, page, stopReason } = run;
	const { pagingScheme: scheme } = dataset;
	if (lastPosition === undefined || watch.largest === 0) return undefined;
	if (isSettled(run) || otherTotalOf(run)) return undefined;
	const gap =
		scheme?.type === 'offsetAndLimit' ? gapIn(run, lastPosition, scheme.request) : undefined;
	if (gap) return gap;
	// A value that is the same on every page ends a run on its first one, which is full then.
	const [path = ''] = pathsOf(scheme);
	const { limitValue } = scheme?.request ?? {};
	const isFull = limitValue === undefined ? isUsualSize(watch.last) : watch.last >= limitValue;
	const isEnd = stopReason === 'noDataLeft' || namesEnd(nameOf(path));
	if (page > 1 || !isFull || isEnd) return undefined;
	const text = `Reading stopped at "${path}", but the page after the last one has records. It may be about the page, not about the list.`;
	const position = lastPosition + (run.strategy.numbering?.step ?? 1);
	return { position, text, isGap: false, isLikely: false };
}

/** Offsets rise by the page size, whatever the server returns. */
function gapIn(
	{ stopReason, watch, end, last, dataset: { property } }: ObservedRun,
	lastPosition: number,
	{ limitParameter, limitValue = 0, valueTemplate = '' }: PagingScheme['request'],
): Doubt | undefined {
	const { largest, filled, isEven } = watch;
	const isAnswered = [end, last].some(
		(page) => page && (flagOf(page, property) || page.totalPages.length > 0),
	);
	if (stopReason !== 'noDataLeft' || largest >= limitValue || isAnswered) return undefined;
	// Two pages may differ by chance, unless the first one has a typical page size.
	const isCapped = filled > 1 && isEven && (filled > 2 || largest % 5 === 0);
	// Some servers call the number of records on the page its size.
	const sizes = filled > 1 || isUsualSize(largest) ? (last?.sizes ?? []) : [];
	const isGap = isCapped || (sizes.length > 0 && sizes.every(({ number }) => number === largest));
	const isSizeSent = limitParameter !== undefined || /\{(size|last)\}/.test(valueTemplate);
	return {
		position: lastPosition + watch.last,
		text: `No page contained more than ${countOf(largest, 'record')}, but offsets rise by ${limitValue}, so the records between them are missing: set ${LIMIT} to ${largest}.`,
		isGap,
		isLikely: isGap || !isSizeSent || isUsualSize(largest),
	};
}

/** What the answers say about records that were not read. */
function signsOfMore(run: ObservedRun): string[] {
	const { dataset, page, items, end } = run;
	const isCounted = page > 1 && items === (run.total ?? otherTotalOf(run)?.number);
	if (!end || isCounted) return [];
	const { lastPage } = dataset.pagingScheme?.response ?? {};
	if (lastPage !== undefined && SUCCESS.test(nameOf(lastPage))) {
		return [
			`pagingScheme.response.lastPage "${lastPage}" says whether the request has succeeded, which is true on every page, so only one page was read.`,
		];
	}
	if (flagOf(end, dataset.property)?.hasMore === false) return [];
	return [withoutToken(run, end) ?? pageBefore(run) ?? pageAfter(run, end) ?? []].flat();
}

/** The first page of all has no page before it. */
function pageBefore({ lastPosition, start, startsAtBeginning, first }: ObservedRun) {
	if (lastPosition === undefined || start.pages > 0 || !startsAtBeginning) return undefined;
	const before = first?.previous.find(({ value }) => value === true || isAddress({ value }));
	if (!before) return undefined;
	return `Records may be missing at the beginning: the first page contains "${before.path}", so there is a page before it. Check the number of the first page.`;
}

/** What says whether a request has succeeded is true on every page. */
const SUCCESS = /^(?:ok|success|successful|status|valid)$/;

/** The token may be elsewhere, if its path was in no answer and the only page may be full. */
function withoutToken(run: ObservedRun, end: Metadata): string | undefined {
	const { dataset, page, items, watch, response, stopReason } = run;
	const { nextToken } = dataset.pagingScheme?.response ?? {};
	if (nextToken === undefined || stopReason !== 'noNextToken' || page > 1) return undefined;
	if (!response || isPresent(nextToken, response)) return undefined;
	const { limitValue } = dataset.pagingScheme?.request ?? {};
	const isFull = watch.last >= (limitValue ?? Infinity) && items !== otherTotalOf(run)?.number;
	// Without a page size, a round number of records may be one.
	const mayBeFull = isFull || (limitValue === undefined && watch.last % 5 === 0);
	const instead = tokenInstead(nextToken, end, mayBeFull);
	const missing = `pagingScheme.response.nextToken "${nextToken}" was not found in the response, so only one page was read.`;
	if (instead !== undefined) return `${missing} Did you mean "${instead}"?`;
	return isFull
		? `${missing} It contained ${countOf(watch.last, 'record')}, as many as were requested, so there may be more pages.`
		: undefined;
}

/** What says that there is a page after the last one. */
function pageAfter(run: ObservedRun, end: Metadata): string | undefined {
	const { dataset, stopReason, page: pages, items: records, last = end, origin } = run;
	const { pagingScheme: scheme, property } = dataset;
	// What names a next page may stay after a flag or a page without records, and lead to newer records
	// where a token is followed to older ones.
	const isByFlag = scheme !== undefined && stopReason === 'noNextPage';
	const isRead = stopReason === 'noNextToken' && pages > 1;
	const kinds = stopReason === 'noDataLeft' || isByFlag || isRead ? [] : ['next', 'remaining'];
	const signsIn = (page: Metadata, wanted: string[]) =>
		moreSigns(
			page,
			{ url: origin.url, property },
			{ records, pages, known: pathsOf(scheme) },
		).filter(({ kind }) => wanted.includes(kind));
	const pagesAfter = run.startsAtBeginning ? signsIn(last, ['pages']) : [];
	const [sign] = [...signsIn(end, ['flag', ...kinds]), ...pagesAfter];
	if (!sign) return undefined;
	const where =
		sign.path === 'header:Link'
			? 'the Link header of the last response contains rel="next"'
			: sign.kind === 'next'
				? `the last response contains a value in "${sign.path}"`
				: `the last response contains "${sign.path}": ${String(sign.value)}`;
	return `More records may follow: ${where}, but reading stopped there.`;
}

/** Paths of what leads a run to its end; empty where the records do. */
function pathsOf(scheme: PagingScheme | undefined): string[] {
	return Object.values(scheme?.response ?? {}).filter((path) => path !== undefined);
}
