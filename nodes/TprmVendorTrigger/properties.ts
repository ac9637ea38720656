import type { INodeProperties } from 'n8n-workflow';

import { KNOWN_EVENTS } from './events';
import { DEFAULT_TOLERANCE_SECONDS } from './settings';

/** The values are readable names that a user can also write by hand, not ids. */
const LIVE_EVENTS = { loadOptionsMethod: 'getEvents' };

/** No parameter takes expressions: they could read the unproven request. */
export const properties: INodeProperties[] = [
	{
		displayName:
			'Ask an administrator of the service to register the <b>production URL</b> above as a webhook endpoint for the events selected here. Then enter the signing secret of that endpoint in the credential. The service must be able to reach the URL. With a wrong secret, it deactivates the endpoint after ten deliveries.',
		name: 'registrationNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		noDataExpression: true,
		required: true,
		typeOptions: LIVE_EVENTS,
		// For n8n's node panel: the form shows the live list.
		options: KNOWN_EVENTS,
		default: [],
		description:
			'Events that start the workflow. The endpoint in the service must be subscribed to them too. Other events are acknowledged and ignored.',
	},
	{
		displayName: 'Acknowledge',
		name: 'acknowledge',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Immediately',
				value: 'onReceived',
				description: 'When the workflow starts. If the run fails, the event is not sent again.',
			},
			{
				name: 'When Last Node Finishes',
				value: 'lastNode',
				description:
					'When the run finishes, within 30 seconds. If the run fails, the service sends the event again, up to five times in total.',
			},
		],
		default: 'onReceived',
		description: 'When to confirm to the service that the event was received',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Deduplicate',
				name: 'deduplicate',
				type: 'boolean',
				noDataExpression: true,
				default: true,
				description:
					'Whether to start the workflow only once if an event is delivered several times. Does not apply to test runs.',
			},
			{
				displayName: 'Include Delivery',
				name: 'includeDelivery',
				type: 'boolean',
				noDataExpression: true,
				default: false,
				description:
					'Whether to add a delivery field to the output, with its ID, its timestamp in Unix seconds, and which secret of the credential matched its signature',
			},
			{
				displayName: 'Tolerance',
				name: 'toleranceSeconds',
				type: 'number',
				noDataExpression: true,
				typeOptions: { minValue: 1 },
				default: DEFAULT_TOLERANCE_SECONDS,
				description:
					'How many seconds the timestamp of a delivery may differ from the clock of the n8n server. The service is asked to resend deliveries outside this range.',
			},
		],
	},
];
