import { PagingError } from '../errors';
import type { Candidate } from './build';
import type { FirstPage } from './firstPage';
import { firstPageOf, type MoreSign } from './whole';

/** A candidate, and why it is not the dataset. */
export interface Attempt {
	candidate: Candidate;
	reason: string;
}

/** What was found out about an API. */
interface Findings {
	page: FirstPage;
	seen: readonly MoreSign[];
	/** Why what says that page one is all is not believed. */
	doubt: string | undefined;
	attempts: readonly Attempt[];
}

/** More attempts than this would not be read, nor more signs. */
const MOST_ATTEMPTS = 4;
const MOST_SIGNS = 8;

/** @returns the error that says what the first page shows, what was tried, and what to fill in */
export function notProven({ page, seen, doubt, attempts }: Findings): PagingError {
	const hasMore = seen.length > 0;
	const message = [
		`The paging scheme of this API is not certain. The response has ${firstPageOf(page)}.`,
		...(hasMore
			? seen.slice(0, MOST_SIGNS).map(({ text }) => text)
			: [doubt ?? 'Nothing in it says whether there are more pages.']),
		...tried(attempts),
	].join(' ');
	const path =
		page.property === '' ? 'leave Records Path empty' : `set Records Path to ${page.property}`;
	const fields = fieldsFor(attempts, hasMore);
	const fix = `Set Source to Fields Below, ${path}, and fill in ${fields} as the documentation of the API says.`;
	const only = ' If the API has no more pages, set Paging Scheme to One Page.';
	return new PagingError(message, hasMore ? fix : fix + only);
}

function tried(attempts: readonly Attempt[]): string[] {
	const named = attempts.filter(({ candidate }) => !candidate.isGuess);
	const texts = [
		...new Set(
			named.map(({ candidate, reason }) => `${candidate.attempt} (${reason.replace(/[.]$/, '')})`),
		),
	];
	const [listed, others] = [texts.slice(0, MOST_ATTEMPTS), texts.slice(MOST_ATTEMPTS)];
	const more = others.length > 0 ? `, and ${others.length} more` : '';
	const guesses = attempts.length > named.length;
	return [
		...(listed.length > 0 ? [`Tried: ${listed.join('; ')}${more}.`] : []),
		...(guesses ? ['The usual parameters, such as page and offset, led to no other page.'] : []),
	];
}

/** Where GraphQL connections have it. */
const CURSOR = '.endCursor';

function fieldsFor(attempts: readonly Attempt[], hasMore: boolean): string {
	const { follows, counting } =
		attempts.find(({ candidate }) => !candidate.isGuess)?.candidate ?? {};
	if (follows) {
		const { path, parameter } = follows;
		if (path.startsWith('data.') && path.endsWith(CURSOR)) {
			const pageInfo = path.slice(0, -CURSOR.length);
			return `Paging Scheme (GraphQL Connection), Page Info Path (${pageInfo}), and Query`;
		}
		return `Next Path (${path})${parameter === undefined ? '' : ' and Token Parameter'}`;
	}
	if (counting?.kind === 'offset') return 'Offset Parameter, Page Size Parameter, and Page Size';
	return counting && hasMore ? 'Page Parameter and First Page' : 'Paging Scheme and its parameters';
}
