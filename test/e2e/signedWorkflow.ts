/**
 * @param sender as the trigger saves it
 * @param credential ID of its credential
 * @returns a workflow that a signed webhook starts, with a node after each output
 */
export function signedWorkflow(id: string, sender: string, credential: string, options = {}) {
	return {
		id,
		name: `Signed by ${sender}`,
		active: false,
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'all' },
		nodes: [
			{
				...{ id: `${id}-trigger`, name: 'Signed', typeVersion: 1, position: [0, 0], webhookId: id },
				type: 'n8n-nodes-grc-tprm.signedWebhookTrigger',
				parameters: { sender, events: 'vendor.*', options },
				credentials: { signedWebhookApi: { id: credential, name: credential } },
			},
			...['Done', 'Rejected'].map((name, index) => ({
				...{ id: `${id}-${name}`, name, type: 'n8n-nodes-base.noOp', typeVersion: 1 },
				...{ position: [220, 200 * index], parameters: {} },
			})),
		],
		connections: {
			Signed: { main: ['Done', 'Rejected'].map((node) => [{ node, type: 'main', index: 0 }]) },
		},
	};
}
