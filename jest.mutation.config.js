const { transform } = require('./jest.config.js');

/** The unit tests of the pure modules, as the mutation run executes them again and again. */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test/mutation'],
	testMatch: ['**/*.suite.ts'],
	transform,
	testTimeout: 60_000,
};
