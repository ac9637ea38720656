import type { IRunExecutionData } from 'n8n-workflow';
import type { TemporaryInstance } from '../../sandbox/server/temporary';
import { startTemporary } from '../../sandbox/server/temporary';
import { agentWorkflow } from './agentWorkflow';
import { line } from './line';
import type { ScriptedModel } from './scriptedModel';
import { startModel } from './scriptedModel';
import { writeFileSync } from 'fs';

let instance: TemporaryInstance;
let model: ScriptedModel;

beforeAll(async () => {
	instance = await startTemporary(line);
	model = await startModel([
		() => [
			{ tool: 'Create_a_scope', args: { name: 'Nordics', owner: 'user-17' } },
			{ tool: 'List_controls', args: { limit: 2 } },
			{ tool: 'List_vendors', args: {} },
			{ tool: 'Read_the_register', args: { limit: 4 } },
			{ tool: 'Create_a_vendor', args: { name: 'A' } },
			{ tool: 'Create_a_vendor', args: { name: 'B' } },
		],
		() => [
			{ tool: 'Create_a_scope', args: { name: '', owner: 'user-17' } },
			{
				tool: 'Assign_a_control',
				args: {
					controlId: [...instance.service.organization.controls.keys()][0],
					scopeIds: [[...instance.service.organization.scopes.keys()][0]],
				},
			},
			{ tool: 'Assign_a_control', args: { controlId: 'gibtsnicht', scopeIds: [] } },
			{ tool: 'Create_a_vendor', args: { name: 'C' } },
		],
		() => 'done',
	]);
});
afterAll(async () => {
	await instance?.stop();
	await model?.close();
});

it('x', async () => {
	const { id } = await instance.rest.call<{ id: string }>('POST', '/rest/credentials', {
		name: 'Scripted model',
		type: 'openAiApi',
		data: { apiKey: 'none', url: model.url },
	});
	const workflow = await instance.rest.call<{ id: string }>(
		'POST',
		'/rest/workflows',
		agentWorkflow(id),
	);
	let output = '';
	try {
		output = await instance.server.cli('execute', `--id=${workflow.id}`, '--rawOutput');
	} catch (e) {
		output = String(e);
	}
	writeFileSync(
		`/tmp/agent-${line.name}.json`,
		JSON.stringify(
			{
				output,
				offers: model.offers,
				answers: model.answers,
				vendors: [...instance.service.vendors.byId.values()].slice(-5),
				log: instance.service.log,
			},
			null,
			1,
		),
	);
	const types = await (await instance.rest.send('GET', '/types/nodes.json')).json();
	writeFileSync(
		`/tmp/types-${line.name}.json`,
		JSON.stringify(types.filter((t: { name: string }) => t.name.startsWith('n8n-nodes-grc'))),
	);
});
