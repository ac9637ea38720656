import type { IHookFunctions } from 'n8n-workflow';

import { shorten } from '../shared/basics/shorten';
import { operationError } from '../shared/n8n/nodeErrors';
import { textsOf } from '../shared/service/serviceError';
import { sentAs } from '../shared/webhook/eventCatalog';
import { isUsableSecret } from '../shared/webhook/signingKeys';
import { ALL_EVENTS } from './decide';
import { liveEventNames } from './eventList';
import { warn } from './log';
import { readEvents } from './settings';
import { readSecrets } from './triggerSecrets';

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
