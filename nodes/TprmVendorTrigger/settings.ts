import type { IWebhookFunctions } from 'n8n-workflow';

import { isRecord } from '../shared/json';
import { toBoolean } from '../shared/node/parameters';
import type { TriggerSettings } from './decide';
import { readSecretsTogether } from './secrets';

/** Largest accepted difference of the clocks, as the specification recommends. */
export const DEFAULT_TOLERANCE_SECONDS = 300;

/** The settings that say when an event counts as handled. */
export interface HandlingSettings {
	acknowledge: 'onReceived' | 'lastNode';
	deduplicate: boolean;
}

/** The settings of a trigger node, read for one delivery. */
export type NodeSettings = TriggerSettings & HandlingSettings;

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
		includeDelivery: readSwitch(includeDelivery, false),
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
		deduplicate: readSwitch(deduplicate, true),
	};
}

/** A tolerance beyond a day would let recorded deliveries in after their ids are forgotten. */
const MAX_TOLERANCE_SECONDS = 86_400;

/** Anything but a number of a second or more is a mistake, and not worth losing events for. */
function readTolerance(value: unknown): number {
	const seconds = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN;
	return seconds >= 1 ? Math.min(seconds, MAX_TOLERANCE_SECONDS) : DEFAULT_TOLERANCE_SECONDS;
}

/** Anything but true or false is a mistake too: the default applies. */
function readSwitch(value: unknown, defaultValue: boolean): boolean {
	try {
		return toBoolean(value, 'Option', defaultValue);
	} catch {
		return defaultValue;
	}
}

/** @returns the chosen event names, without blanks around them */
export function readEvents(value: unknown): string[] {
	return [value]
		.flat()
		.filter((event) => typeof event === 'string')
		.map((event) => event.trim());
}
