import { jsonParse, sleep } from 'n8n-workflow';

import { countOf, shorten } from '../basics/values';
import { isThrottled, type SendResult } from '../http/answer';
import { Pace, paceOf } from '../http/retry';
import { detectDataset } from '../paging/detect/detectDataset';
import type { Place } from '../paging/detect/finds';
import { startsInMiddle } from '../paging/response/metadata/positions';
import { forEachPage, paginate } from '../paging/run/paginate';
import type { Page, PageRequest, Pages, PagingOptions, Send, SendControl } from '../paging/types';
import { logLine } from '../n8n/shown';
import { endedError } from '../n8n/shownErrors';
import { withBody } from '../service/body';
import { cancelSignal, environmentFor, httpOptions, unlessCancelled } from '../service/send';
import { NOTHING_READ, SentResponse, TOO_LARGE, toServiceError, toShownError } from './failure';
import { checkHeaders } from './input';
import type { ReadContext, ReadInput, RunSummary } from './types';

/** A long run logs its progress every so many pages. */
const LOG_EVERY = 50;

const ENDED = endedError();

/** Longest text of a dataset that is shown, in characters: it is to be used again. */
const MOST_OF_URL = 8_000;

/** What differs between those who read. */
interface How {
	/** Gets what became of each response. */
	onRead?: PagingOptions['onRead'] | undefined;
	/** Among the lists of Paging Setup: Automatic with similar URLs. */
	place?: Place | undefined;
	/** Requests to one server that all input items together may have open. */
	most?: number;
	/** Called right before a request is sent; throws when it must not be. */
	beforeSend?: () => void;
	/** Adds something to what sends a request. */
	around?: (send: Send) => Send;
	/** Takes the records of a page; the next page waits for it. */
	take: (page: Page) => void | Promise<void>;
}

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

/**
 * All requests of a run only read, even POST, so all of them may be repeated.
 *
 * @returns sends the requests of one run through n8n, and repeats refused ones; throws a ServiceError
 *   when there was no response
 * @throws UserError when a header cannot be sent
 */
function createSender(
	context: ReadContext,
	input: ReadInput,
	{ most = Infinity, beforeSend }: How,
) {
	const { itemIndex, signIn, headers, maxMegabytes } = input;
	const { maxWaitMs, timeoutMs } = input.requestLimits;
	checkHeaders(headers, signIn);

	const sendOnce = async (request: PageRequest, { signal }: SendControl): Promise<SendResult> => {
		// n8n would notice it too, and report a lost connection.
		if (signal.aborted) throw ENDED;
		beforeSend?.();
		const limits = { maxMegabytes, silenceMs: timeoutMs, hint: TOO_LARGE };
		const all = { ...headers, ...request.headers };
		const options = httpOptions({ ...request, headers: all, timeoutMs, signal });
		return await signIn.send(
			// n8n would read a body of any size.
			{ ...options, encoding: 'stream' },
			async (answer) => await withBody(answer, limits),
		);
	};
	const cancelled = cancelSignal(context);
	const atFirst = signIn.beginsAlone && most < Infinity ? 1 : Infinity;
	let pace: Pace | undefined;
	const send: Send = async (request, control) => {
		// The limits of a server go for all requests to it.
		const { origin } = new URL(request.url);
		const current = paceOf(
			context,
			origin,
			() => new Pace(environmentFor(cancelled), most, atFirst),
		);
		pace = current;
		let last: SendResult | undefined;
		const result = await unlessCancelled(
			async () =>
				await current.sendWithRetry(
					async () => (last = await sendOnce(request, control)),
					{ repeatable: control.isTrial !== true, maxWaitMs, isThrottled },
					async (ms) => {
						const isRefused = !last || (last.kind === 'answer' && isThrottled(last));
						await control.onThrottled(ms, isRefused ? 'refused' : 'failed');
					},
				),
			control.signal,
		);
		const { outcome } = result;
		// Requests of other items leave before a page is processed: that takes two turns of the event loop.
		const isPage = outcome.kind === 'answer' && outcome.status < 300;
		if (most < Infinity && isPage) for (const ms of [0, 0]) await sleep(ms);
		if (result.refusedWaitMs !== undefined) {
			// What is sent although it would have to wait for too long has to reach the server.
			current.forgetPause();
			if (last === undefined) return await send(request, control);
		}
		const sent = { request, result, signIn };
		if (outcome.kind === 'noAnswer') throw toServiceError(sent, context, itemIndex);
		return new SentResponse(outcome, sent);
	};
	return { send, hasRoom: () => pace?.hasRoom !== false };
}
