import '../sandbox/engine/environment';

import { readFileSync, writeFileSync } from 'node:fs';

import { LoadedPackages } from '../sandbox/engine/nodeTypes';
import { withOperationTables } from './operations/tables';

const PAGE = 'README.md';

/**
 * Writes the tables of operations in the README from the built descriptions; a part of
 * `npm run generate`. With `--check` it writes nothing, and fails where a table is out of date.
 */
async function main(): Promise<void> {
	const { project } = await LoadedPackages.load();
	const text = readFileSync(PAGE, 'utf8');
	const current = await withOperationTables(text, (node) => project.getNode(node).type);
	if (!process.argv.includes('--check')) {
		writeFileSync(PAGE, current);
		console.log(`Wrote the operation tables to ${PAGE}.`);
	} else if (text !== current) {
		console.error(`The operation tables in ${PAGE} are out of date. Run npm run generate.`);
		process.exitCode = 1;
	}
}

void main();
