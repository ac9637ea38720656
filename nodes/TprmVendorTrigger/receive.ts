import type {
	IExecuteFunctions,
	IHookFunctions,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { ABORTED, isRecord, orAborted } from '../shared/basics/values';
import { CREDENTIAL_NAME, readSigningSecrets } from '../shared/auth/credential';
import {
	decideDelivery,
	type Decision,
	type Delivery,
	NOT_READY,
	stop,
	type TriggerSettings,
} from './decide';
import { bytesOf, storeAtEnd, storeTwice } from '../shared/n8n/workarounds';
import {
	type ClaimVerdict,
	DeliveryLedger,
	keyOfIds,
	type ResponseState,
	type SeenStore,
} from '../shared/webhook/ledger';
import { log, scopeKey } from './notes';

/** Every secret of a credential, blank ones included; `undefined` where it cannot be read. */
type Secrets = readonly string[] | undefined;

/**
 * A read that takes longer counts as failed, in milliseconds: it would hold back all deliveries that
 * come after it. The service waits for 30 seconds.
 */
const LIMIT_MS = 10_000;

/** Reads in progress, one for the process: n8n loads this module once, for all workflows. */
const reading = new Map<string, Promise<Secrets>>();

/**
 * Reads the signing secrets of the credential.
 *
 * @returns also the blank ones; `undefined` when n8n throws, because the credential was deleted or
 *   cannot be decrypted
 */
export async function readSecrets(context: IHookFunctions | IWebhookFunctions): Promise<Secrets> {
	try {
		return readSigningSecrets(await context.getCredentials(CREDENTIAL_NAME));
	} catch {
		return undefined;
	}
}

/**
 * The same for deliveries: those that arrive while the credential of their node is being read share
 * that read, because n8n prepares an isolate for each. Nothing is kept after it, so a changed secret
 * applies from the next read.
 */
async function readSecretsTogether(context: IWebhookFunctions): Promise<Secrets> {
	const { credentials } = context.getNode();
	const key = JSON.stringify([scopeKey(context), context.getMode(), credentials]);
	const running = reading.get(key);
	if (running) return await running;
	const read = orAborted(readSecrets(context), AbortSignal.timeout(LIMIT_MS))
		.then((secrets) => (secrets === ABORTED ? undefined : secrets))
		.finally(() => reading.delete(key));
	reading.set(key, read);
	return await read;
}

/** Largest accepted difference of the clocks, as the specification recommends. */
export const DEFAULT_TOLERANCE_SECONDS = 300;

/** The settings of a trigger node, read for one delivery. */
interface NodeSettings extends TriggerSettings {
	/** Whether an event counts as handled when the workflow starts, or else when it has ended. */
	persistNow: boolean;
	deduplicate: boolean;
}

/**
 * Reads the settings of the trigger for one delivery.
 *
 * @throws whatever an expression in a parameter throws
 */
async function readSettings(context: IWebhookFunctions): Promise<NodeSettings> {
	const options: unknown = context.getNodeParameter('options', {});
	const { toleranceSeconds, includeDelivery } = isRecord(options) ? options : {};
	return {
		persistNow: context.getNodeParameter('acknowledge', '') !== 'lastNode',
		deduplicate: readDeduplicate(options),
		secrets: await readSecretsTogether(context),
		events: readEvents(context.getNodeParameter('events', [])),
		toleranceSeconds: readTolerance(toleranceSeconds),
		includeDelivery: includeDelivery === true,
	};
}

function readDeduplicate(options: unknown): boolean {
	return !isRecord(options) || options.deduplicate !== false;
}

/** A tolerance beyond a day would let recorded deliveries in after their ids are forgotten. */
const MAX_TOLERANCE_SECONDS = 86_400;

/** Anything but a number of a second or more is a mistake, and not worth losing events for. */
function readTolerance(value: unknown): number {
	const seconds = Number(value);
	return seconds >= 1 ? Math.min(seconds, MAX_TOLERANCE_SECONDS) : DEFAULT_TOLERANCE_SECONDS;
}

/** @returns the chosen event names, without blanks around them */
export function readEvents(value: unknown): string[] {
	return [value]
		.flat()
		.filter((event) => typeof event === 'string')
		.map((event) => event.trim());
}

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
	const settings = await readSettings(context);
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
