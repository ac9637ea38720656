import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { Operation } from './types';

/** An operation and its entry in the menu Operation. */
export interface MenuEntry {
	/** Label in the menu. */
	name: string;
	/** Sentence in n8n's node panel, such as `Create a vendor`. */
	action: string;
	description: string;
	operation: Operation;
}

/** Everything that a node needs of one of its resources. */
export interface Resource {
	/** The parameter Operation of this resource. */
	menu: INodeProperties;
	/** The parameters of all its operations, each shown with its operation only. */
	fields: INodeProperties[];
	/** Operations by the value of the parameter Operation. */
	operations: Readonly<Record<string, Operation>>;
}

/**
 * Makes menu, fields and dispatch table of a resource out of one list of operations.
 *
 * @param value the resource's value in the parameter Resource
 * @param defaultOperation the operation that a new node starts with
 * @param entries operations by the value that workflows save
 */
export function defineResource<Name extends string>(
	value: string,
	defaultOperation: NoInfer<Name>,
	entries: Record<Name, MenuEntry>,
): Resource {
	const table = Object.entries<MenuEntry>(entries);
	return {
		menu: {
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [value] } },
			options: table
				.map(([name, entry]) => ({
					name: entry.name,
					value: name,
					action: entry.action,
					description: entry.description,
				}))
				.sort((a, b) => a.name.localeCompare(b.name)),
			default: defaultOperation,
		},
		fields: table.flatMap(([name, { operation }]) =>
			updateDisplayOptions(
				{ show: { resource: [value], operation: [name] } },
				operation.properties,
			),
		),
		operations: Object.fromEntries(table.map(([name, { operation }]) => [name, operation])),
	};
}
