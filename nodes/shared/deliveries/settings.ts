import type { IWebhookFunctions } from 'n8n-workflow';

import { isRecord } from '../basics/guards';
import type { DecisionSettings } from './decide';
import { readSecretsTogether } from './secrets';
import type { ReadParameter, TriggerKind } from './triggerKind';

/** Largest accepted difference of the clocks, as senders recommend. */
export const DEFAULT_TOLERANCE_SECONDS = 300;

/** The settings of a trigger node, read for one delivery. */
export interface TriggerSettings extends DecisionSettings {
	kind: TriggerKind;
	deduplicate: boolean;
	/** Whether rejected deliveries start the workflow, too. */
	startOnRejected: boolean;
}

/**
 * Reads the settings of a trigger for one delivery.
 *
 * @throws whatever an expression in a parameter throws
 */
export async function readTriggerSettings(
	context: IWebhookFunctions,
	kind: TriggerKind,
): Promise<TriggerSettings> {
	const options: unknown = context.getNodeParameter('options', {});
	const { includeDelivery } = isRecord(options) ? options : {};
	const read: ReadParameter = (name, otherwise) => context.getNodeParameter(name, otherwise);
	return {
		kind,
		sender: kind.readSender(read),
		persistNow: !isAcknowledgedLate(context.getNodeParameter('acknowledge', '')),
		deduplicate: readDeduplicate(options),
		secrets: await readSecretsTogether(context, kind),
		events: kind.readEvents(read),
		toleranceSeconds: readTolerance(options),
		includeDelivery: includeDelivery === true,
		startOnRejected: readStartOnRejected(options),
	};
}

/**
 * @param acknowledge the parameter Acknowledge
 * @returns whether an event counts as handled when the workflow has ended, not when it starts
 */
export function isAcknowledgedLate(acknowledge: unknown): boolean {
	return acknowledge === 'lastNode';
}

/**
 * @param options the parameter Options: `{ "deduplicate": false }`; an entry that was not added is missing
 * @returns whether an event runs once, however often it is delivered
 */
export function readDeduplicate(options: unknown): boolean {
	return !isRecord(options) || options.deduplicate !== false;
}

/** @returns whether rejected deliveries start the workflow, too */
export function readStartOnRejected(options: unknown): boolean {
	return isRecord(options) && options.startOnRejected === true;
}

/** A tolerance beyond a day would let recorded deliveries in after their ids are forgotten. */
const MAX_TOLERANCE_SECONDS = 86_400;

/**
 * Anything but a number of a second or more is a mistake, and not worth losing events for.
 *
 * @param options the parameter Options: `{ "toleranceSeconds": 300 }`
 * @returns seconds
 */
export function readTolerance(options: unknown): number {
	const seconds = isRecord(options) ? Number(options.toleranceSeconds) : NaN;
	return seconds >= 1 ? Math.min(seconds, MAX_TOLERANCE_SECONDS) : DEFAULT_TOLERANCE_SECONDS;
}

/**
 * Reads names that were selected in a list, or written with commas between them.
 *
 * @param value `["vendor.created", " vendor.updated"]`, or `"vendor.created, vendor.*"`
 * @returns the names, without blanks around them
 */
export function readNames(value: unknown): string[] {
	return [value]
		.flat()
		.filter((names) => typeof names === 'string')
		.flatMap((names) => names.split(/[,\n]/))
		.map((name) => name.trim())
		.filter((name) => name !== '');
}
