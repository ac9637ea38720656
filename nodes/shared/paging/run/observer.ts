import { compareRecords, PageWatch, textsOf } from '../response/compare';
import { type Metadata, readMetadata } from '../response/metadata/metadata';
import type { Step } from '../schemes/types';
import type { PageResponse, StartingPoint, StopReason, Summary } from '../types';
import type { Origin } from './resume';
import { insteadOf } from './suggestion';
import * as words from './warnings';

/** A page as it is observed. */
export interface ReadPage {
	/** All records, also those that the run does not return. */
	items: readonly unknown[];
	/** Why the page may be incomplete. */
	notice?: string;
	step: Step;
	response: PageResponse;
	/** Its number from 1. */
	page: number;
	/** Its position, where pages are numbered. */
	position: number | undefined;
	/** Whether its token is that of the page before, so that only new records show that it is another one. */
	isScroll: boolean;
}

/** Numbers of a run that has reached its end, over all runs that it continues. */
export interface Outcome {
	stopReason: StopReason;
	/** Number of the last page, from 1. */
	pages: number;
	items: number;
	/** The last total that the server reported, where it is read. */
	total: number | undefined;
	/** Records before the first page. */
	leftOut: number;
	/** Whether the first page is that of the list. */
	startsAtBeginning: boolean;
}

/** A run that has reached its end, and what was observed of it. */
export type ObservedRun = ReturnType<Observer['finished']>;

/** Collects what the user should know about a run, above all why it may be incomplete. */
export class Observer {
	private readonly warnings: Set<string>;
	private readonly incomplete = new Set<string>();
	private readonly watch: PageWatch;
	/** Why reading stopped early. */
	private stopped: string | undefined;
	/** The first total that the server reported, where it is read. */
	private firstTotal: number | undefined;
	/** What the first page with records of this run says besides them. */
	private first: Metadata | undefined;
	/** The last page with records. */
	private filled: ReadPage | undefined;
	/** The response read last, and its records. */
	private response: PageResponse | undefined;
	private records: readonly unknown[] = [];
	/** Whether reading has stopped at a page that repeats the one before it. */
	private isRepeat = false;
	/** Whether this run has read the first page itself. */
	private isFromPageOne = false;
	/** Whether a page was larger than requested. */
	private isLarger = false;
	/** Whether a request after the end has returned records that were not read. */
	private isMore: boolean | undefined;

	/** @param warnings sentences from before the first request */
	constructor(
		private readonly origin: Origin,
		start: StartingPoint,
		warnings: readonly string[],
	) {
		this.warnings = new Set(warnings);
		this.watch = new PageWatch(start);
		this.firstTotal = start.observed?.total;
		this.report(words.tokenInDataset(origin.dataset, origin.url));
	}

	/**
	 * Takes note of a page.
	 *
	 * @param isCertain whether equal records are enough to recognize a page
	 * @returns whether it is new; reading stops with one that repeats an earlier one
	 */
	add(read: ReadPage, isCertain: boolean): boolean {
		const { items, notice, step, response, page } = read;
		const { dataset, url, isProven } = this.origin;
		const texts = textsOf(items);
		const isSame = read.isScroll && !this.advances(items);
		const repeat = isSame ? 'previous' : this.watch.repeats(texts, isCertain);
		if (repeat !== undefined) {
			const ignored = page === 2 ? words.ignoredBy(dataset) : undefined;
			this.stop(words.repeatsPage(page, repeat === 'first' && page > 2, ignored));
			this.isRepeat = repeat === 'previous';
			return false;
		}
		this.take(response, items);
		if (items.length > 0) {
			this.first ??= this.metadataOf(response, items);
			this.filled = read;
		}
		this.report(notice);
		this.checkSize(items.length, page);
		if (page === 1) {
			this.isFromPageOne = true;
			const isByToken = dataset.pagingScheme?.type === 'nextToken' && step.kind === 'next';
			if (isByToken) this.report(words.positionInUrl(url, String(step.position)));
		}
		this.firstTotal ??= step.total;
		this.watch.add(texts, items.length, page);
		if (step.kind === 'end' && step.stopReason === 'pathNotFound') {
			const instead = insteadOf(dataset, response, this.metadataOf(response, items));
			this.stop((step.notice ?? '') + instead);
		} else if (!(isProven && step.kind === 'next')) {
			this.warn(step.notice);
		}
		return true;
	}

	/** Forgets the page added last, which the next run reads again. */
	forget(): void {
		this.watch.forget();
	}

	/** Takes note of a response that ends the run without a page. */
	end(response: PageResponse, notice: string | undefined): void {
		this.take(response, []);
		this.stopped = notice;
	}

	/** Takes note of why reading stops before the end, if it is not the end after all. */
	stop(reason: string): void {
		this.stopped = reason;
	}

	/** Takes note of the records that a request after the end has returned. */
	settle(records: readonly unknown[]): void {
		this.isMore = records.length > 0 && this.advances(records);
	}

	/** Takes note of something that the user should know. */
	warn(notice: string | undefined): void {
		if (notice !== undefined) this.warnings.add(notice);
	}

	/** Takes note of why records may be missing, or may have been read twice. */
	report(reason: string | undefined): void {
		if (reason !== undefined) this.incomplete.add(reason);
		this.warn(reason);
	}

	/** @returns a run that has reached its end, and what was observed of it */
	finished(outcome: Outcome) {
		const { firstTotal, watch, response, records, stopped, filled, first, isMore } = this;
		const { origin, isRepeat, isFromPageOne } = this;
		return {
			...outcome,
			...{
				...origin,
				firstTotal,
				response,
				stopped,
				watch,
				first,
				isMore,
				isRepeat,
				isFromPageOne,
			},
			/** Whether the last page read had no records. */
			isEmpty: response !== undefined && records.length === 0,
			/** What the last page with records says, and the last response. */
			last: filled && this.metadataOf(filled.response, filled.items),
			end: response && this.metadataOf(response, records),
			/** Position of the last page with records, where pages are numbered. */
			lastPosition: filled?.position,
		};
	}

	/** @returns what the summary says */
	findings(): Pick<Summary, 'warnings' | 'incomplete'> {
		const { overlap } = this.watch;
		if (overlap) this.report(words.overlappingPages(overlap.page, overlap.records));
		return { warnings: Array.from(this.warnings), incomplete: Array.from(this.incomplete) };
	}

	/** @returns what a resume point stores */
	toResume(): Pick<StartingPoint, 'previous' | 'observed'> {
		const { observed, ...previous } = this.watch.toResume();
		const total = this.firstTotal === undefined ? {} : { total: this.firstTotal };
		return { ...previous, ...(observed && { observed: { ...observed, ...total } }) };
	}

	/** @returns whether records are others than those of the last page that had any */
	private advances(records: readonly unknown[]): boolean {
		const { items = [] } = this.filled ?? {};
		return items.length === 0 || compareRecords(items, records) !== 'same';
	}

	private metadataOf(response: PageResponse, records: readonly unknown[]): Metadata {
		const { dataset, url } = this.origin;
		return readMetadata(response, { url, property: dataset.property, records });
	}

	private take(response: PageResponse, records: readonly unknown[]): void {
		this.response = response;
		this.records = records;
	}

	private checkSize(count: number, page: number): void {
		const { pagingScheme } = this.origin.dataset;
		const { limitParameter, limitValue = Infinity } = pagingScheme?.request ?? {};
		const isUsed = limitParameter !== undefined || pagingScheme?.type === 'offsetAndLimit';
		if (!isUsed || count <= limitValue || this.isLarger) return;
		this.isLarger = true;
		this.report(words.largerPage(page, count, limitValue, limitParameter));
	}
}
