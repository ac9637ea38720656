import { isRecord } from '../../json';
import type { PageResponse } from '../types';
import { readPath } from './path';
import * as refusal from './refusal';
import { graphqlMessage, reportedError, saysPastEnd } from './serverError';
import type { Answer, Expected } from './types';

const NO_CONTENT = 204;

/** Members that may say that a response with a status of 2xx is an error. */
const ERROR_MEMBERS = ['error', 'errors', 'ok', 'success', 'status'];

/**
 * Decides what a response is (paging-schemes, "What the service does").
 *
 * @param page number of the page from 1, for messages; only a page after the first can be past the
 *   end
 */
export function readAnswer(expected: Expected, response: PageResponse, page: number): Answer {
	const { property, isGraphql, isNumbered, emptyIsLast, endStatuses } = expected;
	const { status, body } = response;
	// A page that the server itself has named exists: only counting can lead past the end.
	if (isNumbered && page > 1 && endStatuses?.includes(status)) {
		return { kind: 'end', stopReason: 'noDataLeft' };
	}
	if (status < 200 || status > 299) {
		return { kind: 'error', error: refusal.refused(response, page, endStatuses) };
	}
	if (status === NO_CONTENT) return { kind: 'page', items: [], isLast: emptyIsLast };
	if (typeof body === 'string' && body.trim() !== '') {
		return { kind: 'error', error: refusal.notJson(body, page) };
	}
	const refused = isGraphql ? graphqlMessage(body) : undefined;
	if (refused !== undefined) return { kind: 'error', error: refusal.queryRefused(refused, page) };

	const mayBeError = !isGraphql && isRecord(body) && ERROR_MEMBERS.some((name) => name in body);
	const reported = mayBeError ? reportedError(body, property) : undefined;
	const found = readPath(property, response);
	const items: unknown = found.found && found.value !== '' ? found.value : undefined;
	const isFilled = Array.isArray(items) && items.length > 0;
	const mayBePastEnd = isNumbered && page > 1 && !isFilled && reported !== undefined;
	const message = mayBePastEnd && saysPastEnd(reported) ? undefined : reported;
	if (message !== undefined && !isFilled) {
		return { kind: 'error', error: refusal.errorInstead(message, page) };
	}
	if (items === undefined) {
		const notice = refusal.notFound(property, body, page);
		return { kind: 'end', stopReason: 'pathNotFound', notice };
	}
	if (!Array.isArray(items)) {
		return { kind: 'error', error: refusal.notAList(property, items, body, page) };
	}
	const notice = message === undefined ? {} : { notice: refusal.errorBeside(message, page) };
	return { kind: 'page', items, isLast: emptyIsLast && items.length === 0, ...notice };
}
