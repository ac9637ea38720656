import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { ABORTED, orAborted } from '../shared/basics/abort';
import { plainText } from '../shared/basics/plainText';
import { logLine } from '../shared/n8n/logLine';
import { listWebhookEvents } from '../shared/service/api/webhookEvents';
import type { RequestContext } from '../shared/service/call';
import { ServiceClient } from '../shared/service/client';
import { textsOf } from '../shared/service/serviceError';
import { EVENT_CATALOG, sentAs, STATUS_CHANGES } from '../shared/webhook/eventCatalog';
import { ALL_EVENTS } from '../shared/webhook/subscription';

/**
 * A list in the editor, or the activation of a workflow, waits no longer than this. It includes the
 * exchange for a token, which has longer limits of its own.
 */
const TOTAL_TIMEOUT_MS = 4_000;

/** Limits of the request itself: the longest wait before it is repeated, and for its answer. */
const REQUEST_LIMITS = { maxWaitMs: 2_000, timeoutMs: 4_000 };

/** How the names of events are written: `vendor.created`. */
const EVENT_NAME = /^\w+(\.\w+)+$/;

/** The events known when this version was built: n8n's node panel has an entry for each of them. */
export const KNOWN_EVENTS = toEventEntries(EVENT_CATALOG);

/**
 * Reads the events that an endpoint may subscribe to (third-party-risk,
 * `GET /manage/webhooks/events`), whose shape the specification leaves open.
 *
 * @returns event names, at least one
 * @throws ServiceError when there is no list; Error when it contains no names, or takes too long
 */
export async function liveEventNames(context: RequestContext): Promise<string[]> {
	const request = listWebhookEvents(new ServiceClient(context, REQUEST_LIMITS));
	// Its timer does not keep the process alive, and needs no clearing.
	const answer = await orAborted(request, AbortSignal.timeout(TOTAL_TIMEOUT_MS));
	if (answer === ABORTED) throw new Error('The service did not respond in time');
	const names = answer.records.flatMap(eventNameIn);
	if (names.length === 0) throw new Error('The list of events contains no names');
	return [...new Set(names)];
}

/** Fills the list of Trigger On, with the known events when the service cannot be reached. */
export async function getEvents(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	try {
		return toEventEntries((await liveEventNames(this)).map(toEventEntry));
	} catch (error) {
		const { message } = textsOf(error);
		logLine(this, 'warn', `TPRM Trigger: the list of events could not be loaded (${message})`);
		return KNOWN_EVENTS;
	}
}

/** @returns the entries of Trigger On for events that the service offers */
function toEventEntries(offered: readonly INodePropertyOptions[]): INodePropertyOptions[] {
	const names = new Set(offered.map(({ value }) => value));
	const statuses = STATUS_CHANGES.filter(({ value }) => names.has(sentAs(value)));
	return [
		{
			name: 'All Events',
			value: ALL_EVENTS,
			description: 'All events, including those that the service adds later',
		},
		...[...offered, ...statuses].sort((a, b) => a.name.localeCompare(b.name)),
	];
}

function toEventEntry(value: string): INodePropertyOptions {
	return (
		EVENT_CATALOG.find((event) => event.value === value) ?? {
			name: value,
			value,
			description: 'Offered by the service, but newer than this version of the node',
		}
	);
}

/**
 * @param entry of the service's list, such as `{ "name": "vendor.created", "label": "Vendor created" }`:
 *   the specification does not show its shape
 * @returns the text of the entry that has the form of the known names, since another one may be a label;
 *   none where no text has it
 */
function eventNameIn(entry: IDataObject): string[] {
	const texts = Object.values(entry).map((value) => plainText(String(value)).trim());
	const name = texts.find((text) => EVENT_NAME.test(text));
	return name === undefined ? [] : [name];
}
