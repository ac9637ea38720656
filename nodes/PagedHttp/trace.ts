import type { IExecuteFunctions } from 'n8n-workflow';

import type { PageRead, PageResponse, Send } from '../shared/paging/types';
import { toShownError } from '../shared/read/failure';
import type { ReadInput, TraceRow } from '../shared/read/types';
import { shorten } from '../shared/basics/text';

/** Of a request that was sent ahead, and whose page was no longer needed. */
const NOT_NEEDED = 'not needed';

/** Of a request whose response only shows how an API pages. */
const TRIAL = 'to find the paging scheme';

/** Lists the requests of a run, in the order in which they were sent. */
export class PageTrace {
	readonly rows: TraceRow[] = [];
	private readonly byResponse = new WeakMap<PageResponse, TraceRow>();
	/** Whether requests are sent to find the dataset. */
	private isTrial: boolean;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly input: ReadInput,
	) {
		this.isTrial = input.source.kind === 'automatic';
	}

	/** @returns the sender's own function, each of whose requests becomes a row */
	watch(send: Send): Send {
		return async (request, control) => {
			const row: TraceRow = {
				url: shorten(this.input.clean(request.url)),
				status: null,
				milliseconds: 0,
				records: 0,
				attempts: 1,
				waitSeconds: 0,
				result: this.isTrial ? TRIAL : NOT_NEEDED,
			};
			this.rows.push(row);
			const startedAt = performance.now();
			const response = send(request, {
				...control,
				onThrottled: async (waitMs, cause) => {
					await control.onThrottled(waitMs, cause);
					row.attempts++;
					row.waitSeconds += waitMs / 1000;
				},
			});
			const noted = response.then(
				(answer) => {
					row.status = answer.status;
					this.byResponse.set(answer, row);
				},
				(error: unknown) => {
					// Otherwise the run has ended without it.
					if (!control.signal.aborted) row.result = this.explain(error);
				},
			);
			await noted.finally(() => (row.milliseconds = Math.round(performance.now() - startedAt)));
			return await response;
		};
	}

	/** Notes what the run made of a response. */
	readonly onRead = ({ response, records, stopReason, error }: PageRead): void => {
		this.isTrial = false;
		const row = this.byResponse.get(response);
		if (!row) return;
		row.records = records;
		row.result = error === undefined ? (stopReason ?? 'next page') : this.explain(error);
	};

	/** @returns the message of an error, without secrets, in the words of the form */
	private explain(error: unknown): string {
		const { context, input } = this;
		return toShownError(error, context, input.itemIndex, input.words).message;
	}
}
