import { countOf } from '../../count';
import { compareRecords, PageWatch, textsOf } from '../response/compare';
import { type Metadata, readMetadata } from '../response/metadata/metadata';
import type { Step } from '../schemes/types';
import type { PageResponse, StartingPoint, StopReason, Summary } from '../types';
import { ignoredBy, positionInUrl, tokenInDataset } from './beginning';
import type { Origin } from './resume';
import { insteadOf } from './suggestion';

/** A response, and its records. */
interface Read {
	response: PageResponse;
	/** All records, also those that the run does not return. */
	items: readonly unknown[];
}

/** A page as it is observed. */
export interface ReadPage extends Read {
	/** Why the page may be incomplete. */
	notice?: string;
	step: Step;
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
	/** Remembers the pages; also how many records they have. */
	readonly watch: PageWatch;
	private readonly warnings: Set<string>;
	private readonly incomplete = new Set<string>();
	/** Why reading stopped early. */
	private stopped: string | undefined;
	/** The first total that the server reported, where it is read. */
	private firstTotal: number | undefined;
	/** What the first page with records of this run says besides them. */
	private first: Metadata | undefined;
	/** The last page with records. */
	private filled: ReadPage | undefined;
	/** The response read last. */
	private last: Read | undefined;
	/** Whether reading has stopped at a page that repeats the one before it. */
	private isRepeat = false;
	/** Whether a request after the end has returned records that were not read. */
	private isMore: boolean | undefined;

	/** @param warnings sentences from before the first request */
	constructor(
		private readonly origin: Origin,
		private readonly start: StartingPoint,
		warnings: readonly string[],
	) {
		this.warnings = new Set(warnings);
		this.watch = new PageWatch(start);
		this.firstTotal = start.observed?.total;
		this.report(tokenInDataset(origin.dataset, origin.url));
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
			const what = repeat === 'first' && page > 2 ? 'page 1' : 'the page before it';
			const advice = page === 2 ? ignoredBy(dataset) : '';
			this.stop(`Page ${page} repeats ${what}; reading stopped there.${advice}`);
			this.isRepeat = repeat === 'previous';
			return false;
		}
		this.last = read;
		this.report(notice);
		this.checkSize(items.length, page);
		if (items.length > 0) {
			this.first ??= this.metadataOf(read);
			this.filled = read;
		}
		if (page === 1 && dataset.pagingScheme?.type === 'nextToken' && step.kind === 'next') {
			this.report(positionInUrl(url, String(step.position)));
		}
		this.firstTotal ??= step.total;
		this.watch.add(texts, items.length, page);
		if (step.kind === 'end' && step.stopReason === 'pathNotFound') {
			const instead = insteadOf(dataset, response, this.metadataOf(read));
			this.stop((step.notice ?? '') + instead);
		} else if (!(isProven && step.kind === 'next')) {
			this.warn(step.notice);
		}
		return true;
	}

	/** Takes note of a response that ends the run without a page. */
	end(response: PageResponse, notice: string | undefined): void {
		this.last = { response, items: [] };
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
		const { origin, start, watch, stopped, firstTotal, first, filled, last } = this;
		const { isRepeat, isMore } = this;
		return {
			...outcome,
			...origin,
			...{ watch, stopped, firstTotal, first, isRepeat, isMore },
			response: last?.response,
			/** Whether this run has read the first page itself. */
			isFromPageOne: start.pages === 0,
			/** Whether the last page read had no records. */
			isEmpty: last?.items.length === 0,
			/** What the last page with records says, and the last response. */
			last: filled && this.metadataOf(filled),
			end: last && this.metadataOf(last),
			/** Position of the last page with records, where pages are numbered. */
			lastPosition: filled?.position,
		};
	}

	/** @returns what the summary says */
	findings(): Pick<Summary, 'warnings' | 'incomplete'> {
		const { overlap } = this.watch;
		if (overlap) {
			const twice = `${countOf(overlap.records, 'record')} of this run ${overlap.records === 1 ? 'was' : 'were'} read twice`;
			this.report(
				`Page ${overlap.page} begins with records of the page before it. ${twice}; check the parameters for the position and the page size.`,
			);
		}
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

	private metadataOf({ response, items: records }: Read): Metadata {
		const { dataset, url } = this.origin;
		return readMetadata(response, { url, property: dataset.property, records });
	}

	/** Reports the first page that is larger than requested. */
	private checkSize(count: number, page: number): void {
		const { pagingScheme } = this.origin.dataset;
		const { limitParameter, limitValue = Infinity } = pagingScheme?.request ?? {};
		const isUsed = limitParameter !== undefined || pagingScheme?.type === 'offsetAndLimit';
		if (!isUsed || count <= limitValue || this.watch.largest > limitValue) return;
		const cause =
			limitParameter === undefined
				? 'pagingScheme.request.limitValue has to be the number of records per page.'
				: `The API seems to ignore pagingScheme.request.limitParameter "${limitParameter}".`;
		this.report(
			`Page ${page} contained ${countOf(count, 'record')}, more than the ${limitValue} in pagingScheme.request.limitValue. ${cause}`,
		);
	}
}
