import type { Clean } from '../shared/http/redact';
import type { RetryResult } from '../shared/http/retry';
import type { ValidatedDataset } from '../shared/paging/dataset/types';
import type { PagingError } from '../shared/paging/errors';
import type { Limits, PageRequest } from '../shared/paging/types';
import type { RequestLimits } from '../shared/service/call';
import type { SignIn } from './signIn/types';

/** The parameters of one input item. */
export interface ReadInput extends ValidatedDataset {
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
	notFoundEndsPaging: boolean;
	/** Whether the pages before a failure are returned. */
	keepsPages: boolean;
	/** From an earlier summary; `undefined` starts from the beginning. */
	resume: unknown;
}

/** What is known of a request that was sent. */
export interface SentRequest {
	request: PageRequest;
	result: RetryResult;
	signIn: SignIn;
	/** What the engine found wrong with the response; absent when there was none. */
	error?: PagingError;
}
