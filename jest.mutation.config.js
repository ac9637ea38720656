const { transform } = require('./jest.config.js');

/** The unit tests of the pure modules, as the mutation run executes them again and again. */
module.exports = {
	testEnvironment: 'node',
	// The tests related to a change are found through the imports in these folders.
	roots: ['<rootDir>/nodes', '<rootDir>/test'],
	testMatch: ['<rootDir>/test/mutation/*.suite.ts'],
	transform,
	testTimeout: 60_000,
};
