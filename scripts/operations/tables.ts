import type { INodeProperties, INodeType, IVersionedNodeType } from 'n8n-workflow';
import { format, resolveConfig } from 'prettier';

/** Where a page has the table of a node: between two comments that name the node's type. */
const PLACE = /(<!-- operations of (\w+) -->\n)[^]*?(<!-- end of operations -->)/g;

/**
 * Writes the tables of operations into a page.
 *
 * @param page Markdown with a place for each table
 * @param nodeOf gives a loaded node by the name of its type
 * @returns the page, formatted, with the tables as the nodes describe themselves
 */
export async function withOperationTables(
	page: string,
	nodeOf: (type: string) => INodeType | IVersionedNodeType,
): Promise<string> {
	const text = page.replace(
		PLACE,
		(_, start: string, type: string, end: string) =>
			`${start}\n${operationTable(nodeOf(type))}\n\n${end}`,
	);
	return await format(text, { ...(await resolveConfig('README.md')), parser: 'markdown' });
}

/** @returns a table of resource, operation and what it does, in the order of the node's menus */
function operationTable(node: INodeType | IVersionedNodeType): string {
	const properties = 'properties' in node.description ? node.description.properties : [];
	const resources = properties.find(({ name }) => name === 'resource');
	const rows = optionsOf(resources).flatMap((resource) =>
		properties
			.filter(({ name, displayOptions }) => {
				const shownFor = displayOptions?.show?.resource ?? [];
				return name === 'operation' && shownFor.includes(resource.value);
			})
			.flatMap(optionsOf)
			.map(({ name, description }) => `| ${resource.name} | ${name} | ${description} |`),
	);
	return ['| Resource | Operation | What it does |', '| --- | --- | --- |', ...rows].join('\n');
}

function optionsOf(property: INodeProperties | undefined) {
	return (property?.options ?? []).flatMap((option) =>
		'value' in option
			? [{ name: option.name, value: option.value, description: option.description ?? '' }]
			: [],
	);
}
