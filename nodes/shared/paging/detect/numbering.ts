import { isRecord } from '../../json';
import { withQuery } from '../request';
import { PAST_THE_END } from '../response/refusal';
import { readPath } from '../response/path';
import type { JsonObject, PageResponse } from '../types';
import { compareRecords } from './compare';
import type { Recorder } from './recorder';
import type { FirstPage } from './types';

/** How a dataset counts its pages or records. */
export interface Counting {
	parameter: string;
	/** Value of page one, and what is added for each page. */
	start: number;
	step: number;
	kind: 'page' | 'offset';
}

/** What a request shows about the parameter of a guess. */
export type Known = 'known' | 'unknown' | 'failed';

/** A page so far from the first one that no list is expected to have it. */
const FAR_PAGE = 1_000;

/** @returns how a scheme counts; `undefined` for one that follows tokens or URLs */
export function countingOf({ pagingScheme }: JsonObject): Counting | undefined {
	const request = isRecord(pagingScheme) ? pagingScheme.request : undefined;
	if (!isRecord(request)) return undefined;
	const { pageParameter, pageStartingValue, offsetParameter, offsetStartingValue } = request;
	if (typeof offsetParameter === 'string') {
		const step = Number(request.limitValue);
		return { parameter: offsetParameter, start: Number(offsetStartingValue), step, kind: 'offset' };
	}
	if (typeof pageParameter !== 'string') return undefined;
	return { parameter: pageParameter, start: Number(pageStartingValue), step: 1, kind: 'page' };
}

/**
 * Finds out with one request whether the server knows a usual parameter: one that it ignores leads to
 * page one again, one that it does not know is often refused.
 */
export async function askIfKnown(
	{ parameter, step, kind }: Counting,
	page: FirstPage,
	recorder: Recorder,
): Promise<Known> {
	// Numbers 0 and 1 can mean the same; 1 and 2 cannot.
	const value = kind === 'page' ? 2 : Math.max(2, step);
	const response = await recorder.ask(withQuery(page.url, [[parameter, value]]));
	const { status } = response;
	if (status === 429 || status >= 500) return 'failed';
	// A page that does not exist is refused by servers that know the parameter.
	if (status >= 400 && !PAST_THE_END.includes(status)) return 'unknown';
	const records = recordsAt(page.property, response);
	if (!records || records.length === 0) return 'known';
	return compareRecords(page.records, records) === 'same' ? 'unknown' : 'known';
}

/**
 * Finds out whether a parameter counts records, and not pages: one record before page two, there has
 * to be the last one of page one. An offset that counts pages skips some of them, or leads behind
 * the last one, where it looks like the end.
 */
export async function countsRecords(
	{ parameter, start, step }: Counting,
	page: FirstPage,
	recorder: Recorder,
): Promise<boolean> {
	// A page of one record is the same either way; a step beyond page one was announced as page size.
	if (step === 1 || step !== page.records.length) return true;
	const url = withQuery(page.url, [[parameter, start + step - 1]]);
	const [first] = recordsAt(page.property, await recorder.ask(url)) ?? [];
	return first !== undefined && compareRecords(page.records, [first]) === 'same';
}

/** @returns the status by which the server says that a page is past the end, if it is one */
export async function endStatusOf(
	{ parameter, start, step }: Counting,
	{ url }: FirstPage,
	recorder: Recorder,
): Promise<number | undefined> {
	const far = withQuery(url, [[parameter, start + FAR_PAGE * step]]);
	const { status } = await recorder.ask(far);
	return PAST_THE_END.includes(status) ? status : undefined;
}

function recordsAt(property: string, response: PageResponse): unknown[] | undefined {
	const found = readPath(property, response);
	return found.found && Array.isArray(found.value) ? found.value : undefined;
}
