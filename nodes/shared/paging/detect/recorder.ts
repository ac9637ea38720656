import { PagingError } from '../pagingErrors';
import type { PageResponse, PagingOptions, Send, SendControl } from '../types';

/** More requests than this are not sent to find out how an API pages. */
const MOST_REQUESTS = 20;

/** Sends requests, each one once, and keeps the responses for the run that follows. */
export class Recorder {
	/** Requests that were sent. */
	requests = 0;
	/** Whether something was left out because too much was tried. */
	isExhausted = false;
	/** Requests that got no answer to judge by, such as after 503. */
	unanswered = 0;
	private readonly known = new Map<string, PageResponse>();
	/** What is passed on with a request of its own. */
	readonly control: SendControl;

	constructor(private readonly options: PagingOptions) {
		this.control = {
			signal: options.signal ?? new AbortController().signal,
			// Without prefetch there is nothing to slow down.
			onThrottled: async (waitMs) => await options.clock?.sleep(waitMs),
		};
	}

	/** Throws a PagingError when enough requests were sent. */
	readonly send: Send = async (request, control) => {
		const known = this.known.get(request.url);
		if (known) return known;
		if (this.requests >= MOST_REQUESTS) {
			this.isExhausted = true;
			throw new PagingError(
				`${MOST_REQUESTS} requests were sent without finding the paging scheme of this API.`,
				'Set Paging Setup to Set Up Manually.',
			);
		}
		const interval = this.options.limits?.interval ?? 0;
		if (this.requests > 0 && interval > 0) await this.options.clock?.sleep(interval);
		this.requests++;
		this.unanswered++;
		const response = await this.options.send(request, control);
		const { status } = response;
		// A refusal is an answer: the API does not know the parameter. Some servers fail at one.
		if (isAnswer(status) && (status !== 500 || control.isTrial)) this.unanswered--;
		this.known.set(request.url, response);
		return response;
	};

	/** For the run itself: each response that is known is used once, so that none is kept. */
	readonly replay: Send = async (request, control) => {
		const known = this.known.get(request.url);
		if (known) this.known.delete(request.url);
		// From here on, those that are left are not what the run needs; they can be large.
		else this.known.clear();
		return known ?? (await this.options.send(request, control));
	};
}

export function isAnswer(status: number): boolean {
	return status > 0 && status !== 429 && status <= 500;
}
