import type { ServiceResponse } from '../service/call';

/** What a row of a real run says about its request (third-party-risk, Endpoints: rule 3). */
export interface Receipt {
	/** `null` where nothing was sent, or the service has none. */
	requestId: string | null;
	/** In milliseconds; only with Include Response Details. */
	responseTimeMs?: number | null;
	/** When the answer arrived, as ISO 8601 in UTC; `null` where nothing was written. */
	writtenAt: string | null;
	/** The plan that was approved, if one was asked for. */
	plan?: string;
}

/** Where nothing had to be written. */
export const NOTHING_SENT = { requestId: null, responseTimeMs: null, writtenAt: null };

/** Makes the receipt of a request when its answer has arrived. */
export function receiptOf({ headers }: ServiceResponse): Required<Omit<Receipt, 'plan'>> {
	const { 'x-request-id': requestId = null, 'x-response-time-ms': time } = headers;
	return {
		requestId,
		responseTimeMs: time === undefined ? null : Number(time),
		writtenAt: new Date().toISOString(),
	};
}
