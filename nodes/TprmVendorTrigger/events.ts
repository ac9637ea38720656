import {
	type IDataObject,
	type IHookFunctions,
	type ILoadOptionsFunctions,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { ABORTED, orAborted, shorten } from '../shared/basics/values';
import { plainText } from '../shared/basics/plainText';
import { listWebhookEvents } from '../shared/service/api/thirdPartyRisk';
import { logLine } from '../shared/n8n/shown';
import { operationError } from '../shared/n8n/shownErrors';
import { type RequestContext, textsOf } from '../shared/service/errors';
import { ServiceClient } from '../shared/service/send';
import { EVENT_CATALOG, sentAs, STATUS_CHANGES } from '../shared/webhook/eventCatalog';
import { isUsableSecret } from '../shared/webhook/signature';
import { ALL_EVENTS } from './decide';
import { warn } from './notes';
import { readEvents, readSecrets } from './receive';

/**
 * A list in the editor, or the activation of a workflow, waits no longer than this. It includes the
 * exchange for a token, which has longer limits of its own.
 */
const TOTAL_TIMEOUT_MS = 4_000;

const EVENT_NAME = /^\w+(\.\w+)+$/;

/** The events known when this version was built: n8n's node panel has an entry for each of them. */
export const KNOWN_EVENTS = list(EVENT_CATALOG);

/**
 * Reads the events that an endpoint may subscribe to (third-party-risk,
 * `GET /manage/webhooks/events`), whose shape the specification leaves open.
 *
 * @returns event names, at least one
 * @throws ServiceError when there is no list; Error when it contains no names, or takes too long
 */
async function liveEventNames(context: RequestContext): Promise<string[]> {
	const request = listWebhookEvents(
		new ServiceClient(context, { maxWaitMs: 2_000, timeoutMs: 4_000 }),
	);
	// Its timer does not keep the process alive, and needs no clearing.
	const answer = await orAborted(request, AbortSignal.timeout(TOTAL_TIMEOUT_MS));
	if (answer === ABORTED) throw new Error('The service did not respond in time');
	const names = answer.records.flatMap(nameOf);
	if (names.length === 0) throw new Error('The list of events contains no names');
	return [...new Set(names)];
}

/** Fills the list of Trigger On, with the known events when the service cannot be reached. */
export async function getEvents(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	try {
		return list((await liveEventNames(this)).map(describe));
	} catch (error) {
		const { message } = textsOf(error);
		logLine(this, 'warn', `TPRM Trigger: the list of events could not be loaded (${message})`);
		return KNOWN_EVENTS;
	}
}

/** @returns the entries of Trigger On for events that the service offers */
function list(offered: readonly INodePropertyOptions[]): INodePropertyOptions[] {
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

function describe(value: string): INodePropertyOptions {
	return (
		EVENT_CATALOG.find((event) => event.value === value) ?? {
			name: value,
			value,
			description: 'Offered by the service, but newer than this version of the node',
		}
	);
}

/** @returns the text of an entry that has the form of the known names, since another one may be a label */
function nameOf(entry: IDataObject): string[] {
	const texts = Object.values(entry).map((value) => plainText(String(value)).trim());
	const name = texts.find((text) => EVENT_NAME.test(text));
	return name === undefined ? [] : [name];
}

/** n8n activates automatically then, and a webhook that is not registered answers 404. */
const AUTOMATIC_MODES = ['init', 'leadershipChange'];

/**
 * Checks a trigger that is being activated. Nothing is registered: the service has no call for it.
 *
 * @throws NodeOperationError when a person activates and the trigger could never start anything;
 *   when n8n activates automatically it is only logged, so that a delivery is never answered 404
 */
export async function checkActivation(context: IHookFunctions): Promise<void> {
	const problem = await findProblem(context);
	if (!problem) return;
	const [message, description] = problem;
	if (!AUTOMATIC_MODES.includes(context.getActivationMode()))
		throw operationError(context.getNode(), { message, description: [description] });
	warn(context, `${message}. ${description}`);
}

/** @returns why the trigger could never start its workflow, and what to do about it */
async function findProblem(
	context: IHookFunctions,
): Promise<[message: string, description: string] | undefined> {
	const secrets = await readSecrets(context);
	if (!secrets) {
		return [
			'The credential of this node cannot be read',
			'Select an existing GRC OAuth2 API credential.',
		];
	}
	if (!secrets.some(isUsableSecret)) {
		return [
			'Webhook Signing Secret is missing from the credential',
			'Enter the secret that the service shows for the webhook endpoint, then try again. Without it, no delivery is accepted.',
		];
	}
	const chosen = readEvents(context.getNodeParameter('events', []));
	if (chosen.length === 0) {
		return [
			'No events are selected',
			'Select the events that start the workflow under Trigger On.',
		];
	}
	if (chosen.includes(ALL_EVENTS)) return undefined;

	const live = await readLiveEvents(context);
	const sent = new Set(chosen.map(sentAs));
	const unknown = live ? [...sent].filter((event) => !live.includes(event)) : [];
	if (!live || unknown.length === 0) return undefined;
	return [
		`The service does not offer the ${unknown.length === 1 ? 'event' : 'events'} ${unknown.join(', ')}`,
		shorten(`Select other events under Trigger On. Available events: ${live.join(', ')}.`),
	];
}

/** Deliveries arrive without the API, so an API that is down does not prevent the activation. */
async function readLiveEvents(context: IHookFunctions): Promise<string[] | undefined> {
	try {
		return await liveEventNames(context);
	} catch (error) {
		const { message } = textsOf(error);
		warn(context, `The selected events could not be checked with the service (${message})`);
		return undefined;
	}
}
