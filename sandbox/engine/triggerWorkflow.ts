import type { IDataObject, INode } from 'n8n-workflow';

import type { WorkflowFile } from './engine';
import { CREDENTIAL_ID } from './serviceCredential';

export const TRIGGER_TYPE = 'n8n-nodes-grc-tprm.tprmVendorTrigger';

/** A workflow that starts with the trigger and passes its items to one more node. */
export function triggerWorkflow(
	parameters: IDataObject = {},
	{ name = 'Events', next }: { name?: string; next?: Partial<INode> } = {},
): WorkflowFile {
	const trigger: INode = {
		id: 'trigger',
		name: 'TPRM Trigger',
		type: TRIGGER_TYPE,
		typeVersion: 1,
		position: [0, 0],
		parameters: { events: ['*'], acknowledge: 'onReceived', options: {}, ...parameters },
		credentials: { grcOAuth2Api: { id: CREDENTIAL_ID, name: 'GRC' } },
	};
	const last: INode = {
		id: 'next',
		name: 'Next',
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [200, 0],
		parameters: {},
		...next,
	};
	return {
		name,
		nodes: [trigger, last],
		connections: { 'TPRM Trigger': { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
	};
}
