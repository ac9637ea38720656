import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import glob from 'fast-glob';
import { format, resolveConfig } from 'prettier';

import { EVENT_CATALOG, STATUS_CHANGES } from '../../nodes/shared/webhook/eventCatalog';
import type { LoadedPackages } from '../../sandbox/engine/nodeTypes';
import { designData } from './designs';
import { describedNodes } from './pages';
import { referencePages } from './reference';
import { hasTables, withTables } from './tables';

const REFERENCE = 'docs/reference';
const KNOWN_APIS = 'docs/known-apis.json';

/** Updates what the documentation says about the built nodes and their speed. */
export async function writeGenerated(project: LoadedPackages['project']): Promise<void> {
	mkdirSync(REFERENCE, { recursive: true });
	for (const [file, text] of await outdated(project)) {
		if (text === '') rmSync(file);
		else writeFileSync(file, text);
	}
	console.log(`The tables of README.md and docs/, and ${REFERENCE}/, are up to date.`);
}

/** @returns the files that are out of date, as they should be; an empty text is for a file to delete */
export async function outdated(project: LoadedPackages['project']): Promise<Map<string, string>> {
	const wanted = wantedPages(project);
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

/** @returns the pages with tables, and the reference of all parameters, by file; not yet formatted */
function wantedPages(project: LoadedPackages['project']): Map<string, string> {
	const nodes = describedNodes(project);
	const credentials = Object.keys(project.known.credentials).map(
		(name) => project.getCredential(name).type,
	);
	const wanted = new Map([[KNOWN_APIS, designData()]]);
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
	return wanted;
}
