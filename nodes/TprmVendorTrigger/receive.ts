import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isRecord } from '../shared/json';
import { LogThrottle } from '../shared/webhook/logThrottle';
import type { Decision, Delivery } from './decide';
import { decideDelivery } from './decide';
import { claimEvent } from './handled';
import type { Note } from './notes';
import { warn } from './notes';
import { readSettings, scopeKey } from './settings';

/** The service follows its own schedule; a proxy in between may follow this. */
const RETRY_AFTER_SECONDS = '30';

/** One for the process: n8n loads this module once, for all workflows. */
const throttle = new LogThrottle();

/** The `webhook` of the trigger: never throws, because n8n would list a failed execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const settings = await readSettings(context);
		const delivery = await readDelivery(context);
		const claim = (eventKey: string) => claimEvent(context, settings, eventKey);
		const decision = decideDelivery(delivery, settings, claim, Date.now());
		log(context, decision.notes);
		return answer(context, decision);
	} catch (error) {
		const text = `A delivery was rejected with 503: ${error instanceof Error ? error.message : 'unexpected error'}`;
		const notes = [{ kind: 'unexpected', text }];
		log(context, notes);
		return answer(context, {
			run: false,
			status: 503,
			message: 'Not ready to accept deliveries',
			notes,
		});
	}
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
		body: await readBytes(request),
		headers,
		...(typeof ip === 'string' && { source: ip }),
	};
}

/**
 * n8n keeps the bytes of the body for most content types, and reads them on demand for others. A body
 * that it has read as a form is gone: reading it again would end in an error event without a listener.
 */
async function readBytes(request: Record<string, unknown>): Promise<Uint8Array | undefined> {
	const read = request['readRawBody'];
	const isGone = request['readableEnded'] === true || request['destroyed'] === true;
	if (request['rawBody'] === undefined && !isGone && typeof read === 'function') {
		try {
			await Reflect.apply(read, request, []);
		} catch {
			return undefined;
		}
	}
	const bytes = request['rawBody'];
	return Buffer.isBuffer(bytes) ? bytes : undefined;
}

function log(context: IWebhookFunctions, notes: readonly Note[]): void {
	for (const { kind, text } of notes) {
		const unlogged = throttle.take(JSON.stringify([scopeKey(context), kind]));
		if (unlogged === undefined) continue;
		const more = unlogged > 0 ? ` (${unlogged} more of this kind since the last message.)` : '';
		warn(context, `${text}${more}`, kind);
	}
}
