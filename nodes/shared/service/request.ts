import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import type { GrcCredential } from '../auth/credential';
import { CREDENTIAL_NAME, readCredential } from '../auth/credential';
import type { Answer } from '../http/answer';
import { describeFailure } from './describeFailure';
import { isPage, readErrorEnvelope } from '../http/envelope';
import { sendWithRetry } from '../http/retry';
import type { RequestContext } from './send';
import { httpOptions, sendWithCredential } from './send';
import { ServiceError } from './serviceError';
import { cancelSignal, sleepUnlessCancelled, unlessCancelled } from './wait';

export type { RequestContext } from './send';

/** A call of the service, as the specification names it. */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** Path below the base URL, with a leading slash, such as `/v1/scopes`. */
	path: string;
	/** Members that are `undefined` are left out. */
	query?: Record<string, string | undefined>;
	/** Sent as JSON, an empty object included. */
	body?: IDataObject | IDataObject[];
	headers?: Record<string, string>;
	/** A POST whose repetition has no effect beyond the first; other methods have none anyway. */
	repeatable?: boolean;
	/** A POST that only reads; it may be repeated too. */
	reads?: boolean;
}

/** How long to be patient. */
export interface RequestLimits {
	/** Bound on the sum of all waits between attempts, in milliseconds. */
	maxWaitMs: number;
	/** Bound on each attempt, in milliseconds. */
	timeoutMs: number;
}

/** Limits where a node has no options for them. */
export const DEFAULT_LIMITS: RequestLimits = { maxWaitMs: 120_000, timeoutMs: 60_000 };

/** A 2xx answer. */
export type ServiceResponse = Pick<Answer, 'status' | 'headers' | 'body'>;

/** Prefix of the paths whose version travels in a header (third-party-risk, Versioning 1 and 2). */
const HEADER_VERSIONED = '/tprm-api/';

/**
 * Sends one call to the service: token, retries, waits and cancellation included.
 *
 * @param context the n8n context the node runs in
 * @param request what to send
 * @param limits how long to be patient
 * @param itemIndex the input item the call is for, named by the error
 * @param send one attempt; another one than the default reads bodies that are no JSON
 * @returns the answer; `body` is parsed JSON, or `undefined` when there was none
 * @throws ServiceError (a NodeApiError) for every answer but 2xx and for a missing one
 */
export async function serviceRequest(
	context: RequestContext,
	request: ServiceRequest,
	limits: RequestLimits = DEFAULT_LIMITS,
	itemIndex?: number,
	send: typeof sendWithCredential = sendWithCredential,
): Promise<ServiceResponse> {
	const credential = readCredential(await context.getCredentials(CREDENTIAL_NAME));
	const signal = cancelSignal(context);
	const options = toHttpOptions(request, credential, limits);
	const repeatable =
		request.method !== 'POST' || request.repeatable === true || request.reads === true;
	const result = await sendWithRetry(
		async () => await unlessCancelled(send(context, options, itemIndex), signal),
		{ repeatable, maxWaitMs: limits.maxWaitMs },
		{
			now: Date.now,
			random: Math.random,
			sleep: async (ms) => await sleepUnlessCancelled(ms, signal),
		},
	);

	const { outcome } = result;
	if (outcome.kind === 'answer') {
		if (isSuccess(outcome, request)) return withoutText(outcome);
		// Deleted by an attempt whose answer was lost.
		if (request.method === 'DELETE' && result.mayHaveActed && saysNotFound(outcome))
			return { ...outcome, body: undefined };
	}
	// An answer that says yes and cannot be read leaves as much open as none.
	const isOpen =
		result.isOpen || (!repeatable && outcome.kind === 'answer' && isAgreement(outcome.status));
	const { message, description, details } = describeFailure({ ...result, isOpen }, options);
	const { mayHaveActed } = result;
	throw new ServiceError(
		context.getNode(),
		{ message, description },
		details,
		itemIndex,
		mayHaveActed,
	);
}

function toHttpOptions(
	{ method, path, query, body, headers }: ServiceRequest,
	{ baseUrl, apiVersion }: GrcCredential,
	{ timeoutMs }: RequestLimits,
) {
	const set = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
	return {
		...httpOptions({
			method,
			url: baseUrl + path,
			headers: { ...versionHeader(path, apiVersion), ...headers },
			body,
			timeoutMs,
		}),
		...(set.length > 0 && { qs: Object.fromEntries(set) }),
	};
}

/** @returns the header that carries the version, for the paths that have none in them */
export function versionHeader(path: string, apiVersion: string): Record<string, string> {
	return path.startsWith(HEADER_VERSIONED) ? { 'X-API-Version': apiVersion } : {};
}

function isAgreement(status: number): boolean {
	return status >= 200 && status < 300;
}

/**
 * A body that is text was no JSON. To a write, a plain "OK" is an answer all the same; a page comes
 * from something else, and what begins like JSON has broken off.
 */
function isSuccess({ status, body }: Answer, { method, reads }: ServiceRequest): boolean {
	if (!isAgreement(status)) return false;
	if (typeof body !== 'string' || body.trim() === '') return true;
	const isRead = method === 'GET' || reads === true;
	return !isRead && !/^\s*[<{[]/.test(body);
}

/** 404 in JSON, or the code of the envelope: a proxy's page says nothing about what was deleted. */
function saysNotFound({ status, body }: Answer): boolean {
	const { clientCode = '' } = readErrorEnvelope(body);
	return clientCode.endsWith('.not_found') || (status === 404 && !isPage(body));
}

function withoutText(answer: Answer): ServiceResponse {
	return typeof answer.body === 'string' ? { ...answer, body: undefined } : answer;
}
