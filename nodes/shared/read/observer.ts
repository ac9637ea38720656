import type { RetryResult } from '../http/retry';
import type { PageObserver, PageRequest, PageResponse } from '../paging/types';

/** Why a request has no response. */
export interface RequestFailure {
	error: unknown;
	/** Whether the run was still waiting for it: it may have ended without it. */
	isNeeded: boolean;
}

/** What is told of the requests of a run, of their responses, and of what the run makes of these. */
export interface ReadObserver extends PageObserver {
	/** A request leaves for the first time. */
	onRequest?(request: PageRequest): void;
	/** @param result all attempts at it */
	onResponse?(request: PageRequest, response: PageResponse, result: RetryResult): void;
	/** @param result all attempts at it; `undefined` when it could not be sent */
	onFailure?(request: PageRequest, failure: RequestFailure, result: RetryResult | undefined): void;
}
