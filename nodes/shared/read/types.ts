import type { Clean } from '../http/redact';
import type { RetryResult } from '../http/retryTypes';
import type { ValidatedDataset } from '../paging/dataset/types';
import type { PagingError } from '../paging/errors';
import type { Limits, PageRequest, Pages, Summary } from '../paging/types';
import type { ChangeCounts } from '../changes/types';
import type { RequestLimits } from '../service/call';
import type { ChangeSettings } from './changeSettings';
import type { SignIn } from './signIn/types';

/** Where the dataset comes from: entered by the user, or to be found by reading the URL. */
export type Source =
	| ({
			kind: 'dataset';
			/** Whether a request may be sent that only confirms the end; a dataset states its requests. */
			verifiesEnd: boolean;
	  } & ValidatedDataset)
	| { kind: 'automatic'; url: string };

/** The parameters of one input item. */
export interface ReadInput {
	source: Source;
	/** How requests are signed in. */
	signIn: SignIn;
	/** For texts that the API has sent. */
	clean: Clean;
	/** Address before relative URLs; `''` when there is none. */
	baseUrl: string;
	/** Timeout and maximum wait of each request. */
	requestLimits: RequestLimits;
	/** Largest response after unpacking, in MB of 1,048,576 bytes. */
	maxMegabytes: number;
	/** How far and how fast to read. */
	limits: Limits;
	/** Headers of every request, by the names that the user entered. */
	headers: Record<string, string>;
	/** Whether a run that may be incomplete returns an error in place of its records. */
	failsIfIncomplete: boolean;
	/** Whether the summary lists the requests. */
	traces: boolean;
	/** Whether the pages before a failure are returned. */
	keepsPages: boolean;
	/** From an earlier summary; `undefined` starts from the beginning. */
	resume: unknown;
	/** What the user has chosen for New and Changed; absent when all records are read. */
	changes?: ChangeSettings;
	/** Lets only some of the records through. */
	through?: (pages: Pages) => Pages;
}

/** A summary as the node returns it. */
export interface RunSummary extends Summary {
	/** Batches that were handed on, with Output: Batches to a Workflow. */
	batches?: number;
	/** What Source: Automatic has found, to keep as a dataset. */
	dataset?: object;
	/** Why it is this dataset. */
	evidence?: string[];
	/** With New and Changed, the number of records by their change. */
	changes?: ChangeCounts;
	/** The requests, if the user wants them listed. */
	trace?: TraceRow[];
	/** Whether not even the pages before the error may be returned. */
	keepsNothing?: boolean;
}

/** One request of a run, as the summary lists it. */
export interface TraceRow {
	/** Without secrets. */
	url: string;
	/** HTTP status; null while there is no response. */
	status: number | null;
	/** From sending the request to its response, with all waits and attempts. */
	milliseconds: number;
	/** Records that were returned. */
	records: number;
	/** Times the request was sent. */
	attempts: number;
	/** Sum of the waits between attempts. */
	waitSeconds: number;
	/** Why reading continued or stopped, or what went wrong. */
	result: string;
}

/** What is known of a request that was sent. */
export interface SentRequest {
	request: PageRequest;
	result: RetryResult;
	signIn: SignIn;
	/** What the engine found wrong with the response; absent when there was none. */
	error?: PagingError;
}
