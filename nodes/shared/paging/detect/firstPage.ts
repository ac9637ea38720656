import { PagingError } from '../errors';
import { isFull } from '../response/metadata/facts';
import { type Metadata, readMetadata } from '../response/metadata/metadata';
import { notJson, refused, reportedError } from '../run/answer';
import type { PageResponse } from '../types';
import { findRecords, type FoundRecords } from './records';

/** The first response of an API: where its records are, and what it says beside them. */
export interface FirstPage extends FoundRecords, Metadata {
	/** URL of its request, absolute. */
	url: string;
}

/** An empty list. */
const NO_CONTENT = 204;

const CHECK = 'Check URL, Authentication and Headers.';
const CHECK_METHOD = `${CHECK} If the API needs POST, set Paging Setup to Set Up Manually.`;

/**
 * @param first response to a GET
 * @param url of that request, absolute
 * @throws PagingError when the response is no page, or it is not clear where its records are
 */
export function readFirstPage(first: PageResponse, url: string): FirstPage {
	const { status, body } = first;
	if (status < 200 || status > 299) {
		throw new PagingError(refused(first, 1, undefined).message, CHECK_METHOD, first);
	}
	const isEmpty = body === undefined || body === null || body === '';
	if (isEmpty && status !== NO_CONTENT) {
		throw new PagingError(`The response with status ${status} has no body.`, CHECK);
	}
	if (!isEmpty && typeof body === 'string') throw notJson(body, 1);
	const response = isEmpty ? { ...first, body: [] } : first;
	const found = recordsIn(response.body, url);
	const metadata = readMetadata(response, { url, ...found });
	if (isFull(metadata.facts)) {
		throw new PagingError(
			'The response has too many values beside its records to find out how it pages.',
			'Set Paging Setup to Set Up Manually.',
		);
	}
	return { url, ...found, ...metadata };
}

/** @throws PagingError when the response has no records, and when it is an error */
function recordsIn(body: unknown, url: string): FoundRecords {
	let found: FoundRecords | undefined;
	let problem: unknown;
	try {
		found = findRecords(body, url);
	} catch (error) {
		problem = error;
	}
	const reported = reportedError(body, found?.property ?? '');
	if (reported !== undefined) {
		throw new PagingError(`The API reported an error instead of records: ${reported}`, CHECK);
	}
	if (!found) throw problem;
	return found;
}
