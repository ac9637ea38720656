const { transform } = require('./jest.config.js');

/** The unit tests alone: what the mutation run executes again and again. */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test/unit'],
	testMatch: ['**/*.test.ts'],
	// These compare with the docs, or try thousands of random cases: too slow to be run for each change.
	testPathIgnorePatterns: [
		'/troubleshooting.test',
		'/docs.test',
		'/architecture.test',
		'propert(y|ies).test',
	],
	transform,
	testTimeout: 60_000,
};
