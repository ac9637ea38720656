/**
 * Mutation testing of the pure modules: every small change to their code has to fail a unit test.
 * `npm run mutation` runs it and keeps the scores; `npx stryker run --mutate 'nodes/shared/http/*.ts'`
 * looks at one folder.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	testRunner: 'jest',
	// Only the tests that import a changed file are loaded for it.
	jest: { configFile: 'jest.mutation.config.js' },
	plugins: ['@stryker-mutator/jest-runner'],
	coverageAnalysis: 'perTest',
	mutate: [
		'nodes/shared/{http,auth,webhook,paging}/**/*.ts',
		'nodes/TprmVendorTrigger/decide.ts',
		// Types and tables of texts only.
		'!nodes/shared/webhook/eventCatalog.ts',
	],
	ignorePatterns: ['dist', 'docs', 'examples', 'sandbox', 'bench', '.data', 'coverage'],
	ignoreStatic: true,
	concurrency: 2,
	timeoutMS: 10_000,
	reporters: ['clear-text', 'progress', 'json'],
	clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
	jsonReporter: { fileName: 'coverage/mutation.json' },
	tempDirName: 'coverage/stryker',
};
