import type { INodeProperties } from 'n8n-workflow';

import {
	acknowledgeField,
	DELIVERIES_FIELD,
	deliveryOptions,
	STATIC,
	TRIGGER_FIELD,
} from '../shared/deliveries/properties';
import { noticeField } from '../shared/forms/fields';
import { KNOWN_EVENTS } from './eventList';

/** The values are readable names that a user can also write by hand, not ids. */
const LIVE_EVENTS = { loadOptionsMethod: 'getEvents' };

/** The labels of the events by what the parameter saves, for the subtitle of the node. */
export const EVENT_LABELS = Object.fromEntries(
	KNOWN_EVENTS.map(({ value, name }) => [value, name]),
);

/** The form of the trigger. */
export const properties: INodeProperties[] = [
	noticeField(
		'registrationNotice',
		'Ask an administrator of the service to register the <b>production URL</b> above, and enter its signing secret in the credential.',
	),
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		...STATIC,
		required: true,
		typeOptions: LIVE_EVENTS,
		// For n8n's node panel: the form shows the live list.
		options: KNOWN_EVENTS,
		default: [],
		description:
			'Events that start the workflow. The endpoint in the service must be subscribed to them too. Other events are acknowledged and ignored.',
	},
	acknowledgeField(
		'When to confirm to the service that the event was received',
		'When the run finishes. After 30 seconds, or if the run fails, the service sends the event again, up to five times in total.',
	),
	TRIGGER_FIELD,
	DELIVERIES_FIELD,
	deliveryOptions(
		'Does not apply to test runs.',
		'Whether to add a delivery field to the output, with its ID, its timestamp in Unix seconds, and which secret of the credential matched its signature',
		'The service is asked to resend deliveries outside this range.',
	),
];
