import { countOf } from '../shared/count';
import type { OutputRecord } from '../shared/node/types';
import { detectDataset } from '../shared/paging/detect/detectDataset';
import { RELATIVE } from '../shared/paging/response/nextUrl';
import { forEachPage, paginate } from '../shared/paging/run/paginate';
import type { Pages, PagingOptions, Send } from '../shared/paging/types';
import { cancelSignal, sleepUnlessCancelled } from '../shared/service/cancel';
import type { ReadContext } from './context';
import { NOTHING_READ } from './failure';
import { toItems } from './output/items';
import type { RecordOutput } from './output/types';
import type { PageTrace } from './trace';
import type { ReadInput, RunSummary } from './types';

/** A long run logs its progress every so many pages. */
const LOG_EVERY = 50;

/** What a run has read, and how it went. */
interface ReadResult {
	records: OutputRecord[];
	summary: RunSummary;
}

/**
 * Reads all pages for one input item.
 *
 * @param send sends one request, with authentication and retries
 * @throws DatasetError, ResumeError or RangeError before any request
 */
export async function readRecords(
	context: ReadContext,
	input: ReadInput,
	send: Send,
	trace: PageTrace | undefined,
): Promise<ReadResult> {
	const signal = cancelSignal(context);
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
		...(signal && { signal }),
	};
	const { source } = input;
	if (source.kind === 'automatic')
		return await readAutomatically(context, input, source.url, options);
	const { dataset, warnings } = source;
	return await readInto(toItems(), context, input, paginate(dataset, { ...options, warnings }));
}

/** Finds the dataset first; the summary has it, with what speaks for it. */
async function readAutomatically(
	context: ReadContext,
	input: ReadInput,
	url: string,
	options: PagingOptions,
): Promise<ReadResult> {
	const { clean } = input;
	let requests = 0;
	const send: Send = async (request, control) => {
		requests++;
		return await options.send(request, control);
	};
	const found = await detectDataset(url, { ...options, send }).catch((error: unknown) => ({
		error,
	}));
	if ('error' in found) return { records: [], summary: { ...NOTHING_READ, requests, ...found } };

	const pages = paginate(found.dataset, { ...options, send: found.send });
	const { records, summary } = await readInto(toItems(), context, input, pages);
	const dataset = { ...found.source, url: clean(found.dataset.url) };
	const evidence = found.evidence.map(clean);
	// Page two has proven where they lead.
	const warnings = summary.warnings.filter((text) => !text.includes(RELATIVE));
	return { records, summary: { ...summary, warnings, requests, dataset, evidence } };
}

/** Reads all pages into the output of the run. */
async function readInto(
	output: RecordOutput,
	context: ReadContext,
	{ through }: ReadInput,
	pages: Pages,
): Promise<ReadResult> {
	let pagesRead = 0;
	let recordsRead = 0;
	const summary = await forEachPage(through?.(pages) ?? pages, async (page) => {
		await output.add(page);
		pagesRead++;
		recordsRead += page.items.length;
		if (pagesRead % LOG_EVERY !== 0) return;
		context.logger.info(
			`${context.getNode().name}: ${countOf(pagesRead, 'page')} with ${countOf(recordsRead, 'record')} read so far`,
		);
	});
	return { records: await output.end(), summary };
}
