import { countOf } from '../shared/count';
import type { Clean } from '../shared/http/redact';
import { detectDataset } from '../shared/paging/detect/detectDataset';
import { startsInMiddle } from '../shared/paging/run/warnings';
import { forEachPage, paginate } from '../shared/paging/run/paginate';
import type { Pages, PagingOptions, Send, Summary } from '../shared/paging/types';
import { cancelSignal, sleepUnlessCancelled } from '../shared/service/cancel';
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
 * @param output takes the pages; the caller ends it. What it throws ends the run with `stopReason: 'error'`
 * @throws DatasetError, ResumeError or RangeError before any request
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
	const options: PagingOptions = {
		send,
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
	const read = async (pages: Pages) =>
		await readInto(output, context, input.through?.(pages) ?? pages, stop);
	if (source.kind === 'automatic')
		return await readAutomatically(source.url, options, input.clean, read);
	const { dataset, warnings } = source;
	return await read(paginate(dataset, { ...options, warnings }));
}

/** Finds the dataset first; the summary has it, with what speaks for it. */
async function readAutomatically(
	url: string,
	options: PagingOptions,
	clean: Clean,
	read: (pages: Pages) => Promise<Summary>,
): Promise<RunSummary> {
	let requests = 0;
	const send: Send = async (request, control) => {
		requests++;
		return await options.send(request, control);
	};
	const found = await detectDataset(url, { ...options, send }).catch((error: unknown) => ({
		error,
	}));
	if ('error' in found) {
		const nothing = { ...NOTHING_READ, requests };
		return options.signal?.aborted
			? { ...nothing, stopReason: 'cancelled' }
			: { ...nothing, ...found };
	}
	const pages = paginate(found.dataset, { ...options, send: found.send, isProven: true });
	const summary = await read(pages);
	const later = found.beginsAt === undefined ? [] : [startsInMiddle(found.beginsAt, 'its URL')];
	const warnings = [...new Set([...later, ...summary.warnings])];
	const incomplete = [...new Set([...later, ...summary.incomplete])];
	const dataset = { ...found.source, url: clean(found.dataset.url) };
	const evidence = found.evidence.map(clean);
	return { ...summary, warnings, incomplete, requests, dataset, evidence };
}

/**
 * Reads all pages into the output of the run.
 *
 * @param stop ends the run when the output takes no more
 */
async function readInto(
	output: RecordOutput,
	context: ReadContext,
	pages: Pages,
	stop: AbortController,
): Promise<Summary> {
	let pagesRead = 0;
	let recordsRead = 0;
	const failures: unknown[] = [];
	const summary = await forEachPage(pages, async (page) => {
		try {
			await output.add(page);
		} catch (error) {
			failures.push(error);
			return stop.abort();
		}
		pagesRead++;
		recordsRead += page.items.length;
		if (pagesRead % LOG_EVERY !== 0) return;
		context.logger.info(
			`${context.getNode().name}: ${countOf(pagesRead, 'page')} with ${countOf(recordsRead, 'record')} read so far`,
		);
	});
	if (failures.length === 0) return summary;
	return { ...summary, stopReason: 'error', error: failures[0], resume: null };
}
