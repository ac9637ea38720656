import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { storeAtEnd, storeTwice } from '../shared/n8n/staticData';
import { keyOfIds } from '../shared/webhook/deliveryKey';
import {
	type ClaimVerdict,
	DeliveryLedger,
	type ResponseState,
	type SeenStore,
} from '../shared/webhook/ledger';
import { type TriggerSettings, readDeduplicate } from './settings';
import { joinIds, readIds, STORED_UNDER } from './storedEventIds';
import { triggerId } from './triggerId';

/** One for the process: n8n loads this module once, for all workflows. */
const ledger = new DeliveryLedger();

/**
 * Asks for the right to run an event (third-party-risk, Events: Delivery rules 1 and 4).
 *
 * @param eventKey see `deliveryKey`
 * @returns whether to run it, and if not, why
 */
export function claimEvent(
	context: IWebhookFunctions,
	{ persistNow, deduplicate }: TriggerSettings,
	eventKey: string,
): ClaimVerdict {
	// A test run in the editor starts the workflow each time.
	if (!deduplicate || context.getMode() === 'manual') return 'new';

	const response = context.getResponseObject();
	const readState = (): ResponseState => {
		if (!response.writableEnded) return 'open';
		return response.statusCode >= 200 && response.statusCode < 300 ? 'done' : 'failed';
	};
	const event = { scopeKey: triggerId(context), eventKey };
	const data = context.getWorkflowStaticData('node');
	const store: SeenStore = {
		load: () => readIds(data[STORED_UNDER]),
		// n8n would write what it loaded before the run over what the run wrote.
		save: (ids) => {
			const text = joinIds(ids);
			if (persistNow) storeTwice(() => void (data[STORED_UNDER] = text));
		},
	};
	const verdict = ledger.claim({ ...event, readState, store, persistNow });
	// Releases the response, and the body it refers to, as soon as it was sent.
	if (verdict === 'new') response.once('close', () => ledger.settle(event));
	return verdict;
}

/**
 * Gives a run the ids of the handled events, also of those that are handled during the run: n8n stores
 * the static data of the run as a whole, over what webhooks have stored meanwhile.
 *
 * @param context of the run that a delivery has started
 */
export function handIdsOver(context: IExecuteFunctions): void {
	const deduplicate = readDeduplicate(context.getNodeParameter('options', 0, {}));
	// n8n stores no static data of a test run.
	if (!deduplicate || context.getMode() === 'manual') return;

	const data = context.getWorkflowStaticData('node');
	const stored = data[STORED_UNDER];
	// On a worker of a queue, the process that claimed the event is another one.
	const isLate = context.getNodeParameter('acknowledge', 0, '') === 'lastNode';
	const own = isLate ? [] : context.getInputData().map(({ json }) => keyOfIds(json));
	const known = () => [...new Set([...readIds(stored), ...own.filter((id) => id !== undefined)])];
	const scope = triggerId(context);
	storeAtEnd(data, STORED_UNDER, () => joinIds(ledger.handledIn(scope, known())));
}
