const { transform } = require('./jest.config.js');

const project = (n8nLine, testPathIgnorePatterns = []) => ({
	displayName: n8nLine,
	testEnvironment: 'node',
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns,
	transform,
	globalSetup: '<rootDir>/test/e2e/globalSetup.ts',
	globals: { n8nLine },
});

/** The tests that run the real n8n; they take minutes and have commands of their own. */
module.exports = {
	// `npm start` opens the 2.x of the sandbox.
	projects: [project('2.x'), project('1.x', ['e2e/start']), project('latest', ['e2e/start'])],
	// One server at a time.
	maxWorkers: 1,
	testTimeout: 600_000,
	verbose: true,
};
