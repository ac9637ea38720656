import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { storeAtEnd, storeTwice } from '../shared/n8n/staticData';
import { keyOfIds } from '../shared/webhook/deliveryKey';
import {
	type ClaimVerdict,
	DeliveryLedger,
	type ResponseState,
	type SeenStore,
} from '../shared/webhook/ledger';
import { scopeKey } from './log';
import { type NodeSettings, readDeduplicate } from './settings';

/** Key in the node's static data under which handled events are kept. */
const STORED_UNDER = 'handledEvents';

/** Keys have no spaces. */
const SEPARATOR = ' ';

/** One for the process: n8n loads this module once, for all workflows. */
const ledger = new DeliveryLedger();

/**
 * Asks for the right to run an event.
 *
 * @param eventKey see `deliveryKey`
 */
export function claimEvent(
	context: IWebhookFunctions,
	{ persistNow, deduplicate }: NodeSettings,
	eventKey: string,
): ClaimVerdict {
	// A test run in the editor starts the workflow each time.
	if (!deduplicate || context.getMode() === 'manual') return 'new';

	const response = context.getResponseObject();
	const readState = (): ResponseState => {
		if (!response.writableEnded) return 'open';
		return response.statusCode >= 200 && response.statusCode < 300 ? 'done' : 'failed';
	};
	const event = { scopeKey: scopeKey(context), eventKey };
	const data = context.getWorkflowStaticData('node');
	const store: SeenStore = {
		load: () => readIds(data[STORED_UNDER]),
		// n8n would write what it loaded before the run over what the run wrote.
		save: (ids) => {
			const text = toText(ids);
			if (persistNow) storeTwice(() => void (data[STORED_UNDER] = text));
		},
	};
	const verdict = ledger.claim({ ...event, readState, store, persistNow });
	// Releases the response, and the body it refers to, as soon as it was sent.
	if (verdict === 'new') response.once('close', () => ledger.settle(event));
	return verdict;
}

/**
 * Gives a run the ids of the handled events, also of those that are handled during the run.
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
	const scope = scopeKey(context);
	storeAtEnd(data, STORED_UNDER, () => toText(ledger.handledIn(scope, known())));
}

function readIds(stored: unknown): string[] {
	return typeof stored === 'string' && stored !== '' ? stored.split(SEPARATOR) : [];
}

/** n8n loads and stores one text faster than thousands. */
function toText(ids: readonly string[]): string {
	return ids.join(SEPARATOR);
}
