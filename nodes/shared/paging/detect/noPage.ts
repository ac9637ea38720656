import { wordsOfRefusal } from '../../basics/refusal';
import { validateDataset } from '../dataset/validate';
import { inDatasetWords } from '../fieldText';
import { isNull } from '../path';
import { compareRecords } from '../response/compare';
import { errorInstead } from '../response/reportedError';
import { ACCEPTED, readAnswer } from '../run/pageAnswer';
import type { PageResponse } from '../types';
import { queryNames } from '../url';
import type { FirstPage } from './types';

/**
 * Only a page settles what a request was sent to find out: an error, text, and a list of something else
 * say nothing about the parameter that was tried.
 *
 * @param page one, which shows what a page of the list is
 * @returns what says why an answer is not a page, in words; it says `undefined` of one that is
 */
export function noPageTest({ url: own, property, records }: FirstPage) {
	const { dataset } = validateDataset({ url: own, property });
	return (response: PageResponse): string | undefined => {
		const answer = readAnswer(dataset, response, 2);
		if (answer.kind === 'error') return inDatasetWords(answer.error.texts.message);
		if (response.status === ACCEPTED) return 'status 202 says that the answer is not ready';
		if (answer.kind === 'end') return isNull(property, response) ? undefined : NO_LIST;
		const { items } = answer;
		if (items.length > 0)
			return compareRecords(records, items) === 'different' ? OTHER_FIELDS : undefined;
		const error = errorInstead(response.body, property);
		return error === undefined ? undefined : `page two has no records, but ${error}`;
	};
}

export const NO_LIST = 'page two has no list of records';

export const OTHER_FIELDS = 'the records of page two have other fields';

/**
 * @param url of the request
 * @returns what is the same for answers with the same cause: an API that refuses parameters as unknown names
 *   each of them, and may count its errors
 */
export function causeOf({ status, headers, body }: PageResponse, url: string): string {
	const names = queryNames(url);
	const words = wordsOfRefusal({ headers, body })
		.replaceAll(/[\w$[\].-]+/g, (word) => (names.has(word) ? '' : word))
		.replaceAll(/\d+/g, '');
	return `${status} ${words}`;
}
