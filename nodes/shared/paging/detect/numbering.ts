import { isRecord } from '../../json';
import { withQuery } from '../request';
import { PAST_THE_END } from '../run/answer';
import { readPath } from '../response/path';
import type { JsonObject, PageResponse } from '../types';
import { compareRecords } from '../response/compare';
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
export type Known = 'known' | 'ignored' | 'refused' | 'broken' | 'failed';

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
 * Finds out with one request whether the server knows one of some usual parameters: those that it
 * ignores lead to page one again, one that it does not know is often refused.
 */
export async function askIfKnown(
	parameters: ReadonlyMap<string, 'page' | 'offset'>,
	page: FirstPage,
	recorder: Recorder,
): Promise<Known> {
	// Numbers 0 and 1 can mean the same; 1 and 2 cannot.
	const offset = Math.max(2, page.records.length);
	const query = Array.from(
		parameters,
		([parameter, kind]) => [parameter, kind === 'page' ? 2 : offset] as const,
	);
	const response = await recorder.ask(withQuery(page.url, query));
	const { status } = response;
	// Some servers fail at a parameter that they do not know.
	if (status === 429 || status > 500) return 'failed';
	if (status === 500) return 'broken';
	// A page that does not exist is refused by servers that know the parameter.
	if (status >= 400 && !PAST_THE_END.includes(status)) return 'refused';
	const records = recordsAt(page.property, response);
	if (records?.length === 0 && parameters.size > 1 && (await isFilteredByAny(page, recorder)))
		return 'ignored';
	if (!records || records.length === 0) return 'known';
	return compareRecords(page.records, records) === 'same' ? 'ignored' : 'known';
}

/** Whether each parameter is a filter for the field of that name, as in Feathers. */
async function isFilteredByAny({ url, property }: FirstPage, recorder: Recorder): Promise<boolean> {
	const response = await recorder.ask(withQuery(url, [['no_such_parameter', 1]]));
	return recordsAt(property, response)?.length === 0;
}

/**
 * Finds out whether a parameter counts records, and not pages: one record after the beginning, there
 * still has to be one of page one.
 *
 * @param isGuess whether nothing in the response names the parameter
 */
export async function countsRecords(
	{ parameter, start, step }: Counting,
	page: FirstPage,
	recorder: Recorder,
	isGuess: boolean,
): Promise<boolean> {
	if (step === 1) return true;
	const response = await recorder.ask(withQuery(page.url, [[parameter, start + 1]]));
	const { status } = response;
	const [first] = recordsAt(page.property, response) ?? [];
	if (first !== undefined) return compareRecords(page.records, [first]) === 'same';
	// A server that only takes multiples of the page size would have a page of that number.
	return !isGuess && status >= 400 && status < 500 && status !== 429;
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

/** @returns the records of a response; `undefined` when it has none */
export function recordsAt(property: string, response: PageResponse): unknown[] | undefined {
	const found = readPath(property, response);
	return Array.isArray(found) ? found : undefined;
}
