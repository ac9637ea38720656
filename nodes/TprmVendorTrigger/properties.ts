import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_TOLERANCE_SECONDS } from './settings';

/** The values are readable names that a user can also write by hand, not ids. */
const LIVE_EVENTS = { loadOptionsMethod: 'getEvents' };

/** No parameter takes expressions: they could read the unproven request. */
export const properties: INodeProperties[] = [
	{
		displayName:
			'Give the <b>production URL</b> above to an administrator of the service, who registers it there as a webhook endpoint for the events chosen here, and enter the signing secret of that endpoint in the credential. The service must be able to reach the URL. With a wrong secret the service deactivates the endpoint after ten deliveries.',
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
		default: [],
		description:
			'Events that start the workflow. The endpoint in the service has to be subscribed to them as well; other events are acknowledged and ignored.',
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
				description: 'As soon as the workflow is started. A run that fails is not sent again.',
			},
			{
				name: 'When Last Node Finishes',
				value: 'lastNode',
				description:
					'After the run. If it fails, the service sends the event again, up to five times in all. The run has 30 seconds.',
			},
		],
		default: 'onReceived',
		description: 'When the service is told that the event has arrived',
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
					'Whether an event that is delivered several times starts the workflow once. Does not apply to test runs.',
			},
			{
				displayName: 'Include Delivery',
				name: 'includeDelivery',
				type: 'boolean',
				noDataExpression: true,
				default: false,
				description:
					'Whether to add the member delivery to the output: its ID, its timestamp in Unix seconds, and which secret of the credential its signature fits',
			},
			{
				displayName: 'Tolerance',
				name: 'toleranceSeconds',
				type: 'number',
				noDataExpression: true,
				typeOptions: { minValue: 1 },
				default: DEFAULT_TOLERANCE_SECONDS,
				description:
					'How many seconds the timestamp of a delivery may differ from the clock of the n8n server. Deliveries outside are asked for again.',
			},
		],
	},
];
