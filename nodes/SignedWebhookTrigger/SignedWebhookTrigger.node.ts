import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	INodeExecutionData,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { type ActivationProblem, checkActivation } from '../shared/deliveries/activation';
import { runDelivery } from '../shared/deliveries/claims';
import { deliveryEntries } from '../shared/deliveries/deliveryList';
import { OUTPUTS } from '../shared/deliveries/properties';
import { receive } from '../shared/deliveries/receive';
import { checkSecrets } from './checkSecrets';
import type { ReadParameter } from '../shared/deliveries/triggerKind';
import { SIGNED_WEBHOOK } from './kind';
import { properties, SENDER_LABELS } from './properties';

/** Signed Webhook Trigger: starts a workflow for each genuine event of any sender that signs with HMAC. */
export class SignedWebhookTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Signed Webhook Trigger',
		name: 'signedWebhookTrigger',
		icon: { light: 'file:signedWebhookTrigger.svg', dark: 'file:signedWebhookTrigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: `={{ [(${JSON.stringify(SENDER_LABELS)})[$parameter["sender"]], $parameter["events"]].join(": ") }}`,
		description:
			'Start the workflow on webhooks that are signed, such as those of Svix (Vanta), Stripe, GitHub, Slack, or Jira Cloud. Signatures are checked, and repeated events are recognized.',
		eventTriggerDescription: 'Have the sender send an event to the test URL',
		builderHint: {
			searchHint:
				"Needs the sender's signing secret in its credential, and the production URL registered at the sender; without the secret, no event starts the workflow.",
		},
		triggerPanel: {
			header: '',
			executionsHelp:
				'<b>While building</b>, register the test URL at the sender, click the button above, and have it send an event.<br /><br /><b>Once published</b>, see the executions list. Rejected Deliveries says why one is missing.',
			activationHint:
				'Once you have finished building your workflow, publish it to receive events at the production URL.',
		},
		activationMessage:
			'If you have not done so yet, register the production URL at the sender. If no execution starts, open Rejected Deliveries in the node.',
		defaults: { name: 'Signed Webhook Trigger' },
		inputs: [],
		outputs: OUTPUTS,
		credentials: [{ name: 'signedWebhookApi', required: true, testedBy: 'checkSecrets' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'webhook',
				responseMode: '={{ $parameter["acknowledge"] }}',
				// Senders need only the status: no data of the workflow is returned to them.
				responseData: 'noData',
			},
		],
		properties,
	};

	methods = {
		credentialTest: { checkSecrets },
		loadOptions: {
			async getDeliveries(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
				return deliveryEntries(this, SIGNED_WEBHOOK.credential, Date.now());
			},
		},
	};

	webhookMethods = {
		default: {
			async checkExists(): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				await checkActivation(this, SIGNED_WEBHOOK, findEventProblem);
				return true;
			},
			async delete(): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this, SIGNED_WEBHOOK);
	}

	/** Called in the run that a delivery started. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return runDelivery(this, SIGNED_WEBHOOK);
	}
}

async function findEventProblem(context: IHookFunctions): Promise<ActivationProblem | undefined> {
	const read: ReadParameter = (name, otherwise) => context.getNodeParameter(name, otherwise);
	if (SIGNED_WEBHOOK.readEvents(read).length > 0) return undefined;
	return ['No events are selected', 'Enter event types under Events, or * for all of them.'];
}
