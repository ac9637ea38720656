import { isRecord } from '../../json';
import { withQuery } from '../request';
import { readPath } from '../response/path';
import type { JsonObject, PageResponse } from '../types';
import { compareRecords } from '../response/compare';
import { type Counting, recordsAt } from './numbering';
import type { Recorder } from './recorder';
import type { FirstPage } from './types';

/** A total, or a number of pages. */
interface Total {
	number: number;
	isPages: boolean;
	/** Records per page. */
	limit: number;
}

/**
 * Finds out with one or two requests whether there are records after the last page that the total of
 * a dataset allows: then it is a cap, or counts something else.
 *
 * @param response the last one that was read
 * @returns whether there are new records; `false` when the answer is none to judge by
 */
export async function goesBeyondTotal(
	dataset: JsonObject,
	counting: Counting,
	page: FirstPage,
	response: PageResponse | undefined,
	recorder: Recorder,
): Promise<boolean> {
	const total = response && totalOf(dataset, response);
	if (!total) return false;
	const after = positionAfter(total, counting);
	const recordsFrom = async (position: number) => {
		const url = withQuery(page.url, [[counting.parameter, position]]);
		return recordsAt(page.property, await recorder.ask(url)) ?? [];
	};
	const records = await recordsFrom(after);
	// Some servers return the last page, or page one, for each page after the last one.
	if (records.length === 0 || compareRecords(page.records, records) !== 'new') return false;
	const last = await recordsFrom(after - counting.step);
	return last.length > 0 && compareRecords(last, records) === 'new';
}

function totalOf({ pagingScheme }: JsonObject, answer: PageResponse): Total | undefined {
	if (!isRecord(pagingScheme) || pagingScheme.pageUntil !== 'reachTotalCount') return undefined;
	const { request, response } = pagingScheme;
	if (!isRecord(request) || !isRecord(response)) return undefined;
	const { totalPages, totalCount } = response;
	const found = readPath(String(totalPages ?? totalCount), answer);
	const text = String(found ?? '')
		.replace(/^.*\//, '')
		.trim();
	if (!/^\d{1,15}$/.test(text)) return undefined;
	const isPages = totalPages !== undefined;
	return { number: Number(text), isPages, limit: Number(request.limitValue) };
}

/** @returns the first position that the run would not request */
function positionAfter({ number, isPages, limit }: Total, { start, step, kind }: Counting): number {
	if (kind === 'page') return Math.min(start, 1) + (isPages ? number : Math.ceil(number / limit));
	const origin = start === 1 || start % step === 1 ? 1 : 0;
	return start + Math.ceil((number + origin - start) / step) * step;
}
