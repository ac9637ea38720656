import { isRecord } from '../../json';
import { type Dataset, isGraphql } from '../dataset/types';
import { excerpt, kindOf, PagingError } from '../errors';
import { type Found, readPath, type ResponseHeaders } from './path';
import type { StopReason } from '../run/summary';

/** What the sender hands back for one request. */
export interface PageResponse {
	/** HTTP status. */
	status: number;
	headers: ResponseHeaders;
	/** Parsed JSON; a text where the body is no JSON; undefined where there is none. */
	body: unknown;
}

/** What an answer is to the loop. */
export type Reading =
	| { kind: 'page'; items: unknown[] }
	| { kind: 'end'; stopReason: StopReason; notice?: string }
	| { kind: 'error'; error: PagingError };

const NO_CONTENT = 204;
const NOT_FOUND = 404;

/**
 * Decides what an answer is: a page, the end, or nothing that can be used.
 *
 * @param page number of the page from 1, for messages; only later pages than the first may lie
 *   past the end
 * @param notFoundEndsPaging whether 404 past the first page means that there are no more pages
 */
export function readAnswer(
	dataset: Dataset,
	response: PageResponse,
	page: number,
	notFoundEndsPaging: boolean,
): Reading {
	const { status, body } = response;
	if (status === NOT_FOUND && notFoundEndsPaging && page > 1) {
		return { kind: 'end', stopReason: 'noDataLeft' };
	}
	if (status < 200 || status > 299) return refusedBy(response, page);
	if (status === NO_CONTENT) return { kind: 'page', items: [] };
	if (typeof body === 'string' && body.trim() !== '') {
		return unusable(
			`Page ${page} is not JSON; it starts with ${excerpt(body)}.`,
			'Check the URL: a login page, a proxy or a cut-off answer looks like this.',
		);
	}
	const message = isGraphql(dataset) ? graphqlMessage(body) : undefined;
	if (message !== undefined) {
		return unusable(`The server refused the query of page ${page}: ${message}`, CHECK_QUERY);
	}
	return readItems(dataset.property, readPath(dataset.property, response), page);
}

const CHECK_QUERY = 'Correct the query or its variables, then run again.';

function readItems(property: string, found: Found, page: number): Reading {
	const where = property === '' ? 'The body' : `property ${property}`;
	if (!found.found || found.value === '') {
		const notice = `${where} holds nothing on page ${page}; reading ended there.`;
		return { kind: 'end', stopReason: 'pathNotFound', notice };
	}
	if (Array.isArray(found.value)) return { kind: 'page', items: found.value };
	return unusable(
		`${where} holds ${kindOf(found.value)} on page ${page}, not an array of records: ${excerpt(found.value)}.`,
		'property has to lead to the array of records itself.',
	);
}

function refusedBy(response: PageResponse, page: number): Reading {
	const { status, body } = response;
	const said = graphqlMessage(body) ?? serverMessage(body);
	const error = new PagingError(
		`The server answered page ${page} with status ${status}${said === undefined ? '.' : `: ${said}`}`,
		status === NOT_FOUND && page > 1
			? 'If this API answers 404 past its last page, turn on 404 Ends Paging.'
			: 'Check the request, then go on from the resume point in the summary.',
		response,
	);
	return { kind: 'error', error };
}

function serverMessage(body: unknown): string | undefined {
	if (!isRecord(body)) return undefined;
	const nested = isRecord(body.error) ? body.error.message : body.error;
	return [body.message, nested].find((text) => typeof text === 'string');
}

/** @returns the messages of a GraphQL answer's `errors`, `undefined` when it has none */
function graphqlMessage(body: unknown): string | undefined {
	const refusals = isRecord(body) ? body.errors : undefined;
	if (refusals === undefined || refusals === null) return undefined;
	if (!Array.isArray(refusals)) return excerpt(refusals);
	if (refusals.length === 0) return undefined;
	return refusals
		.map((refusal: unknown) =>
			isRecord(refusal) && typeof refusal.message === 'string' ? refusal.message : excerpt(refusal),
		)
		.join('; ');
}

function unusable(message: string, fix: string): Reading {
	return { kind: 'error', error: new PagingError(message, fix) };
}
