import { countOf } from '../count';
import { forEachPage, paginate } from '../paging/run/paginate';
import type { Page, Pages, PagingOptions, Send } from '../paging/types';
import { cancelSignal, sleepUnlessCancelled } from '../service/cancel';
import { readAutomatically } from './automatic';
import type { ReadContext } from './context';
import { NOTHING_READ } from './failure';
import type { ReadInput, RunSummary } from './types';

/** A long run logs its progress every so many pages. */
const LOG_EVERY = 50;

/** What differs between those who read. */
interface How extends Pick<PagingOptions, 'onRead'> {
	send: Send;
	take: (page: Page) => void | Promise<void>;
}

/**
 * Reads all pages for one input item.
 *
 * @param how.send sends one request, with authentication and retries
 * @param how.onRead gets what became of each response
 * @param how.take takes the records of a page; the next page waits for it
 * @returns with `stopReason: 'error'` what has ended the run, also what `take` has thrown
 */
export async function readRecords(
	context: ReadContext,
	input: ReadInput,
	{ send, onRead, take }: How,
): Promise<RunSummary> {
	const cancelled = cancelSignal(context);
	const stop = new AbortController();
	const signal = cancelled ? AbortSignal.any([cancelled, stop.signal]) : stop.signal;
	const progress = { requests: 0, pages: 0, items: 0 };
	const options: PagingOptions = {
		send: async (request, control) => {
			progress.requests++;
			return await send(request, control);
		},
		baseUrl: input.baseUrl,
		limits: input.limits,
		allowedOrigins: input.signIn.allowedOrigins,
		resume: input.resume,
		clock: {
			now: Date.now,
			sleep: async (ms) => await sleepUnlessCancelled(ms, signal),
		},
		...(onRead && { onRead }),
		signal,
	};
	const { source } = input;
	const read = async (pages: Pages): Promise<RunSummary> =>
		await readInto(take, context, input.through?.(pages) ?? pages, { progress, stop }).catch(
			(error: unknown) => ({ ...NOTHING_READ, ...progress, error, keepsNothing: true }),
		);
	if (source.kind === 'automatic') {
		const found = await readAutomatically(source.url, options, input.clean, read);
		return { ...found, requests: progress.requests };
	}
	const { dataset, warnings, verifiesEnd } = source;
	return await read(paginate(dataset, { ...options, warnings, verifiesEnd }));
}

/** What is shared with the caller of a run that goes on. */
interface Control {
	/** How far the run is. */
	progress: { pages: number; items: number };
	/** Ends the run when the output takes no more. */
	stop: AbortController;
}

/**
 * Reads all pages into the output of the run.
 *
 * @throws DatasetError, ResumeError or RangeError before any request; later what New and Changed
 *   finds wrong with a page, of which some records may count as seen by then
 */
async function readInto(
	take: How['take'],
	context: ReadContext,
	pages: Pages,
	{ progress, stop }: Control,
): Promise<RunSummary> {
	const failures: unknown[] = [];
	const summary = await forEachPage(pages, async (page) => {
		try {
			await take(page);
		} catch (error) {
			failures.push(error);
			return stop.abort();
		}
		progress.pages++;
		progress.items += page.items.length;
		if (progress.pages % LOG_EVERY !== 0) return;
		context.logger.info(
			`${context.getNode().name}: ${countOf(progress.pages, 'page')} with ${countOf(progress.items, 'record')} read so far`,
		);
	});
	if (failures.length === 0) return summary;
	return { ...summary, stopReason: 'error', error: failures[0], resume: null };
}
