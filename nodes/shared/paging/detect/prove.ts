import { countOf } from '../../count';
import { validateDataset } from '../dataset/validate';
import { PagingError } from '../errors';
import { compareRecords } from '../response/compare';
import { TOTAL_NAMES } from '../response/metadata/names';
import { readPath } from '../response/path';
import { PAST_THE_END } from '../response/refusal';
import { paginate } from '../run/paginate';
import type { Page, PageResponse, Pages, PagingOptions, Summary } from '../types';
import { type Candidate, datasetOf } from './build';
import type { FirstPage } from './firstPage';
import type { MoreSign } from './whole';

/** Empty pages that are followed before the next one with records. */
const MOST_EMPTY_PAGES = 4;

/** What page two says about a candidate. */
export type Verdict =
	/** `totalChanged`: the total, or the number of pages, is not the same on both pages. */
	| { kind: 'proven'; evidence: string; totalChanged: boolean }
	/** The scheme works, and page one has all records. */
	| { kind: 'onlyPage'; evidence: string; endStatus?: number }
	/** `hasFailed` if there was no answer to judge by, such as after 503. */
	| { kind: 'refuted'; reason: string; isIgnored?: boolean; hasFailed?: boolean };

/** How a candidate is tried. */
export interface Trial {
	page: FirstPage;
	/** What says that there are more pages. */
	seen: readonly MoreSign[];
	options: PagingOptions;
	/** The responses of this trial, in order. */
	responses: PageResponse[];
}

/** Reads page one and two as the run itself would, and compares them. */
export async function prove(candidate: Candidate, trial: Trial): Promise<Verdict> {
	const { page, seen, options } = trial;
	const { records } = page;
	const { dataset } = validateDataset(datasetOf(page, candidate.scheme));
	const limits = { maxPages: MOST_EMPTY_PAGES + 2, prefetch: 1 };
	let read = 0;
	for await (const step of stepsOf(paginate(dataset, { ...options, limits }))) {
		if ('stopReason' in step) return atEnd(step, read, candidate, trial);
		read++;
		if (read === 1) {
			if (isFirstPage(step.items, records)) continue;
			return refuted('page one, requested by it, has other records');
		}
		if (step.items.length > 0) return compared(records, step.items, candidate, trial);
		if (seen.length > 0 && candidate.counting) return refuted('page two is empty');
	}
	return refuted('page one could not be read');
}

/** The pages of a run, and then how it went. */
async function* stepsOf(pages: Pages): AsyncGenerator<Page | Summary> {
	yield yield* pages;
}

function isFirstPage(items: readonly unknown[], records: readonly unknown[]): boolean {
	if (items.length !== records.length) return false;
	return items.length === 0 || compareRecords(records, items) === 'same';
}

/** The run ended without a second page that has records. */
function atEnd(
	{ stopReason, error }: Summary,
	pages: number,
	{ counting, isGuess }: Candidate,
	{ page, seen, responses }: Trial,
): Verdict {
	// A link or token that leads to an empty last page is no contradiction; a number or a flag is.
	const reportsMore = seen.some(({ kind }) => kind !== 'next' && (counting || kind !== 'previous'));
	// A usual number that leads to an empty page says that there is no page two; a token does not.
	const isWeak = isGuess && !counting;
	switch (stopReason) {
		case 'error': {
			const status = error instanceof PagingError ? error.status : undefined;
			const isPast = status !== undefined && PAST_THE_END.includes(status);
			if (isPast && pages === 1 && !reportsMore && counting) {
				const evidence = `Page two is answered with status ${status}: page one has all records.`;
				return { kind: 'onlyPage', evidence, endStatus: status };
			}
			const reason = error instanceof Error ? error.message : String(error);
			return { ...refuted(reason), hasFailed: isFailure(error, isWeak) };
		}
		case 'loopDetected':
			return { ...refuted('page two has the same records'), isIgnored: true };
		case 'pathNotFound':
			return refuted(`page two has no ${page.property}`);
		case 'maxPages':
			// A parameter that is not one for tokens may lead from empty page to empty page without an end.
			return refuted('the pages after page one are empty');
		default:
	}
	if (pages === 0) return refuted('page one could not be read');
	// A parameter that means something else can lead to an empty page, too.
	if (reportsMore || isWeak) return refuted('page two is empty');
	if (counting && sinksTotal(page, responses)) return refuted('the total of page two is lower');
	return { kind: 'onlyPage', evidence: 'Page two is empty: page one has all records.' };
}

/** A total that sinks as the offset rises is not that of the list (Verdaccio). */
function sinksTotal({ facts }: FirstPage, responses: readonly PageResponse[]): boolean {
	const last = responses.at(-1);
	return facts.some(({ name, path, value }) => {
		const found = last && TOTAL_NAMES.has(name) ? readPath(path, last) : undefined;
		return found?.found === true && Number(found.value) < Number(value);
	});
}

/** A refusal is an answer: the API does not know the parameter. Some servers fail at one. */
function isFailure(error: unknown, isGuess: boolean): boolean {
	if (!(error instanceof PagingError)) return true;
	const { status = 0 } = error;
	return status === 429 || status > 500 || (status === 500 && !isGuess);
}

function compared(
	first: readonly unknown[],
	second: readonly unknown[],
	{ counting }: Candidate,
	{ responses }: Trial,
): Verdict {
	switch (compareRecords(first, second)) {
		case 'same':
			return { ...refuted('page two has the same records'), isIgnored: true };
		case 'overlapping':
			return refuted('page two has some of the records of page one');
		case 'different':
			return refuted('the records of page two have other fields');
		case 'new': {
			const evidence = `Page two has ${countOf(second.length, 'new record')} with the same fields.`;
			return {
				kind: 'proven',
				evidence,
				totalChanged: !keepsTotal(counting?.total?.path, responses),
			};
		}
	}
}

/** Whether the total, or the number of pages, is the same on all pages that were read. */
function keepsTotal(path: string | undefined, responses: readonly PageResponse[]): boolean {
	const totals = responses.map((one) => {
		const found = path === undefined ? { found: false as const } : readPath(path, one);
		return found.found ? String(found.value).replace(/^.*\//, '') : undefined;
	});
	return new Set(totals).size === 1;
}

function refuted(reason: string): Verdict & { kind: 'refuted' } {
	return { kind: 'refuted', reason };
}
