import type { Answer } from '../http/answer';
import { isPage, readErrorEnvelope } from '../http/envelope';
import type { RetryResult } from '../http/retryTypes';
import type { ServiceCall } from './call';
import type { Ending } from './describeFailure';

/** @returns the end of a call that failed, with what it leaves open */
export function endingOf({ ifOpen }: ServiceCall, canRepeat: boolean, result: RetryResult): Ending {
	const { outcome } = result;
	// A 2xx answer that cannot be read leaves as much open as none.
	const isUnread = outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300;
	const mayBeThere = result.mayHaveActed || isUnread;
	// A creation is repeated with its key only, which the next run may not have.
	const canDuplicate = !canRepeat || ifOpen !== undefined;
	return { ...result, isOpen: canDuplicate && mayBeThere, ifOpen };
}

/** 404 in JSON, or the code of the envelope: a proxy's page says nothing about what was deleted. */
export function saysNotFound({ status, body }: Answer): boolean {
	const { clientCode = '' } = readErrorEnvelope(body);
	return clientCode.endsWith('.not_found') || (status === 404 && !isPage(body));
}
