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

/** Scores of one room. */
export interface Scores {
	total: Score;
	files: Record<string, Score>;
}

const KILLED = ['Killed', 'Timeout'];
const SURVIVED = ['Survived', 'NoCoverage'];

/**
 * Adds a report up.
 *
 * @param report of Stryker
 * @returns the score of all files together, and of each one in which there is something to change
 */
export function scoresOf({ files }: MutationReport): Scores {
	const all = Object.entries(files).map(([file, { mutants }]): [string, Score] => [
		file,
		scoreOf(mutants.map(({ status }) => status)),
	]);
	return {
		total: scoreOf(
			Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status)),
		),
		files: Object.fromEntries(all.filter(([, { killed, survived }]) => killed + survived > 0)),
	};
}

/** @returns the scores of a room after some of its files were measured again */
export function updated(before: Scores, { files: measured }: Scores): Scores {
	const files = { ...before.files, ...measured };
	const sum = (count: 'killed' | 'survived') =>
		Object.values(files).reduce((total, file) => total + file[count], 0);
	return { total: toScore(sum('killed'), sum('survived')), files };
}

function scoreOf(states: string[]): Score {
	const killed = states.filter((status) => KILLED.includes(status)).length;
	const survived = states.filter((status) => SURVIVED.includes(status)).length;
	return toScore(killed, survived);
}

function toScore(killed: number, survived: number): Score {
	const score = Math.round((1000 * killed) / Math.max(killed + survived, 1)) / 10;
	return { score, killed, survived };
}
