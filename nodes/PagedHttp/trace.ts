import type { IExecuteFunctions } from 'n8n-workflow';

import type { Clean } from '../shared/http/redact';
import type { PageRead, PageResponse, Send } from '../shared/paging/types';
import { relabelError } from '../shared/read/labels';
import type { PageSender } from '../shared/read/sender';
import type { ReadInput, TraceRow } from '../shared/read/types';
import { shorten } from '../shared/shorten';

/** Of a request that was sent ahead, and whose page was not needed any more. */
const NOT_NEEDED = 'not needed';

/** Of a request whose response only shows how an API pages. */
const TRIAL = 'to find the paging scheme';

/** What the rows of a run are written with. */
interface TraceWords {
	/** For texts that may contain a secret. */
	clean: Clean;
	/** @returns the message of an error, without secrets, in the words of the form */
	explain: (error: unknown) => string;
}

/** Lists the requests of a run, in the order in which they were sent. */
export class PageTrace {
	readonly rows: TraceRow[] = [];
	private readonly byResponse = new WeakMap<PageResponse, TraceRow>();

	/** @param isTrial whether the first requests are to find the dataset */
	constructor(
		private readonly words: TraceWords,
		private isTrial: boolean,
	) {}

	/** @returns the sender's own function, each of whose requests becomes a row */
	watch({ send }: PageSender): Send {
		return async (request, { signal, onThrottled }) => {
			const row: TraceRow = {
				url: shorten(this.words.clean(request.url)),
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
				signal,
				onThrottled: async (waitMs, cause) => {
					await onThrottled(waitMs, cause);
					row.attempts++;
					row.waitSeconds += waitMs / 1000;
				},
			});
			response
				.then(
					(answer) => {
						row.status = answer.status;
						this.byResponse.set(answer, row);
					},
					(error: unknown) => {
						// Otherwise the run has ended without it.
						if (!signal.aborted) row.result = this.words.explain(error);
					},
				)
				.finally(() => (row.milliseconds = Math.round(performance.now() - startedAt)));
			return await response;
		};
	}

	/** Notes what the run made of a response. */
	readonly onRead = ({ response, records, stopReason, error }: PageRead): void => {
		this.isTrial = false;
		const row = this.byResponse.get(response);
		if (!row) return;
		row.records = records;
		row.result = error === undefined ? (stopReason ?? 'next page') : this.words.explain(error);
	};
}

/** @returns the trace of a run, in the words of the form */
export function traceOf(
	context: IExecuteFunctions,
	itemIndex: number,
	{ clean, source }: ReadInput,
): PageTrace {
	const explain = (error: unknown) => {
		const shown = relabelError(context, itemIndex, error, clean);
		return shown instanceof Error ? shown.message : String(shown);
	};
	return new PageTrace({ clean, explain }, source.kind === 'automatic');
}
