import type { IDataObject, INode, INodeParameters, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import type { Engine, WorkflowFile } from '../../sandbox/engine/engine';
import { stableId } from '../../sandbox/service/stableId';
import { inGroups } from './optionGroups';

/** A node of a saved workflow, as little of it as a plan has to say. */
export interface Step {
	/** `scope` for our own nodes, or a full type such as `n8n-nodes-base.noOp`. */
	type: string;
	/** That of the editor by default. */
	name?: string;
	parameters?: IDataObject;
	credentials?: INode['credentials'];
}

const START: Step = { type: 'n8n-nodes-base.manualTrigger', name: 'Start' };

/**
 * @param items what the first node returns, as pinned in the editor
 * @returns a workflow that a person starts, with these nodes one after the other
 */
export function startedByHand(
	engine: Engine,
	name: string,
	items: IDataObject[],
	...steps: Step[]
): WorkflowFile {
	const pinData = { Start: items.map((json) => ({ json })) };
	return { ...chain(engine, name, START, ...steps), pinData };
}

/** @returns a workflow of these nodes, one after the other, as the editor saves it */
export function chain(engine: Engine, name: string, ...steps: Step[]): WorkflowFile {
	const nodes = steps.map((step, index) => nodeOf(engine, name, step, index));
	const connections: WorkflowFile['connections'] = {};
	for (const [index, { name: next }] of nodes.entries()) {
		const before = nodes[index - 1]?.name;
		if (before) connections[before] = { main: [[{ node: next, type: 'main', index: 0 }]] };
	}
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

function nodeOf(engine: Engine, workflow: string, step: Step, index: number): INode {
	const type = step.type.includes('.') ? step.type : `n8n-nodes-grc-tprm.${step.type}`;
	const { description } = engine.nodeType(type);
	const node: INode = {
		id: stableId(workflow, String(index)),
		name: step.name ?? description.defaults.name ?? description.displayName,
		type,
		typeVersion: newestVersion(description),
		position: [index * 224, 0],
		parameters: {},
		...(step.credentials && { credentials: step.credentials }),
	};
	return { ...node, parameters: withoutDefaults(node, step.parameters ?? {}, description) };
}

function newestVersion({ version }: INodeTypeDescription): number {
	return Math.max(...[version].flat());
}

/** The editor saves what differs from the defaults of the fields that are shown. */
function withoutDefaults(
	node: INode,
	parameters: IDataObject,
	description: INodeTypeDescription,
): INodeParameters {
	const { properties } = description;
	const values = inGroups(parameters, properties) as INodeParameters;
	return NodeHelpers.getNodeParameters(properties, values, false, false, node, description) ?? {};
}
