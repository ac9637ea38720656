import path from 'node:path';

/** The part of Stryker's report that is read. */
export interface MutationReport {
	files: Record<string, { mutants: Array<{ status: string }> }>;
}

/** How many changes to some code the tests notice. */
export interface Score {
	/** Percent of the changes that a test notices. */
	score: number;
	/** Changes that fail a test, or that never end. */
	killed: number;
	/** Changes that no test notices. */
	survived: number;
}

/** Scores by folder and by file. */
export interface Scores {
	folders: Record<string, Score>;
	files: Record<string, Score>;
}

const KILLED = ['Killed', 'Timeout'];
const SURVIVED = ['Survived', 'NoCoverage'];

/**
 * Adds a report up.
 *
 * @param report of Stryker
 * @returns scores of each file and of the folders below `nodes/shared`, or of the node where it is none
 */
export function scoresOf({ files }: MutationReport): Scores {
	const counts = Object.entries(files).map(([file, { mutants }]) => ({
		file,
		folder: folderOf(file),
		killed: mutants.filter(({ status }) => KILLED.includes(status)).length,
		survived: mutants.filter(({ status }) => SURVIVED.includes(status)).length,
	}));
	const group = (key: 'file' | 'folder') =>
		Object.fromEntries(
			[...new Set(counts.map((count) => count[key]))].sort().flatMap((name) => {
				const own = counts.filter((count) => count[key] === name);
				const killed = own.reduce((sum, count) => sum + count.killed, 0);
				const survived = own.reduce((sum, count) => sum + count.survived, 0);
				// Types alone have nothing to change.
				if (killed + survived === 0) return [];
				const score = Math.round((1000 * killed) / (killed + survived)) / 10;
				return [[name, { score, killed, survived }]];
			}),
		);
	return { folders: group('folder'), files: group('file') };
}

function folderOf(file: string): string {
	const [nodes = '', shared = '', room = ''] = file.split('/');
	return shared === 'shared'
		? path.posix.join(nodes, shared, room)
		: path.posix.join(nodes, shared);
}
