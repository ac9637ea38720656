import { PagingError } from '../errors';
import type { PageResponse, PagingOptions, Send, SendControl } from '../types';

/** More requests than this are not sent to find out how an API pages. */
const MOST_REQUESTS = 32;

/** More trials than this are not begun: several can share their requests. */
const MOST_TRIALS = 2 * MOST_REQUESTS;

/** Sends requests, each one once, and keeps the responses for the run that follows. */
export class Recorder {
	/** Requests that were sent. */
	requests = 0;
	/** Whether something was left out because too much was tried. */
	isExhausted = false;
	private trials = 0;
	private readonly known = new Map<string, PageResponse>();
	/** URLs of the trial in progress. */
	private readonly ofTrial = new Set<string>();
	/** What is passed on with a request of its own. */
	readonly control: SendControl;

	constructor(private readonly options: PagingOptions) {
		this.control = {
			signal: options.signal ?? new AbortController().signal,
			// Without prefetch there is nothing to slow down.
			onThrottled: async (waitMs) => await options.clock?.sleep(waitMs),
		};
	}

	/** Begins a trial, whose responses are those that the run will need. */
	startTrial(): void {
		this.ofTrial.clear();
		if (++this.trials > MOST_TRIALS) this.isExhausted = true;
	}

	/** Drops what only other trials needed: a response can be large. */
	forgetOthers(): void {
		for (const url of this.known.keys()) {
			if (!this.ofTrial.has(url)) this.known.delete(url);
		}
	}

	/** Requests a URL that is not a page of the trial in progress; an answer of 500 is an answer. */
	async ask(url: string): Promise<PageResponse> {
		const control = { ...this.control, isTrial: true };
		return await this.once(url, async () => await this.fetch({ method: 'GET', url }, control));
	}

	/** For a trial: keeps the response for the run. */
	readonly send: Send = async (request, control) => {
		this.ofTrial.add(request.url);
		return await this.once(request.url, async () => await this.fetch(request, control));
	};

	/** For the run itself: each response that is known is used once, so that none is kept. */
	readonly replay: Send = async (request, control) => {
		const known = request.method === 'GET' ? this.known.get(request.url) : undefined;
		this.known.delete(request.url);
		return known ?? (await this.options.send(request, control));
	};

	private async once(url: string, fetch: () => Promise<PageResponse>): Promise<PageResponse> {
		const response = this.known.get(url) ?? (await fetch());
		this.known.set(url, response);
		return response;
	}

	/** @throws PagingError when enough requests were sent */
	private async fetch(request: Parameters<Send>[0], control: SendControl): Promise<PageResponse> {
		if (this.requests >= MOST_REQUESTS) {
			this.isExhausted = true;
			throw new PagingError(
				`${MOST_REQUESTS} requests were sent without finding out how this API pages.`,
				'Set Source to Fields Below.',
			);
		}
		const interval = this.options.limits?.interval ?? 0;
		if (this.requests > 0 && interval > 0) await this.options.clock?.sleep(interval);
		this.requests++;
		return await this.options.send(request, control);
	}
}
