import { ABORTED } from '../../basics/abort';
import type { Dataset } from '../dataset/types';
import { field, fieldText, inDatasetWords, type Say } from '../fieldText';
import { PagesBefore } from '../response/pagesBefore';
import { strategyFor } from '../schemes';
import type { NextStep } from '../schemes/types';
import type { Page, PageRead, PageResponse, Pages, PagingOptions, Summary } from '../types';
import { absoluteUrl } from '../url';
import type { Resemblance } from './copyWatch';
import { checkLimits } from './limits';
import { readAnswer } from './pageAnswer';
import { withPositionAdvice } from './refusedPosition';
import { startOf } from './resume';
import { RunRequests } from './runRequests';
import { Run } from './runState';
import { judge } from './verdict/verdict';

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
	const { run, strategy, requests, limit, before } = begin(dataset, options);
	const { signal, verifiesEnd, observer } = options;
	try {
		if (limit === 0) run.stop('limit');
		while (!run.ending) {
			const { position, page: number } = run;
			const result = await requests.responseFor(position);
			let page: Page | undefined;
			if (result === ABORTED || signal?.aborted) {
				run.stop('cancelled');
				break;
			} else if (result.kind === 'failed') {
				run.stop('error', result.error);
			} else {
				const { response } = result;
				const answer = readAnswer(dataset, response, number, before);
				if (answer.kind === 'error') {
					const { error } = answer;
					// Where a run begins, an earlier one may have got that page long ago.
					const fix = run.ownPages > 0 ? strategy.adviceFor?.(position, response) : undefined;
					const isResumed = run.ownPages === 0 && number > 1;
					const advised = withPositionAdvice(error, dataset, response, isResumed);
					run.stop('error', fix === undefined ? advised : error.withFix(fix));
				} else if (answer.kind === 'end') {
					run.finishWith(answer, response);
				} else {
					// An empty page is the last one where nothing else says so; else what the page names is next.
					const records = answer.items.length;
					const step: NextStep = answer.isLast
						? { kind: 'end', stopReason: 'noDataLeft' }
						: strategy.next({ position, response, page: number, records });
					const copy = verifiesEnd ? run.doubtOfCopy(answer.items, step) : undefined;
					const again = copy && (await settleCopy(copy, run, requests, dataset));
					if (again)
						observer?.onRead?.({
							response: again,
							records: 0,
							stopReason: undefined,
							isAgain: true,
						});
					// A page read before, a full limit, the end, an error, a loop, and Max Pages, in this order.
					page = run.accept(answer, step, response);
					if (page && records > 0) before.add(response);
				}
				observer?.onRead?.(toRead(response, page, run));
			}
			// Before the page is yielded, so that requests are in progress while it is processed.
			if (!run.ending) requests.advance();
			if (page) yield page;
		}
		// The one request that can tell whether this is the end of the list, if there is one.
		const doubt = verifiesEnd ? judge(run.observed).doubt : undefined;
		const isAsked = doubt && (verifiesEnd === true || !doubt.isCommon);
		const after = isAsked ? await requests.responseAfterEnd(doubt.position) : undefined;
		// What a request would have told that fails stays open.
		if (after && after !== ABORTED && after.kind === 'response') {
			const answer = readAnswer(dataset, after.response, run.page + 1, before);
			if (answer.kind === 'page') run.lookBeyond(answer.items);
			else if (answer.kind === 'end' && answer.stopReason === 'noDataLeft') run.lookBeyond([]);
			observer?.onRead?.(toRead(after.response, undefined, run));
		}
		return summarize(run, requests.count, options.say);
	} finally {
		requests.close();
	}
}

/**
 * Asks for a page once more, if only that can tell whether another one is a copy of it.
 *
 * @returns the response, if there was one
 */
async function settleCopy(
	copy: Resemblance,
	run: Run,
	requests: RunRequests,
	dataset: Dataset,
): Promise<PageResponse | undefined> {
	const again = await requests.responseAgain(copy.position);
	if (again === ABORTED || again.kind !== 'response') return undefined;
	const answer = readAnswer(dataset, again.response, run.page);
	if (answer.kind === 'page') run.copies.learn(copy, answer.items);
	return again.response;
}

/** @returns a run at its starting point, and its requests, none of which is sent */
function begin(dataset: Dataset, options: PagingOptions) {
	const limits = checkLimits(options.limits, options.clock);
	const { isProven = false, incomplete = [] } = options;
	const origin = { dataset, url: absoluteUrl(dataset.url, options.baseUrl), isProven };
	const strategy = strategyFor(dataset, origin.url, options);
	const start = startOf(options.resume, strategy, origin);
	const warnings = [...(options.warnings ?? []), ...(strategy.warnings ?? [])];
	if (Number(limits.prefetch) > 1 && !strategy.numbering)
		warnings.push(
			fieldText`${field('prefetch')} has no effect here: each page is needed to find the next one.`,
		);
	const before = new PagesBefore(dataset.property, start.observed?.members);
	const run = new Run(strategy, limits, start, origin, before, warnings);
	for (const reason of incomplete) run.doubtStart(reason);
	const requests = new RunRequests(dataset, strategy, options, limits, run);
	return { run, strategy, requests, limit: limits.limit, before };
}

/** @returns how a run went that has ended */
function summarize(run: Run, requests: number, say: Say = inDatasetWords): Summary {
	const { notices, incomplete, proof, isTotalRead } = judge(run.observed);
	// Who has read as many records as there are has not started in the middle.
	if (!isTotalRead) for (const reason of run.startDoubts) run.report(reason);
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
		notes: run.notes.inWords(say),
		incomplete: run.incomplete.inWords(say),
		proof: proof === undefined || run.incomplete.size > 0 ? null : say(proof),
		resume: run.resumePoint(),
		...(stopReason === 'error' && { error }),
	};
}

function toRead(response: PageResponse, page: Page | undefined, { ending }: Run): PageRead {
	const { stopReason, error } = ending ?? {};
	const records = page?.items.length ?? 0;
	return { response, records, stopReason, error };
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
