import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';

const TYPES = {
	'GRC Scope': 'scope',
	'GRC Scope Assignment': 'scopeAssignment',
	'GRC Control': 'control',
	'TPRM Vendor': 'tprmVendor',
	'TPRM Trigger': 'tprmVendorTrigger',
	'Paged HTTP': 'pagedHttp',
};

/** Names of the nodes in the editor workflow, which are those in the node panel. */
export const NODE_NAMES = Object.keys(TYPES);

/** @returns a workflow with each of our nodes as it comes from the panel, two of them connected */
export function editorWorkflow(id: string) {
	return {
		id,
		name: 'All nodes',
		active: false,
		settings: { executionOrder: 'v1' },
		nodes: Object.entries(TYPES).map(([name, type], index) => ({
			id: `${id}-${type}`,
			name,
			type: `n8n-nodes-grc-tprm.${type}`,
			typeVersion: 1,
			position: [(index % 3) * 300, Math.floor(index / 3) * 260],
			parameters: {},
			credentials: { grcOAuth2Api: { id: CREDENTIAL_ID, name: 'GRC OAuth2 API' } },
		})),
		connections: {
			'GRC Control': { main: [[{ node: 'GRC Scope Assignment', type: 'main', index: 0 }]] },
		},
	};
}
