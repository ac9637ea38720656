import type { Dataset } from '../dataset/types';
import type { Metadata } from '../response/metadata/metadata';
import type { Step } from '../schemes/types';
import type { PageResponse, Position, StopReason, Summary } from '../types';

/** What ties a resume point to a dataset. */
export interface Origin {
	dataset: Dataset;
	/** Absolute URL of the dataset. */
	url: string;
	/** Whether reading has proven where next URLs lead. */
	isProven?: boolean;
}

/** How a run ended, and where the next one continues; null when there is nothing more. */
export interface Ending {
	stopReason: StopReason;
	resume: { position: Position; skip: number } | null;
	error?: unknown;
}

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

/** What was found out about a run. */
export type Findings = Pick<Summary, 'warnings' | 'incomplete'>;

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
}

/** A run that has reached its end, and what was observed of it. */
export interface FinishedRun extends Outcome {
	dataset: Dataset;
	/** Why reading stopped early, when it did. */
	stopped: string | undefined;
	/** The first total that the server reported, where it is read. */
	firstTotal: number | undefined;
	/** The response that ended the run. */
	response: PageResponse | undefined;
	/** What the first and the last page with records of this run say, and the response that ended it. */
	first: Metadata | undefined;
	last: Metadata | undefined;
	end: Metadata | undefined;
	/** URL of the dataset, absolute. */
	url: string;
	/** Whether this run has read the first page itself. */
	isFromPageOne: boolean;
	/** Whether the last page read had no records. */
	isEmpty: boolean;
	/** Whether a page has repeated the one before it. */
	isRepeat: boolean;
	/** Position of the last page with records, where pages are numbered. */
	lastPosition: number | undefined;
	/** Whether a request after the end has returned records that were not read; `undefined` if it was not sent. */
	isMore: boolean | undefined;
	watch: PageSizes;
}

/** How many records the pages contained. */
export interface PageSizes {
	/** The most records on a page, over all runs; NaN when that is not known. */
	readonly largest: number;
	/** Pages of this run that had records. */
	readonly filled: number;
	/** Records of the last page that had any. */
	readonly last: number;
	/** Whether all pages but the last one had the same number of records. */
	readonly isEven: boolean;
}
