import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import type { Operation } from './operation';

/** An operation and its entry in the menu Operation. */
interface MenuEntry {
	/** Label in the menu. */
	name: string;
	/** Sentence in n8n's node panel, such as `Create a vendor`. */
	action: string;
	description: string;
	operation: Operation;
}

/** Everything that a node needs of one of its resources. */
export interface Resource {
	/** Label in the parameter Resource. */
	label: string;
	/** The parameter Operation of this resource. */
	menu: INodeProperties;
	/** The parameters of all its operations, each shown with its operation only. */
	fields: INodeProperties[];
	/** Entries of the menu by the value of the parameter Operation. */
	operations: Readonly<Record<string, MenuEntry>>;
}

/** By the values of the parameter Resource that workflows save; a new node starts with the first. */
export type Resources = Readonly<Record<string, Resource>>;

/**
 * The parameters of a node. The form does not show Resource for a single one; the editor takes the actions of
 * its panel from it all the same.
 */
export function propertiesOf(resources: Resources): INodeProperties[] {
	const all = Object.values(resources);
	const options = Object.entries(resources).map(([value, { label: name }]) => ({ name, value }));
	const [first = ''] = Object.keys(resources);
	const shown = { type: 'options', noDataExpression: true } as const;
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			...(options.length > 1 ? shown : { type: 'hidden' }),
			options: options.sort((a, b) => a.name.localeCompare(b.name)),
			default: first,
		},
		...all.map(({ menu }) => menu),
		...all.flatMap(({ fields }) => fields),
	];
}

/** @returns the subtitle of a node: what its operation does */
export function subtitleOf(resources: Resources): string {
	const actions = Object.entries(resources).flatMap(([resource, { operations }]) =>
		Object.entries(operations).map(([name, { action }]) => [`${resource}.${name}`, action]),
	);
	return `={{ (${JSON.stringify(Object.fromEntries(actions))})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}

/**
 * Makes menu, fields and dispatch table of a resource out of one list of operations.
 *
 * @param value the resource's value in the parameter Resource
 * @param label its name there
 * @param defaultOperation the operation that a new node starts with
 * @param entries operations by the value that workflows save
 */
export function defineResource<Name extends string>(
	value: string,
	label: string,
	defaultOperation: NoInfer<Name>,
	entries: Record<Name, MenuEntry>,
): Resource {
	const table = Object.entries<MenuEntry>(entries);
	return {
		label,
		menu: {
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [value] } },
			options: table
				.map(([name, { operation: _, ...entry }]) => ({ ...entry, value: name }))
				.sort((a, b) => a.name.localeCompare(b.name)),
			default: defaultOperation,
		},
		fields: table.flatMap(([name, { operation }]) =>
			updateDisplayOptions(
				{ show: { resource: [value], operation: [name] } },
				operation.properties,
			),
		),
		operations: entries,
	};
}
