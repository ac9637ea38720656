import { isRecord } from '../../json';
import { excerpt, PagingError } from '../errors';
import { notJson, refused } from '../response/refusal';
import type { PageResponse } from '../types';
import { candidatesFor } from './candidates';
import { surroundingsOf } from './facts';
import { findRecords } from './records';
import { signsOf } from './signs';
import type { Detection } from './types';
import { moreSigns, wholeSign } from './whole';

const CHECK = 'Check URL, Authentication and Headers.';

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
	requirePage(first);
	const { property, records, evidence } = findRecords(first.body, request.url);
	const { facts, relations } = surroundingsOf(first, property);
	const page = { url: request.url, property, records, facts, relations, body: first.body };
	const signs = signsOf(page);
	const seen = moreSigns(page, signs);
	const whole = wholeSign(page, signs);
	return {
		page,
		candidates: records.length === 0 && seen.length === 0 ? [] : candidatesFor(page, signs).map(
			(candidate) => ({ ...candidate, evidence: [evidence, ...candidate.evidence] }),
		),
		whole: whole && { ...whole, evidence: [evidence, ...whole.evidence] },
		seen: [evidence, ...seen],
		hasMore: seen.length > 0,
	};
}

/** @throws PagingError when the response is an error, or not JSON */
function requirePage(first: PageResponse): void {
	const { status, body } = first;
	if (status < 200 || status > 299) throw new PagingError(refused(first, 1, []).message, CHECK, first);
	if (body === undefined || body === null || body === '') {
		throw new PagingError(`The response with status ${status} has no body.`, CHECK);
	}
	if (typeof body === 'string') throw new PagingError(notJson(body, 1).message, notJson(body, 1).fix);
	const message = errorIn(body);
	if (message !== undefined) {
		throw new PagingError(`The response is an error, although its status is ${status}: ${message}`, CHECK);
	}
}

/** @returns the error that a body reports in place of records */
function errorIn(body: unknown): string | undefined {
	if (!isRecord(body)) return undefined;
	const { error, errors, message } = body;
	const hasFailed = body.ok === false || body.success === false || body.stat === 'FAIL';
	const hasError = isSet(error) || isSet(errors);
	const hasRecords = Object.entries(body).some(
		([key, value]) => !/^errors?$|^warnings?$/.test(key) && ((Array.isArray(value) && value.length > 0) || (isRecord(value) && key !== 'meta')),
	);
	if (!hasFailed && (!hasError || hasRecords)) return undefined;
	const text = [message, isRecord(error) ? error.message : error, errors].find(isSet);
	return text === undefined ? excerpt(body) : typeof text === 'string' ? text : excerpt(text);
}

function isSet(value: unknown): boolean {
	const isEmpty = (Array.isArray(value) && value.length === 0) || value === '' || value === false;
	return value !== undefined && value !== null && !isEmpty && value !== 0;
}
