import type { Clean } from '../shared/http/redact';
import type { PageRead, PageResponse, Send } from '../shared/paging/types';
import type { PageSender } from './sender';
import type { TraceRow } from './types';

/** Of a request that was sent ahead, and whose page was not needed any more. */
const NOT_NEEDED = 'not needed';

/** Lists the requests of a run, in the order in which they were sent. */
export class PageTrace {
	readonly rows: TraceRow[] = [];
	private readonly byResponse = new WeakMap<PageResponse, TraceRow>();

	/** @param clean for texts that may contain a secret */
	constructor(private readonly clean: Clean) {}

	/** @returns the sender's own function, each of whose requests becomes a row */
	watch(sender: PageSender): Send {
		return async (request, control) => {
			const row: TraceRow = {
				url: this.clean(request.url),
				status: null,
				milliseconds: 0,
				records: 0,
				waitSeconds: 0,
				result: NOT_NEEDED,
			};
			this.rows.push(row);
			const startedAt = performance.now();
			const response = sender.send(request, control);
			response
				.then(
					(answer) => {
						row.status = answer.status;
						row.waitSeconds = (sender.sent.get(answer)?.result.waitedMs ?? 0) / 1000;
						this.byResponse.set(answer, row);
					},
					(error: unknown) => {
						// Otherwise the run has ended without it.
						if (!control.signal.aborted) row.result = this.clean(messageOf(error));
					},
				)
				.finally(() => (row.milliseconds = Math.round(performance.now() - startedAt)));
			return await response;
		};
	}

	/** Notes what the run made of a response. */
	readonly onRead = ({ response, records, stopReason }: PageRead): void => {
		const row = this.byResponse.get(response);
		if (!row) return;
		row.records = records;
		row.result = stopReason ?? 'next page';
	};
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
