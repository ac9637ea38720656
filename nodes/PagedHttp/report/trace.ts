import type { IExecuteFunctions } from 'n8n-workflow';

import { shorten } from '../../shared/basics/shorten';
import type { RetryResult } from '../../shared/http/retry';
import type { PageRead, PageRequest, PageResponse } from '../../shared/paging/types';
import type { ReadObserver, RequestFailure } from '../../shared/read/observer';
import { toShownError } from '../../shared/read/readErrors';
import type { ReadInput, TraceRow } from '../../shared/read/types';

/** Lists the requests of a run, in the order in which they were sent. */
export class RequestTrace implements ReadObserver {
	readonly rows: TraceRow[] = [];
	private readonly byRequest = new WeakMap<PageRequest, { row: TraceRow; startedAt: number }>();
	private readonly byResponse = new WeakMap<PageResponse, TraceRow>();
	/** Whether requests are sent to find the dataset. */
	private isTrial: boolean;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly input: ReadInput,
	) {
		this.isTrial = input.source.kind === 'automatic';
	}

	onRequest(request: PageRequest): void {
		const row: TraceRow = {
			url: shorten(this.input.clean(request.url)),
			status: null,
			milliseconds: 0,
			records: 0,
			attempts: 1,
			waitSeconds: 0,
			// One that was sent ahead may not be needed any more.
			result: this.isTrial ? 'to find the paging scheme' : 'not needed',
		};
		this.rows.push(row);
		this.byRequest.set(request, { row, startedAt: performance.now() });
	}

	onResponse(request: PageRequest, response: PageResponse, result: RetryResult): void {
		const row = this.ended(request, result);
		if (!row) return;
		row.status = response.status;
		this.byResponse.set(response, row);
	}

	onFailure(
		request: PageRequest,
		{ error, isNeeded }: RequestFailure,
		result: RetryResult | undefined,
	): void {
		const row = this.ended(request, result);
		if (row && isNeeded) row.result = this.explain(error);
	}

	onRead({ response, records, stopReason, error, isAgain }: PageRead): void {
		this.isTrial = false;
		const row = this.byResponse.get(response);
		if (!row) return;
		row.records = records;
		if (isAgain) row.result = 'to check for a copy';
		else row.result = error === undefined ? (stopReason ?? 'next page') : this.explain(error);
	}

	private ended(request: PageRequest, result: RetryResult | undefined): TraceRow | undefined {
		const { row, startedAt = 0 } = this.byRequest.get(request) ?? {};
		if (!row) return undefined;
		row.milliseconds = Math.round(performance.now() - startedAt);
		if (result) {
			row.attempts = result.attempts;
			row.waitSeconds = result.waitedMs / 1000;
		}
		return row;
	}

	/** @returns the message of an error, without secrets, in the words of the form */
	private explain(error: unknown): string {
		const { itemIndex, words } = this.input;
		return toShownError(error, this.context, itemIndex, words).message;
	}
}
