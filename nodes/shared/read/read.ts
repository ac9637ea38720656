import { countOf, shorten } from '../basics/text';
import { isRecord } from '../basics/values';
import { detectDataset } from '../paging/detect/detectDataset';
import type { Place } from '../paging/detect/finds';
import { forEachPage, paginate } from '../paging/run/paginate';
import { startsInMiddle } from '../paging/run/beginning';
import type { Page, Pages, PagingOptions, Send } from '../paging/types';
import { cancelSignal, sleepUnlessCancelled } from '../service/cancel';
import { NOTHING_READ } from './failure';
import type { ReadContext, ReadInput, RunSummary } from './types';

/** A long run logs its progress every so many pages. */
const LOG_EVERY = 50;

/** Longest text of a dataset that is shown, in characters: it is to be used again. */
const MOST_OF_URL = 8_000;

/** What differs between those who read. */
interface How extends Pick<PagingOptions, 'hasRoom' | 'onRead'> {
	/** Among the lists of Paging Setup: Automatic with similar URLs. */
	place?: Place | undefined;
	/** Sends one request, with authentication and retries. */
	send: Send;
	/** Takes the records of a page; the next page waits for it. */
	take: (page: Page) => void | Promise<void>;
}

/**
 * Reads all pages for one input item.
 *
 * @param how.onRead gets what became of each response
 * @returns with `stopReason: 'error'` what has ended the run, also what `take` has thrown, and what is
 *   wrong with the input
 */
export async function readRecords(
	context: ReadContext,
	input: ReadInput,
	{ place, send, hasRoom, onRead, take }: How,
): Promise<RunSummary> {
	const { source, signIn, baseUrl } = input;
	const { echo } = signIn;
	const cancelled = cancelSignal(context);
	const stop = new AbortController();
	const signal = cancelled ? AbortSignal.any([cancelled, stop.signal]) : stop.signal;
	const progress = { requests: 0, pages: 0, items: 0 };
	const options: PagingOptions = {
		send: async (request, control) => {
			progress.requests++;
			const response = await send(request, control);
			input.onAnswer?.(response);
			return response;
		},
		baseUrl,
		limits: input.limits,
		allowedOrigins: signIn.allowedOrigins,
		resume: echo ? echo.open(input.resume) : input.resume,
		clock: {
			now: Date.now,
			sleep: async (ms) => await sleepUnlessCancelled(ms, signal),
		},
		...(hasRoom && { hasRoom }),
		...(onRead && { onRead }),
		signal,
	};
	const { url } = source.kind === 'dataset' ? source.dataset : source;
	for (const entered of [baseUrl, url]) echo?.leave(entered);
	const takePage = async (page: Page) => {
		if (stop.signal.aborted) return;
		try {
			await take(page);
		} catch (error) {
			return stop.abort(error);
		}
		progress.pages++;
		progress.items += page.items.length;
		if (progress.pages % LOG_EVERY !== 0) return;
		context.logger.info(
			`${context.getNode().name}: ${countOf(progress.pages, 'page')} with ${countOf(progress.items, 'record')} read so far`,
		);
	};
	const readAll = async (pages: Pages): Promise<RunSummary> => {
		const covered = echo?.cover(pages) ?? pages;
		const summary = await forEachPage(input.through?.(covered) ?? covered, takePage);
		if (!stop.signal.aborted) return summary;
		const { reason: error }: { reason: unknown } = stop.signal;
		return { ...summary, stopReason: 'error', error, resume: null, keeps: 'done' };
	};
	const detected: Pick<RunSummary, 'dataset' | 'evidence'> = {};
	try {
		if (source.kind === 'dataset') {
			const { dataset, warnings, verifiesEnd } = source;
			return await readAll(paginate(dataset, { ...options, warnings, verifiesEnd }));
		}
		const found = await detectDataset(source.url, options, place);
		const pages = paginate(found.dataset, { ...options, send: found.send, isProven: true });
		const reasons = found.beginsAt === undefined ? [] : [startsInMiddle(found.beginsAt, 'its URL')];
		const show = (text: string, most?: number) => shorten(input.clean(text), most);
		const dataset = { ...found.source, url: found.dataset.url };
		detected.dataset = withTexts(dataset, (text) => show(text, MOST_OF_URL));
		detected.evidence = found.evidence.map((text) => show(text));
		const summary = await readAll(withReasons(pages, reasons));
		return { ...summary, ...detected, requests: progress.requests };
	} catch (error) {
		if (cancelled?.aborted) return { ...NOTHING_READ, ...progress, stopReason: 'cancelled' };
		// What New and Changed finds wrong with a page: some of its records may be marked as seen by then.
		return { ...NOTHING_READ, ...progress, ...detected, error, keeps: 'nothing' };
	}
}

/** Adds why the records may not be all of them to the summary, before New and Changed concludes from it. */
async function* withReasons(pages: Pages, reasons: string[]): Pages {
	const summary = yield* pages;
	return {
		...summary,
		warnings: [...new Set([...reasons, ...summary.warnings])],
		incomplete: [...new Set([...reasons, ...summary.incomplete])],
	};
}

/** Changes every text in JSON. */
function withTexts(object: object, change: (text: string) => string): object {
	const inside = (value: unknown): unknown => {
		if (typeof value === 'string') return change(value);
		if (Array.isArray(value)) return value.map(inside);
		return isRecord(value) ? withTexts(value, change) : value;
	};
	return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, inside(value)]));
}
