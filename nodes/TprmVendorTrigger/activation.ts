import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { shorten } from '../shared/shorten';
import { sentAs } from '../shared/webhook/eventCatalog';
import { isUsableSecret } from '../shared/webhook/signature';
import { ALL_EVENTS } from './decide';
import { liveEventNames } from './events';
import { readSecrets } from './secrets';
import { readEvents } from './settings';

/** Why a trigger could never start its workflow, and what to do about it. */
interface ActivationProblem {
	message: string;
	description: string;
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
	const problem = (await findSecretProblem(context)) ?? (await findEventProblem(context));
	if (!problem) return;
	if (AUTOMATIC_MODES.includes(context.getActivationMode())) {
		warn(context, `${problem.message}. ${problem.description}`);
		return;
	}
	throw new NodeOperationError(context.getNode(), problem.message, {
		description: problem.description,
	});
}

async function findSecretProblem(context: IHookFunctions): Promise<ActivationProblem | undefined> {
	const secrets = await readSecrets(context);
	if (!secrets) {
		return {
			message: 'The credential of this node cannot be read',
			description: 'Select an existing GRC OAuth2 API credential.',
		};
	}
	if (secrets.some(isUsableSecret)) return undefined;
	return {
		message: 'Webhook Signing Secret is missing from the credential',
		description:
			'Enter the secret that the service shows for the webhook endpoint. Without it, all deliveries are rejected.',
	};
}

async function findEventProblem(context: IHookFunctions): Promise<ActivationProblem | undefined> {
	const chosen = readEvents(context.getNodeParameter('events', []));
	if (chosen.length === 0) {
		return {
			message: 'No events are selected',
			description: 'Select the events that start the workflow under Trigger On.',
		};
	}
	if (chosen.includes(ALL_EVENTS)) return undefined;

	const live = await readLiveEvents(context);
	const sent = new Set(chosen.map(sentAs));
	const unknown = live ? [...sent].filter((event) => !live.includes(event)) : [];
	if (!live || unknown.length === 0) return undefined;
	return {
		message: `The service does not offer the ${unknown.length === 1 ? 'event' : 'events'} ${unknown.join(', ')}`,
		description: shorten(
			`Select other events under Trigger On. Available events: ${live.join(', ')}.`,
		),
	};
}

/** Deliveries arrive without the API, so an API that is down does not prevent the activation. */
async function readLiveEvents(context: IHookFunctions): Promise<string[] | undefined> {
	try {
		return await liveEventNames(context);
	} catch (error) {
		const why = error instanceof Error ? error.message : 'no response';
		warn(context, `The selected events could not be checked with the service (${why})`);
		return undefined;
	}
}

function warn(context: IHookFunctions, text: string): void {
	const { id, name } = context.getWorkflow();
	const node = context.getNode().name;
	context.logger.warn(`${node} of workflow "${name ?? ''}" (${id ?? ''}): ${text}`, {
		workflowId: id,
		nodeName: node,
	});
}
