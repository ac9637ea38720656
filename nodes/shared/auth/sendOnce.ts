import type { IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Answer, SendResult } from '../http/answer';
import { normalizeHeaders } from '../http/headers';
import { toNoAnswer } from '../http/noAnswer';

/**
 * Sends a request that does not go through `authenticate`.
 *
 * @param request takes the full response, whatever its status
 */
export async function sendOnce(
	http: IHttpRequestHelper['helpers'],
	request: IHttpRequestOptions,
): Promise<SendResult> {
	try {
		return toAnswer(await http.httpRequest(request));
	} catch (error) {
		return toNoAnswer(error);
	}
}

/** @returns what n8n's request function returned, as an outcome of an attempt */
export function toAnswer({ statusCode, headers, body }: IN8nHttpFullResponse): Answer {
	return { kind: 'answer', status: statusCode, headers: normalizeHeaders(headers), body };
}
