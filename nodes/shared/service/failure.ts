import type { Answer } from '../http/answer';
import { isPage, readErrorEnvelope } from '../http/envelope';
import type { RetryResult } from '../http/retry';
import type { ServiceCall, ServiceResponse } from './call';
import type { Ending } from './describeFailure';

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
	call: ServiceCall,
	toError: (ending: Ending) => Error,
): ServiceResponse {
	const { outcome, mayHaveActed } = result;
	const answer = outcome.kind === 'answer' ? outcome : undefined;
	if (answer && call.method === 'DELETE' && mayHaveActed && saysNotFound(answer))
		return { ...answer, body: undefined };
	// A 2xx answer that cannot be read leaves as much open as none.
	const isUnread = answer !== undefined && answer.status >= 200 && answer.status < 300;
	const isOpen = canDuplicate(call) && (mayHaveActed || isUnread);
	throw toError({ ...result, isOpen, ifOpen: call.ifOpen });
}

/** A creation is repeated with its key only, which the next run may not have. */
function canDuplicate({ method, repeatable, reads, ifOpen }: ServiceCall): boolean {
	return ifOpen !== undefined || (method === 'POST' && !repeatable && !reads);
}

/** 404 in JSON, or the code of the envelope: a proxy's page says nothing about what was deleted. */
function saysNotFound({ status, body }: Answer): boolean {
	const { clientCode = '' } = readErrorEnvelope(body);
	return clientCode.endsWith('.not_found') || (status === 404 && !isPage(body));
}
