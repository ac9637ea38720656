import type { GrcCredential } from '../shared/auth/types';
import type { Clean } from '../shared/http/redact';
import type { RetryResult } from '../shared/http/retry';
import type { ValidatedDataset } from '../shared/paging/dataset/types';
import type { PagingError } from '../shared/paging/errors';
import type { Limits, PageRequest } from '../shared/paging/types';
import type { RequestLimits } from '../shared/service/call';

/** Where the dataset comes from: entered by the user, or to be found by reading the URL. */
export type Source = ({ kind: 'dataset' } & ValidatedDataset) | { kind: 'automatic'; url: string };

/** The parameters of one input item. */
export interface ReadInput {
	source: Source;
	/** Absent when requests are sent without one. */
	credential: GrcCredential | undefined;
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
	/** Hosts, separated by commas, that next URLs may have besides that of the first request. */
	allowedHosts: string;
	/** Whether a run that may be incomplete returns an error in place of its records. */
	failsIfIncomplete: boolean;
	/** Whether the summary lists the requests. */
	traces: boolean;
	/** Whether the pages before a failure are returned. */
	keepsPages: boolean;
	/** From an earlier summary; `undefined` starts from the beginning. */
	resume: unknown;
}

/** What is known of a request that was sent. */
export interface SentRequest {
	request: PageRequest;
	result: RetryResult;
	hasCredential: boolean;
	clean: Clean;
	/** What the engine found wrong with the response; absent when there was none. */
	error?: PagingError;
}
