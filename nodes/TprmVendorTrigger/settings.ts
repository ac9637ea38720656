import type { IWebhookFunctions } from 'n8n-workflow';

import { isRecord } from '../shared/basics/guards';
import type { DecisionSettings } from './decide';
import { readSecretsTogether } from './triggerSecrets';

/** Largest accepted difference of the clocks, as the specification recommends. */
export const DEFAULT_TOLERANCE_SECONDS = 300;

/** The settings of a trigger node, read for one delivery. */
export interface TriggerSettings extends DecisionSettings {
	/** Whether an event counts as handled when the workflow starts, or else when it has ended. */
	persistNow: boolean;
	deduplicate: boolean;
}

/**
 * Reads the settings of the trigger for one delivery.
 *
 * @throws whatever an expression in a parameter throws
 */
export async function readTriggerSettings(context: IWebhookFunctions): Promise<TriggerSettings> {
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

/**
 * @param options the parameter Options: `{ "deduplicate": false }`; an entry that was not added is missing
 * @returns whether an event runs once, however often it is delivered
 */
export function readDeduplicate(options: unknown): boolean {
	return !isRecord(options) || options.deduplicate !== false;
}

/** A tolerance beyond a day would let recorded deliveries in after their ids are forgotten. */
const MAX_TOLERANCE_SECONDS = 86_400;

/**
 * Anything but a number of a second or more is a mistake, and not worth losing events for.
 *
 * @returns seconds
 */
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
