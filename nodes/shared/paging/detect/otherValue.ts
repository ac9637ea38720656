import { isRecord } from '../../json';
import { withQuery } from '../request';
import type { JsonObject } from '../types';
import { recordsAt } from './numbering';
import type { Recorder } from './recorder';
import type { FirstPage } from './types';

/** A value that no API has as a token. */
const NO_SUCH_TOKEN = 'no-such-token';

/**
 * Finds out with one request whether a parameter, whose token leads to an empty page, is a filter:
 * then every value that is in no record leads to an empty page, too.
 */
export async function isFilter(
	{ pagingScheme }: JsonObject,
	page: FirstPage,
	recorder: Recorder,
): Promise<boolean> {
	const request = isRecord(pagingScheme) ? pagingScheme.request : undefined;
	if (!isRecord(request) || typeof request.tokenParameter !== 'string') return false;
	const url = withQuery(page.url, [[request.tokenParameter, NO_SUCH_TOKEN]]);
	return recordsAt(page.property, await recorder.ask(url))?.length === 0;
}
