import type { IExecuteFunctions, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isRecord } from '../shared/basics/values';
import { bytesOf, storeAtEnd, storeTwice } from '../shared/n8n/workarounds';
import {
	type ClaimVerdict,
	DeliveryLedger,
	keyOfIds,
	type ResponseState,
	type SeenStore,
} from '../shared/webhook/ledger';
import { decideDelivery, type Decision, type Delivery, NOT_READY, stop } from './decide';
import { LogThrottle, type Note, warn } from './notes';
import { type HandlingSettings, readHandling, readSettings, scopeKey } from './settings';

/** The service follows its own schedule; a proxy in between may follow this. */
const RETRY_AFTER_SECONDS = '30';

/** One for the process: n8n loads this module once, for all workflows. */
const throttle = new LogThrottle();

/** The `webhook` of the trigger: never throws, because n8n would list a failed execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const decision = await decide(context).catch((error: unknown) => {
		const text = `A delivery was rejected with 503: ${error instanceof Error ? error.message : 'unexpected error'}`;
		return stop(NOT_READY, { kind: 'unexpected', text });
	});
	log(context, decision.notes);
	return answer(context, decision);
}

async function decide(context: IWebhookFunctions): Promise<Decision> {
	const settings = await readSettings(context);
	const delivery = await readDelivery(context);
	const claim = (eventKey: string) => claimEvent(context, settings, eventKey);
	return decideDelivery(delivery, settings, claim, Date.now());
}

function answer(context: IWebhookFunctions, decision: Decision): IWebhookResponseData {
	if (decision.run) {
		// Not by returnJsonArray: it takes an event with a member "json" for an item.
		return { workflowData: [[{ json: decision.output }]] };
	}
	const { status, message } = decision;
	if (status === 200) return { webhookResponse: { message } };
	const response = context.getResponseObject();
	if (status === 503) response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
	response.status(status).json({ message });
	return { noWebhookResponse: true };
}

async function readDelivery(context: IWebhookFunctions): Promise<Delivery> {
	const request: unknown = context.getRequestObject();
	const headers = context.getHeaderData();
	if (!isRecord(request)) return { body: undefined, headers };
	const { ip } = request;
	return {
		body: await bytesOf(request),
		headers,
		...(typeof ip === 'string' && { source: ip }),
	};
}

function log(context: IWebhookFunctions, notes: readonly Note[]): void {
	for (const { kind, text } of notes) {
		const unlogged = throttle.take(JSON.stringify([scopeKey(context), kind]));
		if (unlogged === undefined) continue;
		const more = unlogged > 0 ? ` (${unlogged} more of this kind since the last message.)` : '';
		warn(context, `${text}${more}`, kind);
	}
}

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
function claimEvent(
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
		save: persistNow ? (ids) => storeTwice(data, STORED_UNDER, toText(ids)) : () => undefined,
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
	storeAtEnd(data, STORED_UNDER, () => toText(ledger.handledIn(scope, known())));
}

function readIds(stored: unknown): string[] {
	return typeof stored === 'string' && stored !== '' ? stored.split(SEPARATOR) : [];
}

/** n8n loads and stores one text faster than thousands. */
function toText(ids: readonly string[]): string {
	return ids.join(SEPARATOR);
}
