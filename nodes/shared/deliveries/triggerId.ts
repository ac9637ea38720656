import type { IWebhookFunctions } from 'n8n-workflow';

/**
 * Identifies a trigger: node names are unique in a workflow, and n8n keys static data by them too.
 *
 * @returns a text that is the same for all deliveries to the trigger: `["qT8vXw","TPRM Trigger"]`
 */
export function triggerId(context: Pick<IWebhookFunctions, 'getNode' | 'getWorkflow'>): string {
	return JSON.stringify([context.getWorkflow().id, context.getNode().name]);
}
