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

it.each<[INodeParameters, string]>([
	[{}, 'New, Changed'],
	[{ events: ['removed'] }, 'Removed'],
	[{ events: ['created', 'updated', 'removed'] }, 'New, Changed, Removed'],
])('Paged HTTP Trigger with %j has the subtitle %s', async (parameters, subtitle) => {
	expect(await subtitleOf('pagedHttpTrigger', parameters)).toBe(subtitle);
});

it.each<[INodeParameters, string]>([
	[{ url: 'https://api.example.com/items' }, 'Automatic: https://api.example.com/items'],
	[{ source: 'fields', url: '/items', schemeType: 'nextToken' }, 'Next Token or URL: /items'],
	[{ operation: 'confirm' }, 'Confirm'],
])('Paged HTTP with %j has the subtitle %s', async (parameters, subtitle) => {
	expect(await subtitleOf('pagedHttp', parameters)).toBe(subtitle);
});
