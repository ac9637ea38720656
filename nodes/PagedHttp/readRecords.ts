import { countOf } from '../shared/count';
import { forEachPage, paginate } from '../shared/paging/run/paginate';
import type { Pages, PagingOptions, Send } from '../shared/paging/types';
import { cancelSignal, sleepUnlessCancelled } from '../shared/service/cancel';
import { readAutomatically } from './automatic';
import type { ReadContext } from './context';
import { NOTHING_READ } from './failure';
import type { RecordOutput } from './output/types';
import type { PageTrace } from './trace';
import type { ReadInput, RunSummary } from './types';

/** A long run logs its progress every so many pages. */
const LOG_EVERY = 50;

/**
 * Reads all pages for one input item.
 *
 * @param send sends one request, with authentication and retries
 * @param output takes the pages; the caller ends it
 * @returns with `stopReason: 'error'` what has ended the run, also what the output has thrown
 */
export async function readRecords(
	context: ReadContext,
	input: ReadInput,
	send: Send,
	trace: PageTrace | undefined,
	output: RecordOutput,
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
		...(trace && { onRead: trace.onRead }),
		signal,
	};
	const { source } = input;
	const read = async (pages: Pages): Promise<RunSummary> =>
		await readInto(output, context, input.through?.(pages) ?? pages, { progress, stop }).catch(
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
	output: RecordOutput,
	context: ReadContext,
	pages: Pages,
	{ progress, stop }: Control,
): Promise<RunSummary> {
	const failures: unknown[] = [];
	const summary = await forEachPage(pages, async (page) => {
		try {
			await output.add(page);
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
