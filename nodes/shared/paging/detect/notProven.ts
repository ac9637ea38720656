import { isRecord } from '../../json';
import { PagingError } from '../errors';
import type { Attempt, Detection } from './types';
import { firstPageOf } from './whole';

/** More attempts than this would not be read, nor more signs. */
const MOST_ATTEMPTS = 4;
const MOST_SIGNS = 8;

/** @returns the error that says what the first page shows, what was tried, and what to fill in */
export function notProven(detection: Detection, attempts: readonly Attempt[]): PagingError {
	const { page, seen, hasMore, whole } = detection;
	const message = [
		`The paging scheme of this API is not certain. The response has ${firstPageOf(page)}.`,
		...(hasMore
			? seen.slice(0, MOST_SIGNS).map(({ text }) => text)
			: [whole?.doubt ?? 'Nothing in it says whether there are more pages.']),
		...tried(attempts),
	].join(' ');
	const path =
		page.property === '' ? 'leave Records Path empty' : `set Records Path to ${page.property}`;
	const fix = `Set Source to Fields Below, ${path}, and fill in ${fieldsFor(detection)} as the documentation of the API says.`;
	const only = ' If the API has no more pages, set Paging Scheme to One Page.';
	return new PagingError(message, hasMore ? fix : fix + only);
}

function tried(attempts: readonly Attempt[]): string[] {
	const named = attempts.filter(({ candidate }) => !candidate.isGuess);
	const listed = named
		.slice(0, MOST_ATTEMPTS)
		.map(({ candidate, reason }) => `${candidate.attempt} (${reason.replace(/[.]$/, '')})`);
	const more = named.length > listed.length ? `, and ${named.length - listed.length} more` : '';
	const guesses = attempts.length > named.length;
	return [
		...(listed.length > 0 ? [`Tried: ${listed.join('; ')}${more}.`] : []),
		...(guesses ? ['The usual parameters, such as page and offset, led to no other page.'] : []),
	];
}

/** Where GraphQL connections have it. */
const CURSOR = '.endCursor';

function fieldsFor({ candidates, hasMore }: Detection): string {
	const named = candidates.find(({ isGuess }) => !isGuess)?.dataset.pagingScheme;
	const { type, tokenType, response } = isRecord(named) ? named : {};
	if (type === 'nextToken') {
		const path = isRecord(response) ? String(response.nextToken) : '';
		if (path.startsWith('data.') && path.endsWith(CURSOR)) {
			const pageInfo = path.slice(0, -CURSOR.length);
			return `Paging Scheme (GraphQL Connection), Page Info Path (${pageInfo}), and Query`;
		}
		return tokenType === 'url' ? `Next Path (${path})` : `Next Path (${path}) and Token Parameter`;
	}
	if (type === 'offsetAndLimit') return 'Offset Parameter, Page Size Parameter, and Page Size';
	if (type === 'pageBased' && hasMore) return 'Page Parameter and First Page';
	return 'Paging Scheme and its parameters';
}
