import type { IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';

import { CREDENTIAL_NAME, type GrcCredential } from '../auth/credential';
import { needsNonce, requiresDpop, serverAt } from '../auth/dpop/nonce';
import { RefusedRenewals } from '../auth/refusedRenewals';
import { refusesToken } from '../auth/refusedToken';
import { toAnswer } from '../auth/sendOnce';
import { watchToken } from '../auth/tokenCache';
import { unreachedEndpoint } from '../auth/tokenErrors';
import type { Answer, SendResult } from '../http/answer';
import { isAwaited } from '../n8n/awaitedRun';
import { cancelSignal } from '../n8n/cancel';
import { userError } from '../n8n/nodeErrors';
import type { HttpCall, RequestContext } from './call';
import { toNodeError } from './serviceError';
import { readThrown } from './thrownAnswer';

/** The refused renewals of runs with the shared credential. */
const renewals = new RefusedRenewals();

/** A request for n8n, whose answer is returned whole, whatever its status, and from that address only. */
export interface WholeAnswerOptions extends IHttpRequestOptions {
	method: IHttpRequestMethods;
	headers: Record<string, string>;
	/** In milliseconds. */
	timeout: number;
	returnFullResponse: true;
	disableFollowRedirect: true;
	ignoreHttpStatusErrors: true;
}

/** @returns a call as n8n takes it */
export function httpOptions({
	method,
	url,
	headers,
	body,
	timeoutMs,
	signal,
}: HttpCall): WholeAnswerOptions {
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
	};
}

/** How a request is sent besides its credential. */
interface SendOptions {
	read?: (answer: Answer) => Promise<Answer>;
	isRepeatable?: boolean;
}

/**
 * Sends a request once, with the token of the shared credential.
 *
 * @param credential read by the caller, since n8n decrypts it each time it is asked
 * @param read reads the body of an answer that n8n returns as a stream
 * @param isRepeatable whether it may be sent again after an answer of success or of 500 and later that refuses
 *   the token in words
 * @throws NodeApiError or NodeOperationError when it was not sent, such as to a refused target, or
 *   when the execution was cancelled
 */
export async function sendWithCredential(
	context: RequestContext,
	options: IHttpRequestOptions,
	credential: GrcCredential,
	itemIndex: number | undefined,
	{ read = async (answer) => answer, isRepeatable = options.method === 'GET' }: SendOptions = {},
): Promise<SendResult> {
	const isRefused = (answer: Answer) =>
		refusesToken(answer) && (isRepeatable || (answer.status >= 400 && answer.status < 500));
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
		if (!isRefused(answer) || (server && needsNonce(answer))) {
			renewals.note(context, true);
			return answer;
		}
		if (!server && requiresDpop(answer))
			throw userError('The service requires DPoP', 'Turn on Use DPoP in the credential.');
		if (renewals.has(context) && token.isCurrent()) return answer;
		// n8n renews the token before the second request, since this one is known to be refused.
		renewals.note(context, false);
		token.refuse();
		const renewed = await send();
		if (!isRefused(renewed)) renewals.note(context, true);
		return renewed;
	} catch (error) {
		const isAborted = cancelSignal(context)?.aborted === true;
		const result = isAborted ? undefined : readThrown(error);
		if (result) return result;
		const shown = toNodeError(error, context.getNode(), itemIndex);
		const unreached = isAborted || isAwaited(context) ? undefined : unreachedEndpoint(error);
		// It was tried as often as a person waits for. The token endpoint may be back soon, like the service.
		if (unreached) return { ...unreached, error: shown };
		throw shown;
	}
}
