import type { Dataset } from '../dataset/types';
import type { PagingError } from '../pagingErrors';
import { messageIn } from '../response/reportedError';
import type { PageResponse } from '../types';

/** Statuses of a position that is not accepted: it is wrong, unknown, or gone. */
const REFUSED = [400, 404, 409, 410, 412, 416, 422];

const GONE = 410;

/** What is said of a position, in words or as a code: `cursor expired`, `InvalidPageToken`. */
const POSITION =
	/cursor|page|offset|position|scroll|snapshot|continuation|search.?context|marker|iterator|(?:next|skip|sync|resume|resumption).?token/i;

const EXPIRED =
	/expired|invalid|not (?:found|valid)|no longer|no such|unknown|gone|stale|does(?: not|n.t) exist|missing/i;

const ADVICE_AT_START =
	'To start over, clear Resume under Options. The API no longer accepts the position that Resume continues from.';

const ADVICE_LATER =
	'Run the node again to start over. The API no longer accepts the position of this page, so the resume point in the summary is of no use.';

/**
 * A position can expire, and then no attempt to continue from it succeeds: what helps is to start over.
 *
 * @param error why a response is not a page
 * @param isResumed whether the request was the first one of a run that continues another one
 * @returns the error with this advice, where the response refuses its position
 */
export function withPositionAdvice(
	error: PagingError,
	{ pagingScheme: scheme }: Dataset,
	response: PageResponse,
	isResumed: boolean,
): PagingError {
	const { status, body } = response;
	const isCounted = scheme?.type === 'pageBased' || scheme?.type === 'offsetAndLimit';
	const words = messageIn(body) ?? (typeof body === 'string' ? body : '');
	const isNamed = POSITION.test(words) && EXPIRED.test(words);
	const isRefused = REFUSED.includes(status) || (status < 300 && isNamed);
	// What counting leads to cannot expire, but may be past the end by now.
	const isGone = status === GONE || (isRefused && (isResumed || isNamed));
	if (!isGone || (isCounted && !isResumed)) return error;
	return error.withFix(isResumed ? ADVICE_AT_START : ADVICE_LATER);
}
