import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { watchToken } from '../auth/authenticate';
import { CREDENTIAL_NAME, readCredential } from '../auth/credential';
import type { Answer, SendResult } from '../http/answer';
import { normalizeHeaders, toNoAnswer } from '../http/answer';
import type { HttpCall, RequestContext } from './call';
import { cancelSignal } from './cancel';
import { readThrown, toNodeError } from './errors';

/** Paths whose version is in a header (third-party-risk, Versioning 1 and 2). */
const HEADER_VERSIONED = '/tprm-api/';

/** @returns a request whose answer is returned whole, whatever its status, and from that address only */
export function httpOptions({ method, url, headers, body, timeoutMs, signal }: HttpCall) {
	return {
		method,
		url,
		headers: {
			Accept: 'application/json',
			...(body && { 'Content-Type': 'application/json' }),
			...headers,
		},
		// As text, because n8n drops a body that is an empty object.
		...(body && { body: JSON.stringify(body) }),
		timeout: timeoutMs,
		...(signal && { abortSignal: signal }),
		returnFullResponse: true,
		disableFollowRedirect: true,
		// 401 is left to n8n, which renews the token and sends once more.
		ignoreHttpStatusErrors: { ignore: true, except: [401] },
	} satisfies IHttpRequestOptions;
}

/**
 * Sends a request once, with the token of the shared credential.
 *
 * @throws NodeApiError or NodeOperationError when it was not sent, such as to a refused target, or
 *   when the execution was cancelled
 */
export async function sendWithCredential(
	context: RequestContext,
	options: IHttpRequestOptions,
	itemIndex: number | undefined,
): Promise<SendResult> {
	const send = async (once: IHttpRequestOptions) =>
		toAnswer(
			await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_NAME, {
				...once,
				// n8n writes into the headers that it is given.
				headers: { ...once.headers },
			}),
		);
	try {
		const refuseToken = watchToken(
			readCredential(await context.getCredentials(CREDENTIAL_NAME, itemIndex)),
		);
		const answer = await send(options);
		if (answer.status !== 401) return answer;
		// n8n 1.x knows no exceptions to "ignore": it returns the 401 instead of renewing the token.
		refuseToken();
		return await send(options);
	} catch (error) {
		const result = cancelSignal(context)?.aborted ? undefined : readThrown(error);
		if (result) return result;
		throw toNodeError(error, context.getNode(), itemIndex);
	}
}

/** @returns the header with the version, for the paths that have none in them (third-party-risk, Versioning) */
export function versionHeader(path: string, apiVersion: string): Record<string, string> {
	return path.startsWith(HEADER_VERSIONED) ? { 'X-API-Version': apiVersion } : {};
}

/** Sends a request once, as it is. */
export async function sendWithoutCredential(
	context: RequestContext,
	options: IHttpRequestOptions,
): Promise<SendResult> {
	try {
		return toAnswer(
			await context.helpers.httpRequest({ ...options, ignoreHttpStatusErrors: true }),
		);
	} catch (error) {
		return toNoAnswer(error);
	}
}

function toAnswer(response: IN8nHttpFullResponse): Answer {
	const { statusCode, headers, body } = response;
	return { kind: 'answer', status: statusCode, headers: normalizeHeaders(headers), body };
}
