import type { Failure } from 'n8n-workflow';

import { isMarkup } from '../basics/errorWords';
import { isRecord } from '../basics/guards';
import { overloadIn } from '../basics/overload';
import type { SendResult } from './answer';
import { requestedWait } from './retry';

/**
 * @param waitMs the wait that the service required, if it is known; else its answer tells
 * @returns why a request failed, for n8n 2.37 and later, whose poller waits accordingly. What a user has
 *   to mend makes it wait for 30 minutes, so it is said only where it is certain.
 */
export function failureOf(outcome: SendResult, waitMs?: number): Failure | undefined {
	if (outcome.kind === 'noAnswer') return { cause: 'temporarily-unavailable' };
	const { status, body } = outcome;
	const retryAfterMs = waitMs ?? requestedWait(outcome, Date.now());
	const wait = retryAfterMs !== undefined && { retryAfterMs };
	if (status >= 500) return { cause: 'temporarily-unavailable', ...wait };
	if (overloadIn(outcome) === 'refused') return { cause: 'rate-limited', ...wait };
	const isRefused = isRecord(body) && body.error === 'invalid_client';
	if (status === 401 || isRefused) return { cause: 'credential-invalid' };
	return status === 403 && !isMarkup(body) ? { cause: 'configuration-invalid' } : undefined;
}
