import type { Answer } from '../http/answer';
import { isPage, readErrorEnvelope } from '../http/envelope';
import type { RetryResult } from '../http/retry';
import type { ServiceCall, ServiceResponse } from './call';

/**
 * Reads the end of a call that was no success.
 *
 * @param toError makes the error of the call
 * @returns the answer to a DELETE that finds nothing, because an attempt whose answer was lost has
 *   deleted it
 * @throws what `toError` returns, in all other cases
 */
export function readFailure(
	result: RetryResult,
	{ method, repeatable, reads }: ServiceCall,
	toError: (result: RetryResult) => Error,
): ServiceResponse {
	const { outcome, mayHaveActed } = result;
	if (outcome.kind === 'noAnswer') throw toError(result);
	if (method === 'DELETE' && mayHaveActed && saysNotFound(outcome))
		return { ...outcome, body: undefined };
	// A 2xx answer that cannot be read leaves as much open as none.
	const isUnreadable = outcome.status >= 200 && outcome.status < 300;
	const isUnsafe = method === 'POST' && !repeatable && !reads;
	throw toError({ ...result, isOpen: result.isOpen || (isUnsafe && isUnreadable) });
}

/** 404 in JSON, or the code of the envelope: a proxy's page says nothing about what was deleted. */
function saysNotFound({ status, body }: Answer): boolean {
	const { clientCode = '' } = readErrorEnvelope(body);
	return clientCode.endsWith('.not_found') || (status === 404 && !isPage(body));
}
