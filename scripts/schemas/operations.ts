import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import type { Engine } from '../../sandbox/engine/engine';

/** An operation that the user can choose in a node. */
export interface Operation {
	/** Name of the node type, without the package. */
	node: string;
	resource: string;
	operation: string;
	description: INodeTypeDescription;
}

/**
 * @returns the operations of all nodes that have resources, as their descriptions list them; Paged
 *   HTTP has none: its items are whatever an API sends
 */
export function listOperations({ packages }: Engine): Operation[] {
	return packages.project.types.nodes.flatMap(({ name: node }) => {
		const { description } = packages.getByNameAndVersion(`n8n-nodes-grc-tprm.${node}`);
		return description.properties
			.filter(({ name }) => name === 'operation')
			.flatMap(choices)
			.map((choice) => ({ node, description, ...choice }));
	});
}

/** @returns what can be chosen in an Operation field, for each resource that it is shown for */
function choices({ displayOptions, options = [] }: INodeProperties) {
	const resources = displayOptions?.show?.['resource'] ?? [];
	return resources.flatMap((resource) =>
		options.flatMap((option) =>
			'value' in option ? [{ resource: String(resource), operation: String(option.value) }] : [],
		),
	);
}
