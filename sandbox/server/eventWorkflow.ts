import { CREDENTIAL_ID } from '../engine/serviceCredential';

/**
 * @param options of the trigger
 * @param acknowledge when it responds to the service
 * @returns a workflow that does nothing but be started by every event
 */
export function eventWorkflow(
	id: string,
	options: object = {},
	acknowledge: 'onReceived' | 'lastNode' = 'onReceived',
) {
	return {
		id,
		name: 'Every event',
		active: false,
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'all' },
		nodes: [
			{
				id: `${id}-trigger`,
				name: 'TPRM Trigger',
				type: 'n8n-nodes-grc-tprm.tprmVendorTrigger',
				typeVersion: 1,
				position: [0, 0],
				webhookId: id,
				parameters: { events: ['*'], acknowledge, options },
				credentials: { grcOAuth2Api: { id: CREDENTIAL_ID, name: 'GRC OAuth2 API' } },
			},
			{
				id: `${id}-end`,
				name: 'Done',
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
				position: [220, 0],
				parameters: {},
			},
		],
		connections: { 'TPRM Trigger': { main: [[{ node: 'Done', type: 'main', index: 0 }]] } },
	};
}
