import type { Dataset } from '../../dataset/types';
import type { FieldText } from '../../fieldText';
import type { Metadata } from '../../response/metadata';
import type { LostNames, PageNumbers } from '../../schemes/types';
import type { PageResponse, Position, StopReason } from '../../types';
import type { PageCounts } from '../pageWatch';

/** What is kept of an answer: not its records, which can be large. */
export interface ReadAnswer {
	/** Position of its page, where pages are numbered. */
	position: number | undefined;
	/** What it says about the list besides the records. */
	metadata: Metadata;
	/** Records read up to it, with its own, over all runs. */
	read: number;
}

/** The answer that a run has read last, whether it is a page or not. */
export interface LastAnswer extends ReadAnswer {
	response: PageResponse;
	/** The records of its page; empty where it is not a page. */
	records: readonly unknown[];
	/** Whether it has no records, but what no page before it had. */
	isUnlike: boolean;
}

/**
 * What was observed of a run, and of the runs that it continues, as a plain value: all that the verdicts
 * on it are made from. Numbers of pages and records are those of all runs together.
 */
export interface Observed {
	/** What was read, as it was configured. */
	dataset: Dataset;
	/** Position of the first page of the list; null where pages are not numbered. */
	first: Position;
	numbering: PageNumbers | undefined;
	/** Whether earlier runs have read the pages before those of this run. */
	isContinued: boolean;
	/** How the run ended; `undefined` while it goes on. */
	ending: { stopReason: StopReason; isFinal: boolean } | undefined;
	/** Why reading stopped early, and whether that was at a page that repeats an earlier one. */
	stopped: { text: FieldText; isRepeat: boolean } | undefined;
	/** Number of the page read last, from 1. */
	pages: number;
	/** Records returned. */
	items: number;
	/** The first and the last total at the configured path; `undefined` where the server reported none. */
	totals: { first: number; last: number } | undefined;
	/** What next URLs have lost of the first one; `undefined` when they have it, or got it. */
	lost: LostNames | undefined;
	/** Records per page, and those that were read twice. */
	counts: PageCounts;
	/** The answers of this run that can tell the most. */
	answers: {
		/** The first page with records. */
		first: ReadAnswer | undefined;
		/** The last page with records. */
		last: ReadAnswer | undefined;
		/** The answer that was read last. */
		end: LastAnswer | undefined;
	};
	/**
	 * What is on the page that can tell whether this is the end; `undefined` as long as it was not requested,
	 * or where its answer is no page: one that is refused settles nothing.
	 */
	beyond: Beyond | undefined;
}

/** Records of a page after the end: some that were not read, only others that were, those of a page as a whole, or none. */
export type Beyond = 'new' | 'known' | 'repeated' | 'empty';

/** A page whose records can tell whether the run has reached the end. */
export interface OpenEnd {
	position: number;
	/** Whether many complete lists are like this, so that of similar ones only one is asked. */
	isCommon?: boolean;
	/** Whether it lies between pages that were read: records that were read already tell nothing there. */
	isBetween?: boolean;
}

/** What a verdict says about a run. */
export type Finding =
	/** Why records may be missing, or may have been read twice; or what is only worth knowing. */
	| { kind: 'incomplete' | 'notice'; text: FieldText }
	/** The position of the page whose records can tell whether the run has reached the end. */
	| ({ kind: 'doubt' } & OpenEnd);

/**
 * One question about a run.
 *
 * @param before what the verdicts before it have said: some only count where nothing else explains it
 * @returns the answers to it; empty where there is nothing to say
 */
export type RunVerdict = (observed: Observed, before: readonly Finding[]) => Finding[];

/** @returns a finding of why a run may be incomplete, as a list; empty without a reason */
export function incomplete(text: FieldText | undefined): Finding[] {
	return text === undefined ? [] : [{ kind: 'incomplete', text }];
}

/** @returns whether one of the findings says that the run may be incomplete */
export function isIncomplete(findings: readonly Finding[]): boolean {
	return findings.some(({ kind }) => kind === 'incomplete');
}

/**
 * @returns whether the page that can tell was not requested; records between two pages that the server
 *   answers with one of those are still as unknown as before: it may round offsets down
 */
export function isUnanswered({ isBetween }: OpenEnd, { beyond }: Observed): boolean {
	return beyond === undefined || (isBetween === true && beyond === 'repeated');
}

/** @returns the records that were read, each counted once */
export function distinctRecords({ items, counts: { twice } }: Observed): number {
	return items - twice;
}

/** @returns whether the first page is that of the list: pages and records are counted from 0 or 1 */
export function startsAtBeginning({ first }: Observed): boolean {
	return Number(first) <= 1;
}

/** @returns paths of what leads a run to its end: `["meta.total"]`; empty where the records do */
export function pathsToEnd({ dataset }: Observed): string[] {
	return Object.values(dataset.pagingScheme?.response ?? {}).filter((path) => path !== undefined);
}
