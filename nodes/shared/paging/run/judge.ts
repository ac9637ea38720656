import * as warnings from './warnings';
import type { Dataset, OffsetScheme } from '../dataset/types';
import type { Metadata } from '../response/metadata/metadata';
import { flagOf, type MoreSign, moreSigns, totalOf } from '../response/metadata/more';
import { lastOf, namesEnd, namesSomethingElse, plain } from '../response/metadata/names';

import { isAddress, isUsualSize } from '../response/metadata/urls';
import { isNull, isPresent, readPath } from '../response/path';
import { tokenInstead } from './suggestion';
import type { ObservedRun } from './observer';

/** Why a finished run may be incomplete, and what else is worth knowing. */
export interface Judgment {
	incomplete: string[];
	notices: string[];
}

/** What only one more request can tell about the end of a run. */
export interface Doubt {
	/** Of the request. */
	position: number;
	/** What it means if that request returns records that the run has not read. */
	text: string;
	/** Whether the text is worth saying if the request is not sent. */
	isLikely: boolean;
	/** Whether the run then counts as incomplete. */
	isGap: boolean;
}

/** @returns what the numbers and the answers say about a run that has reached its end */
export function judge(run: ObservedRun): Judgment {
	const judgment: Judgment = { incomplete: [], notices: [] };
	const { incomplete, notices } = judgment;
	if (isSettled(run)) return judgment;
	const stopped = isEndAfterAll(run) ? undefined : run.stopped;
	if (stopped !== undefined) incomplete.push(stopped);
	// A loop that is the end after all needs no warning.
	else if (run.stopped !== undefined && run.stopReason !== 'loopDetected')
		notices.push(run.stopped);
	compareWithTotal(run, judgment);
	// Where no records were found at all, that says more than a total.
	if (stopped === undefined || run.first) incomplete.push(...compareWithOtherTotal(run));
	const doubt = incomplete.length === 0 ? doubtAbout(run) : undefined;
	if (doubt && (run.isMore ?? (doubt.isGap && doubt.isLikely))) incomplete.push(doubt.text);
	else if (doubt?.isLikely && run.isMore === undefined) notices.push(doubt.text);
	if (stopped === undefined) incomplete.push(...signsOfMore(run));
	return judgment;
}

/** Whether the numbers leave nothing to judge. */
function isSettled({ stopReason, pages, items, total, firstTotal }: ObservedRun): boolean {
	const isCounted = stopReason === 'reachTotalCount' && pages > 1;
	return isCounted && items === total && total === firstTotal;
}

/** Some servers show the end in another way than the dataset says. */
function isEndAfterAll(run: ObservedRun): boolean {
	const { stopReason, total, leftOut, items, pages, response, dataset, watch, isRepeat } = run;
	const known = total ?? otherTotalOf(run)?.number;
	if (known !== undefined && items === known - leftOut) return true;
	if (stopReason === 'loopDetected') {
		if (run.isEmpty) return true;
		// A server that ignores the parameter repeats page one.
		return pages > 2 && (isRepeat || watch.last < watch.largest);
	}
	// An empty list may be null. A token with it says that it is not the end.
	const { pagingScheme: scheme, property } = dataset;
	if (!response || !isNull(property, response)) return false;
	if (scheme?.type === 'nextToken')
		return readPath(scheme.response.nextToken, response) === undefined;
	return scheme?.type !== 'graphqlConnections';
}

function compareWithTotal(run: ObservedRun, { incomplete, notices }: Judgment): void {
	const { total, firstTotal = total, items, leftOut, dataset, watch } = run;
	if (total === undefined || firstTotal === undefined) return;
	const pageSize = dataset.pagingScheme?.request.limitValue ?? 0;
	const expected = total - leftOut;
	if (items < expected) {
		incomplete.push(warnings.missingRecords(items, expected, watch.largest, pageSize));
	} else if (items > expected && leftOut === 0) {
		incomplete.push(warnings.surplusRecords(items, expected));
	}
	if (total < firstTotal || (total > firstTotal && incomplete.length > 0)) {
		incomplete.push(warnings.changedTotal(firstTotal, total));
	} else if (total > firstTotal) {
		notices.push(warnings.grownTotal(firstTotal, total));
	}
}

/** A total that is not configured counts only where it cannot be anything else. */
function compareWithOtherTotal(run: ObservedRun): string[] {
	const { items, watch, dataset } = run;
	const { pagingScheme: scheme } = dataset;
	const path = scheme?.pageUntil === 'reachTotalCount' ? scheme.response.totalCount : undefined;
	// A total that is configured is believed, unless its name is that of something else.
	if (run.total !== undefined && !namesSomethingElse(nameOf(path ?? ''))) return [];
	const other = otherTotalOf(run);
	if (!other || !run.startsAtBeginning) return [];
	const { number, fact } = other;
	const pageSize = scheme?.request.limitValue;
	// `count` is often that of the page, or the page size.
	const isWeak = run.first?.isCount === true;
	if (isWeak && !(pageSize !== undefined && number > pageSize && watch.largest === pageSize)) {
		return [];
	}
	if (items < number) return [warnings.missingRecords(items, number, 0, 0, fact.path)];
	const isOther = number <= watch.largest || number === watch.filled || number === pageSize;
	return items > number && !isOther ? [warnings.surplusRecords(items, number, fact.path)] : [];
}

/** A total that is not configured, the same on the first and last page with records. */
function otherTotalOf({ first, last, end, dataset }: ObservedRun) {
	const known = pathsOf(dataset.pagingScheme);
	const [one, other] = [first ?? end, last ?? end].map(
		(page) => page && totalOf(page, dataset.property, known),
	);
	return one?.number === other?.number && one?.fact.path === other?.fact.path ? one : undefined;
}

/** @returns what the answers leave open about the end of a run; `undefined` when they settle it */
export function doubtAbout(run: ObservedRun): Doubt | undefined {
	const { dataset, watch, lastPosition } = run;
	const { pagingScheme: scheme } = dataset;
	if (lastPosition === undefined || watch.largest === 0) return undefined;
	if (isSettled(run) || otherTotalOf(run)) return undefined;
	const gap = scheme?.type === 'offsetAndLimit' && gapIn(run, lastPosition, scheme.request);
	return gap || doubtAboutOnlyPage(run, lastPosition);
}

/** Offsets rise by the page size, whatever the server returns. */
function gapIn(
	{ stopReason, watch, end, last, dataset: { property } }: ObservedRun,
	lastPosition: number,
	{ limitParameter, limitValue, valueTemplate = '' }: OffsetScheme['request'],
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
		text: warnings.smallerPages(largest, limitValue),
		isGap,
		isLikely: isGap || !isSizeSent || isUsualSize(largest),
	};
}

/** A value that is the same on every page ends a run on its first one, which is full then. */
function doubtAboutOnlyPage(
	{ dataset: { pagingScheme: scheme }, pages, stopReason, watch }: ObservedRun,
	lastPosition: number,
): Doubt | undefined {
	const [path = ''] = pathsOf(scheme);
	const { limitValue } = scheme?.request ?? {};
	const isFull = limitValue === undefined ? isUsualSize(watch.last) : watch.last >= limitValue;
	if (pages > 1 || stopReason === 'noDataLeft' || !isFull || namesEnd(nameOf(path)))
		return undefined;
	const step = scheme?.type === 'offsetAndLimit' ? scheme.request.limitValue : 1;
	const text = warnings.pageAfter(path);
	return { position: lastPosition + step, text, isGap: false, isLikely: false };
}

/** What the answers say about records that were not read. */
function signsOfMore(run: ObservedRun): string[] {
	const { dataset, pages, end } = run;
	const isCounted = pages > 1 && run.items === (run.total ?? otherTotalOf(run)?.number);
	if (!end || isCounted) return [];
	const { pagingScheme: scheme } = dataset;
	const { lastPage } = scheme?.type === 'graphqlConnections' ? {} : (scheme?.response ?? {});
	if (lastPage !== undefined && SUCCESS.test(nameOf(lastPage))) {
		return [warnings.statusAsFlag(lastPage)];
	}
	if (flagOf(end, dataset.property)?.hasMore === false) return [];
	const reason = withoutToken(run, end) ?? pageBefore(run) ?? pageAfter(run, end);
	return reason === undefined ? [] : [reason];
}

/** The token may be elsewhere, if its path was in no answer and the only page may be full. */
function withoutToken(run: ObservedRun, end: Metadata): string | undefined {
	const { dataset, pages, watch, response, stopReason } = run;
	const scheme = dataset.pagingScheme;
	if (scheme?.type !== 'nextToken' || stopReason !== 'noNextToken' || pages > 1) return undefined;
	const { nextToken } = scheme.response;
	if (!response || isPresent(nextToken, response)) return undefined;
	const { limitValue } = scheme.request;
	const isFull = watch.last >= (limitValue ?? Infinity) && run.items !== otherTotalOf(run)?.number;
	// Without a page size, a round number of records may be one.
	const mayBeFull = isFull || (limitValue === undefined && watch.last % 5 === 0);
	const instead = tokenInstead(nextToken, response, end, mayBeFull);
	return instead !== undefined || isFull
		? warnings.noToken(nextToken, instead, watch.last)
		: undefined;
}

/** The first page of all has no page before it. */
function pageBefore(run: ObservedRun): string | undefined {
	const { first, isFromPageOne, startsAtBeginning, lastPosition } = run;
	if (lastPosition === undefined || !isFromPageOne || !startsAtBeginning) return undefined;
	const before = first?.previous.find(({ value }) => value === true || isAddress({ value }));
	return before && warnings.pageBefore(before.path);
}

/** What says that there is a page after the last one. */
function pageAfter(run: ObservedRun, end: Metadata): string | undefined {
	const { dataset, stopReason, pages, last = end, url } = run;
	const { pagingScheme: scheme, property } = dataset;
	// What names a next page may stay after a flag or a page without records, and lead to newer records
	// where a token is followed to older ones.
	const isByFlag = scheme !== undefined && stopReason === 'noNextPage';
	const isRead = stopReason === 'noNextToken' && pages > 1;
	const kinds = stopReason === 'noDataLeft' || isByFlag || isRead ? [] : ['next', 'remaining'];
	const extent = { records: run.items, pages, known: pathsOf(scheme) };
	const signs = [
		...moreSigns(end, { url, property }, extent).filter(({ kind }) =>
			['flag', ...kinds].includes(kind),
		),
		...(run.startsAtBeginning ? moreSigns(last, { url, property }, extent) : []).filter(
			({ kind }) => kind === 'pages',
		),
	];
	return signs[0] && warnings.moreRecords(describe(signs[0]));
}

function describe({ kind, path, value }: MoreSign): string {
	if (path === 'header:Link') return 'the Link header of the last response contains rel="next"';
	return kind === 'next'
		? `the last response contains a value in "${path}"`
		: `the last response contains "${path}": ${String(value)}`;
}

/** What says whether a request has succeeded is true on every page. */
const SUCCESS = /^(?:ok|success|successful|status|valid)$/;

const nameOf = (path: string) => plain(lastOf(path));

/** Paths of what leads a run to its end; empty where the records do. */
function pathsOf(scheme: Dataset['pagingScheme']): string[] {
	return Object.values<unknown>(scheme?.response ?? {}).filter((path) => typeof path === 'string');
}
