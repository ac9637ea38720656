import {
	type IExecuteFunctions,
	type IHookFunctions,
	type ILoadOptionsFunctions,
	type INodeExecutionData,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { checkActivation } from '../shared/deliveries/activation';
import { runDelivery } from '../shared/deliveries/claims';
import { deliveryEntries } from '../shared/deliveries/deliveryList';
import { OUTPUTS } from '../shared/deliveries/properties';
import { receive } from '../shared/deliveries/receive';
import { findEventProblem } from './activation';
import { getEvents } from './eventList';
import { TPRM } from './kind';
import { EVENT_LABELS, properties } from './properties';

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
				'<b>While building</b>, have the test URL registered, click the button above, and make a change in the service itself, not through its API.<br /><br /><b>Once published</b>, see the executions list.',
			activationHint:
				'Once you have finished building your workflow, publish it to receive events at the production URL.',
		},
		activationMessage:
			'If you have not done so yet, register the production URL as a webhook endpoint in the service. If no execution starts, check the signing secret.',
		defaults: { name: 'TPRM Trigger' },
		inputs: [],
		outputs: OUTPUTS,
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

	methods = {
		loadOptions: {
			getEvents,
			async getDeliveries(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
				return deliveryEntries(this, TPRM.credential, Date.now());
			},
		},
	};

	webhookMethods = {
		default: {
			async checkExists(): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				await checkActivation(this, TPRM, findEventProblem);
				return true;
			},
			async delete(): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this, TPRM);
	}

	/** Called in the run that a delivery started. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return runDelivery(this, TPRM);
	}
}
