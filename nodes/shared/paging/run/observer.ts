import type { Sign } from '../response/signs';
import { totalIn } from '../response/signs';
import type { PageResponse, StartingPoint } from '../types';
import { judge } from './completeness';
import { insteadOf } from './instead';
import { PageWatch, textsOf } from './pageWatch';
import { ignoredBy, positionInUrl, tokenInDataset } from './parameters';
import type { Findings, Origin, Outcome, ReadPage } from './types';
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
	/** A total that is not configured; null when the pages differ in it. */
	private plainTotal: Sign<number> | null | undefined;
	/** The response read last. */
	private response: PageResponse | undefined;

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
	add({ items, notice, step, response, page }: ReadPage, isCertain: boolean): boolean {
		const texts = textsOf(items);
		const repeat = this.watch.repeats(texts, isCertain);
		if (repeat !== undefined) {
			const ignored = page === 2 ? ignoredBy(this.origin.dataset) : undefined;
			this.stop(words.repeatsPage(page, repeat === 'first' && page > 2, ignored));
			return false;
		}
		this.response = response;
		this.report(notice);
		this.checkSize(items.length, page);
		if (page === 1 && this.isByToken && step.kind === 'next') {
			this.report(positionInUrl(this.origin.url, String(step.position)));
		}
		this.readTotal(step.total, items.length, response);
		this.watch.add(texts, items.length, page);
		if (step.kind === 'end' && step.stopReason === 'pathNotFound') {
			this.stop(`${step.notice ?? ''}${insteadOf(this.origin.dataset, response)}`);
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
		this.response = response;
		if (notice !== undefined) this.stop(notice);
	}

	/** Takes note of why reading stops before the end, if it is not the end after all. */
	stop(reason: string): void {
		this.stopped = reason;
		this.warnings.add(reason);
	}

	/** Judges a run that has reached its end, over all runs that it continues. */
	conclude(outcome: Outcome): void {
		const { stopReason, pages, items, total } = outcome;
		const isCounted = stopReason === 'reachTotalCount' && pages > 1;
		if (isCounted && items === total && total === this.firstTotal) return;
		const { firstTotal, watch, response, stopped, origin } = this;
		const plainTotal = this.plainTotal ?? undefined;
		const facts = { dataset: origin.dataset, firstTotal, plainTotal, response, stopped, watch };
		const { incomplete, notices } = judge({ ...outcome, ...facts });
		for (const reason of incomplete) this.report(reason);
		for (const notice of notices) this.warnings.add(notice);
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

	private readTotal(total: number | undefined, count: number, response: PageResponse): void {
		if (total !== undefined) {
			this.firstTotal ??= total;
			return;
		}
		if (count === 0 || this.plainTotal === null) return;
		const sign = totalIn(response, this.origin.dataset.property);
		const isSame = sign?.path === this.plainTotal?.path && sign?.value === this.plainTotal?.value;
		this.plainTotal = this.watch.filled === 0 || isSame ? sign : null;
	}
}
