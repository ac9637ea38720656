import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { ExecutionEnd, type ExecutionState } from '../n8n/executionEnd';
import { storeAtEnd, storeTwice } from '../n8n/staticData';
import {
	type ClaimVerdict,
	DeliveryLedger,
	type ResponseState,
	type SeenStore,
} from '../webhook/ledger';
import { hourOf, keepNewest } from '../webhook/retention';
import { joinIds, readIds, STORED_UNDER } from '../webhook/storedEventIds';
import { keysOf, split } from './eventItem';
import {
	isAcknowledgedLate,
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
	const keeping = { now: Date.now(), resendMs: resendMsOf(settings) };
	const store: SeenStore = {
		load: () => readIds(data[STORED_UNDER], keeping.now),
		// n8n would write what it loaded before the run over what the run wrote, which stores them then.
		save: (events) => {
			if (persistNow) storeTwice(() => void (data[STORED_UNDER] = joinIds(events, keeping)));
		},
	};
	const verdict = ledger.claim({ ...event, ...keeping, readState, store, persistNow });
	// Releases the response, and the body it refers to, as soon as it was sent.
	if (verdict === 'new') response.once('close', () => ledger.settle(event));
	return verdict;
}

const HOUR_MS = 3_600_000;

/**
 * How long copies of an event may come: for as long as their sender may send them again, or they could be
 * imitated by who has recorded a delivery, whose time is accepted for twice the tolerance. Both are known
 * only where the sender signs a time.
 *
 * @returns milliseconds; `undefined` where they may come at any time
 */
function resendMsOf({
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
	if (readDeduplicate(options) && context.getMode() !== 'manual')
		handIdsOver(context, kind, keysOf(items));
	return readStartOnRejected(options) ? [events, rejections] : [events];
}

/**
 * @param own the events that the run was started with: on a worker of a queue, the process that claimed
 *   them is another one
 */
function handIdsOver(context: IExecuteFunctions, kind: TriggerKind, own: readonly string[]): void {
	const data = context.getWorkflowStaticData('node');
	const before = data[STORED_UNDER];
	const scope = triggerId(context);
	const resendMs = resendMsOf({
		sender: kind.readSender((name, otherwise) => context.getNodeParameter(name, 0, otherwise)),
		toleranceSeconds: readTolerance(context.getNodeParameter('options', 0, {})),
	});
	const isLate = isAcknowledgedLate(context.getNodeParameter('acknowledge', 0, ''));
	// n8n 2.41 gives a worker of a queue nothing of what the workflow has stored, and stores what it leaves in its place.
	const isReceiver = own.every((eventKey) => ledger.hasClaimed({ scopeKey: scope, eventKey }));
	if (before === undefined && !isReceiver) return;
	const end = new ExecutionEnd(context);
	// With an acknowledgment at the end, nothing else stores them: n8n takes this for a change.
	if (isLate && own.length > 0 && end.mark()) delete data[STORED_UNDER];
	storeAtEnd(data, STORED_UNDER, () => {
		const keeping = { now: Date.now(), resendMs };
		const stored = readIds(before, keeping.now);
		const isHandled = !isLate || HANDLED.includes(end.state);
		for (const key of isHandled ? own : [])
			if (!stored.has(key)) stored.set(key, hourOf(keeping.now));
		return joinIds(keepNewest(ledger.handledIn(scope, stored), keeping), keeping);
	});
}

/** Ends of a run after which n8n answers 2xx. */
const HANDLED: ExecutionState[] = ['succeeded', 'waiting'];
