import { countOf } from '../../basics/values';
import { flagOf, type Metadata, moreSigns, totalOf } from '../response/metadata/metadata';
import { nameOf } from '../response/metadata/facts';
import { END_NAMES, OTHER_NUMBERS } from '../response/metadata/names';
import { isAddress, isUsualSize } from '../response/metadata/positions';
import { isNull, isPresent, readPath } from '../values';
import type { Run } from './run';
import { tokenInstead } from './suggestion';

const LIMIT = 'pagingScheme.request.limitValue';

/** What says whether a request has succeeded is true on every page. */
const SUCCESS = /^(?:ok|success|successful|status|valid)$/;

/**
 * Reads what the numbers and the answers say about a run that has ended.
 *
 * @returns why it may be incomplete, what else is worth knowing, and the position of the one page whose
 *   records can tell whether this is the end, if there is one
 */
export function judge(run: Run) {
	const { scheme, strategy, watch, items, first, last, end } = run;
	const { stopReason } = run.ending ?? {};
	const { page: pages, total, firstTotal = total, isMore } = run;
	const { largest, overlap } = watch;
	const { limitParameter, limitValue = Infinity } = scheme?.request ?? {};
	const { totalCount = '', lastPage = '' } = scheme?.response ?? {};
	const incomplete: string[] = [];
	const notices: string[] = [];

	if (largest > limitValue && (limitParameter || scheme?.type === 'offsetAndLimit')) {
		const cause = limitParameter
			? `The API seems to ignore pagingScheme.request.limitParameter "${limitParameter}".`
			: `${LIMIT} has to be the number of records per page.`;
		incomplete.push(
			`A page contained ${countOf(largest, 'record')}, more than the ${limitValue} in ${LIMIT}. ${cause}`,
		);
	}
	if (overlap) {
		const twice = `${countOf(overlap.records, 'record')} of this run ${overlap.records === 1 ? 'was' : 'were'} read twice`;
		incomplete.push(
			`Page ${overlap.page} begins with records of the page before it. ${twice}; check the page or offset parameter and the page size.`,
		);
	}
	// Only a run that reached the end can have missed something.
	const isAtEnd = run.ending?.isFinal && stopReason !== 'error';
	const isCounted = items === total && total === firstTotal && pages > 1;
	if (!isAtEnd || (isCounted && stopReason === 'reachTotalCount')) return { incomplete, notices };

	const other = otherTotalOf(run);
	const leftOut = strategy.numbering?.leftOut ?? 0;
	const stopped = isEndAfterAll(run, (total ?? other?.number ?? NaN) - leftOut)
		? undefined
		: run.stopped;
	if (stopped !== undefined) incomplete.push(stopped);
	// A loop that is the end after all needs no warning.
	else if (run.stopped !== undefined && stopReason !== 'loopDetected') notices.push(run.stopped);

	const compare = (expected: number, place = '') => {
		if (items === expected) return;
		const isCapped = place === '' && largest > 0 && largest < limitValue && limitValue < Infinity;
		const advice = isCapped
			? `. No page contained more than ${countOf(largest, 'record')}: set ${LIMIT} to ${largest}.`
			: '.';
		const [relation, rest] =
			items < expected
				? ['fewer', advice]
				: ['more', ': some may have been read twice, or the total is not that of the records.'];
		incomplete.push(
			`${countOf(items, 'record')} ${items === 1 ? 'was' : 'were'} read, ${relation} than the ${expected} that the API reported${place}${rest}`,
		);
	};
	if (total !== undefined && firstTotal !== undefined) {
		if (leftOut === 0 || items < total - leftOut) compare(total - leftOut);
		const change = `from ${firstTotal} to ${total} during the run`;
		if (total > firstTotal && incomplete.length === 0) {
			notices.push(`The total that the API reported rose ${change}.`);
		} else if (total !== firstTotal) {
			incomplete.push(
				`The total that the API reported changed ${change}, so records may be missing or duplicated.`,
			);
		}
	}
	// A total that is configured is believed, unless its name is that of something else. Where no
	// records were found at all, that says more than a total.
	const isBelieved = total !== undefined && !OTHER_NUMBERS.has(nameOf(totalCount));
	if (other && startsAtBeginning(run) && !isBelieved && (stopped === undefined || first)) {
		const { number, path } = other;
		// `count` is often that of the page, or the page size.
		const isOfPage = first?.isCount && !(number > limitValue && largest === limitValue);
		const isElse = number <= largest || number === watch.filled || number === limitValue;
		if (!isOfPage && (items < number || !isElse)) compare(number, ` in "${path}"`);
	}

	const doubt = incomplete.length === 0 && !other ? doubtAbout(run) : undefined;
	if (doubt && (isMore ?? doubt.isGap)) incomplete.push(doubt.text);
	else if (doubt?.isLikely && isMore === undefined) notices.push(doubt.text);

	const isAll = pages > 1 && items === (total ?? other?.number);
	if (stopped === undefined && end && !isAll) {
		if (SUCCESS.test(nameOf(lastPage))) {
			incomplete.push(
				`pagingScheme.response.lastPage "${lastPage}" says whether the request has succeeded, which is true on every page, so only one page was read.`,
			);
		} else if (flagOf(end)?.hasMore !== false) {
			const sign =
				withoutToken(run, end, other?.number) ?? pageBefore(run) ?? pageAfter(run, end, last);
			if (sign !== undefined) incomplete.push(sign);
		}
	}
	return { incomplete, notices, doubt: doubt?.position };
}

/** Whether the first page is that of the list: pages and records are counted from 0 or 1. */
function startsAtBeginning({ strategy }: Run): boolean {
	return Number(strategy.first) <= 1;
}

/** Paths of what leads a run to its end; empty where the records do. */
function pathsOf({ scheme }: Run): string[] {
	return Object.values(scheme?.response ?? {}).filter((path) => path !== undefined);
}

/** A total that is not configured, the same on the first and last page with records. */
function otherTotalOf(run: Run) {
	const [one, other] = [run.first ?? run.end, run.last ?? run.end].map(
		(page) => page && totalOf(page, pathsOf(run)),
	);
	return one?.number === other?.number && one?.path === other?.path ? one : undefined;
}

/** Some servers show the end in another way than the dataset says. */
function isEndAfterAll(run: Run, expected: number): boolean {
	const { dataset, scheme, watch } = run;
	const { response, items } = run.read ?? {};
	if (run.items === expected) return true;
	if (run.ending?.stopReason === 'loopDetected') {
		// A server that ignores the parameter repeats page one.
		const isClamped = run.page > 2 && (run.isRepeat || watch.last < watch.largest);
		return items?.length === 0 || isClamped;
	}
	// An empty list may be null. A token with it says that it is not the end.
	const { nextToken, pageInfo } = scheme?.response ?? {};
	const hasNext = [nextToken, pageInfo].some(
		(path) => response && path !== undefined && readPath(path, response) !== undefined,
	);
	return response !== undefined && isNull(dataset.property, response) && !hasNext;
}

/**
 * @returns the page whose records can tell whether the run has reached the end, and what they mean if
 *   it has not read them: whether that is likely enough to say it if the page is not requested, and
 *   so likely that the run counts as incomplete; `undefined` when the answers settle it
 */
function doubtAbout(run: Run) {
	const { scheme, watch, page, ending, strategy, end, last } = run;
	const { largest, filled, isEven } = watch;
	const position = run.filled?.position;
	if (position === undefined || !scheme) return undefined;
	const { limitParameter, limitValue, valueTemplate = '' } = scheme.request;
	const isAnswered = [end, last].some((one) => one && (flagOf(one) || one.totalPages.length > 0));
	// Offsets rise by the page size, whatever the server returns.
	const isEmptyLast = ending?.stopReason === 'noDataLeft';
	const isOffset = scheme.type === 'offsetAndLimit' && isEmptyLast;
	if (isOffset && limitValue !== undefined && largest < limitValue && !isAnswered) {
		// Two pages may differ by chance, unless the first one has a typical page size.
		const isCapped = filled > 1 && isEven && (filled > 2 || largest % 5 === 0);
		// Some servers call the number of records on the page its size.
		const sizes = filled > 1 || isUsualSize(largest) ? (last?.sizes ?? []) : [];
		const isGap = isCapped || (sizes.length > 0 && sizes.every(({ number }) => number === largest));
		const isSizeSent = limitParameter !== undefined || /\{(size|last)\}/.test(valueTemplate);
		return {
			position: position + watch.last,
			text: `No page contained more than ${countOf(largest, 'record')}, but offsets rise by ${limitValue}, so the records between them are missing: set ${LIMIT} to ${largest}.`,
			isGap,
			isLikely: isGap || !isSizeSent || isUsualSize(largest),
		};
	}
	// A value that is the same on every page ends a run on its first one, which is full then.
	const [path = ''] = pathsOf(run);
	const isFull = limitValue === undefined ? isUsualSize(watch.last) : watch.last >= limitValue;
	const isEnd = isEmptyLast || END_NAMES.has(nameOf(path));
	if (page > 1 || !isFull || isEnd) return undefined;
	const text = `Reading stopped at "${path}", but the page after the last one has records. It may be about the page, not about the list.`;
	const after = position + (strategy.numbering?.step ?? 1);
	return { position: after, text, isGap: false, isLikely: false };
}

/** The token may be elsewhere, if its path was in no answer and the only page may be full. */
function withoutToken(run: Run, end: Metadata, total: number | undefined): string | undefined {
	const { scheme, page, items, watch, read, ending } = run;
	const { nextToken } = scheme?.response ?? {};
	if (
		nextToken === undefined ||
		ending?.stopReason !== 'noNextToken' ||
		page > 1 ||
		!read ||
		isPresent(nextToken, read.response)
	)
		return undefined;
	const { limitValue } = scheme?.request ?? {};
	const isFull = watch.last >= (limitValue ?? Infinity) && items !== total;
	// Without a page size, a round number of records may be one.
	const mayBeFull = isFull || (limitValue === undefined && watch.last % 5 === 0);
	const instead = tokenInstead(nextToken, end, mayBeFull);
	if (instead === undefined && !isFull) return undefined;
	const advice =
		instead === undefined
			? `It contained ${countOf(watch.last, 'record')}, as many as were requested, so there may be more pages.`
			: `Did you mean "${instead}"?`;
	return `pagingScheme.response.nextToken "${nextToken}" was not found in the response, so only one page was read. ${advice}`;
}

/** The first page of all has no page before it. */
function pageBefore(run: Run): string | undefined {
	const isFirst = run.filled?.position !== undefined && run.start.pages === 0;
	if (!isFirst || !startsAtBeginning(run)) return undefined;
	const before = run.first?.previous.find(({ value }) => value === true || isAddress({ value }));
	return (
		before &&
		`Records may be missing at the beginning: the first page contains "${before.path}", so there is a page before it. Check the first page or offset.`
	);
}

/** What says that there is a page after the last one. */
function pageAfter(run: Run, end: Metadata, last = end): string | undefined {
	const { scheme, page: pages, items: records } = run;
	const { stopReason } = run.ending ?? {};
	// What names a next page may stay after a flag or a page without records, and lead to newer records
	// where a token is followed to older ones.
	const isByFlag = scheme !== undefined && stopReason === 'noNextPage';
	const isRead = stopReason === 'noNextToken' && pages > 1;
	const kinds = stopReason === 'noDataLeft' || isByFlag || isRead ? [] : ['next', 'remaining'];
	const extent = { records, pages, known: pathsOf(run) };
	const signsIn = (page: Metadata, ...wanted: string[]) =>
		moreSigns(page, extent).filter(({ kind }) => wanted.includes(kind));
	const after = startsAtBeginning(run) ? signsIn(last, 'pages') : [];
	const [sign] = [...signsIn(end, 'flag', ...kinds), ...after];
	if (!sign) return undefined;
	const value = sign.kind === 'next' ? '' : `: ${String(sign.value)}`;
	return `More records may follow: the last response contains "${sign.path}"${value}, but reading stopped there.`;
}
