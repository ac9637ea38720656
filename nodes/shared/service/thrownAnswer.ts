import { NodeApiError } from 'n8n-workflow';

import { isRecord } from '../basics/guards';
import type { SendResult } from '../http/answer';
import { normalizeHeaders } from '../http/headers';
import { INTERRUPTED, toNoAnswer } from '../http/noAnswer';
import { LostAnswer } from './body';

/**
 * Reads the HTTP answer, or the lack of one, out of what n8n's request helper threw.
 *
 * n8n 2.x keeps the original as `cause`; 1.x keeps a status or code and the parsed body only, so
 * that headers are missing there.
 *
 * @returns `undefined` when it was thrown for another reason, such as a refused target
 */
export function readThrown(error: unknown): SendResult | undefined {
	if (error instanceof LostAnswer) return toNoAnswer(error);
	if (!(error instanceof NodeApiError)) return undefined;
	const { httpCode, message, context, cause } = error;
	const response = isRecord(cause) && isRecord(cause.response) ? cause.response : {};
	const { status = Number(httpCode ?? NaN), headers, data = context.data } = response;
	if (typeof status !== 'number' || Number.isNaN(status))
		return httpCode === null ? undefined : { kind: 'noAnswer', code: httpCode, message };
	// A complete 2xx response is not thrown: the connection was lost after the status line.
	if (status >= 200 && status < 300) return { kind: 'noAnswer', code: INTERRUPTED, message };
	return { kind: 'answer', status, headers: normalizeHeaders(headers), body: data };
}
