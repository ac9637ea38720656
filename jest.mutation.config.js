const { transform } = require('./jest.config.js');

/** The unit tests alone: what the mutation run executes again and again. */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test/unit'],
	testMatch: ['**/*.test.ts'],
	// They compare with the docs, and check no behavior of their own.
	testPathIgnorePatterns: ['/troubleshooting.test', '/docs.test'],
	transform,
	testTimeout: 60_000,
};
