import { describeKind } from '../../basics/describeKind';
import { excerpt } from '../../basics/excerpt';
import { wordsOfRefusal } from '../../basics/refusal';
import type { Dataset } from '../dataset/types';
import { field, type FieldText, fieldText } from '../fieldText';
import { PagingError } from '../pagingErrors';
import { readPath } from '../path';
import { isEmpty, isEndWithoutList } from '../response/endWithoutList';
import type { PagesBefore } from '../response/pagesBefore';
import { saysPastEnd } from '../response/pastEnd';
import { notReadyIn, reportedError } from '../response/reportedError';
import { endWithError, type NextStep } from '../schemes/types';
import type { PageResponse } from '../types';
import { whatIsThere } from './advice';

/** What a response is to a run: a page, the end, or something that cannot be used. */
export type PageAnswer =
	| {
			kind: 'page';
			items: unknown[];
			isLast: boolean;
			/** Why the page may be incomplete. */
			notice?: FieldText | undefined;
			/** Whether it has no records, but what no page before it had. */
			isUnlike?: boolean;
	  }
	| Extract<NextStep, { kind: 'end' | 'error' }>;

/** Status of an empty list: there is no body to read. */
export const NO_CONTENT = 204;

/** Status of a request that the server has yet to work on: its body is no list, `{ "status": "pending" }`. */
export const ACCEPTED = 202;

const PAST_END: PageAnswer = { kind: 'end', stopReason: 'noDataLeft' };

/** The path of the records. */
const PROPERTY = field('property');

const TRY_AGAIN =
	'Check the request, then run the node again, or continue from the resume point in the summary if there is one.';

const UNLIKE =
	'If this is how the API ends its list, all records were read. If not, run the node again, or continue from the resume point in the summary.';

/** What to do about an answer that is not ready. */
export const NOT_READY =
	'Run the node again later. The API has accepted the request, but its response is not ready.';

/**
 * Decides what a response is (paging-schemes, "What the service does").
 *
 * @param page number of the page from 1, for messages; only a page after the first can be past the
 *   end
 * @param before what the pages before had besides their records; without it, only what the response
 *   itself says counts
 */
export function readAnswer(
	dataset: Dataset,
	response: PageResponse,
	page: number,
	before?: PagesBefore,
): PageAnswer {
	const { property, pagingScheme: scheme } = dataset;
	const { status, body } = response;
	const endStatuses = endStatusesOf(dataset, page);
	if (endStatuses?.includes(status)) return PAST_END;
	if (status < 200 || status > 299)
		return {
			kind: 'error',
			error: statusError(response, page, endStatuses !== undefined, mayCountFromOne(scheme)),
		};
	const { moreRecords, lastPage } = scheme?.response ?? {};
	const hasFlag = (moreRecords ?? lastPage) !== undefined;
	const emptyIsLast = scheme?.pageUntil === 'noDataLeft' && !hasFlag;
	if (status === NO_CONTENT) return { kind: 'page', items: [], isLast: emptyIsLast };
	const value = readPath(property, response);
	const isNone = !Array.isArray(value) && isEmpty(value) && (value === '' || page > 1);
	const items = isNone ? undefined : value;
	const isFilled = Array.isArray(items) && items.length > 0;
	if (status === ACCEPTED && !isFilled)
		return { kind: 'error', error: statusError(response, page) };
	if (typeof body === 'string' && body.trim() !== '')
		return { kind: 'error', error: notJson(body, page) };
	const reported = reportedError(body, property);
	const isPastEnd = endStatuses && !isFilled && reported !== undefined && saysPastEnd(reported);
	const message = isPastEnd ? undefined : reported;
	if (message !== undefined && !isFilled)
		return endWithError(
			`The API returned an error instead of page ${page}: ${message}`,
			TRY_AGAIN,
			response,
		);
	// A page that names the next one is not the end, whatever else it says.
	const unlike =
		isFilled || isPastEnd || namesNext(dataset, response) ? undefined : before?.unlike(response);
	if (typeof unlike === 'object') return unlikeAnswer(unlike, response, page, endStatuses);
	const waiting = isFilled || page > 1 ? undefined : notReadyIn(body, property);
	if (waiting !== undefined)
		return endWithError(
			`The API returned no records on page ${page}, but says that it is not ready: ${waiting}`,
			NOT_READY,
		);
	const isSaid = page > 1 && (isPastEnd === true || unlike === 'end');
	if (items === undefined) {
		if (isSaid || isEndWithoutList(dataset, response, page)) return PAST_END;
		const notice =
			property === ''
				? `Page ${page} is empty; reading stopped there.`
				: fieldText`${PROPERTY} "${property}" was not found on page ${page}; reading stopped there.${whatIsThere(property, body)}`;
		return { kind: 'end', stopReason: 'pathNotFound', notice };
	}
	if (!Array.isArray(items)) {
		if (isSaid) return PAST_END;
		const where = property === '' ? 'The response' : fieldText`${PROPERTY} "${property}"`;
		return endWithError(
			fieldText`${where} contains ${describeKind(items)} on page ${page}, not an array of records: ${excerpt(items)}.`,
			fieldText`${PROPERTY} must be the path of the array of records itself.${whatIsThere(property, body)}`,
		);
	}
	const isLast = emptyIsLast && items.length === 0;
	const isUnlike = items.length === 0 && before?.hasOther(response) === true;
	return {
		kind: 'page',
		items,
		isLast,
		isUnlike,
		notice: doubtAbout(response, page, message, before),
	};
}

/** @returns what a page without records is that looks like none before it: the end, or an error */
function unlikeAnswer(
	{ words, isNamed, status: named }: Unlike,
	response: PageResponse,
	page: number,
	endStatuses: readonly number[] | undefined,
): PageAnswer {
	if (named !== undefined && endStatuses?.includes(named)) return PAST_END;
	if (!isNamed)
		return endWithError(
			`The API returned no records on page ${page}, but what no page before it had: ${words}`,
			UNLIKE,
		);
	const isPastEnd = endStatuses && named !== undefined && PAST_THE_END.includes(named);
	return endWithError(
		`The API returned an error instead of page ${page}: ${words}`,
		isPastEnd ? adviseEndStatus(named) : TRY_AGAIN,
		response,
	);
}

/** What no page before it had. */
type Unlike = Exclude<ReturnType<PagesBefore['unlike']>, 'end' | undefined>;

/** @returns why a page may be incomplete: as it says itself, or as its status does */
function doubtAbout(
	response: PageResponse,
	page: number,
	message: string | undefined,
	before: PagesBefore | undefined,
): string | undefined {
	if (message !== undefined)
		return `Page ${page} contains an error besides its records, some of which may be missing: ${message}`;
	const sign = before?.partial(response);
	if (sign !== undefined) {
		const value = excerpt(readPath(sign, response));
		return `Page ${page} may be incomplete: the response contains "${sign}": ${value}.`;
	}
	return response.status === ACCEPTED
		? `Page ${page} may be incomplete: the API returned status ${ACCEPTED}, so it is still working on the request.`
		: undefined;
}

/**
 * @returns the statuses that mean that there are no more pages; `undefined` where none can: a page that the
 *   server itself has named exists, only counting can lead past the end
 */
function endStatusesOf(
	{ pagingScheme: scheme }: Dataset,
	page: number,
): readonly number[] | undefined {
	const isCounted = scheme?.type === 'pageBased' || scheme?.type === 'offsetAndLimit';
	return isCounted && page > 1 ? (scheme.endStatuses ?? []) : undefined;
}

/** @returns whether a response has a token or URL of a next page where the dataset reads it */
function namesNext({ pagingScheme: scheme }: Dataset, response: PageResponse): boolean {
	const { nextToken, pageInfo } = scheme?.response ?? {};
	const path = pageInfo === undefined ? nextToken : `${pageInfo}.endCursor`;
	if (path === undefined) return false;
	const value = readPath(path, response);
	return value !== undefined && value !== '' && value !== false;
}

const CHECK_REQUEST = 'Check the URL and the parameters of the request.';

/** @returns what else to check when page 0 is refused; `undefined` where pages do not count from 0 */
function mayCountFromOne(scheme: Dataset['pagingScheme']): FieldText | undefined {
	if (scheme?.type !== 'pageBased' || scheme.request.pageStartingValue !== 0) return undefined;
	return fieldText`${CHECK_REQUEST} If the API counts its pages from 1, set ${field('pagingScheme.request.pageStartingValue')} to 1.`;
}

/** Statuses that most often mean a page after the last one; 400 can mean anything. */
export const PAST_THE_END: readonly number[] = [404, 416];

/**
 * @param canBeEnd whether a status can be configured to mean that there are no more pages
 * @param firstPage what to check when the first page is refused
 * @returns why a response with a status other than 2xx is not a page
 */
export function statusError(
	response: PageResponse,
	page: number,
	canBeEnd = false,
	firstPage?: FieldText,
): PagingError {
	const { status } = response;
	const message = wordsOfRefusal(response);
	return new PagingError(
		`The API returned status ${status} for page ${page}${message === '' ? '.' : `: ${message}`}`,
		canBeEnd && (PAST_THE_END.includes(status) || saysPastEnd(message))
			? adviseEndStatus(status)
			: status === ACCEPTED
				? NOT_READY
				: page > 1
					? TRY_AGAIN
					: (firstPage ?? CHECK_REQUEST),
		response,
	);
}

function adviseEndStatus(status: number): FieldText {
	return fieldText`If this API returns ${status} after its last page, add ${status} to ${field('pagingScheme.endStatuses')}.`;
}

/** @returns why text is not a page */
export function notJson(body: string, page: number): PagingError {
	return new PagingError(
		`Page ${page} is not JSON; it starts with ${excerpt(body)}.`,
		'Check the URL. The cause may be a login page, a proxy, or an incomplete response.',
	);
}
