/**
 * Mutation testing of the pure modules: every small change to their code has to fail a unit test.
 * `npm run mutation` says which files, runs it and keeps the scores.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	testRunner: 'vitest',
	vitest: { configFile: 'test/mutation/vitest.config.mts' },
	plugins: ['@stryker-mutator/vitest-runner'],
	coverageAnalysis: 'perTest',
	ignorePatterns: ['dist', 'docs', 'examples', 'sandbox', 'bench', '.data', 'coverage'],
	// What runs once when a file is loaded would need all tests for each change.
	ignoreStatic: true,
	concurrency: 2,
	timeoutMS: 20_000,
	// On a busy machine, all tests together take longer than the five minutes that are the default.
	dryRunTimeoutMinutes: 20,
	reporters: ['clear-text', 'progress', 'json'],
	clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
	jsonReporter: { fileName: 'coverage/mutation.json' },
	tempDirName: 'coverage/stryker',
};
