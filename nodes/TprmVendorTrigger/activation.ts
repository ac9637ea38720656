import type { IHookFunctions } from 'n8n-workflow';

import { shorten } from '../shared/basics/shorten';
import type { ActivationProblem } from '../shared/deliveries/activation';
import { warn } from '../shared/deliveries/log';
import { textsOf } from '../shared/service/serviceError';
import { sentAs } from '../shared/webhook/eventCatalog';
import { ALL_EVENTS } from '../shared/webhook/subscription';
import { liveEventNames } from './eventList';
import { TPRM } from './kind';

/** @returns what is wrong with the selected events, and what to do about it */
export async function findEventProblem(
	context: IHookFunctions,
): Promise<ActivationProblem | undefined> {
	const chosen = TPRM.readEvents((name, otherwise) => context.getNodeParameter(name, otherwise));
	if (chosen.length === 0) {
		return [
			'No events are selected',
			'Select the events that start the workflow under Trigger On.',
		];
	}
	// A pattern such as vendor.* may be there for events that the service offers later.
	const names = chosen.filter((name) => !name.includes(ALL_EVENTS));
	if (chosen.includes(ALL_EVENTS) || names.length === 0) return undefined;

	const live = await readLiveEvents(context);
	const sent = new Set(names.map(sentAs));
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
