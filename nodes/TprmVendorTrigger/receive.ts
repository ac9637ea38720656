import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isRecord } from '../shared/basics/guards';
import { bytesOf } from '../shared/n8n/webhookBody';
import { claimEvent } from './claims';
import { decideDelivery, type Decision, type Delivery, NOT_READY, stop } from './decide';
import { log } from './log';
import { readTriggerSettings } from './settings';

/** The service follows its own schedule; a proxy in between may follow this. */
const RETRY_AFTER_SECONDS = '30';

/** The `webhook` of the trigger: never throws, because n8n would list a failed execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const decision = await decide(context).catch((error: unknown) =>
		stop(NOT_READY, {
			kind: 'unexpected',
			text: `A delivery was rejected with 503: ${error instanceof Error ? error.message : 'unexpected error'}`,
		}),
	);
	log(context, decision.notes);
	return answer(context, decision);
}

async function decide(context: IWebhookFunctions): Promise<Decision> {
	const settings = await readTriggerSettings(context);
	const delivery = await readDelivery(context);
	return decideDelivery(
		delivery,
		settings,
		(eventKey) => claimEvent(context, settings, eventKey),
		Date.now(),
	);
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
