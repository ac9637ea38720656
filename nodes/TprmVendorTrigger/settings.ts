import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { ABORTED, isRecord, orAborted } from '../shared/basics/values';
import { CREDENTIAL_NAME, readSigningSecrets } from '../shared/auth/credential';
import type { TriggerSettings } from './decide';

/**
 * What is the same for all deliveries to a trigger: node names are unique in a workflow, and n8n keys
 * static data by them too.
 */
export function scopeKey(context: Pick<IWebhookFunctions, 'getNode' | 'getWorkflow'>): string {
	return JSON.stringify([context.getWorkflow().id, context.getNode().name]);
}

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

/** The settings that say when an event counts as handled. */
export interface HandlingSettings {
	acknowledge: 'onReceived' | 'lastNode';
	deduplicate: boolean;
}

/** The settings of a trigger node, read for one delivery. */
type NodeSettings = TriggerSettings & HandlingSettings;

/**
 * Reads the settings of the trigger for one delivery.
 *
 * @throws whatever an expression in a parameter throws
 */
export async function readSettings(context: IWebhookFunctions): Promise<NodeSettings> {
	const options: unknown = context.getNodeParameter('options', {});
	const { toleranceSeconds, includeDelivery } = isRecord(options) ? options : {};
	return {
		...readHandling(context.getNodeParameter('acknowledge', 'onReceived'), options),
		secrets: await readSecretsTogether(context),
		events: readEvents(context.getNodeParameter('events', [])),
		toleranceSeconds: readTolerance(toleranceSeconds),
		includeDelivery: includeDelivery === true,
	};
}

/**
 * @param acknowledge the parameter of this name
 * @param options the parameter of this name
 */
export function readHandling(acknowledge: unknown, options: unknown): HandlingSettings {
	const { deduplicate } = isRecord(options) ? options : {};
	return {
		acknowledge: acknowledge === 'lastNode' ? 'lastNode' : 'onReceived',
		deduplicate: deduplicate !== false,
	};
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
