import { jsonParse } from 'n8n-workflow';

import { RUN_ENDED } from '../basics/abort';
import { countOf } from '../basics/countOf';
import { isRecord } from '../basics/guards';
import { shorten } from '../basics/shorten';
import { cancelSignal, environmentFor } from '../n8n/cancel';
import { logLine } from '../n8n/logLine';
import { detectDataset } from '../paging/detect/detectDataset';
import type { SimilarList } from '../paging/detect/similarLists';
import { startsInMiddle } from '../paging/response/numbering';
import { forEachPage, paginate } from '../paging/run/paginate';
import type { Page, PageRead, Pages, PagingOptions } from '../paging/types';
import { ApiSource, type SharedRequests } from './apiSource';
import { sayFor } from './labels';
import { NOTHING_READ } from './nothingRead';
import type { PageSink } from './pageSink';
import { refusesResume, toShownError } from './readErrors';
import { SentResponse } from './sentResponse';
import type { ReadContext, ReadInput, RunSummary } from './types';

/** A long run logs its progress every so many pages, and after so many milliseconds at least. */
const LOG_EVERY = 50;
const LOG_AFTER_MS = 30_000;

/** Longest text of a dataset that is shown, in characters: it is to be used again. */
const MOST_OF_URL = 8_000;

/** Longest name of a field in a text, in characters. */
const MOST_OF_NAME = 40;

/** @returns that numbers of a field lost digits, as a warning */
function roundedNumbers(field: string): string {
	const place = field === '' ? 'the response' : `"${shorten(field, MOST_OF_NAME)}"`;
	return `Numbers in ${place} have more digits than n8n can store, so their last digits have changed. To read them as text, turn on Large Numbers as Text under Options > Advanced.`;
}

/** What a run needs besides its input: the node and the trigger have different ones. */
export interface ReadParts extends SharedRequests {
	sink: PageSink;
	/** Among the lists of Paging Setup: Automatic with similar URLs. */
	similarList?: SimilarList | undefined;
}

/** A summary in the words of the engine. */
type EngineSummary = Omit<RunSummary, 'error'> & { error?: unknown };

/** What Paging Setup: Automatic has found. */
type Detected = Pick<RunSummary, 'dataset' | 'evidence'>;

/**
 * Reads all pages for one input item: a source sends its requests, a sink gets the pages, and
 * observers are told of both.
 *
 * @returns in the words of the form; with `stopReason: 'error'` what has ended the run, also what the
 *   sink has thrown, and what is wrong with the input
 */
export async function readRecords(
	context: ReadContext,
	input: ReadInput,
	parts: ReadParts,
): Promise<RunSummary> {
	return await new Reading(context, input, parts).run();
}

/** @returns what the runs before have read that a run continues: `{ "pages": 3, "items": 300, … }` */
function countsOf(resume: unknown): { pages: number; items: number } {
	const { pages, items } = isRecord(resume) ? resume : {};
	return { pages: Number(pages) || 0, items: Number(items) || 0 };
}

/** One input item while it is read. */
class Reading {
	private readonly cancelled: AbortSignal | undefined;
	/** Fires with what the sink has thrown, and at the end. */
	private readonly stop = new AbortController();
	private readonly signal: AbortSignal;
	private source: ApiSource | undefined;
	private pages = 0;
	private items = 0;
	/** When the progress was last logged, in milliseconds since 1970. */
	private loggedAt = Date.now();
	private detected: Detected = {};
	/** Name of the first field whose numbers lost digits. */
	private roundedField: string | undefined;

	constructor(
		private readonly context: ReadContext,
		private readonly input: ReadInput,
		private readonly parts: ReadParts,
	) {
		this.cancelled = cancelSignal(context);
		const { signal } = this.stop;
		this.signal = this.cancelled ? AbortSignal.any([this.cancelled, signal]) : signal;
	}

	async run(): Promise<RunSummary> {
		try {
			const source = (this.source = new ApiSource(this.context, this.input, this.parts));
			return await this.readAll(await this.pagesFrom(source), source);
		} catch (error) {
			const { pages, items, detected } = this;
			const nothing = { ...NOTHING_READ, requests: this.source?.requests ?? 0, pages, items };
			if (this.cancelled?.aborted) return { ...nothing, stopReason: 'cancelled' };
			// What New and Changed finds wrong with a page: some of its records may be marked as seen by then.
			return this.show({ ...nothing, ...detected, error, leftAfterError: 'nothing' });
		} finally {
			// Ends the requests that were sent ahead.
			this.stop.abort(RUN_ENDED);
		}
	}

	/** @throws what is wrong with the input, and why the paging scheme was not found */
	private async pagesFrom(send: ApiSource): Promise<Pages> {
		const { input, signal, parts } = this;
		const { source, baseUrl, limits, resume, signIn } = input;
		const { echo, allowedOrigins } = signIn;
		const observer = {
			onRead: (read: PageRead) => {
				if (read.response instanceof SentResponse) this.roundedField ??= read.response.roundedField;
				for (const each of parts.observers ?? []) each.onRead?.(read);
			},
		};
		const options: PagingOptions = {
			resume: echo ? echo.open(resume) : resume,
			clock: environmentFor(signal),
			...{ send, baseUrl, limits, allowedOrigins, signal, observer },
			say: sayFor(this.context, input.itemIndex),
		};
		const { url } = source.kind === 'dataset' ? source.dataset : source;
		for (const entered of [baseUrl, url]) echo?.leave(entered);
		if (source.kind === 'dataset') {
			const { dataset, warnings, verifiesEnd, completesUrls } = source;
			const verification = { verifiesEnd: verifiesEnd && this.verification };
			return paginate(dataset, { ...options, warnings, ...verification, completesUrls });
		}
		const found = await detectDataset(source.url, options, parts.similarList);
		this.detected = this.shownDataset({ ...found.source, url: found.dataset.url }, found.evidence);
		const { replay, beginsAt } = found;
		const incomplete = beginsAt ? [startsInMiddle(beginsAt, 'its URL')] : [];
		const more = { send: replay, incomplete, isProven: true, verifiesEnd: this.verification };
		return paginate(found.dataset, { ...options, ...more });
	}

	/** Lists of other items are most often similar, so that the first one tells what their total means. */
	private get verification(): true | 'uncommon' {
		return this.input.itemIndex === 0 ? true : 'uncommon';
	}

	/** What an API repeats of the secret is covered before anybody else sees a page. */
	private async readAll(pages: Pages, source: ApiSource): Promise<RunSummary> {
		const { input, parts, stop, detected } = this;
		const covered = input.signIn.echo?.cover(pages) ?? pages;
		const selected = parts.sink.select?.(covered) ?? covered;
		const read = await forEachPage(selected, async (page) => await this.add(page));
		const summary = { ...read, ...detected, requests: source.requests };
		if (!stop.signal.aborted) return this.show(summary);
		const { reason: error }: { reason: unknown } = stop.signal;
		return this.show({
			...summary,
			stopReason: 'error',
			error,
			resume: null,
			leftAfterError: 'done',
		});
	}

	private async add(page: Page): Promise<void> {
		if (this.stop.signal.aborted) return;
		try {
			await this.parts.sink.add(page);
		} catch (error) {
			this.stop.abort(error);
			return;
		}
		this.pages++;
		this.items += page.items.length;
		const now = Date.now();
		if (this.pages % LOG_EVERY !== 0 && now - this.loggedAt < LOG_AFTER_MS) return;
		this.loggedAt = now;
		const { name } = this.context.getNode();
		const { total = 0 } = page;
		const before = countsOf(this.input.resume);
		const items = before.items + this.items;
		const records = total > items ? `${items} of ${total} records` : countOf(items, 'record');
		const read = `${countOf(before.pages + this.pages, 'page')} with ${records}`;
		logLine(this.context, 'info', `${name}: ${read} read so far`);
	}

	/** Texts that the API has sent may contain secrets. */
	private shownDataset(source: object, evidence: readonly string[]): Detected {
		const cut = (text: string, longest?: number) => shorten(this.input.clean(text), longest);
		const dataset = JSON.stringify(source, (_name, value: unknown) =>
			typeof value === 'string' ? cut(value, MOST_OF_URL) : value,
		);
		return { dataset: jsonParse<object>(dataset), evidence: evidence.map((text) => cut(text)) };
	}

	private show({ error, warnings, notes, incomplete, ...summary }: EngineSummary): RunSummary {
		const { context, input } = this;
		const { words, itemIndex } = input;
		const rounded = this.roundedField === undefined ? [] : [roundedNumbers(this.roundedField)];
		return {
			...summary,
			warnings: [...warnings, ...rounded].map(words),
			notes: notes.map(words),
			incomplete: incomplete.map(words),
			...(error !== undefined && {
				...{ error: toShownError(error, context, itemIndex, words) },
				refusesResume: refusesResume(error),
			}),
		};
	}
}
