import {
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import {
	collection,
	listField,
	noticeField,
	numberField,
	switchField,
} from '../shared/node/properties/fields';
import { checkActivation, getEvents, KNOWN_EVENTS } from './events';
import { DEFAULT_TOLERANCE_SECONDS, handIdsOver, receive } from './receive';

/** The values are readable names that a user can also write by hand, not ids. */
const LIVE_EVENTS = { loadOptionsMethod: 'getEvents' };

/** For the subtitle: labels by what the parameter saves. */
const EVENT_LABELS = Object.fromEntries(KNOWN_EVENTS.map(({ value, name }) => [value, name]));

/** No parameter takes expressions: they could read the unproven request. */
const STATIC = { noDataExpression: true };

const properties: INodeProperties[] = [
	noticeField(
		'registrationNotice',
		'Ask an administrator of the service to register the <b>production URL</b> (open Webhook URLs above) as a webhook endpoint for the events selected here. Then enter the signing secret of that endpoint in the credential. The service must be able to reach the URL. For a test with Execute step, the test URL has to be registered as well.',
	),
	noticeField(
		'noEventsNotice',
		'<b>No events?</b> Events that are not selected here are ignored. A rejected event leaves no execution; the n8n log shows your administrator why. If the secret is wrong, the service deactivates the endpoint after ten deliveries. A correction takes effect immediately; if the secret was missing when you published, publish again.',
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
	listField(
		'Acknowledge',
		'acknowledge',
		'onReceived',
		'When to confirm to the service that the event was received',
		[
			[
				'Immediately',
				'onReceived',
				'When the workflow starts. If the run fails, the event is not sent again.',
			],
			[
				'When Last Node Finishes',
				'lastNode',
				'When the run finishes. After 30 seconds, or if the run fails, the service sends the event again, up to five times in total.',
			],
		],
		STATIC,
	),
	collection('Options', 'options', 'Add Option', [
		switchField(
			'Deduplicate',
			'deduplicate',
			'Whether to start the workflow only once if an event is delivered several times. Does not apply to test runs.',
			{ ...STATIC, default: true },
		),
		switchField(
			'Include Delivery',
			'includeDelivery',
			'Whether to add a delivery field to the output, with its ID, its timestamp in Unix seconds, and which secret of the credential matched its signature',
			STATIC,
		),
		numberField(
			'Tolerance',
			'toleranceSeconds',
			DEFAULT_TOLERANCE_SECONDS,
			[1],
			'How many seconds the timestamp of a delivery may differ from the clock of the n8n server. The service is asked to resend deliveries outside this range.',
			STATIC,
		),
	]),
];

/** TPRM Trigger: starts a workflow for each genuine event (third-party-risk, Events). */
export class TprmVendorTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'TPRM Trigger',
		name: 'tprmVendorTrigger',
		icon: { light: 'file:tprmVendorTrigger.svg', dark: 'file:tprmVendorTrigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: `={{ $parameter["events"].map((event) => (${JSON.stringify(EVENT_LABELS)})[event] ?? event).join(", ") }}`,
		// The panel shows it for the vendor node, too, with which it has one entry.
		description:
			'Work with vendors and their documents, or start the workflow on vendor, assessment, document, or monitoring events',
		eventTriggerDescription:
			'Make a change in the service that sends a selected event to the test URL',
		builderHint: {
			searchHint:
				'Needs the Webhook Signing Secret in its credential, and the production URL registered in the service by an administrator; without the secret, no event starts the workflow.',
		},
		triggerPanel: {
			header: '',
			executionsHelp:
				'<b>While building your workflow</b>, ask an administrator of the service to register the test URL. Then click the button above, and make a change in the service that sends an event selected here, such as a new vendor for Vendor Created. Changes through its API send none. The execution shows up in the editor. If nothing arrives, check the signing secret in the credential and the events selected here. The n8n log says why an event was rejected.<br /><br /><b>Once the workflow is published</b>, it runs for each event that the service sends to the production URL. These executions show up in the executions list.',
			activationHint:
				'Once you have finished building your workflow, publish it to receive events at the production URL.',
		},
		activationMessage:
			'If you have not done so yet, register the production URL as a webhook endpoint in the service. If no execution starts, check the signing secret.',
		defaults: { name: 'TPRM Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'grcOAuth2Api', required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'webhook',
				responseMode: '={{ $parameter["acknowledge"] }}',
				// The service needs only the status: no data of the workflow is returned to it.
				responseData: 'noData',
			},
		],
		properties,
	};

	methods = { loadOptions: { getEvents } };

	webhookMethods = {
		default: {
			async checkExists() {
				return false;
			},
			async create(this: IHookFunctions) {
				await checkActivation(this);
				return true;
			},
			async delete() {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions) {
		return await receive(this);
	}

	/** Called in the run that a delivery started. */
	async execute(this: IExecuteFunctions) {
		handIdsOver(this);
		return [this.getInputData()];
	}
}
