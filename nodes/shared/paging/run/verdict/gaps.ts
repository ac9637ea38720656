import { countOf } from '../../../basics/text';
import { isNull, readPath } from '../../path';
import { END_NAMES } from '../../response/knownNames';
import { nameOf } from '../../response/memberNames';
import { flagOf } from '../../response/moreSigns';
import { isUsualSize } from '../../response/usualSize';
import type { Run } from '../runState';
import { LIMIT, pathsOf } from './configured';

/** Some servers show the end in another way than the dataset says. */
export function isEndAfterAll(run: Run, expected: number): boolean {
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
export function doubtAbout(run: Run) {
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
