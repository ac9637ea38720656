import { countOf } from '../../../basics/text';
import { type FieldText, fieldText } from '../../fieldText';
import { sendsSize } from '../../request';
import { END_NAMES } from '../../response/knownNames';
import { lastNameOf } from '../../response/memberNames';
import { flagOf } from '../../response/moreSigns';
import { isRoundNumber, isUsualSize } from '../../response/usualSize';
import { incomplete, isIncomplete, type Observed, pathsToEnd, type Statement } from './observed';
import { otherTotalOf } from './otherTotal';
import { LIMIT_VALUE } from './pageSizes';

/** What the answers leave open: whether there are records where none were read. */
interface Doubt {
	/** Position of the page whose records can tell. */
	position: number;
	/** What it means if that page has records. */
	text: FieldText;
	/** Whether records are so likely that the run counts as incomplete if the page is not requested. */
	isGap: boolean;
	/** Whether they are likely enough to say so then. */
	isLikely: boolean;
}

/** Records between pages, or after the last one, that no answer has mentioned. */
export function unreadRecords(observed: Observed, before: readonly Statement[]): Statement[] {
	// Anything else that was found is clearer.
	if (isIncomplete(before) || otherTotalOf(observed)) return [];
	const doubt = gapOf(observed) ?? pageAfterOne(observed);
	if (!doubt) return [];
	const { position, text, isGap, isLikely } = doubt;
	const { isMore = isGap } = observed;
	const isSaid = isLikely && observed.isMore === undefined;
	const notice: Statement[] = isSaid ? [{ kind: 'notice', text }] : [];
	return [{ kind: 'doubt', position }, ...(isMore ? incomplete(text) : notice)];
}

/** Offsets rise by the page size, whatever the server returns: records of smaller pages lie between them. */
function gapOf(observed: Observed): Doubt | undefined {
	const { dataset, counts, ending, answers } = observed;
	const { largest, filled, isEven } = counts;
	const { pagingScheme: scheme } = dataset;
	const { limitValue } = scheme?.request ?? {};
	const { position, metadata } = answers.last ?? {};
	const isSmaller = limitValue !== undefined && largest < limitValue;
	const isAnswered = [answers.end, answers.last].some(
		(answer) => answer && (flagOf(answer.metadata) || answer.metadata.totalPages.length > 0),
	);
	if (
		position === undefined ||
		scheme?.type !== 'offsetAndLimit' ||
		ending?.stopReason !== 'noDataLeft' ||
		!isSmaller ||
		isAnswered
	)
		return undefined;
	// Two pages may have the same number of records by chance, unless it is a usual page size.
	const isCapped = filled > 1 && isEven && (filled > 2 || isRoundNumber(largest));
	// Some servers call the number of records on the page its size.
	const sizes = filled > 1 || isUsualSize(largest) ? (metadata?.sizes ?? []) : [];
	const isGap = isCapped || (sizes.length > 0 && sizes.every(({ number }) => number === largest));
	return {
		position: position + counts.last,
		text: fieldText`No page contained more than ${countOf(largest, 'record')}, but offsets rise by ${limitValue}, so the records between them are missing: set ${LIMIT_VALUE} to ${largest}.`,
		isGap,
		isLikely: isGap || !sendsSize(scheme.request) || isUsualSize(largest),
	};
}

/** A value that is the same on every page ends a run on its first one, which is full then. */
function pageAfterOne(observed: Observed): Doubt | undefined {
	const { dataset, counts, ending, pages, numbering, answers } = observed;
	const { position } = answers.last ?? {};
	const { pagingScheme: scheme } = dataset;
	if (position === undefined || !scheme) return undefined;
	const [path = ''] = pathsToEnd(observed);
	const { limitValue } = scheme.request;
	const isFull = limitValue === undefined ? isUsualSize(counts.last) : counts.last >= limitValue;
	const isEnd = ending?.stopReason === 'noDataLeft' || END_NAMES.has(lastNameOf(path));
	if (pages > 1 || !isFull || isEnd) return undefined;
	return {
		position: position + (numbering?.step ?? 1),
		text: `Reading stopped at "${path}", but the page after the last one has records. It may be about the page, not about the list.`,
		isGap: false,
		isLikely: false,
	};
}
