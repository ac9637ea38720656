import type { INodeParameters } from 'n8n-workflow';
import { NodeHelpers, Workflow } from 'n8n-workflow';

import { Engine } from '../../sandbox/engine/engine';

let engine: Engine;

beforeAll(async () => {
	engine = await Engine.load();
});

/** @returns what the canvas shows below the name of a node, as the editor works it out */
async function subtitleOf(type: string, parameters: INodeParameters): Promise<unknown> {
	const { description } = engine.packages.getByNameAndVersion(`n8n-nodes-grc-tprm.${type}`);
	const node = {
		id: 'node',
		name: 'Node',
		type: `n8n-nodes-grc-tprm.${type}`,
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters:
			NodeHelpers.getNodeParameters(
				description.properties,
				parameters,
				true,
				false,
				null,
				description,
			) ?? {},
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: engine.packages,
	});
	await workflow.expression.acquireIsolate();
	try {
		return workflow.expression.getSimpleParameterValue(node, description.subtitle, 'internal', {});
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

it.each<[string, INodeParameters, string]>([
	['pagedHttpTrigger', {}, 'New, Changed'],
	['pagedHttpTrigger', { events: ['created', 'updated', 'removed'] }, 'New, Changed, Removed'],
	['pagedHttp', { url: 'https://api.example.com/items' }, 'Read: https://api.example.com/items'],
	['pagedHttp', { url: '/items', readMode: 'changes' }, 'Read changes: /items'],
	['pagedHttp', { source: 'dataset' }, 'Read: saved setup'],
	['pagedHttp', { operation: 'confirm' }, 'Confirm records'],
	['pagedHttp', { operation: 'forget' }, 'Reset change history'],
	['scope', { resource: 'tree', operation: 'sync' }, 'Sync the org chart'],
	['control', {}, 'Get many controls'],
	['scopeAssignment', {}, 'Assign controls to scopes'],
	['tprmVendor', { resource: 'document', operation: 'download' }, 'Download a document'],
	['signedWebhookTrigger', {}, 'Svix: *'],
	['signedWebhookTrigger', { sender: 'jiraCloud', events: 'jira:*' }, 'Jira Cloud: jira:*'],
	['tprmVendorTrigger', { events: ['*'] }, 'All Events'],
	[
		'tprmVendorTrigger',
		{ events: ['vendor.created', 'assessment.status_changed:Completed', 'a.new_one'] },
		'Vendor Created, Assessment Completed, a.new_one',
	],
])('%s with %j has the subtitle %s', async (type, parameters, subtitle) => {
	expect(await subtitleOf(type, parameters)).toBe(subtitle);
});
