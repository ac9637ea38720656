import { countOf } from '../../../basics/text';
import { OTHER_NUMBERS } from '../../response/knownNames';
import { nameOf } from '../../response/memberNames';
import { flagOf, totalOf } from '../../response/moreSigns';
import type { Run } from '../runState';
import { LIMIT, pathsOf, startsAtBeginning } from './configured';
import { doubtAbout, isEndAfterAll } from './gaps';
import { pageAfter, pageBefore } from './neighbors';
import { withoutToken } from './tokens';

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

/** A total that is not configured, the same on the first and last page with records. */
function otherTotalOf(run: Run) {
	const [one, other] = [run.first ?? run.end, run.last ?? run.end].map(
		(page) => page && totalOf(page, pathsOf(run)),
	);
	return one?.number === other?.number && one?.path === other?.path ? one : undefined;
}
