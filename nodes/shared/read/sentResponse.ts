import type { Answer } from '../http/answer';
import type { PageResponse } from '../paging/types';
import type { SentRequest } from './types';

/**
 * A response that knows its request. A WeakMap of requests by response would keep the pages in
 * memory: V8 frees its values late.
 */
export class SentResponse implements PageResponse {
	readonly status: number;
	readonly headers: Record<string, string>;
	readonly body: unknown;
	/** Name of a field whose number lost digits when the body was read. */
	readonly roundedField: string | undefined;
	/** Private, since what is sent has secrets that nothing may log. */
	readonly #sent: SentRequest;

	constructor({ status, headers, body, roundedField }: Answer, sent: SentRequest) {
		this.status = status;
		this.headers = headers;
		this.body = body;
		this.roundedField = roundedField;
		this.#sent = sent;
	}

	/** @returns the request of a response, to explain one that was not a page */
	static sentFor(response: PageResponse | undefined): SentRequest | undefined {
		return response instanceof SentResponse ? response.#sent : undefined;
	}
}
