import type { CheckedLimits } from './options';
import { PageMemory, TokenMemory } from './loops';
import type { StartingPoint } from './resume';
import type { Progress } from '../fetch/sequential';
import { isNumbered, type Position, type Step, type Strategy } from '../schemes/strategy';
import type { Page, StopReason, Summary } from './summary';

/** How a run ended, and where the next one goes on; null when there is nothing more. */
interface Ending<P extends Position> {
	stopReason: StopReason;
	resume: { position: P; skip: number } | null;
	error?: unknown;
}

/** The bookkeeping of one run: where it stands, what it handed out, whether and why it is over. */
export class Run<P extends Position> {
	/** Page to be read next. */
	position: P;
	/** Set once the run is over. */
	ending: Ending<P> | undefined;
	private skip: number;
	/** Pages and records over all runs, for numbering and for comparing with the total. */
	private pagesBefore: number;
	private itemsBefore: number;
	private pages = 0;
	private items = 0;
	private largestPage = 0;
	private total: number | undefined;
	private readonly warnings: Set<string>;
	private readonly memory: PageMemory;
	private readonly tokens: TokenMemory;
	private readonly numbering: { pageSize: number | undefined; leftOut: number } | undefined;

	/**
	 * @param dataset fingerprint of the dataset, for resume points
	 * @param warnings sentences from before the first request
	 */
	constructor(
		strategy: Strategy<P>,
		private readonly limits: CheckedLimits,
		private readonly dataset: string,
		start: StartingPoint<P>,
		warnings: readonly string[],
	) {
		this.position = start.position;
		this.skip = start.skip;
		this.pagesBefore = start.pages;
		this.itemsBefore = start.items;
		this.warnings = new Set(warnings);
		this.memory = new PageMemory(start.previous);
		this.tokens = new TokenMemory(start.seen, strategy.firstIdentity);
		this.numbering = isNumbered(strategy) ? strategy : undefined;
	}

	/** Number of the page to be read next, from 1. */
	get pageNumber(): number {
		return this.pagesBefore + 1;
	}

	/** @returns how far the run may still go */
	get progress(): Progress {
		return {
			pagesLeft: this.limits.maxPages - this.pages,
			itemsLeft: this.itemsLeft + this.skip,
			pageSize: Math.max(this.numbering?.pageSize ?? 0, this.largestPage),
			total: this.total,
		};
	}

	private get itemsLeft(): number {
		return this.limits.limit - this.items;
	}

	/** Ends the run before the page at hand; the next run asks for that page. */
	stopHere(stopReason: 'cancelled' | 'limit'): void {
		this.ending = { stopReason, resume: { position: this.position, skip: this.skip } };
	}

	/** Ends the run because the page at hand did not come, or cannot be used. */
	fail(error: unknown): void {
		const resume = { position: this.position, skip: this.skip };
		this.ending = { stopReason: 'error', resume, error };
	}

	/** Ends the run for good. */
	finish(stopReason: StopReason, notice?: string): void {
		if (notice !== undefined) this.warnings.add(notice);
		this.ending = { stopReason, resume: null };
	}

	/**
	 * Takes a page in and decides whether it is the last one.
	 *
	 * @param records all records of the page
	 * @param step what follows it
	 * @returns the page to hand out; `undefined` when it only repeats the page before it
	 */
	accept(records: unknown[], step: Step<P>): Page | undefined {
		if (this.numbering && this.memory.isRepeat(records)) {
			this.finish('loopDetected', `Page ${this.pageNumber} repeats the page before it; ${ENDED}.`);
			return undefined;
		}
		if (step.total !== undefined) this.total = step.total;
		if (step.notice !== undefined) this.warnings.add(step.notice);
		this.largestPage = Math.max(this.largestPage, records.length);

		const end = this.skip + Math.min(records.length - this.skip, this.itemsLeft);
		const isWhole = this.skip === 0 && end === records.length;
		const items = isWhole ? records : records.slice(this.skip, Math.max(end, this.skip));
		const total = this.total === undefined ? {} : { total: this.total };
		const page = { items, index: this.pagesBefore, ...total };
		this.pages++;
		this.items += items.length;
		this.itemsBefore += items.length;
		this.decide(records, end, step);
		return page;
	}

	/** The order of the questions is the order in which reasons win over each other. */
	private decide(records: unknown[], end: number, step: Step<P>): void {
		const isCut = end < records.length;
		const isFull = this.itemsLeft <= 0;
		const repeats = step.kind === 'next' && this.tokens.isRepeat(step.identity);
		if (isCut || (isFull && (step.kind === 'error' || repeats))) {
			// Whoever asked for this many records has them. The page is asked for again to go on.
			this.ending = { stopReason: 'limit', resume: { position: this.position, skip: end } };
			return;
		}
		if (step.kind === 'end') return this.finish(step.stopReason);
		if (step.kind === 'error') {
			this.ending = { stopReason: 'error', resume: null, error: step.error };
			return;
		}
		if (repeats) {
			const notice = `Page ${this.pageNumber} leads back to a page that was read; ${ENDED}.`;
			return this.finish('loopDetected', notice);
		}
		this.goOn(step);
		if (!isFull && this.pages < this.limits.maxPages) return;
		const stopReason = isFull ? 'limit' : 'maxPages';
		this.ending = { stopReason, resume: { position: this.position, skip: 0 } };
	}

	private goOn(step: Step<P> & { kind: 'next' }): void {
		this.position = step.position;
		this.skip = 0;
		this.pagesBefore++;
		this.tokens.add(step.identity);
		if (this.numbering) this.memory.keep();
	}

	/**
	 * @param ending how the run ended
	 * @param requests requests given to the sender
	 */
	summary({ stopReason, resume, error }: Ending<P>, requests: number): Summary {
		// Only a run that came to its end can have missed something.
		if (!resume && stopReason !== 'error') this.warnAboutMissing();
		return {
			pages: this.pages,
			requests,
			items: this.items,
			total: this.total ?? null,
			stopReason,
			warnings: Array.from(this.warnings),
			resume: resume && {
				version: 1,
				dataset: this.dataset,
				...resume,
				pages: this.pagesBefore,
				items: this.itemsBefore,
				...this.memory.toResume(),
				...this.tokens.toResume(),
			},
			...(stopReason === 'error' ? { error } : {}),
		};
	}

	private warnAboutMissing(): void {
		const expected = (this.total ?? 0) - (this.numbering?.leftOut ?? 0);
		if (this.itemsBefore >= expected) return;
		const configured = this.numbering?.pageSize ?? 0;
		const advice =
			this.largestPage > 0 && this.largestPage < configured
				? ` No page held more than ${this.largestPage}: set pagingScheme.request.limitValue to that.`
				: '';
		this.warnings.add(
			`${this.itemsBefore} records were read, fewer than the ${expected} that the server tells.${advice}`,
		);
	}
}

const ENDED = 'reading ended there';
