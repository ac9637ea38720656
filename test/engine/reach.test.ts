import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import path from 'node:path';

import { readExamples } from '../../sandbox/demo/examples';
import { harnessForAll } from '../helpers/harness';

const PROJECT = path.resolve(__dirname, '../..');
const BUILT = path.join(PROJECT, 'dist/');

const MOST_LINES = 250;

/** A source file that a reader of the run has to open, and its length. */
interface ReachedFile {
	file: string;
	lines: number;
}

const harness = harnessForAll();

/**
 * Runs an example and notes which of our files had a function that ran. What runs once when a file is
 * loaded does not count.
 */
async function filesReachedBy(example: string): Promise<ReachedFile[]> {
	const { workflow } = readExamples().find(({ file }) => file === example) ?? {};
	if (!workflow) throw new Error(`There is no example ${example}`);
	const session = new Session();
	session.connect();
	try {
		await session.post('Profiler.enable');
		await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
		const { error } = await harness.engine.run(workflow);
		expect(error).toBeUndefined();
		const { result } = await session.post('Profiler.takePreciseCoverage');
		return result
			.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
			.map(({ url }) => url.replace(/^file:\/\//, ''))
			.filter((url) => url.startsWith(BUILT))
			.map((url) => sourceOf(path.relative(BUILT, url)))
			.sort((a, b) => a.file.localeCompare(b.file));
	} finally {
		session.disconnect();
	}
}

function sourceOf(built: string): ReachedFile {
	const file = built.replace(/\.js$/, '.ts');
	const lines = readFileSync(path.join(PROJECT, file), 'utf8').trimEnd().split('\n').length;
	return { file, lines };
}

// How much there is to read in them is limited for all that is shipped: `test/project/mass.test.ts`.
it.each([
	{ what: 'Create or Update vendor', example: 'vendor-intake.json', most: 23 },
	{ what: 'a prefetching read', example: 'paging-page-number.json', most: 35 },
])('$what runs through at most $most files', async ({ what, example, most }) => {
	const reached = await filesReachedBy(example);
	const sum = reached.reduce((total, { lines }) => total + lines, 0);
	const average = Math.round(sum / reached.length);
	process.stdout.write(
		[
			`${what} (examples/${example}): ${reached.length} files, ${sum} lines, ${average} on average`,
			...reached.map(({ file, lines }) => `  ${String(lines).padStart(4)} ${file}`),
			'',
		].join('\n'),
	);
	expect(reached.length).toBeGreaterThan(0);
	expect(reached.length).toBeLessThanOrEqual(most);
	expect(reached.filter(({ lines }) => lines > MOST_LINES)).toEqual([]);
});
