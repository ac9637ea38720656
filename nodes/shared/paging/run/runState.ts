import { hashOf } from '../../basics/hash';
import type { Dataset } from '../dataset/types';
import { type FieldText, fieldText } from '../fieldText';
import { compareRecords, differByOneMember } from '../response/compare';
import { type Metadata, readMetadata } from '../response/metadata';
import { positionInUrl, tokenInDataset } from '../response/numbering';
import type { PagesBefore } from '../response/pagesBefore';
import type { NextStep, Progress, Strategy } from '../schemes/types';
import type {
	Limits,
	Page,
	PageResponse,
	Position,
	ResumePoint,
	StartingPoint,
	StopReason,
} from '../types';
import { ignoredBy, insteadOf } from './advice';
import { CopyWatch, type Resemblance } from './copyWatch';
import { cutListIn, cutListText } from './cutLists';
import { endlessPages, mostEmptyPages } from './emptyPages';
import type { PageAnswer } from './pageAnswer';
import { jsonTexts, PageWatch } from './pageWatch';
import { createResumePoint, type Origin } from './resume';
import { RunNotes } from './runNotes';
import type { Beyond, LastAnswer, Observed, ReadAnswer } from './verdict/observed';

/** A response, and its records. */
interface Read extends Omit<LastAnswer, 'metadata'> {
	/** What the response says besides the records, once that was asked for. */
	metadata?: Metadata;
}

interface RunEnding {
	stopReason: StopReason;
	/** Whether there is nothing to continue. */
	isFinal: boolean;
	error?: unknown;
}

/** Where a run is, and what it returns; what was observed of it is one value for the verdicts. */
export class Run {
	/** Page to be read next, and its number from 1; at the end, that of the last one. */
	position: Position;
	page: number;
	/** The last total that the server reported, where it is read. */
	total: number | undefined;
	ending?: RunEnding;
	/** What a request after the end has returned. */
	beyond?: Beyond;
	/** What this run itself has returned. */
	ownPages = 0;
	ownItems = 0;
	/** What the user should know, what is worth knowing, and why records may be missing, each once. */
	readonly warnings = new RunNotes();
	readonly notes = new RunNotes();
	readonly incomplete = new RunNotes();
	/** Why reading may have started in the middle of the list. */
	readonly startDoubts: FieldText[] = [];
	/** Records returned, over all runs. */
	private items: number;
	/** The first total that the server reported, over all runs. */
	private firstTotal: number | undefined;
	readonly copies = new CopyWatch();
	private readonly watch: PageWatch;
	/** Why reading stopped early, and whether that was at a page that repeats an earlier one. */
	private stopped: Observed['stopped'];
	/** What is kept of the first page with records of this run. */
	private first: ReadAnswer | undefined;
	/** The last page with records, and the response read last. */
	private filled: Read | undefined;
	private read: Read | undefined;
	/** Records of the next page to leave out, since an earlier run returned them. */
	private skip: number;
	private totalPages: number | undefined;
	/** Whether a list inside the records is known to be cut. */
	private hasCutList = false;
	/** Pages without records in a row, the last ones. */
	private emptyPages = 0;
	/** What next URLs have lost of the first one. */
	private lost: NextStep['lost'];
	/** Of the current page: the token, cursor or URL that led to it. */
	private identity: string | undefined;
	/** Hashes of every token, cursor or URL of the run: none of them may be repeated. */
	private readonly seen: Set<string>;

	constructor(
		private readonly strategy: Strategy,
		private readonly limits: Required<Limits>,
		private readonly start: StartingPoint,
		private readonly origin: Origin,
		private readonly before: PagesBefore,
		warnings: readonly FieldText[],
	) {
		this.position = start.position;
		this.skip = start.skip;
		this.page = start.pages + 1;
		this.items = start.items;
		this.firstTotal = start.observed?.total;
		this.watch = new PageWatch(start, strategy.numbering?.pageSize ?? 0);
		for (const warning of warnings) this.warn(warning);
		const { firstIdentity: first } = strategy;
		this.seen = new Set([...(start.seen ?? []), ...(first === undefined ? [] : [hashOf(first)])]);
		this.doubtStart(tokenInDataset(origin));
	}

	private get dataset(): Dataset {
		return this.origin.dataset;
	}

	/** What was observed so far of this run, and of the runs that it continues. */
	get observed(): Observed {
		const { strategy, ending, stopped, page: pages, items, total, firstTotal = total } = this;
		const { first, numbering } = strategy;
		const [last, end] = [this.filled, this.read].map(
			(read) => read && { ...read, metadata: this.metadataOf(read) },
		);
		return {
			dataset: this.dataset,
			first,
			numbering,
			isContinued: this.start.pages > 0,
			ending,
			stopped,
			pages,
			items,
			totals:
				total === undefined || firstTotal === undefined
					? undefined
					: { first: firstTotal, last: total },
			lost: this.lost,
			counts: this.watch.counts,
			answers: { first: this.first, last, end },
			beyond: this.beyond,
		};
	}

	/** How far the run may still go. */
	get progress(): Progress {
		return {
			pagesLeft: this.limits.maxPages - this.ownPages,
			itemsLeft: this.itemsLeft + this.skip,
			pageSize: Math.max(this.strategy.numbering?.pageSize ?? 0, this.watch.counts.largest || 0),
			total: this.totalPages ?? this.total,
		};
	}

	private get itemsLeft(): number {
		return this.limits.limit - this.ownItems;
	}

	/** Ends the run before the current page, or within it; the next run requests that page. */
	stop(stopReason: StopReason, error?: unknown): void {
		this.ending = { stopReason, isFinal: false, error };
	}

	private finish(stopReason: StopReason, error?: unknown): void {
		this.ending = { stopReason, isFinal: true, error };
	}

	/** Ends the run for good, with a response that is not a page. */
	finishWith({ stopReason, notice }: NextStep & { kind: 'end' }, response: PageResponse): void {
		const { items: read } = this;
		this.read = { response, records: [], position: undefined, read, isUnlike: false };
		this.stopAt(notice);
		this.finish(stopReason);
	}

	/**
	 * Adds a page and decides whether it is the last one.
	 *
	 * @param step what follows it
	 * @returns the page for the caller; `undefined` when it only repeats an earlier one
	 */
	accept(
		{ items: records, notice, isUnlike = false }: Extract<PageAnswer, { kind: 'page' }>,
		step: NextStep,
		response: PageResponse,
	): Page | undefined {
		const { dataset, page, watch } = this;
		const { numbering } = this.strategy;
		// A loop repeats a token; where pages are numbered, a whole page.
		const isBack =
			step.kind === 'next' && step.identity !== undefined && this.seen.has(hashOf(step.identity));
		const isScroll = isBack && records.length > 0 && this.isScroll(step);
		const texts = jsonTexts(records);
		const isSame = (isScroll && !this.advances(records)) || this.isVolatileCopy(records);
		const repeat = isSame
			? 'previous'
			: (this.copies.copied(records) ?? watch.repeats(texts, numbering !== undefined || isBack));
		if (repeat !== undefined) {
			const what = repeat === 'first' && page > 2 ? 'page 1' : 'the page before it';
			const own = this.strategy.adviceFor?.(this.position, undefined);
			const advice = page !== 2 ? '' : own === undefined ? ignoredBy(dataset) : fieldText` ${own}`;
			this.stopAt(fieldText`Page ${page} repeats ${what}; reading stopped there.${advice}`, true);
			return void this.finish('loopDetected');
		}
		const read = this.items - this.skip + records.length;
		const position = numbering && Number(this.position);
		this.read = { response, records, position, read, isUnlike };
		if (records.length > 0) {
			this.filled = this.read;
			this.copies.add(this.position, records);
			this.first ??= { position, read, metadata: this.metadataOf(this.read) };
		}
		this.report(notice);
		if (page === 1 && dataset.pagingScheme?.tokenType === 'url' && step.kind === 'next')
			this.doubtStart(positionInUrl(this.origin.url, String(step.position)));
		watch.add(records, texts, page, this.read.position);
		this.emptyPages = records.length === 0 ? this.emptyPages + 1 : 0;
		this.lookForCutList(records, texts);
		this.firstTotal ??= step.total;
		this.total = step.total ?? this.total;
		this.totalPages = step.totalPages;
		this.lost ??= step.lost;
		if (step.kind === 'end' && step.stopReason === 'pathNotFound') {
			const advice = insteadOf(dataset, this.metadataOf(this.read));
			this.stopAt(fieldText`${step.notice ?? ''}${advice}`);
		} else {
			this.warn(step.notice);
		}
		if (step.note !== undefined && !this.origin.isProven) this.notes.add(step.note);

		const items = records.slice(this.skip, this.skip + this.itemsLeft);
		const end = this.skip + items.length;
		const { total } = this;
		const accepted: Page = { items, index: page - 1, total, resume: () => this.resumePoint() };
		// So that pages can be compared and cloned as data.
		Object.defineProperty(accepted, 'resume', { enumerable: false });
		this.ownPages++;
		this.ownItems += items.length;
		this.items += items.length;
		if (end < records.length) this.stopInPage(end);
		else this.follow(this.untilTotal(step, records.length), end, isBack && !isScroll);
		return accepted;
	}

	/** Takes note of the first list inside the records that goes on. */
	private lookForCutList(records: readonly unknown[], texts: readonly string[] | undefined): void {
		const cut = this.hasCutList || !texts ? undefined : cutListIn(records, texts);
		if (!cut) return;
		this.hasCutList = true;
		// A query can ask for more of it. The records of REST are what they are, and all of them were read.
		if (cut.isGraphql && !cut.isCounted) this.report(cutListText(cut));
		else this.warn(cutListText(cut));
	}

	/** @returns the page after the one that completes the total, if records that came twice are among those read */
	private untilTotal(step: NextStep, records: number): NextStep {
		const { numbering } = this.strategy;
		const isEnd = step.kind === 'end' && step.stopReason === 'reachTotalCount';
		const { total, twice } = { ...step, ...this.watch.counts };
		if (!isEnd || !numbering || total === undefined || twice === 0 || records === 0) return step;
		if (this.items - twice >= total - numbering.leftOut) return step;
		return { kind: 'next', position: Number(this.position) + numbering.step, total };
	}

	/** Ends the run with enough records; the next run requests the same page for the rest. */
	private stopInPage(end: number): void {
		this.watch.forget();
		this.skip = end;
		this.stop('limit');
	}

	/** Whether one token is that of all pages, as in a scroll of Elasticsearch: it is not a loop while records advance. */
	private isScroll(step: NextStep & { kind: 'next' }): boolean {
		const { pagingScheme: scheme } = this.dataset;
		if (scheme?.tokenType !== 'token' || step.position !== this.position) return false;
		const { moreRecords, lastPage, nextToken = '' } = scheme.response;
		const isPaged = (moreRecords ?? lastPage) !== undefined || scheme.pageUntil === 'noDataLeft';
		return isPaged || /scroll/i.test(nextToken);
	}

	/** The order of the conditions decides which stop reason wins. */
	private follow(step: NextStep, end: number, isBack: boolean): void {
		const isFull = this.itemsLeft <= 0;
		if (isFull && (step.kind === 'error' || isBack)) return this.stopInPage(end);
		if (step.kind === 'end') return this.finish(step.stopReason);
		if (step.kind === 'error') return this.finish('error', step.error);
		if (isBack) {
			if (!this.leadsToItself(step))
				this.stopAt(
					`Page ${this.page} points back to a page that was already read; reading stopped there.`,
				);
			return this.finish('loopDetected');
		}
		this.position = step.position;
		this.identity = step.identity;
		this.skip = 0;
		this.page++;
		if (step.identity !== undefined) this.seen.add(hashOf(step.identity));
		if (isFull) this.stop('limit');
		else if (this.ownPages >= this.limits.maxPages) this.stop('maxPages');
		else if (this.emptyPages >= mostEmptyPages(this.limits.maxPages)) {
			this.report(endlessPages(this.dataset, this.emptyPages));
			this.stop('loopDetected');
		}
	}

	/**
	 * The last page of some exports links to itself, which is no way back. A token that is that of its page may be
	 * one that the server ignores, unless others before it have led to other pages.
	 */
	private leadsToItself({ identity }: NextStep & { kind: 'next' }): boolean {
		const { firstIdentity } = this.strategy;
		const hasAdvanced = firstIdentity !== undefined || this.page > 2;
		return hasAdvanced && identity === (this.identity ?? firstIdentity);
	}

	/** Takes note of why reading stops before the end of the list, if it does. */
	private stopAt(text: FieldText | undefined, isRepeat = false): void {
		this.stopped = text === undefined ? undefined : { text, isRepeat };
	}

	/** @returns where the next run continues, as things stand; null when there is nothing more */
	resumePoint(): ResumePoint | null {
		if (this.ending?.isFinal) return null;
		const { position, skip, page, items, origin, watch, seen, firstTotal, before } = this;
		return createResumePoint(
			{ origin, watch, seen, firstTotal, members: before.paths },
			{ position, skip, pages: page - 1, items },
		);
	}

	/** @returns what a response says besides its records */
	private metadataOf(read: Read): Metadata {
		const { url, dataset } = this.origin;
		const { response, records } = read;
		return (read.metadata ??= readMetadata(response, { url, property: dataset.property, records }));
	}

	/** Takes note of the page after the end, whose records are not returned. */
	lookBeyond(records: readonly unknown[]): void {
		if (records.length === 0) this.beyond = 'empty';
		else if (!this.advances(records) || this.watch.repeats(jsonTexts(records), true) !== undefined)
			this.beyond = 'repeated';
		else this.beyond = this.watch.hasNew(records) ? 'new' : 'known';
	}

	/** Whether records are others than those of the last page that had any. */
	private advances(records: readonly unknown[]): boolean {
		return !this.filled || compareRecords(this.filled.records, records) !== 'same';
	}

	/** @returns the page that another one may be a copy of, where one more request can tell */
	doubtOfCopy(records: readonly unknown[], step: NextStep): Resemblance | undefined {
		if (step.kind !== 'next' || this.isVolatileCopy(records)) return undefined;
		return this.isScroll(step) && !this.advances(records) ? undefined : this.copies.doubt(records);
	}

	/** Whether records are those of the page before in all but one member, such as the time of reading. */
	private isVolatileCopy(records: readonly unknown[]): boolean {
		return this.filled !== undefined && differByOneMember(this.filled.records, records);
	}

	/** Takes note of why reading may have started in the middle, which the total of the list can refute. */
	doubtStart(reason: FieldText | undefined): void {
		if (reason !== undefined) this.startDoubts.push(reason);
	}

	warn(notice: FieldText | undefined): void {
		if (notice !== undefined) this.warnings.add(notice);
	}

	/** Takes note of why records may be missing, or may have been read twice. */
	report(reason: FieldText | undefined): void {
		if (reason !== undefined) this.incomplete.add(reason);
		this.warn(reason);
	}
}
