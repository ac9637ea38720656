import { compareRecords } from '../response/compare';
import { type Metadata, readMetadata } from '../response/metadata/metadata';
import type { PageResponse, StartingPoint } from '../types';
import { type Doubt, doubtAbout, judge } from './completeness';
import { insteadOf } from './instead';
import { PageWatch, textsOf } from './pageWatch';
import { ignoredBy, positionInUrl, tokenInDataset } from './parameters';
import type { Findings, FinishedRun, Origin, Outcome, ReadPage } from './types';
import * as words from './warnings';

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
		if (this.isByToken) this.report(tokenInDataset(origin.dataset, origin.url));
	}

	private get isByToken(): boolean {
		return this.origin.dataset.pagingScheme?.type === 'nextToken';
	}

	/**
	 * Takes note of a page.
	 *
	 * @param isCertain whether equal records are enough to recognize a page
	 * @returns whether it is new; reading stops with one that repeats an earlier one
	 */
	add(read: ReadPage, isCertain: boolean): boolean {
		const { items, notice, step, response, page } = read;
		const texts = textsOf(items);
		const isSame = read.isScroll && !this.advances(items);
		const repeat = isSame ? 'previous' : this.watch.repeats(texts, isCertain);
		if (repeat !== undefined) {
			const ignored = page === 2 ? ignoredBy(this.origin.dataset) : undefined;
			this.stop(words.repeatsPage(page, repeat === 'first' && page > 2, ignored));
			this.isRepeat = repeat === 'previous';
			return false;
		}
		this.take(response, items);
		if (page === 1) this.isFromPageOne = true;
		if (items.length > 0) {
			this.first ??= this.metadataOf(response, items);
			this.filled = read;
		}
		this.report(notice);
		this.checkSize(items.length, page);
		if (page === 1 && this.isByToken && step.kind === 'next') {
			this.report(positionInUrl(this.origin.url, String(step.position)));
		}
		if (step.total !== undefined) this.firstTotal ??= step.total;
		this.watch.add(texts, items.length, page);
		if (step.kind === 'end' && step.stopReason === 'pathNotFound') {
			const instead = insteadOf(this.origin.dataset, response, this.metadataOf(response, items));
			this.stop((step.notice ?? '') + instead);
		} else if (step.notice !== undefined && !(this.origin.isProven && step.kind === 'next')) {
			this.warnings.add(step.notice);
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
		if (notice !== undefined) this.stop(notice);
	}

	/** Takes note of why reading stops before the end, if it is not the end after all. */
	stop(reason: string): void {
		this.stopped = reason;
	}

	/** @returns what only one more request can tell about a run that has reached its end */
	doubt(outcome: Outcome): Doubt | undefined {
		return this.isDone(outcome) ? undefined : doubtAbout(this.finished(outcome));
	}

	/** Takes note of the records that a request after the end has returned. */
	settle(records: readonly unknown[]): void {
		this.isMore = records.length > 0 && this.advances(records);
	}

	/** @returns whether records are others than those of the last page that had any */
	advances(records: readonly unknown[]): boolean {
		const { items = [] } = this.filled ?? {};
		return items.length === 0 || compareRecords(items, records) !== 'same';
	}

	/** Judges a run that has reached its end, over all runs that it continues. */
	conclude(outcome: Outcome): void {
		if (this.isDone(outcome)) return;
		const { incomplete, notices } = judge(this.finished(outcome));
		// A loop that is the end after all needs no warning.
		if (outcome.stopReason !== 'loopDetected' && this.stopped !== undefined) {
			this.warnings.add(this.stopped);
		}
		for (const reason of incomplete) this.report(reason);
		for (const notice of notices) this.warnings.add(notice);
	}

	/** Whether the numbers leave nothing to judge. */
	private isDone({ stopReason, pages, items, total }: Outcome): boolean {
		const isCounted = stopReason === 'reachTotalCount' && pages > 1;
		return isCounted && items === total && total === this.firstTotal;
	}

	private finished(outcome: Outcome): FinishedRun {
		const { firstTotal, watch, response, records, stopped, filled, first, isMore } = this;
		const { origin, isRepeat, isFromPageOne } = this;
		return {
			...outcome,
			...{ dataset: origin.dataset, url: origin.url, firstTotal, response, stopped, watch },
			...{
				first,
				isMore,
				isRepeat,
				isFromPageOne,
				isEmpty: response !== undefined && records.length === 0,
			},
			last: filled && this.metadataOf(filled.response, filled.items),
			end: response && this.metadataOf(response, records),
			lastPosition: filled?.position,
		};
	}

	private metadataOf(response: PageResponse, records: readonly unknown[]): Metadata {
		const { dataset, url } = this.origin;
		return readMetadata(response, { url, property: dataset.property, records });
	}

	private take(response: PageResponse, records: readonly unknown[]): void {
		this.response = response;
		this.records = records;
	}

	/** @returns what the summary says */
	findings(): Findings {
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

	private report(reason: string | undefined): void {
		if (reason === undefined) return;
		this.incomplete.add(reason);
		this.warnings.add(reason);
	}

	private checkSize(count: number, page: number): void {
		const { pagingScheme } = this.origin.dataset;
		const { limitParameter, limitValue = Infinity } = pagingScheme?.request ?? {};
		const isUsed = limitParameter !== undefined || pagingScheme?.type === 'offsetAndLimit';
		if (!isUsed || count <= limitValue || this.isLarger) return;
		this.isLarger = true;
		this.report(words.largerPage(page, count, limitValue, limitParameter));
	}

	/** Whether a page was larger than requested. */
	private isLarger = false;
}
