import { ABORTED, orAborted } from '../../basics/abort';
import type { Dataset } from '../dataset/types';
import { field, fieldText, inDatasetWords, type Say } from '../fieldText';
import { Fetcher, type FetcherParts } from '../fetch/fetcher';
import type { FetchResult } from '../fetch/throttle';
import { strategyFor } from '../schemes';
import type { NextStep, Strategy } from '../schemes/types';
import type {
	Clock,
	Limits,
	Page,
	PageRead,
	PageResponse,
	Pages,
	PagingOptions,
	Position,
	Summary,
} from '../types';
import { absoluteUrl } from '../url';
import { readAnswer } from './pageAnswer';
import { isCount, startOf } from './resume';
import { Run } from './runState';
import { judge } from './verdict/verdict';

/** Guards against a loop that nothing else notices. */
const DEFAULT_MAX_PAGES = 1_000;

/** More requests at once help no run, and harm the server. */
const MOST_PREFETCH = 64;

/** Why requests sent ahead are given up. An error for each run would cost as much as a page. */
const ENDED = new Error('The run has ended.');

/**
 * Fills in the defaults of the limits.
 *
 * @throws RangeError naming the limit that is out of range
 */
function checkLimits(limits: Limits = {}, clock: Clock | undefined): Required<Limits> {
	const { limit = Infinity, maxPages = DEFAULT_MAX_PAGES, interval = 0, prefetch = 1 } = limits;
	const isPrefetch = isCount(prefetch, 1) && Number(prefetch) <= MOST_PREFETCH;
	const rules = [
		['limit', limit, limit === Infinity || isCount(limit, 0), 'an integer of 0 or more'],
		['maxPages', maxPages, maxPages === Infinity || isCount(maxPages, 1), 'a positive integer'],
		[
			'prefetch',
			prefetch,
			prefetch === 'automatic' || isPrefetch,
			`an integer from 1 to ${MOST_PREFETCH}, or "automatic"`,
		],
		['interval', interval, interval >= 0, '0 or more milliseconds'],
	] as const;
	for (const [name, value, isValid, wanted] of rules)
		if (!isValid) throw new RangeError(`${name} must be ${wanted}, not ${value}.`);
	if (interval > 0 && !clock) throw new RangeError('interval needs a clock to wait with.');
	return { limit, maxPages, interval, prefetch };
}

/**
 * Reads a dataset page by page (paging-schemes). Pages are yielded in the server's order, even when
 * they are prefetched; none is kept afterwards.
 *
 * An error between two pages ends the run with `stopReason: 'error'` instead of being thrown, so
 * that the pages before it are not lost. Ending the iteration early aborts pending requests.
 *
 * @param dataset what `validateDataset` returned
 * @param options the sender, and how far and how fast to read
 * @returns the summary, as the generator's return value (`forEachPage` returns it)
 * @throws DatasetError when the URL is relative and there is no base URL
 * @throws ResumeError when the resume point does not belong to the dataset
 * @throws RangeError when a limit or an allowed origin is wrong; all three with the first page, before any request
 *
 * @example
 * for await (const { items } of paginate(dataset, { send, limits: { limit: 1_000 } })) store(items);
 */
export async function* paginate(dataset: Dataset, options: PagingOptions): Pages {
	const limits = checkLimits(options.limits, options.clock);
	const { isProven = false, signal, verifiesEnd, onRead, incomplete = [] } = options;
	const origin = { dataset, url: absoluteUrl(dataset.url, options.baseUrl), isProven };
	const strategy = strategyFor(dataset, origin.url, options.allowedOrigins);
	const start = startOf(options.resume, strategy, origin);
	const warnings = [...(options.warnings ?? []), ...(strategy.warnings ?? [])];
	if (Number(limits.prefetch) > 1 && !strategy.numbering)
		warnings.push(
			fieldText`${field('prefetch')} has no effect here: each page is needed to find the next one.`,
		);
	const run = new Run(strategy, limits, start, origin, warnings);
	for (const reason of incomplete) run.report(reason);

	const fetcher = createFetcher(dataset, strategy, options, limits, run);
	const afterEnd = createFetcher(dataset, strategy, options, { ...limits, prefetch: 1 }, run);
	const take = async (from: Fetcher, position: Position) =>
		signal?.aborted ? ABORTED : await orAborted(from.take(position), signal);
	const close = () => {
		const reason: unknown = signal?.reason ?? ENDED;
		for (const each of [fetcher, afterEnd]) each.close(reason);
	};
	signal?.addEventListener('abort', close, { once: true });
	try {
		if (limits.limit === 0) run.stop('limit');
		while (!run.ending) {
			const result = await take(fetcher, run.position);
			if (result === ABORTED || signal?.aborted) {
				run.stop('cancelled');
				continue;
			}
			const page = readPage(dataset, strategy, run, result);
			if (result.kind === 'response') onRead?.(toRead(result.response, page, run));
			// Before the page is yielded, so that requests are in progress while it is processed.
			if (!run.ending) fetcher.advance(run.position, run.progress);
			if (page) yield page;
		}
		// The one request that can tell whether this is the end of the list, if there is one.
		const position = verifiesEnd ? judge(run.observed).doubt : undefined;
		if (position !== undefined) {
			const result = await take(afterEnd, position);
			// What a request would have told that fails stays open.
			if (result !== ABORTED && result.kind === 'response') {
				const answer = readAnswer(dataset, result.response, run.page + 1);
				run.isMore =
					answer.kind === 'page' && answer.items.length > 0 && run.advances(answer.items);
				onRead?.(toRead(result.response, undefined, run));
			}
		}
		return summarize(run, fetcher.requests + afterEnd.requests, options.say);
	} finally {
		signal?.removeEventListener('abort', close);
		close();
	}
}

/**
 * Applies every rule about stopping, to one page after the other: how early its response was
 * requested makes no difference.
 *
 * @returns the page; `undefined` when the run ended without one
 */
function readPage(
	dataset: Dataset,
	strategy: Strategy,
	run: Run,
	result: FetchResult,
): Page | undefined {
	if (result.kind === 'failed') return void run.stop('error', result.error);
	const { position, page } = run;
	const { response } = result;
	const answer = readAnswer(dataset, response, page);
	if (answer.kind === 'error') return void run.stop('error', answer.error);
	if (answer.kind === 'end') return void run.finishWith(answer, response);
	const step: NextStep = answer.isLast
		? { kind: 'end', stopReason: 'noDataLeft' }
		: strategy.next({ position, response, page, records: answer.items.length });
	return run.accept(answer, step, response);
}

/** @returns how a run went that has ended */
function summarize(run: Run, requests: number, say: Say = inDatasetWords): Summary {
	const { notices, incomplete } = judge(run.observed);
	for (const notice of notices) run.warn(notice);
	for (const reason of incomplete) run.report(reason);
	const { stopReason = 'cancelled', error } = run.ending ?? {};
	return {
		pages: run.ownPages,
		requests,
		items: run.ownItems,
		total: run.total ?? null,
		stopReason,
		warnings: run.warnings.inWords(say),
		incomplete: run.incomplete.inWords(say),
		resume: run.resumePoint(),
		...(stopReason === 'error' && { error }),
	};
}

function toRead(response: PageResponse, page: Page | undefined, { ending }: Run): PageRead {
	const { stopReason, error } = ending ?? {};
	const records = page?.items.length ?? 0;
	return { response, records, stopReason, error };
}

function createFetcher(
	dataset: Dataset,
	strategy: Strategy,
	{ send, clock, hasRoom = () => true }: PagingOptions,
	{ interval, prefetch }: Required<Limits>,
	{ position, progress }: Run,
): Fetcher {
	// A POST that looks like a read may be costly; so it takes a number to send several at once.
	const isOneByOne = prefetch === 'automatic' ? dataset.method === 'POST' : prefetch === 1;
	const { numbering } = strategy;
	const fetch: FetcherParts['fetch'] = async (at, control) => {
		try {
			return { kind: 'response', response: await send(strategy.request(at), control) };
		} catch (error) {
			return { kind: 'failed', error };
		}
	};
	const isEnd = (result: FetchResult) => {
		if (result.kind === 'failed') return true;
		// Any number but that of the first page will do: it only matters for messages.
		const answer = readAnswer(dataset, result.response, 2);
		return answer.kind !== 'page' || answer.isLast;
	};
	const ahead = numbering && !isOneByOne && { ahead: { numbering, prefetch, isEnd, hasRoom } };
	return new Fetcher({ fetch, clock, interval, ...ahead }, position, progress);
}

/**
 * Reads a run to its end.
 *
 * @param pages what `paginate` returned
 * @param handle called with each page; the next one waits for it
 * @returns the summary
 * @throws what `paginate` or `handle` throws; prefetched requests are aborted then
 *
 * @example
 * const pages = paginate(dataset, { send });
 * const { items, incomplete } = await forEachPage(pages, ({ items }) => store(items));
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
