import type { IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Answer, SendResult } from '../http/answer';
import { normalizeHeaders } from '../http/headers';
import { toNoAnswer } from '../http/noAnswer';

/** A token, or an answer about one, is small. */
const TIMEOUT_MS = 30_000;

/** What a request that took too long is to the user. */
const LATE = { code: 'ETIMEDOUT', message: 'no complete response in time' };

/**
 * Sends a request that does not go through `authenticate`. n8n's time-out ends with the headers; this one
 * is for the whole exchange, since all runs with a credential wait for its token: a body that drips would
 * stop them all.
 *
 * @param request takes the full response, whatever its status
 * @param timeoutMs bound on the whole exchange, in milliseconds
 * @returns the answer; `ETIMEDOUT` when it was not complete in time
 */
export async function sendOnce(
	http: IHttpRequestHelper['helpers'],
	request: IHttpRequestOptions,
	timeoutMs = TIMEOUT_MS,
): Promise<SendResult> {
	const abortSignal = AbortSignal.timeout(timeoutMs);
	try {
		return toAnswer(await http.httpRequest({ ...request, timeout: timeoutMs, abortSignal }));
	} catch (error) {
		return toNoAnswer(abortSignal.aborted ? LATE : error);
	}
}

/** @returns what n8n's request function returned, as an outcome of an attempt */
export function toAnswer({ statusCode, headers, body }: IN8nHttpFullResponse): Answer {
	return { kind: 'answer', status: statusCode, headers: normalizeHeaders(headers), body };
}
