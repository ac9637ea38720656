import '../sandbox/engine/environment';

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import glob from 'fast-glob';
import { format, resolveConfig } from 'prettier';

import { EVENT_CATALOG, STATUS_CHANGES } from '../nodes/shared/webhook/eventCatalog';
import { LoadedPackages } from '../sandbox/engine/nodeTypes';
import { describedNodes } from './docs/pages';
import { referencePages } from './docs/reference';
import { hasTables, withTables } from './docs/tables';

const REFERENCE = 'docs/reference';

/**
 * Writes what the documentation says about the built nodes and their speed: the tables in its pages, and
 * the reference of all parameters; a part of `npm run generate`. With `--check` it writes nothing, and
 * fails where something is old.
 */
async function main(): Promise<void> {
	const { project } = await LoadedPackages.load();
	const nodes = describedNodes(project);
	const credentials = Object.keys(project.known.credentials).map(
		(name) => project.getCredential(name).type,
	);
	const wanted = new Map<string, string>();
	for (const file of [
		'README.md',
		'CONTRIBUTING.md',
		...glob.sync('docs/**/*.md', { ignore: [`${REFERENCE}/**`, '**/node_modules/**'] }),
	]) {
		const text = readFileSync(file, 'utf8');
		// A page without a table is its author's, and stays as it is.
		if (hasTables(text)) wanted.set(file, withTables(file, text, nodes));
	}
	const reference = referencePages(nodes, credentials, [
		...[...EVENT_CATALOG, ...STATUS_CHANGES].sort((a, b) => a.name.localeCompare(b.name)),
	]);
	for (const [name, text] of Object.entries(reference)) {
		wanted.set(path.posix.join(REFERENCE, name), text);
	}
	const old = await outdated(wanted);
	if (process.argv.includes('--check')) report([...old.keys()]);
	else write(old);
}

/** @returns the files to write; an empty text stands for a file to delete */
async function outdated(wanted: Map<string, string>): Promise<Map<string, string>> {
	const old = new Map<string, string>();
	for (const [file, text] of wanted) {
		const current = file.endsWith('.md')
			? await format(text, { ...(await resolveConfig(file)), parser: 'markdown' })
			: text;
		if (!existsSync(file) || readFileSync(file, 'utf8') !== current) old.set(file, current);
	}
	for (const file of glob.sync(`${REFERENCE}/*`)) if (!wanted.has(file)) old.set(file, '');
	return old;
}

function write(files: Map<string, string>): void {
	mkdirSync(REFERENCE, { recursive: true });
	for (const [file, text] of files) {
		if (text === '') rmSync(file);
		else writeFileSync(file, text);
	}
	console.log(`The tables of README.md and docs/, and ${REFERENCE}/, are up to date.`);
}

function report(files: string[]): void {
	if (files.length === 0) return;
	console.error(`Old: ${files.join(', ')}. Run npm run generate.`);
	process.exitCode = 1;
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
