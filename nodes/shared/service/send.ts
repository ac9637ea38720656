import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { watchToken } from '../auth/authenticate';
import { CREDENTIAL_NAME } from '../auth/credential';
import { dpopRequiredError } from '../auth/credentialErrors';
import { NONCE, readProofRefusal, requiresDpop } from '../auth/dpop/challenge';
import { serverAt } from '../auth/dpop/server';
import type { GrcCredential } from '../auth/types';
import type { Answer, SendResult } from '../http/answer';
import { normalizeHeaders } from '../json';
import type { HttpCall, RequestContext } from './call';
import { cancelSignal } from './cancel';
import { readThrown, toNodeError } from './errors';

/** Paths whose version is in a header (third-party-risk, Versioning 1 and 2). */
const HEADER_VERSIONED = '/tprm-api/';

/** Runs whose renewed token was not accepted so far: another one would not be either. */
const renewedInVain = new WeakSet<RequestContext>();

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
		ignoreHttpStatusErrors: true,
	} satisfies IHttpRequestOptions;
}

/**
 * Sends a request once, with the token of the shared credential.
 *
 * @param credential read by the caller, since n8n decrypts it each time it is asked
 * @param read reads the body of an answer that n8n returns as a stream
 * @throws NodeApiError or NodeOperationError when it was not sent, such as to a refused target, or
 *   when the execution was cancelled
 */
export async function sendWithCredential(
	context: RequestContext,
	options: IHttpRequestOptions,
	credential: GrcCredential,
	itemIndex: number | undefined,
	read: (answer: Answer) => Promise<Answer> = async (answer) => answer,
): Promise<SendResult> {
	const sendOnce = async () =>
		await read(
			toAnswer(
				await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_NAME, {
					...options,
					// n8n writes into the headers that it is given.
					headers: { ...options.headers },
				}),
			),
		);
	try {
		const server = credential.useDpop ? serverAt(new URL(options.url)) : undefined;
		const send = async () => (server ? await server.exchange(sendOnce) : await sendOnce());
		const token = watchToken(credential);
		const answer = await send();
		if (answer.status !== 401 || (server && readProofRefusal(answer) === NONCE)) {
			renewedInVain.delete(context);
			return answer;
		}
		if (!server && requiresDpop(answer)) throw dpopRequiredError();
		if (renewedInVain.has(context) && token.isCurrent()) return answer;
		// n8n renews the token before the second request, since this one is known to be refused.
		renewedInVain.add(context);
		token.refuse();
		const renewed = await send();
		if (renewed.status !== 401) renewedInVain.delete(context);
		return renewed;
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

/** @returns what n8n's request function returned, as an outcome of an attempt */
export function toAnswer({ statusCode, headers, body }: IN8nHttpFullResponse): Answer {
	return { kind: 'answer', status: statusCode, headers: normalizeHeaders(headers), body };
}
