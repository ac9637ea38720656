import { PagingError } from '../pagingErrors';
import { isFull } from '../response/facts';
import { readMetadata } from '../response/metadata';
import { fieldText } from '../fieldText';
import { errorInstead, notReadyIn, reportedError, wordsInstead } from '../response/reportedError';
import { ACCEPTED, NO_CONTENT, NOT_READY, notJson, statusError } from '../run/pageAnswer';
import type { PageResponse } from '../types';
import { CHECK, CHECK_METHOD, findRecords } from './records';
import type { FirstPage, FoundRecords } from './types';

/**
 * @param first response to a GET
 * @param url of that request, absolute
 * @throws PagingError when the response is not a page, or it is not clear where its records are
 */
export function readFirstPage(first: PageResponse, url: string): FirstPage {
	const { status, body } = first;
	if (status < 200 || status > 299)
		throw new PagingError(statusError(first, 1).message, CHECK_METHOD, first);
	const isEmpty = body === undefined || body === null || body === '';
	if (status === ACCEPTED && (isEmpty || typeof body === 'string')) throw statusError(first, 1);
	if (isEmpty && status !== NO_CONTENT)
		throw new PagingError(`The response with status ${status} has no body.`, CHECK);
	if (!isEmpty && typeof body === 'string') throw notJson(body, 1);
	const response = isEmpty ? { ...first, body: [] } : first;
	const found = foundRecordsIn(response, url);
	const metadata = readMetadata(response, { url, ...found });
	if (isFull(metadata.facts)) {
		throw new PagingError(
			'The response has too many values besides its records to determine the paging scheme.',
			'Set Paging Setup to Set Up Manually.',
		);
	}
	return { url, ...found, ...metadata };
}

/** @throws PagingError when the response has no records, and when it is an error */
function foundRecordsIn(response: PageResponse, url: string): FoundRecords {
	const { status, body } = response;
	let found: FoundRecords | undefined;
	let problem: unknown;
	try {
		found = findRecords(body, url);
	} catch (error) {
		problem = error;
	}
	const { property = '', records = [] } = found ?? {};
	const isFilled = records.length > 0;
	const reported = (isFilled ? reportedError : errorInstead)(body, property);
	if (reported !== undefined)
		throw new PagingError(
			`The API reported an error instead of records: ${reported}`,
			CHECK,
			response,
		);
	// It says what becomes of the request, not what the records are.
	if (status === ACCEPTED && !isFilled) throw statusError(response, 1);
	const waiting = isFilled ? undefined : notReadyIn(body, property);
	if (waiting !== undefined)
		throw new PagingError(
			`The response has no records, but says that it is not ready: ${waiting}`,
			NOT_READY,
		);
	if (!found) throw withWords(problem, response);
	return found;
}

/** @returns why there are no records, with what the answer says in their place */
function withWords(problem: unknown, response: PageResponse): unknown {
	const words = wordsInstead(response.body, '');
	if (words === undefined || !(problem instanceof PagingError)) return problem;
	const { message, fix } = problem.texts;
	return new PagingError(fieldText`${message} It says: ${words}`, fix, response);
}
