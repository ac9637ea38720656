import type { PageResponse } from '../../../../nodes/shared/paging';
import { detect } from '../../../../nodes/shared/paging/detect/detect';
import type { Detection } from '../../../../nodes/shared/paging/detect/types';
import { rows } from '../fakeServer';

export const URL_LIST = 'https://api.test/list';

/** A first page: five records at `items`, unless it says otherwise, and what is beside them. */
export interface FirstResponse {
	beside?: Record<string, unknown>;
	body?: unknown;
	headers?: PageResponse['headers'];
	url?: string;
}

/** @returns what is seen in it */
export function seenIn({ beside, body, headers = {}, url = URL_LIST }: FirstResponse): Detection {
	const page = { status: 200, headers, body: body ?? { items: rows(0, 5), ...beside } };
	return detect(page, { url });
}

/** @returns what would be tried, usual parameters only where `isGuess` */
export function attemptsFor(response: FirstResponse, isGuess = false): string[] {
	const { candidates } = seenIn(response);
	return candidates.filter((one) => one.isGuess === isGuess).map(({ attempt }) => attempt);
}

/**
 * @returns why page one is all, with a question mark where usual parameters are tried before;
 *   `undefined` where this is not believed even then
 */
export function wholeIn(response: FirstResponse): string | undefined {
	const { whole } = seenIn(response);
	if (whole?.doubt !== undefined) return undefined;
	return whole && `${whole.evidence.at(-1)}${whole.isCertain ? '' : '?'}`;
}

/** @returns a page of so many records, and what is beside them */
export const pageWith = (records: number, beside: object = {}) => ({
	body: { items: rows(0, records), ...beside },
});
