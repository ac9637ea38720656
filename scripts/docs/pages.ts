import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import type { LoadedPackages } from '../../sandbox/engine/nodeTypes';

/** What the documentation says about one node. */
export type Description = INodeTypeDescription;

/** Node types in the order in which the documentation lists them. */
const ORDER = [
	'scope',
	'scopeAssignment',
	'control',
	'tprmVendor',
	'tprmVendorTrigger',
	'pagedHttp',
	'pagedHttpTrigger',
	'signedWebhookTrigger',
];

/** @returns the descriptions of all nodes, as n8n gets them from the built package */
export function describedNodes(project: LoadedPackages['project']): Description[] {
	const place = (type: string) => (ORDER.includes(type) ? ORDER.indexOf(type) : ORDER.length);
	return Object.keys(project.known.nodes)
		.sort((a, b) => place(a) - place(b))
		.map((type) => {
			const { description } = project.getNode(type).type;
			if (!('properties' in description)) throw new Error(`${type} has several versions`);
			return { ...description, description: aboutItself(description.description) };
		});
}

/** n8n's panel shows a trigger's description for the node that it is joined with, too. */
function aboutItself(description: string): string {
	return description.replace(/^.*, or start the workflow /, 'Start the workflow ');
}

/** @returns name of a node's pages, such as `grc-scope` */
export function pageName({ displayName }: Pick<Description, 'displayName'>): string {
	return displayName.toLowerCase().replaceAll(' ', '-');
}

/** A choice of a list, as far as the documentation shows it. */
export interface Choice {
	name: string;
	value: unknown;
	description: string;
}

/** @returns the choices of a list; none for other kinds of parameters */
export function choicesOf({ options = [] }: Pick<INodeProperties, 'options'>): Choice[] {
	return options.flatMap((option) =>
		'value' in option
			? [{ name: option.name, value: option.value, description: option.description ?? '' }]
			: [],
	);
}

/** Stands for the resource of a node that has operations, but no resources. */
const NO_RESOURCE: Choice = { name: '', value: '', description: '' };

/** One operation of a node and what the form shows for it. */
export interface OperationEntry {
	/** Without a name where the node has no resources. */
	resource: Choice;
	operation: Choice;
	parameters: INodeProperties[];
}

/** @returns operations in the order of the node's menus; none for a node without a menu */
export function operationsOf({ properties }: Pick<Description, 'properties'>): OperationEntry[] {
	const resources = properties.filter(({ name }) => name === 'resource').flatMap(choicesOf);
	return (resources.length > 0 ? resources : [NO_RESOURCE]).flatMap((resource) =>
		properties
			.filter((property) => property.name === 'operation' && isShownFor(property, { resource }))
			.flatMap(choicesOf)
			.map((operation) => ({
				resource,
				operation,
				parameters: properties.filter(
					(property) =>
						!['resource', 'operation'].includes(property.name) &&
						isShownFor(property, { resource, operation }),
				),
			})),
	);
}

function isShownFor({ displayOptions }: INodeProperties, chosen: Record<string, Choice>): boolean {
	return Object.entries(chosen).every(([name, { value }]) => {
		const values: unknown[] | undefined = displayOptions?.show?.[name];
		return values === undefined || values.includes(value);
	});
}
