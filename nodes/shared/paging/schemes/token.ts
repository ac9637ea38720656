import { excerpt, kindOf, PagingError } from '../errors';
import { readPath } from '../response/path';
import type { Position } from '../types';
import type { PageContext, Step } from './types';

/** Field that contains the path of a token or URL, as messages name it. */
export const FIELD = 'pagingScheme.response.nextToken';

/**
 * @param field what contains the token, as the user has configured it
 * @returns the step to the page that a token or cursor names; an error when the token is a number
 *   that has lost digits in JSON
 */
export function stepTo(token: string | number, field: string): Step {
	if (typeof token === 'number' && Number.isInteger(token) && !Number.isSafeInteger(token)) {
		const error = new PagingError(
			`${field} contains a number with more digits than a JSON number can store, so the next page is unknown.`,
			'The API has to send the token as text.',
		);
		return { kind: 'error', error };
	}
	return { kind: 'next', position: token, identity: `${typeof token} ${token}` };
}

/** @returns whether a value from a resume point is a token, or null for the first page */
export function isTokenOrFirst(position: unknown): position is Position {
	return position === null || typeof position === 'string' || typeof position === 'number';
}

/** @returns the token; `undefined` for everything that means no next page. 0 is a token. */
export function readToken(path: string, context: PageContext): unknown {
	const found = readPath(path, context.response);
	return found.found && found.value !== '' && found.value !== false ? found.value : undefined;
}

/** @returns the end of a run whose token or URL is something else */
export function wrongKind(path: string, value: unknown): Step {
	const error = new PagingError(
		`${FIELD} "${path}" contains ${kindOf(value)}, ${excerpt(value)}, which is not a token or URL.`,
		`Set ${FIELD} to the path of the token or URL itself.`,
	);
	return { kind: 'error', error };
}
