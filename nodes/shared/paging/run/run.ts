import { hashOf } from '../response/compare';
import type { Progress, Step, Strategy } from '../schemes/types';
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
import type { PageAnswer } from './answer';
import { doubtAbout, judge } from './judge';
import { Observer, type Outcome } from './observer';
import { createResumePoint, type Origin } from './resume';

/** Number of hashes in a resume point, the newest ones: it has to stay small. */
const MOST_HASHES = 1_000;

/** How a run ended, and where the next one continues; null when there is nothing more. */
interface RunEnding {
	stopReason: StopReason;
	resume: { position: Position; skip: number } | null;
	error?: unknown;
}

/** The state of one run: its position, what it has returned, and whether and why it has ended. */
export class Run {
	/** Page to be read next. */
	position: Position;
	/** Set once the run has ended. */
	ending: RunEnding | undefined;
	/** Records of the next page to leave out, since an earlier run returned them. */
	private skip: number;
	/** Pages and records over all runs, for numbering and for comparing with the total. */
	private allPages: number;
	private allItems: number;
	private pages = 0;
	private items = 0;
	private total: number | undefined;
	private totalPages: number | undefined;
	/** Hashes of every token, cursor or URL of the run: none of them may be repeated. */
	private readonly seen: Set<string>;
	private readonly observer: Observer;

	/**
	 * @param origin what resume points are tied to
	 * @param warnings sentences from before the first request
	 */
	constructor(
		private readonly strategy: Strategy,
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
		this.seen = new Set(start.seen);
		this.remember(strategy.firstIdentity);
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
			pageSize: Math.max(this.strategy.numbering?.pageSize ?? 0, this.observer.watch.largest || 0),
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
	finishWith(answer: Extract<PageAnswer, { kind: 'end' }>, response: PageResponse): void {
		this.observer.end(response, answer.notice);
		this.finish(answer.stopReason);
	}

	private finish(stopReason: StopReason, error?: unknown): void {
		this.ending = { stopReason, resume: null, error };
	}

	/**
	 * Adds a page and decides whether it is the last one.
	 *
	 * @param page all records of the page
	 * @param step what follows it
	 * @returns the page for the caller; `undefined` when it only repeats an earlier one
	 */
	accept(
		page: Extract<PageAnswer, { kind: 'page' }>,
		step: Step,
		response: PageResponse,
	): Page | undefined {
		const { items: records } = page;
		const { numbering } = this.strategy;
		// A loop repeats a token; where pages are numbered, a whole page.
		const isBack =
			step.kind === 'next' && step.identity !== undefined && this.seen.has(hashOf(step.identity));
		const position = numbering && Number(this.position);
		const isScroll = isBack && records.length > 0 && this.isScroll(step);
		const read = { ...page, step, response, page: this.pageNumber, position, isScroll };
		if (!this.observer.add(read, numbering !== undefined || isBack)) {
			this.finish('loopDetected');
			return undefined;
		}
		this.total = step.total ?? this.total;
		this.totalPages = step.totalPages;

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
		this.observer.watch.forget();
		this.ending = { stopReason: 'limit', resume: { position: this.position, skip: end } };
	}

	/** Whether one token is that of all pages, as of a scroll: then it is no loop while records advance. */
	private isScroll(step: Step & { kind: 'next' }): boolean {
		const { pagingScheme: scheme } = this.origin.dataset;
		if (scheme?.type !== 'nextToken' || scheme.tokenType !== 'token') return false;
		if (step.position !== this.position) return false;
		const isPaged = this.strategy.readsFlag === true || scheme.pageUntil === 'noDataLeft';
		return isPaged || /scroll/i.test(scheme.response.nextToken);
	}

	/** The order of the conditions decides which stop reason wins. */
	private follow(step: Step, end: number, isBack: boolean): void {
		const isFull = this.itemsLeft <= 0;
		if (isFull && (step.kind === 'error' || isBack)) return this.stopInPage(end);
		if (step.kind === 'end') return this.finish(step.stopReason);
		if (step.kind === 'error') return this.finish('error', step.error);
		if (isBack) {
			this.observer.stop(
				`Page ${this.pageNumber} points back to a page that was already read; reading stopped there.`,
			);
			return this.finish('loopDetected');
		}
		this.position = step.position;
		this.skip = 0;
		this.allPages++;
		this.remember(step.identity);
		if (isFull) this.stopBefore('limit');
		else if (this.pages >= this.limits.maxPages) this.stopBefore('maxPages');
	}

	private remember(identity: string | undefined): void {
		if (identity !== undefined) this.seen.add(hashOf(identity));
	}

	/** @returns where the next run continues, as things stand; null when there is nothing more */
	private resumePoint(): ResumePoint | null {
		const { position, skip, ending, seen } = this;
		const next = ending ? ending.resume : { position, skip };
		return (
			next &&
			createResumePoint(this.origin, {
				...next,
				pages: this.allPages,
				items: this.allItems,
				...(seen.size > 0 && { seen: Array.from(seen).slice(-MOST_HASHES) }),
				...this.observer.toResume(),
			})
		);
	}

	/** The position of a page after the end, if only its records can tell whether this is the end. */
	get doubtfulPosition(): number | undefined {
		const { outcome } = this;
		return outcome && doubtAbout(this.observer.finished(outcome))?.position;
	}

	/** Takes note of the records of that page. */
	settle(records: readonly unknown[]): void {
		this.observer.settle(records);
	}

	/** Only a run that reached the end can have missed something. */
	private get outcome(): Outcome | undefined {
		const { ending, pageNumber: pages, allItems: items, total } = this;
		if (!ending || ending.resume || ending.stopReason === 'error') return undefined;
		const { first, numbering } = this.strategy;
		const { stopReason } = ending;
		// Pages and records are counted from 0 or 1.
		const startsAtBeginning = Number(first) <= 1;
		return { stopReason, pages, items, total, leftOut: numbering?.leftOut ?? 0, startsAtBeginning };
	}

	/** @param requests requests passed to the sender */
	summary({ stopReason, error }: RunEnding, requests: number): Summary {
		const { outcome, observer } = this;
		if (outcome) {
			const { notices, incomplete } = judge(observer.finished(outcome));
			for (const notice of notices) observer.warn(notice);
			for (const reason of incomplete) observer.report(reason);
		}
		return {
			pages: this.pages,
			requests,
			items: this.items,
			total: this.total ?? null,
			stopReason,
			...observer.findings(),
			resume: this.resumePoint(),
			...(stopReason === 'error' ? { error } : {}),
		};
	}
}
