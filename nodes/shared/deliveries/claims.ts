import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { storeAtEnd, storeTwice } from '../n8n/staticData';
import {
	type ClaimVerdict,
	DeliveryLedger,
	type ResponseState,
	type SeenStore,
} from '../webhook/ledger';
import { joinIds, readIds, STORED_UNDER } from '../webhook/storedEventIds';
import { keysOf, split } from './eventItem';
import {
	readDeduplicate,
	readStartOnRejected,
	readTolerance,
	type TriggerSettings,
} from './settings';
import { triggerId } from './triggerId';
import type { TriggerKind } from './triggerKind';

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
	settings: TriggerSettings,
	eventKey: string,
): ClaimVerdict {
	const { persistNow, deduplicate } = settings;
	// A test run in the editor starts the workflow each time.
	if (!deduplicate || context.getMode() === 'manual') return 'new';

	const response = context.getResponseObject();
	const readState = (): ResponseState => {
		if (!response.writableEnded) return 'open';
		return response.statusCode >= 200 && response.statusCode < 300 ? 'done' : 'failed';
	};
	const event = { scopeKey: triggerId(context), eventKey };
	const data = context.getWorkflowStaticData('node');
	const keeping = { now: Date.now(), keepMs: keepMsOf(settings) };
	const store: SeenStore = {
		load: () => readIds(data[STORED_UNDER], keeping),
		// n8n would write what it loaded before the run over what the run wrote.
		save: (ids) => {
			const text = joinIds(ids, data[STORED_UNDER], keeping);
			if (persistNow) storeTwice(() => void (data[STORED_UNDER] = text));
		},
	};
	const verdict = ledger.claim({ ...event, ...keeping, readState, store, persistNow });
	// Releases the response, and the body it refers to, as soon as it was sent.
	if (verdict === 'new') response.once('close', () => ledger.settle(event));
	return verdict;
}

const HOUR_MS = 3_600_000;

/**
 * How long events are stored: for as long as their sender may send them again, or could be imitated by
 * who has recorded a delivery, whose time is accepted for twice the tolerance. Both are known only where
 * the sender signs a time.
 *
 * @returns milliseconds; `undefined` where only the number of events is limited
 */
function keepMsOf({
	sender,
	toleranceSeconds,
}: Pick<TriggerSettings, 'sender' | 'toleranceSeconds'>) {
	if (typeof sender === 'string' || sender.events.resendHours === undefined) return undefined;
	return Math.max(sender.events.resendHours * HOUR_MS, 2 * toleranceSeconds * 1000);
}

/**
 * Runs a trigger in the run that a delivery has started. Gives the run the ids of the handled events, also
 * of those that are handled during the run: n8n stores the static data of the run as a whole, over what
 * webhooks have stored meanwhile.
 *
 * @returns the events, and on a second output the rejected deliveries if the node has it
 */
export function runDelivery(context: IExecuteFunctions, kind: TriggerKind): INodeExecutionData[][] {
	const items = context.getInputData();
	const options = context.getNodeParameter('options', 0, {});
	const [events, rejections] = split(items);
	// n8n stores no static data of a test run.
	if (readDeduplicate(options) && context.getMode() !== 'manual') handIdsOver(context, kind, items);
	return readStartOnRejected(options) ? [events, rejections] : [events];
}

function handIdsOver(
	context: IExecuteFunctions,
	kind: TriggerKind,
	items: readonly INodeExecutionData[],
): void {
	const data = context.getWorkflowStaticData('node');
	const stored = data[STORED_UNDER];
	// On a worker of a queue, the process that claimed the event is another one.
	const isLate = context.getNodeParameter('acknowledge', 0, '') === 'lastNode';
	const own = isLate ? [] : keysOf(items);
	const scope = triggerId(context);
	const keepMs = keepMsOf({
		sender: kind.readSender((name, otherwise) => context.getNodeParameter(name, 0, otherwise)),
		toleranceSeconds: readTolerance(context.getNodeParameter('options', 0, {})),
	});
	storeAtEnd(data, STORED_UNDER, () => {
		const keeping = { now: Date.now(), keepMs };
		const known = [...new Set([...readIds(stored, keeping), ...own])];
		const since = keeping.now - (keepMs ?? Infinity);
		return joinIds(ledger.handledIn(scope, known, since), stored, keeping);
	});
}
