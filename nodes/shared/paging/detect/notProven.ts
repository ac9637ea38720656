import { isRecord } from '../../json';
import { PagingError } from '../errors';
import type { Attempt, Detection } from './types';
import { firstPageOf } from './whole';

/** More attempts than this would not be read. */
const MOST_ATTEMPTS = 4;

/** @returns the error that says what the first page shows, what was tried, and what to fill in */
export function notProven(detection: Detection, attempts: readonly Attempt[]): PagingError {
	const { page, seen, hasMore } = detection;
	const tried = attempts
		.slice(0, MOST_ATTEMPTS)
		.map(({ candidate, reason }) => `${candidate.attempt} (${reason.replace(/[.]$/, '')})`);
	const more = attempts.length - tried.length;
	const others = more > 0 ? `, and ${more} more` : '';
	const message = [
		`How this API pages is not certain. The response has ${firstPageOf(page)}.`,
		...(hasMore ? seen.slice(1) : ['Nothing in it says whether there are more pages.']),
		...(tried.length > 0 ? [`Tried: ${tried.join('; ')}${others}.`] : []),
	].join(' ');
	return new PagingError(message, `Set Source to Fields Below. Set Records Path to ${page.property || 'empty'}, and fill in ${fieldsFor(detection)} as the documentation of the API says.`);
}

function fieldsFor({ candidates, hasMore }: Detection): string {
	const named = candidates.find(({ isGuess }) => !isGuess)?.dataset.pagingScheme;
	const { type, tokenType, response } = isRecord(named) ? named : {};
	if (type === 'nextToken') {
		const path = isRecord(response) ? String(response.nextToken) : '';
		return tokenType === 'url'
			? `Next URL Path (${path})`
			: `Next Token Path (${path}) and Token Parameter`;
	}
	if (type === 'offsetAndLimit') return 'Offset Parameter, Limit Parameter, and Page Size';
	if (type === 'pageBased' && hasMore) return 'Page Parameter and First Page';
	return 'Paging Scheme and its parameters';
}
