import path from 'node:path';

import type { Description } from './pages';
import { operationsOf, pageName } from './pages';

/** Where a page has the operations of a node: between two comments that name the node's type. */
const OPERATIONS = /(<!-- operations of (\w+) -->\n)[^]*?(<!-- end of operations -->)/g;

/** Where a page has the list of all nodes. */
const NODES = /(<!-- nodes -->\n)[^]*?(<!-- end of nodes -->)/g;

/**
 * Writes the tables of nodes and operations into a page.
 *
 * @param file path of the page in the repository, which links start from
 * @param page Markdown with a place for each table
 * @returns the page with the tables as the nodes describe themselves
 * @throws Error when a place names a node that does not exist
 */
export function withTables(file: string, page: string, nodes: Description[]): string {
	return page
		.replace(OPERATIONS, (_, start: string, type: string, end: string) => {
			const node = nodes.find(({ name }) => name === type);
			if (!node) throw new Error(`${file} has a place for the operations of ${type}: no such node`);
			return `${start}\n${operationTable(node)}\n\n${end}`;
		})
		.replace(
			NODES,
			(_, start: string, end: string) => `${start}\n${nodeTable(file, nodes)}\n\n${end}`,
		);
}

function operationTable(node: Description): string {
	const rows = operationsOf(node).map(({ resource, operation }) => {
		return `| ${resource.name} | ${operation.name} | ${operation.description} |`;
	});
	return ['| Resource | Operation | What it does |', '| --- | --- | --- |', ...rows].join('\n');
}

function nodeTable(file: string, nodes: Description[]): string {
	const rows = nodes.map((node) => {
		const page = path.posix.relative(path.posix.dirname(file), `docs/nodes/${pageName(node)}.md`);
		return `| [${node.displayName}](${page}) | ${node.description} |`;
	});
	return ['| Node | What it does |', '| --- | --- |', ...rows].join('\n');
}
