import { countOf } from '../../basics/text';
import type { Dataset } from '../dataset/types';
import { compareRecords, PageWatch, textsOf } from '../response/compare';
import { type Metadata, readMetadata } from '../response/metadata/metadata';
import type { Step, Strategy } from '../schemes/types';
import type { PageResponse, Position, StartingPoint, StopReason } from '../types';
import { ignoredBy, positionInUrl, tokenInDataset } from './beginning';
import type { Origin } from './resume';
import { insteadOf } from './suggestion';

/** A response, and its records. */
interface Read {
	response: PageResponse;
	/** All records, also those that the run does not return. */
	items: readonly unknown[];
	/** What the response says besides them, once that was asked for. */
	metadata?: Metadata;
}

/** A page as it is observed. */
interface ReadPage extends Read {
	/** Why the page may be incomplete. */
	notice?: string;
	step: Step;
	/** Its position, where pages are numbered. */
	position: number | undefined;
	/** Whether its token is that of the page before, so that only new records show that it is another one. */
	isScroll: boolean;
}

/** How a run ended, and where the next one continues; null when there is nothing more. */
interface RunEnding {
	stopReason: StopReason;
	resume: { position: Position; skip: number } | null;
	error?: unknown;
}

/**
 * What was observed of a run, together with the runs that it continues: what the user should know of
 * it, above all why it may be incomplete.
 */
export class ObservedRun {
	/** Remembers the pages; also how many records they have. */
	readonly watch: PageWatch;
	/** Number of the page to be read next, or of the last one, from 1. */
	page: number;
	/** Records returned. */
	items: number;
	/** The last total that the server reported, where it is read. */
	total: number | undefined;
	/** The first one. */
	firstTotal: number | undefined;
	/** Set once the run has ended. */
	ending: RunEnding | undefined;
	/** Why reading stopped early, if that is not the end after all. */
	stopped: string | undefined;
	/** What the first page with records of this run says besides them. */
	first: Metadata | undefined;
	/** Whether reading has stopped at a page that repeats the one before it. */
	isRepeat = false;
	/** Whether a request after the end has returned records that were not read. */
	isMore: boolean | undefined;
	/** The last page with records. */
	private filled: ReadPage | undefined;
	/** The response read last. */
	private read: Read | undefined;
	private readonly warnings: Set<string>;
	private readonly incomplete = new Set<string>();

	/**
	 * @param origin what resume points are tied to
	 * @param warnings sentences from before the first request
	 */
	constructor(
		readonly strategy: Strategy,
		readonly start: StartingPoint,
		readonly origin: Origin,
		warnings: readonly string[],
	) {
		this.warnings = new Set(warnings);
		this.watch = new PageWatch(start);
		this.page = start.pages + 1;
		this.items = start.items;
		this.firstTotal = start.observed?.total;
		this.report(tokenInDataset(origin.dataset, origin.url));
	}

	get dataset(): Dataset {
		return this.origin.dataset;
	}

	get stopReason(): StopReason | undefined {
		return this.ending?.stopReason;
	}

	/** Records before the first page. */
	get leftOut(): number {
		return this.strategy.numbering?.leftOut ?? 0;
	}

	/** Whether the first page is that of the list: pages and records are counted from 0 or 1. */
	get startsAtBeginning(): boolean {
		return Number(this.strategy.first) <= 1;
	}

	/** The response read last. */
	get response(): PageResponse | undefined {
		return this.read?.response;
	}

	/** Whether the last page read had no records. */
	get isEmpty(): boolean {
		return this.read?.items.length === 0;
	}

	/** What the last page with records says besides them. */
	get last(): Metadata | undefined {
		return this.filled && this.metadataOf(this.filled);
	}

	/** What the last response says. */
	get end(): Metadata | undefined {
		return this.read && this.metadataOf(this.read);
	}

	/** Position of the last page with records, where pages are numbered. */
	get lastPosition(): number | undefined {
		return this.filled?.position;
	}

	/**
	 * Takes note of a page.
	 *
	 * @param isCertain whether equal records are enough to recognize a page
	 * @returns whether it is new; reading stops with one that repeats an earlier one
	 */
	protected observe(read: ReadPage, isCertain: boolean): boolean {
		const { items, notice, step, response } = read;
		const { dataset, url, isProven } = this.origin;
		const { page } = this;
		const texts = textsOf(items);
		const isSame = read.isScroll && !this.advances(items);
		const repeat = isSame ? 'previous' : this.watch.repeats(texts, isCertain);
		if (repeat !== undefined) {
			const what = repeat === 'first' && page > 2 ? 'page 1' : 'the page before it';
			const advice = page === 2 ? ignoredBy(dataset) : '';
			this.stopped = `Page ${page} repeats ${what}; reading stopped there.${advice}`;
			this.isRepeat = repeat === 'previous';
			return false;
		}
		this.read = read;
		this.report(notice);
		this.checkSize(items.length);
		if (items.length > 0) {
			this.first ??= this.metadataOf(read);
			this.filled = read;
		}
		if (page === 1 && dataset.pagingScheme?.type === 'nextToken' && step.kind === 'next') {
			this.report(positionInUrl(url, String(step.position)));
		}
		this.firstTotal ??= step.total;
		this.total = step.total ?? this.total;
		this.watch.add(texts, items.length, page);
		if (step.kind === 'end' && step.stopReason === 'pathNotFound') {
			this.stopped = (step.notice ?? '') + insteadOf(dataset, response, this.metadataOf(read));
		} else if (!(isProven && step.kind === 'next')) {
			this.warn(step.notice);
		}
		return true;
	}

	/** Takes note of a response that ends the run without a page. */
	protected observeEnd(response: PageResponse, notice: string | undefined): void {
		this.read = { response, items: [] };
		this.stopped = notice;
	}

	/** Takes note of the records that a request after the end has returned. */
	settle(records: readonly unknown[]): void {
		this.isMore = records.length > 0 && this.advances(records);
	}

	/** Takes note of something that the user should know. */
	protected warn(notice: string | undefined): void {
		if (notice !== undefined) this.warnings.add(notice);
	}

	/** Takes note of why records may be missing, or may have been read twice. */
	protected report(reason: string | undefined): void {
		if (reason !== undefined) this.incomplete.add(reason);
		this.warn(reason);
	}

	/** @returns what the summary says */
	protected findings(): { warnings: string[]; incomplete: string[] } {
		const { overlap } = this.watch;
		if (overlap) {
			const twice = `${countOf(overlap.records, 'record')} of this run ${overlap.records === 1 ? 'was' : 'were'} read twice`;
			this.report(
				`Page ${overlap.page} begins with records of the page before it. ${twice}; check the parameters for the position and the page size.`,
			);
		}
		return { warnings: Array.from(this.warnings), incomplete: Array.from(this.incomplete) };
	}

	/** @returns whether records are others than those of the last page that had any */
	private advances(records: readonly unknown[]): boolean {
		return !this.filled || compareRecords(this.filled.items, records) !== 'same';
	}

	private metadataOf(read: Read): Metadata {
		const { url, dataset } = this.origin;
		const { response, items: records } = read;
		return (read.metadata ??= readMetadata(response, { url, property: dataset.property, records }));
	}

	/** Reports the first page that is larger than requested. */
	private checkSize(count: number): void {
		const { pagingScheme } = this.dataset;
		const { limitParameter, limitValue = Infinity } = pagingScheme?.request ?? {};
		const isUsed = limitParameter !== undefined || pagingScheme?.type === 'offsetAndLimit';
		if (!isUsed || count <= limitValue || this.watch.largest > limitValue) return;
		const cause =
			limitParameter === undefined
				? 'pagingScheme.request.limitValue has to be the number of records per page.'
				: `The API seems to ignore pagingScheme.request.limitParameter "${limitParameter}".`;
		this.report(
			`Page ${this.page} contained ${countOf(count, 'record')}, more than the ${limitValue} in pagingScheme.request.limitValue. ${cause}`,
		);
	}
}
