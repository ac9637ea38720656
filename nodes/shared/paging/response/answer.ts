import type { PageResponse } from '../types';
import { readPath } from './path';
import { graphqlMessage, notAList, notFound, notJson, queryRefused, refused } from './refusal';
import type { Answer, Expected } from './types';

const NO_CONTENT = 204;

/**
 * Decides what a response is (paging-schemes, "What the service does").
 *
 * @param page number of the page from 1, for messages; only a page after the first can be past the
 *   end
 */
export function readAnswer(expected: Expected, response: PageResponse, page: number): Answer {
	const { property, isGraphql, emptyIsLast, endStatuses } = expected;
	const { status, body } = response;
	if (page > 1 && endStatuses?.includes(status)) {
		return { kind: 'end', stopReason: 'noDataLeft' };
	}
	if (status < 200 || status > 299)
		return { kind: 'error', error: refused(response, page, endStatuses) };
	if (status === NO_CONTENT) return { kind: 'page', items: [], isLast: emptyIsLast };
	if (typeof body === 'string' && body.trim() !== '') {
		return { kind: 'error', error: notJson(body, page) };
	}
	const message = isGraphql ? graphqlMessage(body) : undefined;
	if (message !== undefined) return { kind: 'error', error: queryRefused(message, page) };

	const found = readPath(property, response);
	if (!found.found || found.value === '') {
		return { kind: 'end', stopReason: 'pathNotFound', notice: notFound(property, page) };
	}
	const items: unknown = found.value;
	if (!Array.isArray(items)) return { kind: 'error', error: notAList(property, items, page) };
	return { kind: 'page', items, isLast: emptyIsLast && items.length === 0 };
}
