import type { Progress } from '../fetch/types';
import type { Answer } from '../response/types';
import { isNumbered } from '../schemes';
import type { NumberedStrategy, Step, Strategy } from '../schemes/types';
import type {
	Limits,
	Page,
	PageResponse,
	Position,
	ResumePoint,
	StartingPoint,
	StopReason,
	Summary,
} from '../types';
import { Observer } from './observer';
import { createResumePoint } from './resume';
import { SeenTokens } from './seenTokens';
import type { Ending, Origin, Outcome } from './types';
import { leadsBack } from './warnings';

/** The state of one run: its position, what it has returned, and whether and why it has ended. */
export class Run {
	/** Page to be read next. */
	position: Position;
	/** Set once the run has ended. */
	ending: Ending | undefined;
	/** Records of the next page to leave out, since an earlier run returned them. */
	private skip: number;
	/** Pages and records over all runs, for numbering and for comparing with the total. */
	private allPages: number;
	private allItems: number;
	private pages = 0;
	private items = 0;
	private largestPage = 0;
	private total: number | undefined;
	private totalPages: number | undefined;
	/** Set where pages are numbered: a loop repeats a whole page there, and elsewhere a token. */
	private readonly numbering: NumberedStrategy | undefined;
	private readonly seen: SeenTokens | undefined;
	private readonly observer: Observer;

	/**
	 * @param origin what resume points are tied to
	 * @param warnings sentences from before the first request
	 */
	constructor(
		strategy: Strategy,
		private readonly limits: Required<Limits>,
		start: StartingPoint,
		private readonly origin: Origin,
		warnings: readonly string[],
	) {
		this.position = start.position;
		this.skip = start.skip;
		this.allPages = start.pages;
		this.allItems = start.items;
		this.observer = new Observer(origin, start, warnings);
		if (isNumbered(strategy)) this.numbering = strategy;
		else this.seen = new SeenTokens(start.seen ?? [], strategy.firstIdentity);
	}

	/** Number of the page to be read next, from 1. */
	get pageNumber(): number {
		return this.allPages + 1;
	}

	/** How far the run may still go. */
	get progress(): Progress {
		return {
			pagesLeft: this.limits.maxPages - this.pages,
			itemsLeft: this.itemsLeft + this.skip,
			pageSize: Math.max(this.numbering?.pageSize ?? 0, this.largestPage),
			total: this.totalPages ?? this.total,
		};
	}

	private get itemsLeft(): number {
		return this.limits.limit - this.items;
	}

	/** Ends the run before the current page; the next run requests that page. */
	stopBefore(stopReason: StopReason, error?: unknown): void {
		this.ending = { stopReason, resume: { position: this.position, skip: this.skip }, error };
	}

	/** Ends the run for good, with a response that is not a page. */
	finishWith(answer: Extract<Answer, { kind: 'end' }>, response: PageResponse): void {
		this.observer.end(response, answer.notice);
		this.finish(answer.stopReason);
	}

	private finish(stopReason: StopReason): void {
		this.ending = { stopReason, resume: null };
	}

	/**
	 * Adds a page and decides whether it is the last one.
	 *
	 * @param page all records of the page
	 * @param step what follows it
	 * @returns the page for the caller; `undefined` when it only repeats an earlier one
	 */
	accept(
		page: Extract<Answer, { kind: 'page' }>,
		step: Step,
		response: PageResponse,
	): Page | undefined {
		const { items: records } = page;
		const isBack = step.kind === 'next' && this.seen?.has(step.identity) === true;
		const position = this.numbering && Number(this.position);
		const isScroll = isBack && records.length > 0 && this.isScroll(step);
		const read = { ...page, step, response, page: this.pageNumber, position, isScroll };
		if (!this.observer.add(read, this.numbering !== undefined || isBack)) {
			this.finish('loopDetected');
			return undefined;
		}
		if (step.total !== undefined) this.total = step.total;
		this.totalPages = step.totalPages;
		this.largestPage = Math.max(this.largestPage, records.length);

		const end = this.skip + Math.min(records.length - this.skip, this.itemsLeft);
		const isWhole = this.skip === 0 && end === records.length;
		const items = isWhole ? records : records.slice(this.skip, Math.max(end, this.skip));
		const total = this.total === undefined ? {} : { total: this.total };
		const resume = () => this.resumePoint();
		const accepted: Page = { items, index: this.allPages, ...total, resume };
		// So that pages can be compared and cloned as data.
		Object.defineProperty(accepted, 'resume', { enumerable: false });
		this.pages++;
		this.items += items.length;
		this.allItems += items.length;
		if (end < records.length) this.stopInPage(end);
		else this.follow(step, end, isBack && !isScroll);
		return accepted;
	}

	/** Ends the run with enough records; the next run requests the same page for the rest. */
	private stopInPage(end: number): void {
		this.observer.forget();
		this.ending = { stopReason: 'limit', resume: { position: this.position, skip: end } };
	}

	/** Whether one token is that of all pages, as of a scroll: then it is no loop while records advance. */
	private isScroll(step: Step): boolean {
		const { pagingScheme: scheme } = this.origin.dataset;
		if (scheme?.type !== 'nextToken' || scheme.tokenType !== 'token') return false;
		if (step.kind !== 'next' || step.position !== this.position) return false;
		const { nextToken, moreRecords, lastPage } = scheme.response;
		const hasFlag = (moreRecords ?? lastPage) !== undefined;
		return hasFlag || scheme.pageUntil === 'noDataLeft' || /scroll/i.test(nextToken);
	}

	/** The order of the conditions decides which stop reason wins. */
	private follow(step: Step, end: number, isBack: boolean): void {
		const isFull = this.itemsLeft <= 0;
		if (isFull && (step.kind === 'error' || isBack)) return this.stopInPage(end);
		if (step.kind === 'end') return this.finish(step.stopReason);
		if (step.kind === 'error') {
			this.ending = { stopReason: 'error', resume: null, error: step.error };
			return;
		}
		if (isBack) {
			this.observer.stop(leadsBack(this.pageNumber));
			return this.finish('loopDetected');
		}
		this.position = step.position;
		this.skip = 0;
		this.allPages++;
		this.seen?.add(step.identity);
		if (isFull) this.stopBefore('limit');
		else if (this.pages >= this.limits.maxPages) this.stopBefore('maxPages');
	}

	/** @returns where the next run continues, as things stand; null when there is nothing more */
	private resumePoint(): ResumePoint | null {
		const { position, skip, ending } = this;
		const next = ending ? ending.resume : { position, skip };
		return (
			next &&
			createResumePoint(this.origin, {
				...next,
				pages: this.allPages,
				items: this.allItems,
				...this.seen?.toResume(),
				...this.observer.toResume(),
			})
		);
	}

	/** The position of a page after the end, if only its records can tell whether this is the end. */
	get doubtfulPosition(): number | undefined {
		const outcome = this.numbering && this.outcome;
		return outcome && this.observer.doubt(outcome)?.position;
	}

	/** Takes note of the records of that page. */
	settle(records: readonly unknown[]): void {
		this.observer.settle(records);
	}

	/** Only a run that reached the end can have missed something. */
	private get outcome(): Outcome | undefined {
		const { ending, pageNumber: pages, allItems: items, total } = this;
		if (!ending || ending.resume || ending.stopReason === 'error') return undefined;
		const leftOut = this.numbering?.leftOut ?? 0;
		return { stopReason: ending.stopReason, pages, items, total, leftOut };
	}

	/** @param requests requests passed to the sender */
	summary({ stopReason, error }: Ending, requests: number): Summary {
		if (this.outcome) this.observer.conclude(this.outcome);
		return {
			pages: this.pages,
			requests,
			items: this.items,
			total: this.total ?? null,
			stopReason,
			...this.observer.findings(),
			resume: this.resumePoint(),
			...(stopReason === 'error' ? { error } : {}),
		};
	}
}
