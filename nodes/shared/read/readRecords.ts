import { jsonParse } from 'n8n-workflow';

import { countOf, shorten } from '../basics/text';
import { cancelSignal, environmentFor } from '../n8n/cancel';
import { logLine } from '../n8n/shown';
import { detectDataset } from '../paging/detect/detectDataset';
import { startsInMiddle } from '../paging/response/numbering';
import { forEachPage, paginate } from '../paging/run/paginate';
import type { Page, Pages, PagingOptions } from '../paging/types';
import { sayFor } from './labels';
import { NOTHING_READ } from './nothingRead';
import { createSender, ENDED, type How } from './sender';
import { toShownError } from './shownError';
import type { ReadContext, ReadInput, RunSummary } from './types';

/** A long run logs its progress every so many pages. */
const LOG_EVERY = 50;

/** Longest text of a dataset that is shown, in characters: it is to be used again. */
const MOST_OF_URL = 8_000;

/** A summary in the words of the engine. */
type EngineSummary = Omit<RunSummary, 'error'> & { error?: unknown };

/**
 * Reads all pages for one input item.
 *
 * @returns in the words of the form; with `stopReason: 'error'` what has ended the run, also what `take`
 *   has thrown, and what is wrong with the input
 */
export async function readRecords(
	context: ReadContext,
	input: ReadInput,
	how: How,
): Promise<RunSummary> {
	const { place, around = (send) => send, onRead = () => {}, take } = how;
	const { source, signIn, baseUrl, limits, words } = input;
	const { echo, allowedOrigins } = signIn;
	const cancelled = cancelSignal(context);
	const stop = new AbortController();
	const signal = cancelled ? AbortSignal.any([cancelled, stop.signal]) : stop.signal;
	const progress = { requests: 0, pages: 0, items: 0 };
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
		logLine(
			context,
			'info',
			`${context.getNode().name}: ${countOf(progress.pages, 'page')} with ${countOf(progress.items, 'record')} read so far`,
		);
	};
	const show = ({ error, warnings, incomplete, ...summary }: EngineSummary): RunSummary => ({
		...summary,
		warnings: warnings.map(words),
		incomplete: incomplete.map(words),
		...(error !== undefined && { error: toShownError(error, context, input.itemIndex, words) }),
	});
	const readAll = async (pages: Pages): Promise<RunSummary> => {
		const covered = echo?.cover(pages) ?? pages;
		const read = await forEachPage(input.through?.(covered) ?? covered, takePage);
		const summary = { ...read, ...detected, requests: progress.requests };
		if (!stop.signal.aborted) return show(summary);
		const { reason: error }: { reason: unknown } = stop.signal;
		return show({ ...summary, stopReason: 'error', error, resume: null, keeps: 'done' });
	};
	const detected: Pick<RunSummary, 'dataset' | 'evidence'> = {};
	try {
		const { send: sendOne, hasRoom } = createSender(context, input, how);
		const send = around(sendOne);
		const options: PagingOptions = {
			send: async (request, control) => {
				progress.requests++;
				const response = await send(request, control);
				input.onAnswer?.(response);
				return response;
			},
			resume: echo ? echo.open(input.resume) : input.resume,
			clock: environmentFor(signal),
			...{ baseUrl, limits, allowedOrigins, hasRoom, signal, onRead },
			say: sayFor(context, input.itemIndex),
		};
		const { url } = source.kind === 'dataset' ? source.dataset : source;
		for (const entered of [baseUrl, url]) echo?.leave(entered);
		if (source.kind === 'dataset') {
			const { dataset, warnings, verifiesEnd } = source;
			return await readAll(paginate(dataset, { ...options, warnings, verifiesEnd }));
		}
		const found = await detectDataset(source.url, options, place);
		const cut = (text: string, longest?: number) => shorten(input.clean(text), longest);
		const dataset = JSON.stringify({ ...found.source, url: found.dataset.url }, (_name, value) =>
			typeof value === 'string' ? cut(value, MOST_OF_URL) : value,
		);
		detected.dataset = jsonParse<object>(dataset);
		detected.evidence = found.evidence.map((text) => cut(text));
		const { send: replay, beginsAt } = found;
		const incomplete = beginsAt ? [startsInMiddle(beginsAt, 'its URL')] : [];
		const more = { send: replay, incomplete, isProven: true };
		return await readAll(paginate(found.dataset, { ...options, ...more }));
	} catch (error) {
		const nothing = { ...NOTHING_READ, ...progress };
		if (cancelled?.aborted) return { ...nothing, stopReason: 'cancelled' };
		// What New and Changed finds wrong with a page: some of its records may be marked as seen by then.
		return show({ ...nothing, ...detected, error, keeps: 'nothing' });
	} finally {
		// Ends the requests that were sent ahead.
		stop.abort(ENDED);
	}
}
