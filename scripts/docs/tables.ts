import path from 'node:path';

import { designCount, designTables } from './designs';
import type { Description } from './pages';
import { operationsOf, pageName } from './pages';
import { requestTable } from './requests';
import { roomPicture, roomTable } from './rooms';
import { speedTable, waitTable } from './figures';
import { table } from './text';

/** Where a page has a table: between two comments that name it. */
const PLACE =
	/<!-- (operations of \w+|nodes and operations|designs|number of designs|speed|requests of operations|rooms|waits) -->\n[^]*?<!-- end of .*? -->/g;

/** @returns whether a page has a place for a table */
export function hasTables(page: string): boolean {
	return page.search(PLACE) >= 0;
}

/**
 * Writes the tables of nodes and operations into a page.
 *
 * @param file path of the page in the repository, which links start from
 * @param page Markdown with a place for each table
 * @returns the page with the tables as the nodes describe themselves
 * @throws Error when a place names a node that does not exist
 */
export function withTables(file: string, page: string, nodes: Description[]): string {
	return page.replace(PLACE, (place, name: string) => {
		const end = place.slice(place.lastIndexOf('<!--'));
		return `<!-- ${name} -->\n\n${tableNamed(name)}\n\n${end}`;
	});

	function tableNamed(name: string): string {
		if (name === 'designs') return designTables();
		if (name === 'number of designs') return designCount();
		if (name === 'speed') return speedTable();
		if (name === 'rooms') return `${roomTable()}\n\n${roomPicture()}`;
		if (name === 'waits') return waitTable();
		if (name === 'requests of operations') return requestTable(nodes);
		if (name === 'nodes and operations') return nodeTable(path.posix.dirname(file), nodes);
		const type = name.replace('operations of ', '');
		const node = nodes.find((candidate) => candidate.name === type);
		if (!node) throw new Error(`${file} has a place for the operations of ${type}: no such node`);
		return operationTable(node);
	}
}

function operationTable(node: Description): string {
	const operations = operationsOf(node);
	const hasResources = operations.some(({ resource }) => resource.name !== '');
	const rows = operations.map(({ resource, operation }) => [
		...(hasResources ? [resource.name] : []),
		operation.name,
		operation.description,
	]);
	const columns = ['Operation', 'What it does'];
	return table(hasResources ? ['Resource', ...columns] : columns, rows);
}

/** Short: a node with one resource needs not name it, and one without resources says what it is for. */
function nodeTable(folder: string, nodes: Description[]): string {
	const rows = nodes.map((node) => {
		const byResource = new Map<string, string[]>();
		for (const { resource, operation } of operationsOf(node)) {
			if (resource.name === '') continue;
			byResource.set(resource.name, [...(byResource.get(resource.name) ?? []), operation.name]);
		}
		const lists = [...byResource].map(([resource, operations]) => {
			return byResource.size > 1
				? `_${resource}_: ${operations.join(', ')}`
				: operations.join(', ');
		});
		const page = path.posix.relative(folder, `docs/nodes/${pageName(node)}.md`);
		return [`[${node.displayName}](${page})`, lists.join('<br>') || node.description];
	});
	return table(['Node', 'Operations'], rows);
}
