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

import { checkActivation, getEvents } from './events';
import { handIdsOver } from './handled';
import { properties } from './properties';
import { receive } from './receive';

const EXECUTIONS_HELP =
	'<b>While building your workflow</b>, click the listen button, then send a signed event to the test URL: ask an administrator to register it in the service, or run <code>npm run service -- emit vendor.created --to (test URL) --secret (signing secret)</code> in a copy of the repository. The execution shows up in the editor.<br /><br /><b>Once the workflow is published</b>, it runs for each event that the service sends to the production URL. These executions show up in the executions list.';

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
		eventTriggerDescription:
			'Send a signed event to the test URL: from the service, or with npm run service -- emit in a copy of the repository',
		triggerPanel: {
			header: '',
			executionsHelp: EXECUTIONS_HELP,
			activationHint:
				'Once you have finished building your workflow, publish it to receive events at the production URL.',
		},
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
