import type { Dataset } from '../dataset/types';
import { field, type FieldText, fieldText } from '../fieldText';
import { excerpt, describeKind, PagingError } from '../pagingErrors';
import { readPath } from '../path';
import { messageIn, reportedError } from '../response/reportedError';
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
	  }
	| Extract<NextStep, { kind: 'end' | 'error' }>;

/** Status of an empty list: there is no body to read. */
export const NO_CONTENT = 204;

/** The path of the records. */
const PROPERTY = field('property');

const TRY_AGAIN =
	'Check the request, then run the node again, or continue from the resume point in the summary if there is one.';

/**
 * Decides what a response is (paging-schemes, "What the service does").
 *
 * @param page number of the page from 1, for messages; only a page after the first can be past the
 *   end
 */
export function readAnswer(
	{ property, pagingScheme: scheme }: Dataset,
	response: PageResponse,
	page: number,
): PageAnswer {
	const { status, body } = response;
	// A page that the server itself has named exists: only counting can lead past the end.
	const isCounted = scheme?.type === 'pageBased' || scheme?.type === 'offsetAndLimit';
	const endStatuses = isCounted && page > 1 ? (scheme.endStatuses ?? []) : undefined;
	if (endStatuses?.some((end) => end === status)) return { kind: 'end', stopReason: 'noDataLeft' };
	if (status < 200 || status > 299)
		return { kind: 'error', error: statusError(response, page, endStatuses !== undefined) };
	const isGraphql = scheme?.type === 'graphqlConnections';
	const { moreRecords, lastPage } = scheme?.response ?? {};
	const hasFlag = (moreRecords ?? lastPage) !== undefined;
	const emptyIsLast = scheme?.pageUntil === 'noDataLeft' && !hasFlag;
	if (status === NO_CONTENT) return { kind: 'page', items: [], isLast: emptyIsLast };
	if (typeof body === 'string' && body.trim() !== '')
		return { kind: 'error', error: notJson(body, page) };
	const reported = reportedError(body, property);
	const value = readPath(property, response);
	const items = value === '' ? undefined : value;
	const isFilled = Array.isArray(items) && items.length > 0;
	const isPastEnd = endStatuses && !isFilled && reported !== undefined && saysPastEnd(reported);
	const message = isPastEnd ? undefined : reported;
	if (message !== undefined && (!isFilled || isGraphql))
		return endWithError(`The API returned an error instead of page ${page}: ${message}`, TRY_AGAIN);
	if (items === undefined) {
		const notice =
			property === ''
				? `Page ${page} is empty; reading stopped there.`
				: fieldText`${PROPERTY} "${property}" was not found on page ${page}; reading stopped there.${whatIsThere(property, body)}`;
		return { kind: 'end', stopReason: 'pathNotFound', notice };
	}
	if (!Array.isArray(items)) {
		const where = property === '' ? 'The response' : fieldText`${PROPERTY} "${property}"`;
		return endWithError(
			fieldText`${where} contains ${describeKind(items)} on page ${page}, not an array of records: ${excerpt(items)}.`,
			fieldText`${PROPERTY} must be the path of the array of records itself.${whatIsThere(property, body)}`,
		);
	}
	const isLast = emptyIsLast && items.length === 0;
	const notice =
		message &&
		`Page ${page} contains an error besides its records, some of which may be missing: ${message}`;
	return { kind: 'page', items, isLast, notice };
}

/** Statuses that most often mean a page after the last one; 400 can mean anything. */
export const PAST_THE_END: readonly number[] = [404, 416];

/**
 * @param canBeEnd whether a status can be configured to mean that there are no more pages
 * @returns why a response with a status other than 2xx is not a page
 */
export function statusError(response: PageResponse, page: number, canBeEnd = false): PagingError {
	const { status, body } = response;
	const message = messageIn(body);
	return new PagingError(
		`The API returned status ${status} for page ${page}${message === undefined ? '.' : `: ${message}`}`,
		canBeEnd && PAST_THE_END.includes(status)
			? fieldText`If this API returns ${status} after its last page, add ${status} to ${field('pagingScheme.endStatuses')}.`
			: page > 1
				? TRY_AGAIN
				: 'Check the URL and the parameters of the request.',
		response,
	);
}

/** @returns why text is not a page */
export function notJson(body: string, page: number): PagingError {
	return new PagingError(
		`Page ${page} is not JSON; it starts with ${excerpt(body)}.`,
		'Check the URL. The cause may be a login page, a proxy, or an incomplete response.',
	);
}

/** How servers call a page past the last one: "No more results". */
const NO_MORE =
	/\bno (?:more )?(?:data|entries|items|pages?|records?|results?|rows)(?: (?:available|found|left))?[.!]?$/i;

/** What is said of such a page as of other things: only with a word for a page it means that. */
const NOT_THERE = /\b(?:not found|out of (?:range|bounds))\b/i;

const PAGE = /\b(?:page|offset|records?|results?)\b/i;

/** @returns whether the words of an error mean that there are no more pages */
function saysPastEnd(message: string): boolean {
	return NO_MORE.test(message) || (NOT_THERE.test(message) && PAGE.test(message));
}
