import { type IHttpRequestOptions, sleep } from 'n8n-workflow';

import { cleanFor, watchToken } from '../auth/authenticate';
import {
	CREDENTIAL_NAME,
	credentialFor,
	type GrcCredential,
	readCredential,
} from '../auth/credential';
import { needsNonce, requiresDpop, serverAt } from '../auth/dpop';
import { toAnswer } from '../auth/outgoingRequest';
import { ABORTED, orAborted } from '../basics/values';
import type { Answer, RetryEnvironment, SendResult } from '../http/answer';
import { failureOf } from '../http/envelope';
import type { Clean } from '../http/redact';
import { Pace, paceOf } from '../http/retry';
import { canceledError } from '../n8n/shownErrors';
import {
	DEFAULT_LIMITS,
	type HttpCall,
	readThrown,
	type RequestContext,
	type RequestLimits,
	type ServiceCall,
	ServiceError,
	type ServiceResponse,
	toNodeError,
	userError,
} from './errors';
import { describeFailure, endingOf, saysNotFound } from './describeFailure';

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
		if (answer.status !== 401 || (server && needsNonce(answer))) {
			renewedInVain.delete(context);
			return answer;
		}
		if (!server && requiresDpop(answer))
			throw userError('The service requires DPoP', 'Turn on Use DPoP in the credential.');
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

/**
 * Sends calls to the service: token, retries, waits and cancellation included. The functions in
 * `api/` take one and know the endpoints.
 */
export class ServiceClient {
	/**
	 * @param context the n8n context that the node runs in
	 * @param limits how long each call may take
	 * @param itemIndex the input item that the calls are for, counted from 0; errors name it
	 */
	constructor(
		readonly context: RequestContext,
		readonly limits: RequestLimits = DEFAULT_LIMITS,
		readonly itemIndex?: number,
	) {}

	/** @throws UserError naming the field when the credential has no usable address, or is not one for all items */
	async credential(): Promise<GrcCredential> {
		return readCredential(await credentialFor(this.context, CREDENTIAL_NAME));
	}

	/** @returns what prepares a text of the service for the user: it may repeat what was sent */
	async cleaner(): Promise<Clean> {
		return cleanFor(await this.context.getCredentials(CREDENTIAL_NAME));
	}

	/**
	 * @param call what to send
	 * @param send one attempt; another one than the default reads bodies that are not JSON
	 * @returns the answer; `body` is parsed JSON, or `undefined` when there was none
	 * @throws ServiceError (a NodeApiError) for every answer but 2xx, for a missing one, and for one
	 *   that the call takes for an error
	 */
	async send(call: ServiceCall, send = sendWithCredential): Promise<ServiceResponse> {
		const { context, limits, itemIndex } = this;
		const signal = cancelSignal(context);
		const credential = await this.credential();
		const options = toHttpOptions(call, credential, limits);
		const repeatable = call.method !== 'POST' || call.repeatable === true || call.reads === true;
		const attempt = async () => await send(context, options, credential, itemIndex);
		const once = async () => await unlessCancelled(attempt, signal);
		const pace = paceOf(context, '', () => new Pace(environmentFor(signal)));
		const result = await pace.sendWithRetry(once, { repeatable, ...limits });
		const { outcome } = result;
		if (outcome.kind === 'answer') {
			if (isSuccess(outcome, call))
				return typeof outcome.body === 'string' ? { ...outcome, body: undefined } : outcome;
			// Deleted by an attempt whose answer was lost.
			if (call.method === 'DELETE' && result.mayHaveActed && saysNotFound(outcome))
				return { ...outcome, body: undefined };
		}
		const clean = await this.cleaner();
		const texts = describeFailure(endingOf(call, repeatable, result), options, clean);
		throw new ServiceError(
			context.getNode(),
			texts,
			itemIndex,
			result.mayHaveActed,
			failureOf(outcome, result.refusedWaitMs),
		);
	}
}

/**
 * Puts an id into a path without letting it reach another one.
 *
 * @throws UserError for the two ids that an address cannot contain, since they stand for folders
 */
export function pathSegment(id: string): string {
	if (id === '.' || id === '..')
		throw userError(`"${id}" is not a valid ID`, 'Enter the ID exactly as the service returns it.');
	return encodeURIComponent(id);
}

function toHttpOptions(
	{ method, path, query, body, headers: own }: ServiceCall,
	{ baseUrl, apiVersion }: GrcCredential,
	{ timeoutMs }: RequestLimits,
) {
	const headers = { ...versionHeader(path, apiVersion), ...own };
	const options = httpOptions({ method, url: baseUrl + path, headers, body, timeoutMs });
	return { ...options, ...(query && { qs: query }) };
}

/**
 * A body that is text was not JSON. For a write, a plain "OK" is a valid response; a page comes from
 * something else, and what begins like JSON was interrupted.
 */
function isSuccess({ status, body }: Answer, { method, reads, hasFailed }: ServiceCall): boolean {
	if (status < 200 || status > 299) return false;
	if (hasFailed?.(body)) return false;
	if (typeof body !== 'string' || body.trim() === '') return true;
	return method !== 'GET' && reads !== true && !/^\s*[<{[]/.test(body);
}

/** The part of an n8n context that reports a cancelled execution; not every context has it. */
interface MaybeCancellable {
	getExecutionCancelSignal?: () => AbortSignal | undefined;
}

/** @returns the signal that the execution's cancellation fires, where there is one */
export function cancelSignal(context: object & MaybeCancellable): AbortSignal | undefined {
	return context.getExecutionCancelSignal?.();
}

/**
 * Does something, and stops waiting for it at once when the execution is cancelled.
 *
 * @throws OperationalError when cancelled before it starts or during the wait; else what `work` throws
 */
export async function unlessCancelled<T>(
	work: () => Promise<T>,
	signal: AbortSignal | undefined,
): Promise<T> {
	const result = signal?.aborted ? ABORTED : await orAborted(work(), signal);
	if (result === ABORTED) throw canceledError();
	return result;
}

/** A wait is made of parts of this length, since a timer of n8n's `sleep` cannot be cleared. */
const PART_MS = 5_000;

/**
 * What waiting needs. A wait stops at once when the execution is cancelled; no timer is left behind for
 * longer than five seconds then.
 *
 * @returns clock, random numbers, and waits in milliseconds, which throw OperationalError when cancelled
 */
export function environmentFor(signal: AbortSignal | undefined): RetryEnvironment {
	return {
		now: Date.now,
		random: Math.random,
		sleep: async (ms) => {
			let left = ms;
			do {
				await unlessCancelled(async () => await sleep(Math.min(left, PART_MS)), signal);
				left -= PART_MS;
			} while (left > 0);
		},
	};
}
