import { CREDENTIAL_NAME, type GrcCredential, readCredential } from '../auth/credential';
import { credentialFor } from '../auth/sameForAllItems';
import { cleanFor } from '../auth/secrets';
import type { Answer } from '../http/answer';
import { failureOf } from '../http/n8nFailure';
import { Pace, paceOf } from '../http/pace';
import type { Clean } from '../http/redact';
import { isAwaited } from '../n8n/awaitedRun';
import { cancelSignal, environmentFor, unlessCancelled } from '../n8n/cancel';
import {
	DEFAULT_LIMITS,
	type RequestContext,
	type RequestLimits,
	type ServiceCall,
	type ServiceResponse,
	versionHeader,
} from './call';
import { describeFailure, endingOf, saysNotFound } from './describeFailure';
import { httpOptions, sendWithCredential } from './send';
import { ServiceError } from './serviceError';

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
		const options = toRequest(call, credential, limits, signal);
		const repeatable = call.method !== 'POST' || call.repeatable === true || call.reads === true;
		const attempt = async () =>
			await send(context, options, credential, itemIndex, { isRepeatable: repeatable });
		const once = async () => await unlessCancelled(attempt, signal);
		const pace = paceOf(context, '', () => new Pace(environmentFor(signal)));
		const policy = { repeatable, isAwaited: isAwaited(context), ...limits };
		const result = await pace.sendWithRetry(once, policy);
		const { outcome } = result;
		if (outcome.kind === 'noAnswer' && outcome.error && !result.mayHaveActed) throw outcome.error;
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

function toRequest(
	{ method, path, query, body, headers: own }: ServiceCall,
	{ baseUrl, apiVersion }: GrcCredential,
	{ timeoutMs }: RequestLimits,
	signal: AbortSignal | undefined,
) {
	const headers = { ...versionHeader(path, apiVersion), ...own };
	const options = httpOptions({
		...{ method, url: baseUrl + path, headers, body, timeoutMs },
		// Also while a document arrives.
		...(signal && { signal }),
	});
	return { ...options, ...(query && { qs: query }) };
}

/**
 * A body that is text was not JSON. For a write, a plain "OK" is a valid response; a page comes from
 * something else, and what begins like JSON was interrupted.
 */
function isSuccess({ status, body }: Answer, { method, reads, errorIn }: ServiceCall): boolean {
	if (status < 200 || status > 299) return false;
	if (errorIn?.(body) !== undefined) return false;
	if (typeof body !== 'string' || body.trim() === '') return true;
	return method !== 'GET' && reads !== true && !/^\s*[<{[]/.test(body);
}
