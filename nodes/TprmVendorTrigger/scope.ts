import type { IWebhookFunctions } from 'n8n-workflow';

/** What is the same for all deliveries to a trigger: a workflow and a node. */
export type TriggerContext = Pick<IWebhookFunctions, 'getNode' | 'getWorkflow'>;

/** Node names are unique in a workflow, and n8n keys static data by them too. */
export function scopeKey(context: TriggerContext): string {
	return JSON.stringify([context.getWorkflow().id, context.getNode().name]);
}
