import { isRecord } from '../../json';
import { withQuery } from '../request';
import type { JsonObject } from '../types';
import type { Fact } from '../response/metadata/facts';
import { compareRecords } from '../response/compare';
import { recordsAt } from './numbering';
import type { Recorder } from './recorder';
import type { FirstPage } from './types';

/**
 * Finds out with one request whether a dataset would leave out pages before page one, where the
 * response names such a page: by a URL, or by a token for the same parameter.
 *
 * @param previous what names that page, the likeliest first
 * @returns whether that page begins with a record that page one does not have
 */
export async function leavesOutBefore(
	{ pagingScheme }: JsonObject,
	page: FirstPage,
	[previous]: readonly Fact[],
	recorder: Recorder,
): Promise<boolean> {
	const { request, response } = isRecord(pagingScheme) ? pagingScheme : {};
	// It is the one that the dataset follows.
	if (!previous || (isRecord(response) && response.nextToken === previous.path)) return false;
	const parameter = isRecord(request) ? request.tokenParameter : undefined;
	const url = urlOf(previous, page.url, typeof parameter === 'string' ? parameter : undefined);
	if (url === undefined) return false;
	const [first] = recordsAt(page.property, await recorder.ask(url)) ?? [];
	return first !== undefined && compareRecords(page.records, [first]) !== 'same';
}

/** An address of another host is not requested. */
function urlOf({ value }: Fact, url: string, parameter: string | undefined): string | undefined {
	const text = String(value);
	if (/^(https?:|[/?])/.test(text)) {
		const address = URL.canParse(text, url) ? new URL(text, url) : undefined;
		return address?.origin === new URL(url).origin ? address.href : undefined;
	}
	return parameter === undefined || typeof value === 'boolean'
		? undefined
		: withQuery(url, [[parameter, text]]);
}
