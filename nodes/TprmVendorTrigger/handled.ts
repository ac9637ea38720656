import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { keyOfIds } from '../shared/webhook/deliveryKey';
import type { ClaimVerdict, ResponseState, SeenStore } from '../shared/webhook/ledger';
import { DeliveryLedger } from '../shared/webhook/ledger';
import type { HandlingSettings } from './settings';
import { readHandling, scopeKey } from './settings';

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
	{ acknowledge, deduplicate }: HandlingSettings,
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
	const persistNow = acknowledge === 'onReceived';
	const data = context.getWorkflowStaticData('node');
	const store: SeenStore = {
		load: () => readIds(data[STORED_UNDER]),
		// n8n would write what it loaded before the run over what the run wrote.
		save: persistNow ? (ids) => saveIds(data, ids) : () => undefined,
	};
	const verdict = ledger.claim({ ...event, readState, store, persistNow });
	// Releases the response, and the body it refers to, as soon as it was sent.
	if (verdict === 'new') response.once('close', () => ledger.settle(event));
	return verdict;
}

/**
 * Gives a run the ids of the handled events. n8n stores static data as a whole: a workflow that writes
 * its own would overwrite the ids with what there was when the run started. They are not marked as a
 * change, so that a run that writes nothing does not overwrite anything either.
 */
export function handIdsOver(context: IExecuteFunctions): void {
	const { acknowledge, deduplicate } = readHandling(
		context.getNodeParameter('acknowledge', 0, ''),
		context.getNodeParameter('options', 0, {}),
	);
	// n8n stores no static data of a test run.
	if (!deduplicate || context.getMode() === 'manual') return;

	const data = context.getWorkflowStaticData('node');
	const stored = data[STORED_UNDER];
	// On a worker of a queue, the process that claimed the event is another one.
	const own =
		acknowledge === 'onReceived' ? context.getInputData().map(({ json }) => keyOfIds(json)) : [];
	const known = () => [...new Set([...readIds(stored), ...own.filter((id) => id !== undefined)])];
	const scope = scopeKey(context);
	// Read when n8n stores it, at the end of the run: other events are handled in the meantime. Defined,
	// because n8n notices what is assigned.
	Object.defineProperty(data, STORED_UNDER, {
		get: () => toText(ledger.handledIn(scope, known())),
		enumerable: true,
		configurable: true,
	});
}

function readIds(stored: unknown): string[] {
	return typeof stored === 'string' && stored !== '' ? stored.split(SEPARATOR) : [];
}

function saveIds(data: IDataObject, ids: readonly string[]): void {
	const text = toText(ids);
	data[STORED_UNDER] = text;
	// n8n 2.x starts the run before it writes static data, and starting clears the changed flag
	// that this assignment set. So it is set once more as soon as the run is starting.
	void sleep(0).then(() => (data[STORED_UNDER] = text));
}

/** n8n loads and stores one text faster than thousands. */
function toText(ids: readonly string[]): string {
	return ids.join(SEPARATOR);
}
