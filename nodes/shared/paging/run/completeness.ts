import type { Dataset } from '../dataset/types';
import { readPath } from '../response/path';
import { flagIn, hasNextLink, isNull, isPresent, nextIn, totalIn } from '../response/signs';
import { tokenInstead } from './instead';
import type { FinishedRun } from './types';
import * as warnings from './warnings';

/** Why a finished run may be incomplete, and what else is worth knowing. */
export interface Judgment {
	incomplete: string[];
	notices: string[];
}

/** @returns what the numbers and the last response say about a run that has reached its end */
export function judge(run: FinishedRun): Judgment {
	const judgment: Judgment = { incomplete: [], notices: [] };
	const { incomplete } = judgment;
	if (run.stopped !== undefined && !isEndAfterAll(run)) incomplete.push(run.stopped);
	compareWithTotal(run, judgment);
	incomplete.push(...compareWithPlainTotal(run));
	if (incomplete.length === 0) incomplete.push(...gapsOf(run));
	if (run.stopped === undefined) incomplete.push(...signsOf(run));
	return judgment;
}

/** Some servers show the end in another way than the dataset says. */
function isEndAfterAll(run: FinishedRun): boolean {
	const { stopReason, total, leftOut, items, pages, response, dataset, watch } = run;
	const known = total ?? run.plainTotal?.value ?? (response && totalIn(response, '')?.value);
	if (known !== undefined && items === known - leftOut) return true;
	if (stopReason === 'loopDetected') return pages > 2 && watch.last < watch.largest;
	// An empty list may be null. A token with it says that it is not the end.
	const { pagingScheme: scheme, property } = dataset;
	if (!response || !isNull(property, response)) return false;
	if (scheme?.type === 'nextToken') return !readPath(scheme.response.nextToken, response).found;
	return scheme?.type !== 'graphqlConnections';
}

function compareWithTotal(run: FinishedRun, { incomplete, notices }: Judgment): void {
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
function compareWithPlainTotal(run: FinishedRun): string[] {
	const { items, watch, dataset, total, pages, response } = run;
	// A configured total may be the wrong one, which can only be seen on a single page.
	const isSuspect = total !== undefined && pages === 1 && response;
	const other = isSuspect ? totalIn(response, dataset.property, totalPath(dataset)) : undefined;
	const plainTotal = total === undefined ? run.plainTotal : other;
	if (!plainTotal || !startsAtBeginning(dataset)) return [];
	const { path, value } = plainTotal;
	const pageSize = dataset.pagingScheme?.request.limitValue;
	// `count` is often that of the page, or the page size.
	const isWeak = /(^|\.)count$/i.test(path);
	if (isWeak && !(pageSize !== undefined && value > pageSize && watch.largest === pageSize)) {
		return [];
	}
	if (items < value) return [warnings.missingRecords(items, value, 0, 0, path)];
	const isOther = value <= watch.largest || value === watch.filled || value === pageSize;
	return items > value && !isOther ? [warnings.surplusRecords(items, value, path)] : [];
}

function startsAtBeginning({ pagingScheme }: Dataset): boolean {
	if (pagingScheme?.type === 'pageBased') return pagingScheme.request.pageStartingValue <= 1;
	if (pagingScheme?.type === 'offsetAndLimit') return pagingScheme.request.offsetStartingValue <= 1;
	return true;
}

/** Offsets rise by the page size, whatever the server returns. */
function gapsOf({ dataset: { pagingScheme }, watch }: FinishedRun): string[] {
	if (pagingScheme?.type !== 'offsetAndLimit') return [];
	const { limitValue } = pagingScheme.request;
	const { largest, filled, isEven } = watch;
	const isCapped = largest < limitValue && filled > 1 && isEven;
	// Two pages may differ by chance, unless the first one has a typical page size.
	return isCapped && (filled > 2 || largest % 5 === 0)
		? [warnings.smallerPages(largest, limitValue)]
		: [];
}

/** What the last response says about records after it. */
function signsOf(run: FinishedRun): string[] {
	const { dataset, stopReason, pages, watch, response } = run;
	const { pagingScheme, property } = dataset;
	const isCounted = pages > 1 && run.items === (run.total ?? run.plainTotal?.value);
	if (!response || isCounted) return [];
	const flag = flagIn(response, property);
	if (flag?.hasMore === false) return [];
	const isReading = pagingScheme?.type === 'nextToken' && stopReason === 'noNextToken';
	if (isReading && pages === 1) {
		const { nextToken } = pagingScheme.response;
		if (!isPresent(nextToken, response)) {
			const { limitValue } = pagingScheme.request;
			const isFull = watch.last >= (limitValue ?? Infinity) && run.items !== run.plainTotal?.value;
			// Without a page size, a round number of records may be one.
			const mayBeFull = isFull || (limitValue === undefined && watch.last % 5 === 0);
			const instead = tokenInstead(nextToken, response, mayBeFull);
			if (instead !== undefined || isFull) {
				return [warnings.noToken(nextToken, instead, watch.last)];
			}
		}
	}
	if (flag) {
		return [warnings.moreRecords(`the last response contains "${flag.path}": ${flag.value}`)];
	}
	// After an empty page, or a GraphQL connection, only a flag says that there is more.
	if (stopReason === 'noDataLeft' || pagingScheme?.type === 'graphqlConnections') return [];
	if (hasNextLink(response) && !/^header:\s*link$/i.test(pathOf(dataset))) {
		return [warnings.moreRecords('the Link header of the last response contains rel="next"')];
	}
	const next = isReading ? undefined : nextIn(response, false);
	return next === undefined
		? []
		: [warnings.moreRecords(`the last response contains a value in "${next}"`)];
}

function totalPath({ pagingScheme }: Dataset): string {
	return pagingScheme?.pageUntil === 'reachTotalCount'
		? (pagingScheme.response.totalCount ?? '')
		: '';
}

function pathOf({ pagingScheme }: Dataset): string {
	return pagingScheme?.type === 'nextToken' ? pagingScheme.response.nextToken : '';
}
