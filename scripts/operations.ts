import '../sandbox/engine/environment';

import { readFileSync, writeFileSync } from 'node:fs';

import { LoadedPackages } from '../sandbox/engine/nodeTypes';
import { withOperationTables } from './operations/tables';

/** `npm run generate`: writes the tables of operations in the README from the built descriptions. */
async function main(): Promise<void> {
	const { project } = await LoadedPackages.load();
	const text = readFileSync('README.md', 'utf8');
	writeFileSync('README.md', await withOperationTables(text, (node) => project.getNode(node).type));
	console.log('The tables of operations are in README.md.');
}

void main();
