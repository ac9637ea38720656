import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isRecord } from '../basics/guards';
import { bytesOf } from '../n8n/webhookBody';
import { claimEvent } from './claims';
import { decideDelivery, type Decision, type Delivery, NOT_READY, stop } from './decide';
import { recordDelivery } from './deliveryList';
import { eventItem, rejectionItem } from './eventItem';
import { log } from './log';
import { notesOf } from './notes';
import { noteAccepted, rejectionToStartOn } from './rejections';
import { readTriggerSettings, type TriggerSettings } from './settings';
import { triggerId } from './triggerId';
import type { TriggerKind } from './triggerKind';

/** Senders follow their own schedules; a proxy in between may follow this. */
const RETRY_AFTER_SECONDS = '30';

/** The `webhook` of a trigger: never throws, because n8n would list a failed execution. */
export async function receive(
	context: IWebhookFunctions,
	kind: TriggerKind,
): Promise<IWebhookResponseData> {
	let startOnRejected = false;
	const decision = await decide(context, kind, (settings) => {
		({ startOnRejected } = settings);
	}).catch(() => stop(NOT_READY, notesOf(kind)('unexpected')));
	log(context, decision.notes);
	recordDelivery(context, kind.credential, decision, Date.now());
	noteAccepted(triggerId(context), decision);
	return answer(context, decision, startOnRejected && context.getMode() !== 'manual');
}

async function decide(
	context: IWebhookFunctions,
	kind: TriggerKind,
	note: (settings: TriggerSettings) => void,
): Promise<Decision> {
	const settings = await readTriggerSettings(context, kind);
	note(settings);
	const delivery = await readDelivery(context);
	return decideDelivery(
		delivery,
		settings,
		(eventKey) => claimEvent(context, settings, eventKey),
		Date.now(),
	);
}

function answer(
	context: IWebhookFunctions,
	decision: Decision,
	startOnRejected: boolean,
): IWebhookResponseData {
	if (decision.run) return { workflowData: [[eventItem(decision.output, decision.eventKey)]] };
	const { status, message } = decision;
	if (status === 200) return { webhookResponse: decision.answer ?? { message } };
	const response = context.getResponseObject();
	if (status === 503) response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
	response.status(status).json({ message });
	const rejection = startOnRejected
		? rejectionToStartOn(triggerId(context), decision, Date.now())
		: undefined;
	return {
		noWebhookResponse: true,
		...(rejection && { workflowData: [[rejectionItem(rejection)]] }),
	};
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
