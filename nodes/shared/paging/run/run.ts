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
import { ObservedRun } from './observed';
import { createResumePoint, type Origin } from './resume';

/** Number of hashes in a resume point, the newest ones: it has to stay small. */
const MOST_HASHES = 1_000;

/** Where a run is, what it returns, and how it ends. */
export class Run extends ObservedRun {
	/** Page to be read next. */
	position: Position;
	/** Records of the next page to leave out, since an earlier run returned them. */
	private skip: number;
	/** Pages and records that this run itself has returned. */
	private ownPages = 0;
	private ownItems = 0;
	private totalPages: number | undefined;
	/** Hashes of every token, cursor or URL of the run: none of them may be repeated. */
	private readonly seen: Set<string>;

	/** @param warnings sentences from before the first request */
	constructor(
		strategy: Strategy,
		private readonly limits: Required<Limits>,
		start: StartingPoint,
		origin: Origin,
		warnings: readonly string[],
	) {
		super(strategy, start, origin, warnings);
		this.position = start.position;
		this.skip = start.skip;
		this.seen = new Set(start.seen);
		this.remember(strategy.firstIdentity);
	}

	/** How far the run may still go. */
	get progress(): Progress {
		return {
			pagesLeft: this.limits.maxPages - this.ownPages,
			itemsLeft: this.itemsLeft + this.skip,
			pageSize: Math.max(this.strategy.numbering?.pageSize ?? 0, this.watch.largest || 0),
			total: this.totalPages ?? this.total,
		};
	}

	private get itemsLeft(): number {
		return this.limits.limit - this.ownItems;
	}

	/** Ends the run before the current page; the next run requests that page. */
	stopBefore(stopReason: StopReason, error?: unknown): void {
		this.ending = { stopReason, resume: { position: this.position, skip: this.skip }, error };
	}

	/** Ends the run for good, with a response that is not a page. */
	finishWith(answer: Extract<PageAnswer, { kind: 'end' }>, response: PageResponse): void {
		this.observeEnd(response, answer.notice);
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
		const read = { ...page, step, response, position, isScroll };
		if (!this.observe(read, numbering !== undefined || isBack)) {
			this.finish('loopDetected');
			return undefined;
		}
		this.totalPages = step.totalPages;

		const end = this.skip + Math.min(records.length - this.skip, this.itemsLeft);
		const isWhole = this.skip === 0 && end === records.length;
		const items = isWhole ? records : records.slice(this.skip, Math.max(end, this.skip));
		const total = this.total === undefined ? {} : { total: this.total };
		const resume = () => this.resumePoint();
		const accepted: Page = { items, index: this.page - 1, ...total, resume };
		// So that pages can be compared and cloned as data.
		Object.defineProperty(accepted, 'resume', { enumerable: false });
		this.ownPages++;
		this.ownItems += items.length;
		this.items += items.length;
		if (end < records.length) this.stopInPage(end);
		else this.follow(step, end, isBack && !isScroll);
		return accepted;
	}

	/** Ends the run with enough records; the next run requests the same page for the rest. */
	private stopInPage(end: number): void {
		this.watch.forget();
		this.ending = { stopReason: 'limit', resume: { position: this.position, skip: end } };
	}

	/** Whether one token is that of all pages, as of a scroll: then it is no loop while records advance. */
	private isScroll(step: Step & { kind: 'next' }): boolean {
		const { pagingScheme: scheme } = this.dataset;
		if (scheme?.tokenType !== 'token' || step.position !== this.position) return false;
		const { moreRecords, lastPage, nextToken = '' } = scheme.response;
		const isPaged = (moreRecords ?? lastPage) !== undefined || scheme.pageUntil === 'noDataLeft';
		return isPaged || /scroll/i.test(nextToken);
	}

	/** The order of the conditions decides which stop reason wins. */
	private follow(step: Step, end: number, isBack: boolean): void {
		const isFull = this.itemsLeft <= 0;
		if (isFull && (step.kind === 'error' || isBack)) return this.stopInPage(end);
		if (step.kind === 'end') return this.finish(step.stopReason);
		if (step.kind === 'error') return this.finish('error', step.error);
		if (isBack) {
			this.stopped = `Page ${this.page} points back to a page that was already read; reading stopped there.`;
			return this.finish('loopDetected');
		}
		this.position = step.position;
		this.skip = 0;
		this.page++;
		this.remember(step.identity);
		if (isFull) this.stopBefore('limit');
		else if (this.ownPages >= this.limits.maxPages) this.stopBefore('maxPages');
	}

	private remember(identity: string | undefined): void {
		if (identity !== undefined) this.seen.add(hashOf(identity));
	}

	/** @returns where the next run continues, as things stand; null when there is nothing more */
	private resumePoint(): ResumePoint | null {
		const { position, skip, page, items, ending, seen, firstTotal: total } = this;
		const next = ending ? ending.resume : { position, skip };
		if (!next) return null;
		const { observed, ...previous } = this.watch.toResume();
		return createResumePoint(this.origin, {
			...next,
			pages: page - 1,
			items,
			...(seen.size > 0 && { seen: Array.from(seen).slice(-MOST_HASHES) }),
			...previous,
			...(observed && { observed: { ...observed, ...(total !== undefined && { total }) } }),
		});
	}

	/** Only a run that reached the end can have missed something. */
	private get isAtEnd(): boolean {
		return this.ending?.resume === null && this.ending.stopReason !== 'error';
	}

	/** The position of a page after the end, if only its records can tell whether this is the end. */
	get doubtfulPosition(): number | undefined {
		return this.isAtEnd ? doubtAbout(this)?.position : undefined;
	}

	/** @param requests requests passed to the sender */
	summary({ stopReason, error }: NonNullable<Run['ending']>, requests: number): Summary {
		const { notices, incomplete } = this.isAtEnd ? judge(this) : { notices: [], incomplete: [] };
		for (const notice of notices) this.warn(notice);
		for (const reason of incomplete) this.report(reason);
		return {
			pages: this.ownPages,
			requests,
			items: this.ownItems,
			total: this.total ?? null,
			stopReason,
			...this.findings(),
			resume: this.resumePoint(),
			...(stopReason === 'error' ? { error } : {}),
		};
	}
}
