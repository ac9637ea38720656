import { limitIn } from '../../basics/limit';
import { saysTogether, textOfRefusal, wordsOfRefusal } from '../../basics/refusal';
import type { Dataset } from '../dataset/types';
import type { PagingError } from '../pagingErrors';
import type { PageResponse } from '../types';

/** Statuses of a position that is not accepted: it is wrong, unknown, or gone. */
const REFUSED = [400, 404, 409, 410, 412, 416, 422];

const GONE = 410;

const UNAUTHORIZED = 401;

/** Names of a position, and of what it is in, as words or codes: `cursor expired`, `InvalidPageToken`. */
const POSITION =
	/\b(?:cursors?|scroll|snapshot|continuation|search ?context|marker|iterator|bookmark|checkpoint|query ?locator|paging ?state)\b|\b(?:page|paging|pagination|next|start|starting|skip|sync|delta|resume|resumption) {0,3}token/;

/** Words that have other meanings, too. */
const PLACE = /\b(?:page|offset|position)\b/;

/** What is said of a position that is not accepted. */
const EXPIRED =
	/\b(?:expired?|invalid|malformed|not (?:found|valid)|no longer|no such|unknown|gone|stale|does(?: not|n ?t) exist|missing|timed out|changed)\b/;

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
	const { status } = response;
	const isCounted = scheme?.type === 'pageBased' || scheme?.type === 'offsetAndLimit';
	// What counting leads to cannot expire, but may be past the end by now.
	if (isCounted && !isResumed) return error;
	if (status === UNAUTHORIZED || limitIn(response) !== undefined) return error;
	const { tokenParameter } = scheme?.request ?? {};
	const isRefused = isResumed && REFUSED.includes(status);
	const isNamed = namesPosition(response, tokenParameter);
	if (status !== GONE && !isRefused && !isNamed) return error;
	const advice = isResumed ? ADVICE_AT_START : ADVICE_LATER;
	return error.withFix(advice, isNamed ? 'position' : undefined);
}

/** @param parameter with which the position is sent: `{ "param": "starting_after", … }` is about it */
function namesPosition(response: PageResponse, parameter: string | undefined): boolean {
	const { status } = response;
	const text = textOfRefusal(response);
	if (saysTogether(text, POSITION, EXPIRED)) return true;
	if (status >= 500) return false;
	if (status >= 400 && (saysTogether(text, POSITION) || namesParameter(response, text, parameter)))
		return true;
	return (REFUSED.includes(status) || status < 300) && saysTogether(text, PLACE, EXPIRED);
}

function namesParameter(
	response: PageResponse,
	text: string,
	parameter: string | undefined,
): boolean {
	if (parameter === undefined) return false;
	const name = parameter.toLowerCase().replace(/[=_-]+/g, ' ');
	const words = wordsOfRefusal(response);
	return (
		text.split(' . ').some((part) => part.trim() === name || part.startsWith(`${name}: `)) ||
		['"', "'", '`'].some((quote) => words.includes(quote + parameter + quote))
	);
}
