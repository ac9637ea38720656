import { PagingError } from '../errors';
import type { Position } from '../types';
import type { Step } from './types';

/**
 * @param field what contains the token, as the user has configured it
 * @returns the step to the page that a token or cursor names; an error when the token is a number
 *   that has lost digits in JSON
 */
export function stepTo(token: string | number, field: string): Step {
	if (typeof token === 'number' && Number.isInteger(token) && !Number.isSafeInteger(token)) {
		const error = new PagingError(
			`${field} contains a number with more digits than a JSON number can store, so the next page is unknown.`,
			'The server has to send the token as text.',
		);
		return { kind: 'error', error };
	}
	return { kind: 'next', position: token, identity: `${typeof token} ${token}` };
}

/** @returns whether a value from a resume point is a token, or null for the first page */
export function isTokenOrFirst(position: unknown): position is Position {
	return position === null || typeof position === 'string' || typeof position === 'number';
}
