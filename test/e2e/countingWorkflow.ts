import { eventWorkflow } from '../../sandbox/server/eventWorkflow';

/** The node that counts. */
export const COUNT = 'Count';

/**
 * @param acknowledge when the trigger acknowledges an event
 * @returns a workflow that counts its runs in its own static data, and outputs the number
 */
export function countingWorkflow(id: string, acknowledge: 'onReceived' | 'lastNode') {
	const { nodes, ...workflow } = eventWorkflow(id);
	const [trigger] = nodes;
	if (!trigger) throw new Error('The workflow has no trigger');
	return {
		...workflow,
		name: `Counts its runs (${acknowledge})`,
		nodes: [
			{ ...trigger, parameters: { ...trigger.parameters, acknowledge } },
			{
				id: `${id}-count`,
				name: COUNT,
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				position: [220, 0],
				parameters: {
					jsCode: [
						"const data = $getWorkflowStaticData('global');",
						'data.count = (data.count ?? 0) + 1;',
						'return [{ json: { count: data.count } }];',
					].join('\n'),
				},
			},
		],
		connections: { [trigger.name]: { main: [[{ node: COUNT, type: 'main', index: 0 }]] } },
	};
}
