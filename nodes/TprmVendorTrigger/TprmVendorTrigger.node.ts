import type {
	IExecuteFunctions,
	IHookFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { checkActivation } from './activation';
import { getEvents } from './events';
import { handIdsOver } from './handled';
import { properties } from './properties';
import { receive } from './receive';

/** TPRM Trigger: starts a workflow for each genuine event (third-party-risk, Events). */
export class TprmVendorTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'TPRM Trigger',
		name: 'tprmVendorTrigger',
		icon: { light: 'file:tprmVendorTrigger.svg', dark: 'file:tprmVendorTrigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["events"].includes("*") ? "all events" : $parameter["events"].join(", ") }}',
		description: 'Starts the workflow when vendor, assessment, document or monitoring events occur',
		eventTriggerDescription: 'Waiting for a signed event from the service',
		activationMessage:
			'If you have not done so yet, register the production URL as a webhook endpoint in the service.',
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
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				await checkActivation(this);
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	/** Called in the run that a delivery started. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		handIdsOver(this);
		return [this.getInputData()];
	}
}
