import type { IExecuteFunctions } from 'n8n-workflow';

import { shorten } from '../../shared/basics/text';
import type { PageRead, PageResponse, Send } from '../../shared/paging/types';
import { toShownError } from '../../shared/read/shownError';
import type { ReadInput, TraceRow } from '../../shared/read/types';

/** Lists the requests of a run, in the order in which they were sent. */
export function traceOf(context: IExecuteFunctions, input: ReadInput) {
	const rows: TraceRow[] = [];
	const byResponse = new WeakMap<PageResponse, TraceRow>();
	/** Whether requests are sent to find the dataset. */
	let isTrial = input.source.kind === 'automatic';
	/** @returns the message of an error, without secrets, in the words of the form */
	const explain = (error: unknown) =>
		toShownError(error, context, input.itemIndex, input.words).message;
	return {
		rows,

		/** @returns the sender's own function, each of whose requests becomes a row */
		watch:
			(send: Send): Send =>
			async (request, control) => {
				const row: TraceRow = {
					url: shorten(input.clean(request.url)),
					status: null,
					milliseconds: 0,
					records: 0,
					attempts: 1,
					waitSeconds: 0,
					// One that was sent ahead may not be needed any more.
					result: isTrial ? 'to find the paging scheme' : 'not needed',
				};
				rows.push(row);
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
						byResponse.set(answer, row);
					},
					(error: unknown) => {
						// Otherwise the run has ended without it.
						if (!control.signal.aborted) row.result = explain(error);
					},
				);
				await noted.finally(() => (row.milliseconds = Math.round(performance.now() - startedAt)));
				return await response;
			},

		/** Notes what the run made of a response. */
		onRead({ response, records, stopReason, error }: PageRead): void {
			isTrial = false;
			const row = byResponse.get(response);
			if (!row) return;
			row.records = records;
			row.result = error === undefined ? (stopReason ?? 'next page') : explain(error);
		},
	};
}
