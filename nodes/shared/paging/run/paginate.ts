import type { Dataset } from '../dataset/types';
import { DatasetError } from '../errors';
import { checkLimits, type PagingOptions } from './options';
import { linkedSource, numberedSource, readPages } from './loop';
import { strategyFor } from '../schemes';
import { isNumbered, type Position } from '../schemes/strategy';
import type { Page, Summary } from './summary';

/** A run under way: yields pages and returns how it went. */
export type Pages = AsyncGenerator<Page, Summary, undefined>;

/**
 * Reads a dataset page by page (paging-schemes). Pages are yielded in the server's order, also when
 * they are fetched ahead; none is kept afterwards.
 *
 * Whatever goes wrong between pages ends the run with `stopReason: 'error'` instead of being thrown,
 * so that the pages before it are not lost. Ending the iteration early abandons what is still out.
 *
 * @param dataset what `validateDataset` handed out
 * @param options the sender, and how far and how fast to go
 * @returns the summary, as the generator's return value (`forEachPage` hands it out)
 * @throws DatasetError when the URL is relative and there is no base URL
 * @throws ResumeError when the resume point does not belong to the dataset
 * @throws RangeError when a limit is no count; all three with the first page, before any request
 */
export async function* paginate(dataset: Dataset, options: PagingOptions): Pages {
	const limits = checkLimits(options.limits ?? {}, options.clock);
	const url = absoluteUrl(dataset.url, options.baseUrl);
	const abandon = new AbortController();
	const cancel = () => abandon.abort(options.signal?.reason);
	options.signal?.addEventListener('abort', cancel, { once: true });
	if (options.signal?.aborted) cancel();
	try {
		const job = { dataset, url, options, limits, signal: abandon.signal };
		const strategy = strategyFor(dataset, url);
		// Two calls, so that each keeps its own type of position.
		return isNumbered(strategy)
			? yield* readPages(strategy, job, numberedSource(strategy, job))
			: yield* readPages<Position>(strategy, job, linkedSource(strategy, job));
	} finally {
		options.signal?.removeEventListener('abort', cancel);
		abandon.abort();
	}
}

/**
 * Runs a pager to its end.
 *
 * @param pages what `paginate` returned
 * @param handle called with each page; the next one waits for it
 * @returns the summary
 * @throws what `paginate` or `handle` throws; requests that ran ahead are abandoned then
 */
export async function forEachPage(
	pages: Pages,
	handle: (page: Page) => void | Promise<void>,
): Promise<Summary> {
	let step = await pages.next();
	while (!step.done) {
		try {
			await handle(step.value);
		} catch (error) {
			step = await pages.throw(error);
			continue;
		}
		step = await pages.next();
	}
	return step.value;
}

function absoluteUrl(url: string, baseUrl: string | undefined): string {
	if (URL.canParse(url)) return url;
	const base = baseUrl?.trim().replace(/\/+$/, '') ?? '';
	const joined = url.startsWith('?') ? base + url : `${base}/${url.replace(/^\/+/, '')}`;
	if (base !== '' && URL.canParse(joined)) return joined;
	throw new DatasetError(
		'url',
		`url is the path ${url}, and there is no base URL to put before it.`,
		'Set the base URL, or write the whole address, with https://.',
	);
}
