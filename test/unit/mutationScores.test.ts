import { type MutationReport, scoresOf, updated } from '../../scripts/mutation/scores';

const report = (files: Record<string, string[]>): MutationReport => ({
	files: Object.fromEntries(
		Object.entries(files).map(([file, states]) => [
			file,
			{ mutants: states.map((status) => ({ status })) },
		]),
	),
});

const BEFORE = scoresOf(
	report({ 'a.ts': ['Killed', 'Killed', 'Timeout', 'Survived'], 'b.ts': ['NoCoverage', 'Killed'] }),
);

test('the score of a room is that of all changes to its files', () => {
	expect(BEFORE).toEqual({
		total: { score: 66.7, killed: 4, survived: 2 },
		files: {
			'a.ts': { score: 75, killed: 3, survived: 1 },
			'b.ts': { score: 50, killed: 1, survived: 1 },
		},
	});
});

test('a file that is measured again replaces its score, and others keep theirs', () => {
	expect(updated(BEFORE, scoresOf(report({ 'b.ts': ['Killed', 'Killed'] })))).toEqual({
		total: { score: 83.3, killed: 5, survived: 1 },
		files: {
			'a.ts': { score: 75, killed: 3, survived: 1 },
			'b.ts': { score: 100, killed: 2, survived: 0 },
		},
	});
});
