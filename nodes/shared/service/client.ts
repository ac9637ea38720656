import { UserError } from 'n8n-workflow';

import type { GrcCredential } from '../auth/types';
import { CREDENTIAL_NAME, readCredential } from '../auth/credential';
import { cleanFor } from '../auth/secrets';
import type { Answer } from '../http/answer';
import { sendAtPace } from '../http/retry';
import type { RequestContext, RequestLimits, ServiceCall, ServiceResponse } from './call';
import { DEFAULT_LIMITS } from './call';
import { cancelSignal, sleepUnlessCancelled, unlessCancelled } from './cancel';
import { endingOf, saysNotFound } from './ending';
import { toServiceError } from './errors';
import { httpOptions, sendWithCredential, versionHeader } from './send';

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

	/** @throws UserError naming the field when the credential has no usable address */
	async credential(): Promise<GrcCredential> {
		return readCredential(await this.context.getCredentials(CREDENTIAL_NAME, this.itemIndex));
	}

	/**
	 * @param call what to send
	 * @param send one attempt; another one than the default reads bodies that are not JSON
	 * @returns the answer; `body` is parsed JSON, or `undefined` when there was none
	 * @throws ServiceError (a NodeApiError) for every answer but 2xx and for a missing one
	 */
	async send(call: ServiceCall, send = sendWithCredential): Promise<ServiceResponse> {
		const { context, limits, itemIndex } = this;
		const signal = cancelSignal(context);
		const credential = await this.credential();
		const options = toHttpOptions(call, credential, limits);
		const repeatable = call.method !== 'POST' || call.repeatable === true || call.reads === true;
		const environment = {
			now: Date.now,
			random: Math.random,
			sleep: async (ms: number) => await sleepUnlessCancelled(ms, signal),
		};
		const attempt = async () => await send(context, options, credential, itemIndex);
		const once = async () => await unlessCancelled(attempt, signal);
		const result = await sendAtPace(context, once, { repeatable, ...limits }, environment);
		const { outcome } = result;
		if (outcome.kind === 'answer') {
			if (isSuccess(outcome, call))
				return typeof outcome.body === 'string' ? { ...outcome, body: undefined } : outcome;
			// Deleted by an attempt whose answer was lost.
			if (call.method === 'DELETE' && result.mayHaveActed && saysNotFound(outcome))
				return { ...outcome, body: undefined };
		}
		const clean = cleanFor(await context.getCredentials(CREDENTIAL_NAME, itemIndex));
		const ending = endingOf(call, repeatable, result);
		throw toServiceError(ending, options, context.getNode(), itemIndex, clean);
	}
}

/**
 * Puts an id into a path without letting it reach another one.
 *
 * @throws UserError for the two ids that an address cannot contain, since they stand for folders
 */
export function pathSegment(id: string): string {
	if (id === '.' || id === '..') {
		throw new UserError(`"${id}" is not a valid ID`, {
			description: 'Enter the ID exactly as the service returns it.',
		});
	}
	return encodeURIComponent(id);
}

function toHttpOptions(
	{ method, path, query, body, headers: own }: ServiceCall,
	{ baseUrl, apiVersion }: GrcCredential,
	{ timeoutMs }: RequestLimits,
) {
	const set = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
	const headers = { ...versionHeader(path, apiVersion), ...own };
	const options = httpOptions({ method, url: baseUrl + path, headers, body, timeoutMs });
	return { ...options, ...(set.length > 0 && { qs: Object.fromEntries(set) }) };
}

/**
 * A body that is text was not JSON. For a write, a plain "OK" is a valid response; a page comes from
 * something else, and what begins like JSON was interrupted.
 */
function isSuccess({ status, body }: Answer, { method, reads }: ServiceCall): boolean {
	if (status < 200 || status > 299) return false;
	if (typeof body !== 'string' || body.trim() === '') return true;
	return method !== 'GET' && reads !== true && !/^\s*[<{[]/.test(body);
}
