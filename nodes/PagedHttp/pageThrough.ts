import type {
	IDataObject,
	IExecuteFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { Operation, OperationResult, OutputRecord } from '../shared/node/types';
import { isRecord, toRecord } from '../shared/json';
import type { Page, Summary } from '../shared/paging';
import { forEachPage, paginate } from '../shared/paging';
import { toErrorJson } from '../shared/service/errors';
import { cancelSignal, sleepUnlessCancelled } from '../shared/service/cancel';
import { Hints } from './hints';
import type { Job } from './readJob';
import { readJob } from './readJob';
import { explain, PageSender } from './sender';
import { errorIn, summaryIn, wordsFor } from './words';

/** Index of the output that carries one summary per input item. */
const SUMMARY_OUTPUT = 1;

/** A long run says where it is every so many pages. */
const LOG_EVERY = 50;

/** Reads all pages of what each input item asks for, one input item after the other. */
export const pageThrough: Operation['run'] = async function* (context, itemCount) {
	const hints = new Hints();
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
		yield await readItem(context, itemIndex, hints);
	}
	const shown = hints.toHints();
	if (shown.length > 0) context.addExecutionHints(...shown);
};

async function readItem(
	context: IExecuteFunctions,
	itemIndex: number,
	hints: Hints,
): Promise<OperationResult> {
	const items = [itemIndex];
	const words = wordsFor(context, itemIndex);
	try {
		const job = await readJob(context, itemIndex);
		const sender = new PageSender(context, itemIndex, job);
		const { records, summary: told } = await readPages(context, job, sender);
		const summary = summaryIn(words, told);
		const error = summary.stopReason === 'error' ? sender.explain(summary.error) : undefined;
		if (error && !job.keepsPages) {
			// Nothing of this run comes out, so the next one has to start where this one did.
			const output = [summaryRecord({ ...summary, resume: job.resume ?? null }, error)];
			return {
				items,
				error: withProgress(error, summary),
				note: progress(summary),
				records: output,
			};
		}
		hints.add(itemIndex, summary);
		records.push(summaryRecord(summary, error));
		return { items, records };
	} catch (error) {
		const explained = explain(errorIn(words, error), context, itemIndex);
		return { items, error: explained, records: [summaryRecord(NOTHING_READ, explained)] };
	}
}

async function readPages(
	context: IExecuteFunctions,
	{ dataset, warnings, baseUrl, limits, notFoundEndsPaging, resume }: Job,
	{ send }: PageSender,
): Promise<{ records: OutputRecord[]; summary: Summary }> {
	const signal = cancelSignal(context);
	const records: OutputRecord[] = [];
	let pagesRead = 0;
	const collect = ({ items }: Page) => {
		for (const item of items) records.push({ json: toJson(item) });
		pagesRead++;
		if (pagesRead % LOG_EVERY === 0) {
			context.logger.info(
				`${context.getNode().name}: ${pagesRead} pages with ${records.length} records read so far`,
			);
		}
	};
	const pages = paginate(dataset, {
		send,
		warnings,
		baseUrl,
		limits,
		notFoundEndsPaging,
		resume,
		clock: { sleep: async (ms) => await sleepUnlessCancelled(ms, signal) },
		...(signal && { signal }),
	});
	return { summary: await forEachPage(pages, collect), records };
}

/** Records that are no objects, such as plain ids, get a name. */
function toJson(item: unknown): IDataObject {
	return toRecord(isRecord(item) ? item : { value: item });
}

const NOTHING_READ: Summary = {
	pages: 0,
	requests: 0,
	items: 0,
	total: null,
	stopReason: 'error',
	warnings: [],
	resume: null,
};

function summaryRecord(
	summary: Omit<Summary, 'resume'> & { resume: unknown },
	error?: NodeApiError | NodeOperationError,
): OutputRecord {
	const { error: _, ...facts } = summary;
	const json = toRecord(facts);
	if (error) json.error = { ...toErrorJson(error), description: error.description ?? '' };
	return { json, output: SUMMARY_OUTPUT };
}

/** What came before the failure, for error workflows: they see the error and nothing else. */
function withProgress<E extends NodeApiError | NodeOperationError>(error: E, summary: Summary): E {
	const { pages, items, resume } = summary;
	error.context.paging = toRecord({ pages, items, resume });
	return error;
}

function progress({ pages, items, resume }: Summary): string {
	const read = `${pages} ${pages === 1 ? 'page' : 'pages'} with ${items} ${items === 1 ? 'record' : 'records'} had been read before.`;
	if (!resume || pages === 0) return read;
	return `${read} To get them, and the point to resume from in the summary, set On Error under Options to Keep. The details hold that point too.`;
}
