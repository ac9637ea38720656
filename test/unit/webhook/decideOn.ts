import { TPRM } from '../../../nodes/TprmVendorTrigger/kind';
import type { DecisionSettings } from '../../../nodes/shared/deliveries/decide';
import { decideDelivery } from '../../../nodes/shared/deliveries/decide';
import type { ClaimVerdict } from '../../../nodes/shared/webhook/ledger';
import type { RequestHeaders } from '../../../nodes/shared/webhook/deliveryHeaders';
import { SERVICE_EVENTS } from '../../../nodes/shared/webhook/eventRules';
import { SERVICE } from '../../../nodes/shared/webhook/senders';
import { NOW_SECONDS, SECRET, signedHeaders } from './sign';

export const BODY = '{"id":"evt_1","type":"vendor.created","delivery_id":"whd_1"}';

/** What differs from a genuine, new delivery of a chosen event. */
export interface Changes {
	body?: string;
	/** n8n has read the body as a form, and its bytes are gone. */
	bodyIsGone?: boolean;
	headers?: RequestHeaders;
	/** Address of the sender. */
	source?: string;
	settings?: Partial<DecisionSettings>;
	claim?: ClaimVerdict;
	/** The clock of n8n, in Unix seconds. */
	at?: number;
}

/** @returns the decision about a delivery, and the keys of the events that were claimed for it */
export function decideOn({
	body = BODY,
	bodyIsGone = false,
	headers = signedHeaders(body),
	source,
	settings,
	claim = 'new',
	at = NOW_SECONDS,
}: Changes = {}) {
	const claimed: string[] = [];
	const decision = decideDelivery(
		{
			body: bodyIsGone ? undefined : Buffer.from(body),
			headers,
			...(source !== undefined && { source }),
		},
		{
			kind: TPRM,
			sender: { scheme: SERVICE, events: SERVICE_EVENTS },
			secrets: [SECRET, ''],
			persistNow: true,
			events: ['vendor.created'],
			toleranceSeconds: 300,
			includeDelivery: false,
			...settings,
		},
		(eventKey) => {
			claimed.push(eventKey);
			return claim;
		},
		at * 1000,
	);
	return { decision, claimed };
}
