import { PagingError } from '../errors';
import { notJson, refused, reportedError } from '../run/answer';
import type { PageResponse } from '../types';
import { candidatesFor } from './candidates';
import { isFull } from '../response/metadata/facts';
import { type Metadata, readMetadata } from '../response/metadata/metadata';
import { MOST_REQUESTS } from './recorder';
import { findRecords, type FoundRecords } from './records';
import type { Detection } from './types';
import { moreSigns, wholeSign } from './whole';

/** An empty list. */
const NO_CONTENT = 204;

const CHECK = 'Check URL, Authentication and Headers.';
const CHECK_METHOD = `${CHECK} If the API needs POST, set Source to Fields Below.`;

/**
 * Reads the first response of an API: where its records are, and by which paging schemes it may be
 * read. Nothing is sent; a candidate is a guess until page two proves it.
 *
 * @param first response to a GET
 * @param request the URL of that request, absolute
 * @returns datasets, the likeliest first, or why the first page is the only one
 * @throws PagingError when the response is no page, or it is not clear where its records are
 */
export function detect(first: PageResponse, request: { url: string }): Detection {
	requireJson(first);
	const answer = first.status === NO_CONTENT ? { ...first, body: [] } : first;
	const { property, records, evidence } = requireRecords(answer, request.url);
	const { url } = request;
	const signs = readMetadata(answer, { url, property, records });
	const { facts, relations, isPartial } = signs;
	if (isFull(signs)) {
		throw new PagingError(
			'The response has too many values beside its records to find out how it pages.',
			'Set Source to Fields Below.',
		);
	}
	const page = { url, property, records, facts, relations, body: answer.body, isPartial };
	const seen = moreSigns(page, signs);
	const whole = wholeSign(page, signs);
	const isEmpty = records.length === 0 && seen.length === 0;
	return {
		page,
		candidates: (isEmpty ? [] : candidatesFor(page, likeliest(signs))).map((candidate) => ({
			...candidate,
			evidence: [evidence, ...candidate.evidence],
		})),
		whole: whole && { ...whole, evidence: [evidence, ...whole.evidence] },
		evidence,
		seen,
		hasMore: seen.length > 0,
		previous: signs.previous,
	};
}

/** A response can have thousands of members that look like signs; each takes a request at least. */
function likeliest(signs: Metadata): Metadata {
	const first = <T>(found: readonly T[]) => found.slice(0, MOST_REQUESTS);
	return {
		...signs,
		nextUrls: first(signs.nextUrls),
		tokens: first(signs.tokens),
		nextNumbers: first(signs.nextNumbers),
		previous: first(signs.previous),
		pages: first(signs.pages),
		offsets: first(signs.offsets),
	};
}

/** @throws PagingError when the response was refused, or is not JSON */
function requireJson(first: PageResponse): void {
	const { status, body } = first;
	if (status < 200 || status > 299) {
		throw new PagingError(refused(first, 1, undefined).message, CHECK_METHOD, first);
	}
	const isEmpty = body === undefined || body === null || body === '';
	if (isEmpty && status !== NO_CONTENT) {
		throw new PagingError(`The response with status ${status} has no body.`, CHECK);
	}
	if (!isEmpty && typeof body === 'string') throw notJson(body, 1);
}

/** @throws PagingError when the response has no records, and when it is an error */
function requireRecords({ body }: PageResponse, url: string): FoundRecords {
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
