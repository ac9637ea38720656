import { excerpt, kindOf, PagingError } from '../errors';
import type { PageResponse } from '../types';
import { graphqlMessage, serverMessage } from './serverError';
import { arrayInstead, whatIsThere } from './suggestion';

/** Statuses that most often mean a page after the last one; 400 can mean anything. */
export const PAST_THE_END: readonly number[] = [404, 416];

/**
 * @param endStatuses statuses that end the pages; `undefined` where none can
 * @returns why a response with a status other than 2xx is not a page
 */
export function refused(
	response: PageResponse,
	page: number,
	endStatuses: readonly number[] | undefined,
): PagingError {
	const { status, body } = response;
	const mayBeEnd = endStatuses !== undefined && page > 1 && PAST_THE_END.includes(status);
	const message = graphqlMessage(body) ?? serverMessage(body);
	return new PagingError(
		`The API returned status ${status} for page ${page}${message === undefined ? '.' : `: ${message}`}`,
		mayBeEnd
			? `If this API returns ${status} after its last page, add ${status} to pagingScheme.endStatuses.`
			: page > 1
				? 'Check the request, then continue from the resume point in the summary.'
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

/** @returns why a GraphQL response is not a page, although its status is 2xx */
export function queryRefused(message: string, page: number): PagingError {
	return new PagingError(
		`The API rejected the query for page ${page}: ${message}`,
		'Correct the query or its variables, then run again.',
	);
}

/** @returns why a response is not a page, although its status is 2xx and it is no GraphQL */
export function errorInstead(message: string, page: number): PagingError {
	return new PagingError(
		`The API returned an error instead of page ${page}: ${message}`,
		'Check the request, then continue from the resume point in the summary.',
	);
}

/** @returns the warning about a page that has records and reports an error */
export function errorBeside(message: string, page: number): string {
	return `Page ${page} contains an error beside its records, some of which may be missing: ${message}`;
}

/** @returns the warning about a page without records */
export function notFound(property: string, body: unknown, page: number): string {
	const instead = whatIsThere(property, body);
	return property === ''
		? `The body of page ${page} is empty; reading stopped there.`
		: `property "${property}" was not found on page ${page}; reading stopped there.${instead}`;
}

/** @returns why a body without an array of records is not a page */
export function notAList(
	property: string,
	value: unknown,
	body: unknown,
	page: number,
): PagingError {
	const where = property === '' ? 'The body' : `property "${property}"`;
	return new PagingError(
		`${where} contains ${kindOf(value)} on page ${page}, not an array of records: ${excerpt(value)}.`,
		`property must be the path of the array of records itself.${arrayInstead(body)}`,
	);
}
