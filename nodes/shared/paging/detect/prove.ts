import { countOf } from '../../count';
import { isRecord } from '../../json';
import type { Dataset } from '../dataset/types';
import { PagingError } from '../errors';
import { TOTAL_NAMES } from '../response/metadata/names';
import { readPath } from '../response/path';
import { PAST_THE_END } from '../run/answer';
import { paginate } from '../run/paginate';
import type { Page, PageResponse, Pages, PagingOptions, Summary } from '../types';
import { compareRecords } from '../response/compare';
import type { Detection, FirstPage } from './types';

/** Empty pages that are followed before the next one with records. */
const MOST_EMPTY_PAGES = 4;

/** What page two says about a candidate. */
export type Verdict =
	| { kind: 'proven'; evidence: string; totalChanged: boolean }
	/** The scheme works, and page one has all records. */
	| { kind: 'onlyPage'; evidence: string; endStatus?: number }
	/** `hasFailed` if there was no answer to judge by, such as after 503. */
	| { kind: 'refuted'; reason: string; isIgnored: boolean; hasFailed: boolean };

/** How a candidate is tried. */
export interface Trial {
	detection: Detection;
	options: PagingOptions;
	/** Whether nothing in the response speaks for it. */
	isGuess: boolean;
	/** The responses of this trial, in order. */
	responses: PageResponse[];
}

/** Reads page one and two as the run itself would, and compares them. */
export async function prove(dataset: Dataset, trial: Trial): Promise<Verdict> {
	const { detection, options, responses } = trial;
	const limits = { maxPages: MOST_EMPTY_PAGES + 2, prefetch: 1 };
	const { records } = detection.page;
	let read = 0;
	for await (const step of stepsOf(paginate(dataset, { ...options, limits }))) {
		if ('stopReason' in step) return atEnd(step, read, trial, isNumbered(dataset));
		read++;
		if (read === 1) {
			if (isFirstPage(step.items, records)) continue;
			return refuted('page one, requested by it, has other records');
		}
		if (step.items.length > 0) return compared(records, step.items, dataset, responses);
		if (detection.hasMore && isNumbered(dataset)) return refuted('page two is empty');
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

function isNumbered({ pagingScheme }: Dataset): boolean {
	return pagingScheme?.type === 'pageBased' || pagingScheme?.type === 'offsetAndLimit';
}

/** The run ended without a second page that has records. */
function atEnd(
	{ stopReason, error }: Summary,
	pages: number,
	{ detection, isGuess, responses }: Trial,
	isCounted: boolean,
): Verdict {
	const { page, seen } = detection;
	// A link or token that leads to an empty last page is no contradiction; a number or a flag is.
	const reportsMore = seen.some(
		({ kind }) => kind !== 'next' && (isCounted || kind !== 'previous'),
	);
	if (stopReason === 'error') {
		const status = error instanceof PagingError ? error.status : undefined;
		if (status !== undefined && PAST_THE_END.includes(status) && pages === 1) {
			const evidence = `Page two is answered with status ${status}: page one has all records.`;
			if (!reportsMore && !isGuess && isCounted)
				return { kind: 'onlyPage', evidence, endStatus: status };
		}
		const reason = error instanceof Error ? error.message : String(error);
		return refuted(reason, false, isFailure(error, isGuess));
	}
	if (stopReason === 'loopDetected') return refuted('page two has the same records', true);
	if (stopReason === 'pathNotFound') return refuted(`page two has no ${page.property}`);
	if (pages === 0) return refuted('page one could not be read');
	// A parameter that is not one for tokens may lead from empty page to empty page without an end.
	if (stopReason === 'maxPages') return refuted('the pages after page one are empty');
	// A parameter that means something else can lead to an empty page, too.
	if (reportsMore || isGuess) return refuted('page two is empty');
	if (isCounted && sinksTotal(page, responses)) return refuted('the total of page two is lower');
	return { kind: 'onlyPage', evidence: 'Page two is empty: page one has all records.' };
}

/** A total that sinks as the offset rises is not that of the list (Verdaccio). */
function sinksTotal({ facts }: FirstPage, responses: readonly PageResponse[]): boolean {
	const last = responses.at(-1);
	return facts.some(({ name, path, value }) => {
		const found = last && TOTAL_NAMES.has(name) ? readPath(path, last) : undefined;
		return found !== undefined && Number(found) < Number(value);
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
	dataset: Dataset,
	responses: readonly PageResponse[],
): Verdict {
	switch (compareRecords(first, second)) {
		case 'same':
			return refuted('page two has the same records', true);
		case 'overlapping':
			return refuted('page two has some of the records of page one');
		case 'different':
			return refuted('the records of page two have other fields');
		case 'new': {
			const evidence = `Page two has ${countOf(second.length, 'new record')} with the same fields.`;
			return { kind: 'proven', evidence, totalChanged: !keepsTotal(dataset, responses) };
		}
	}
}

/** Whether the total, or the number of pages, is the same on all pages that were read. */
function keepsTotal({ pagingScheme }: Dataset, responses: readonly PageResponse[]): boolean {
	const response: unknown = pagingScheme && 'response' in pagingScheme ? pagingScheme.response : {};
	const path = isRecord(response) ? (response.totalPages ?? response.totalCount) : undefined;
	if (typeof path !== 'string') return true;
	const totals = responses.map((one) => {
		const found = readPath(path, one);
		return found === undefined ? found : String(found).replace(/^.*\//, '');
	});
	return new Set(totals).size === 1;
}

/** @returns that a candidate is not the dataset */
export function refuted(reason: string, isIgnored = false, hasFailed = false): Verdict {
	return { kind: 'refuted', reason, isIgnored, hasFailed };
}
