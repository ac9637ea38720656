import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import glob from 'fast-glob';
import ts from 'typescript';

import { massOf } from '../../scripts/mass/tokens';

/** What is shipped may not grow beyond this; whoever needs more takes something away. */
const LIMITS: Array<[room: string, tokens: number, files: number]> = [
	['{nodes,credentials}', 145_000, 137],
	['nodes/shared/paging', 39_310, 33],
];

it.each(LIMITS)('%s has at most %i tokens in %i files', (room, tokens, files) => {
	const found = glob.sync(`${room}/**/*.ts`);
	expect(found.length).toBeLessThanOrEqual(files);
	expect(found.reduce((sum, file) => sum + massOf(file), 0)).toBeLessThanOrEqual(tokens);
});

/** @returns the file and all that its imports lead to, types included */
function reachOf(file: string, reached = new Set<string>()): Set<string> {
	if (reached.has(file)) return reached;
	reached.add(file);
	for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
		if (!fileName.startsWith('.')) continue;
		const target = path.join(path.dirname(file), fileName);
		reachOf(existsSync(`${target}.ts`) ? `${target}.ts` : `${target}/index.ts`, reached);
	}
	return reached;
}

/** Files that have to be open at most for what is read from here on. */
const REACH: Array<[file: string, files: number]> = [
	['nodes/shared/paging/run/paginate.ts', 24],
	['nodes/shared/paging/detect/detectDataset.ts', 35],
];

it.each(REACH)('%s reaches at most %i files', (file, files) => {
	expect(reachOf(file).size).toBeLessThanOrEqual(files);
});
